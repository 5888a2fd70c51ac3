//! Values of the fragment, their default and their SMT-LIB text.

use crate::regex::Regex;
use crate::sort::{Format, Sort};
use crate::strings;
use num_bigint::BigInt;
use num_rational::Ratio;
use num_traits::{One, Signed, Zero};
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::rc::Rc;

/// An exact rational number.
pub type Rational = Ratio<BigInt>;

/// A value of some sort. Two values of one sort are equal in SMT-LIB if they are equal here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(BigInt),
    /// A rational number.
    Real(Rational),
    /// A bit-vector: its width and its bits, as a number without sign.
    Bv(u32, u64),
    /// A string, as code points.
    Str(Vec<u32>),
    /// A regular expression.
    Re(Rc<Regex>),
    /// An array.
    Array(Array),
    /// A floating-point number: its bits, with one pattern only for NaN.
    Fp(Format, u64),
}

/// An array from integers to integers that has one value nearly everywhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Array {
    /// The value at all other places.
    default: BigInt,
    /// The places that differ from the default.
    places: BTreeMap<BigInt, BigInt>,
}

impl Array {
    /// The array that has this value everywhere.
    pub fn constant(default: BigInt) -> Array {
        Array { default, places: BTreeMap::new() }
    }

    /// What is at this place.
    pub fn select(&self, place: &BigInt) -> &BigInt {
        self.places.get(place).unwrap_or(&self.default)
    }

    /// The array with this value at this place.
    #[must_use]
    pub fn store(mut self, place: BigInt, value: BigInt) -> Array {
        if value == self.default {
            self.places.remove(&place);
        } else {
            self.places.insert(place, value);
        }
        self
    }
}

impl Value {
    /// The simplest value of a sort.
    pub fn default_of(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::Int(BigInt::zero()),
            Sort::Real => Value::Real(Rational::zero()),
            Sort::Bv(width) => Value::Bv(width, 0),
            Sort::Str => Value::Str(Vec::new()),
            Sort::Re => Value::Re(Rc::new(Regex::None)),
            Sort::Array => Value::Array(Array::constant(BigInt::zero())),
            Sort::Fp(format) => Value::Fp(format, 0),
        }
    }

    /// The sort of the value.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Real(_) => Sort::Real,
            Value::Bv(width, _) => Sort::Bv(*width),
            Value::Str(_) => Sort::Str,
            Value::Re(_) => Sort::Re,
            Value::Array(_) => Sort::Array,
            Value::Fp(format, _) => Sort::Fp(*format),
        }
    }
}

/// Writes an integer; SMT-LIB has no negative numerals.
fn write_int(f: &mut fmt::Formatter<'_>, value: &BigInt, end: &str) -> fmt::Result {
    if value.is_negative() {
        write!(f, "(- {}{end})", value.abs())
    } else {
        write!(f, "{value}{end}")
    }
}

/// Writes the lowest `width` bits of a number as a binary literal.
fn write_bits(f: &mut fmt::Formatter<'_>, bits: u64, width: u32) -> fmt::Result {
    write!(f, "#b{bits:0width$b}", width = width as usize)
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(value) => write!(f, "{value}"),
            Value::Int(value) => write_int(f, value, ""),
            Value::Real(value) if value.denom().is_one() => write_int(f, value.numer(), ".0"),
            Value::Real(value) => {
                f.write_str("(/ ")?;
                write_int(f, value.numer(), ".0")?;
                write!(f, " {}.0)", value.denom())
            }
            Value::Bv(width, bits) => write_bits(f, *bits, *width),
            Value::Str(text) => strings::write_literal(f, text),
            Value::Re(regex) => write!(f, "{regex}"),
            Value::Array(array) => {
                for _ in &array.places {
                    f.write_str("(store ")?;
                }
                write!(f, "((as const {}) ", Sort::Array)?;
                write_int(f, &array.default, "")?;
                f.write_char(')')?;
                for (place, value) in &array.places {
                    f.write_char(' ')?;
                    write_int(f, place, "")?;
                    f.write_char(' ')?;
                    write_int(f, value, "")?;
                    f.write_char(')')?;
                }
                Ok(())
            }
            Value::Fp(format, bits) => {
                let trailing = format.significand - 1;
                f.write_str("(fp ")?;
                write_bits(f, bits >> (format.width() - 1), 1)?;
                f.write_char(' ')?;
                let exponent = bits >> trailing & ((1 << format.exponent) - 1);
                write_bits(f, exponent, format.exponent)?;
                f.write_char(' ')?;
                write_bits(f, bits & ((1 << trailing) - 1), trailing)?;
                f.write_char(')')
            }
        }
    }
}

//! The sorts of the fragment, and the formats of its floating-point numbers.

use std::fmt;

/// A sort of the fragment. Its [`Display`](fmt::Display) form is SMT-LIB text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Integers.
    Int,
    /// Rational numbers stand for the reals: no term of the fragment has another value.
    Real,
    /// Bit-vectors of this width, at most 64.
    Bv(u32),
    /// Strings.
    Str,
    /// Regular expressions. No variable has this sort.
    Re,
    /// Arrays from integers to integers.
    Array,
    /// Floating-point numbers of this format.
    Fp(Format),
}

/// A format of floating-point numbers: IEEE 754 binary, as SMT-LIB counts its bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Format {
    /// Bits of the exponent.
    pub exponent: u32,
    /// Bits of the significand, with the hidden one.
    pub significand: u32,
}

impl Format {
    /// The small format of the fragment: eight bits in all.
    pub const SMALL: Format = Format { exponent: 3, significand: 5 };
    /// Half precision: sixteen bits in all.
    pub const HALF: Format = Format { exponent: 5, significand: 11 };

    /// Bits in all, with the sign.
    pub fn width(self) -> u32 {
        self.exponent + self.significand
    }
}

impl Sort {
    /// All sorts of variables, in the order in which they are declared.
    pub const VARIABLES: [Sort; 9] = [
        Sort::Bool,
        Sort::Int,
        Sort::Real,
        Sort::Bv(4),
        Sort::Bv(8),
        Sort::Str,
        Sort::Array,
        Sort::Fp(Format::SMALL),
        Sort::Fp(Format::HALF),
    ];

    /// The beginning of the names of variables of this sort.
    pub fn prefix(self) -> &'static str {
        match self {
            Sort::Bool => "b",
            Sort::Int => "i",
            Sort::Real => "r",
            Sort::Bv(4) => "u",
            Sort::Bv(_) => "v",
            Sort::Str => "s",
            Sort::Re => "e",
            Sort::Array => "a",
            Sort::Fp(Format::SMALL) => "f",
            Sort::Fp(_) => "h",
        }
    }

    /// The word for the sort in kinds of failures.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Bool => "Bool",
            Sort::Int => "Int",
            Sort::Real => "Real",
            Sort::Bv(_) => "BitVec",
            Sort::Str => "String",
            Sort::Re => "RegLan",
            Sort::Array => "Array",
            Sort::Fp(_) => "FloatingPoint",
        }
    }
}

impl fmt::Display for Sort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bv(width) => write!(f, "(_ BitVec {width})"),
            Sort::Array => f.write_str("(Array Int Int)"),
            Sort::Fp(format) => {
                write!(f, "(_ FloatingPoint {} {})", format.exponent, format.significand)
            }
            other => f.write_str(other.word()),
        }
    }
}

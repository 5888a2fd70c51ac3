//! Values: what terms without variables stand for.

use crate::regex::Regex;
use crate::sexp::Sexp;
use crate::sort::Sort;
use crate::symbol::Symbol;
use crate::term::{Ident, Kind, Origin, Term};
use crate::token::TokenKind;
use num_bigint::{BigInt, BigUint, Sign};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// An exact fraction.
pub type Rational = num_rational::Ratio<BigInt>;

/// A value of a sort.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// Of Bool.
    Bool(bool),
    /// Of Int.
    Int(BigInt),
    /// Of Real.
    Real(Rational),
    /// Of a bit-vector: the width, and the value as an unsigned number.
    Bits(u32, BigUint),
    /// Of String: the characters.
    String(Vec<u32>),
    /// Of RegLan.
    Regex(Arc<Regex>),
    /// Of RoundingMode: `RNE`, `RNA`, `RTP`, `RTN` or `RTZ`.
    Rounding(&'static str),
    /// Of FloatingPoint.
    Float(Float),
    /// Of Array.
    Array(Arc<ArrayValue>),
    /// Of Seq.
    Seq(Sort, Vec<Value>),
    /// Of Set: its sort and the elements.
    Set(Sort, BTreeSet<Value>),
    /// Of a datatype: its sort, a constructor and the arguments.
    Data(Sort, Symbol, Vec<Value>),
    /// An element of an uninterpreted sort; elements with different names differ.
    Element(Sort, Symbol),
}

/// A floating-point number, as its bits.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Float {
    /// Bits of the exponent.
    pub eb: u32,
    /// Bits of the significand, the hidden one included.
    pub sb: u32,
    /// Sign, exponent and significand, as IEEE 754 orders them. There is one NaN only.
    pub bits: BigUint,
}

/// An array: a value for each index with an entry, another for all others.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArrayValue {
    /// The sort.
    pub sort: Sort,
    /// The value of all other indices.
    pub default: Value,
    /// Values that are not the default.
    pub entries: BTreeMap<Vec<Value>, Value>,
}

impl Value {
    /// An Int.
    pub fn int(value: impl Into<BigInt>) -> Value {
        Value::Int(value.into())
    }

    /// A fraction.
    ///
    /// # Panics
    ///
    /// If the denominator is 0.
    pub fn real(numerator: impl Into<BigInt>, denominator: impl Into<BigInt>) -> Value {
        Value::Real(Rational::new(numerator.into(), denominator.into()))
    }

    /// A bit-vector of the lowest bits of `value`.
    pub fn bits(width: u32, value: impl Into<BigUint>) -> Value {
        let value: BigUint = value.into();
        Value::Bits(width, value & mask(width))
    }

    /// The characters of a text.
    pub fn string(text: &str) -> Value {
        Value::String(text.chars().map(u32::from).collect())
    }

    /// Its sort.
    pub fn sort(&self) -> Sort {
        match self {
            Value::Bool(_) => Sort::Bool,
            Value::Int(_) => Sort::Int,
            Value::Real(_) => Sort::Real,
            Value::Bits(width, _) => Sort::BitVec(*width),
            Value::String(_) => Sort::String,
            Value::Regex(_) => Sort::RegLan,
            Value::Rounding(_) => Sort::RoundingMode,
            Value::Float(float) => Sort::Float(float.eb, float.sb),
            Value::Array(array) => array.sort.clone(),
            Value::Set(sort, _) => sort.clone(),
            Value::Seq(sort, _) | Value::Data(sort, ..) | Value::Element(sort, _) => sort.clone(),
        }
    }

    /// The truth value.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, if it is an Int or a Real.
    pub fn as_rational(&self) -> Option<Rational> {
        match self {
            Value::Int(value) => Some(Rational::from_integer(value.clone())),
            Value::Real(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// The same value in another sort: an Int among the Reals, all others only in their own.
    pub fn coerce(self, sort: &Sort) -> Option<Value> {
        match (self, sort) {
            (Value::Int(value), Sort::Real) => Some(Value::Real(Rational::from_integer(value))),
            (Value::Real(value), Sort::Int) if value.is_integer() => {
                Some(Value::Int(value.to_integer()))
            }
            (value, Sort::Unknown) => Some(value),
            // cvc4 does not say of which sort an element is.
            (Value::Element(Sort::Unknown, name), sort) => Some(Value::Element(sort.clone(), name)),
            (value, sort) => (value.sort() == *sort).then_some(value),
        }
    }

    /// Some value of the sort: false, zero, empty, the same everywhere. None of a sort whose values
    /// are not known here.
    pub fn default_of(sort: &Sort) -> Option<Value> {
        Some(match sort {
            Sort::Bool => Value::Bool(false),
            Sort::Int => Value::int(0),
            Sort::Real => Value::real(0, 1),
            Sort::BitVec(width) => Value::bits(*width, 0_u8),
            Sort::String => Value::String(Vec::new()),
            Sort::RoundingMode => Value::Rounding("RNE"),
            Sort::Float(eb, sb) => {
                Value::Float(Float { eb: *eb, sb: *sb, bits: BigUint::default() })
            }
            Sort::Seq(_) => Value::Seq(sort.clone(), Vec::new()),
            Sort::Set(_) => Value::Set(sort.clone(), BTreeSet::new()),
            Sort::Array(parts) => {
                Value::array(sort.clone(), Value::default_of(parts.last()?)?, BTreeMap::new())
            }
            _ => return None,
        })
    }

    /// An array; entries that are the default are left out.
    pub fn array(sort: Sort, default: Value, entries: BTreeMap<Vec<Value>, Value>) -> Value {
        let entries = entries.into_iter().filter(|(_, value)| *value != default).collect();
        Value::Array(Arc::new(ArrayValue { sort, default, entries }))
    }

    /// The term that stands for the value. An element of an uninterpreted sort is `(as name sort)`.
    ///
    /// ```
    /// use smt_lang::Value;
    /// assert_eq!(Value::real(-1, 3).to_term().to_string(), "(- (/ 1.0 3.0))");
    /// assert_eq!(Value::bits(4, 5_u8).to_term().to_string(), "#b0101");
    /// ```
    pub fn to_term(&self) -> Term {
        match self {
            Value::Bool(value) => Term::bool(*value),
            Value::Int(value) => Term::int(value),
            Value::Real(value) => real_term(value),
            Value::Bits(width, value) => bits_term(*width, value),
            Value::String(characters) => Term::string(characters),
            Value::Regex(regex) => regex.to_term(),
            Value::Rounding(mode) => Term::app(mode, Vec::new()),
            Value::Float(float) => float.to_term(),
            Value::Array(array) => array_term(array),
            Value::Seq(sort, elements) => {
                let unit = |value: &Value| Term::app("seq.unit", vec![value.to_term()]);
                match &elements[..] {
                    [] => qualified("seq.empty", sort, Origin::Theory, Vec::new()),
                    [one] => unit(one),
                    _ => Term::app("seq.++", elements.iter().map(unit).collect()),
                }
            }
            Value::Set(sort, elements) => {
                let mut terms: Vec<Term> = elements.iter().map(Value::to_term).collect();
                let last = terms.pop().map_or_else(
                    || qualified("set.empty", sort, Origin::Theory, Vec::new()),
                    |last| Term::app("set.singleton", vec![last]),
                );
                if terms.is_empty() {
                    return last;
                }
                terms.push(last);
                Term::app("set.insert", terms)
            }
            Value::Data(sort, constructor, arguments) => {
                let of_parametric = !sort.arguments().is_empty();
                let arguments = arguments.iter().map(Value::to_term).collect();
                let ident = Ident {
                    of: of_parametric.then(|| sort.clone().into()),
                    ..Ident::new(constructor.clone(), Origin::Declared)
                };
                Term::new(Kind::Op(ident), arguments, sort.clone())
            }
            Value::Element(sort, name) => qualified(name.text(), sort, Origin::Nowhere, Vec::new()),
        }
    }
}

/// `(as name sort)`, applied to children.
fn qualified(name: &str, sort: &Sort, origin: Origin, children: Vec<Term>) -> Term {
    let name = Symbol::spelled(name);
    let ident = Ident { name, indices: Vec::new(), of: Some(sort.clone().into()), origin };
    Term::new(Kind::Op(ident), children, sort.clone())
}

fn real_term(value: &Rational) -> Term {
    let absolute = value.numer().magnitude();
    let numerator = Term::real(absolute);
    let term = if value.is_integer() {
        numerator
    } else {
        Term::app("/", vec![numerator, Term::real(value.denom())])
    };
    if value.numer().sign() == Sign::Minus { Term::app("-", vec![term]) } else { term }
}

fn bits_term(width: u32, value: &BigUint) -> Term {
    let digits = value.to_str_radix(2);
    let text = format!("#b{digits:0>width$}", width = width as usize);
    Term::literal_of(TokenKind::Binary, &text, Sort::BitVec(width))
}

fn array_term(array: &ArrayValue) -> Term {
    let base = qualified("const", &array.sort, Origin::Theory, vec![array.default.to_term()]);
    array.entries.iter().fold(base, |term, (indices, value)| {
        let mut children = vec![term];
        children.extend(indices.iter().chain([value]).map(Value::to_term));
        Term::app("store", children)
    })
}

impl Float {
    /// The number of these bits; of all NaN, the one that is used here.
    pub fn new(eb: u32, sb: u32, bits: BigUint) -> Float {
        let float = Float { eb, sb, bits };
        if float.is_nan() { Float::nan(eb, sb) } else { float }
    }

    /// NaN.
    pub fn nan(eb: u32, sb: u32) -> Float {
        let ones = mask(eb + 1) << (sb - 2) as usize;
        Float { eb, sb, bits: ones }
    }

    /// An infinity.
    pub fn infinity(eb: u32, sb: u32, negative: bool) -> Float {
        let sign = if negative { BigUint::from(1_u8) << eb } else { BigUint::default() };
        Float { eb, sb, bits: (sign | mask(eb)) << (sb - 1) }
    }

    /// A zero.
    pub fn zero(eb: u32, sb: u32, negative: bool) -> Float {
        let sign = BigUint::from(u8::from(negative));
        Float { eb, sb, bits: sign << (eb + sb - 1) }
    }

    /// The significand without the hidden bit.
    pub fn fraction(&self) -> BigUint {
        &self.bits & mask(self.sb - 1)
    }

    /// The exponent as it is encoded.
    pub fn exponent(&self) -> BigUint {
        (&self.bits >> (self.sb - 1)) & mask(self.eb)
    }

    /// Whether the sign bit is set.
    pub fn is_negative(&self) -> bool {
        self.bits.bit(u64::from(self.eb + self.sb - 1))
    }

    /// Whether it is NaN.
    pub fn is_nan(&self) -> bool {
        self.exponent() == mask(self.eb) && self.fraction() != BigUint::default()
    }

    /// Whether it is an infinity.
    pub fn is_infinite(&self) -> bool {
        self.exponent() == mask(self.eb) && self.fraction() == BigUint::default()
    }

    /// Whether it is a zero.
    pub fn is_zero(&self) -> bool {
        self.exponent() == BigUint::default() && self.fraction() == BigUint::default()
    }

    fn to_term(&self) -> Term {
        let (eb, sb) = (self.eb, self.sb);
        if self.is_nan() {
            return Term::theory("NaN", &[eb, sb], Vec::new());
        }
        let sign = bits_term(1, &BigUint::from(u8::from(self.is_negative())));
        let parts =
            vec![sign, bits_term(eb, &self.exponent()), bits_term(sb - 1, &self.fraction())];
        Term::app("fp", parts)
    }
}

/// The number of that many ones.
pub(crate) fn mask(width: u32) -> BigUint {
    (BigUint::from(1_u8) << width) - 1_u8
}

/// The text of a value, as [`Value::to_term`] spells it.
impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.to_term().fmt(f)
    }
}

/// The value of a literal.
pub(crate) fn of_literal(kind: TokenKind, text: &str, sort: &Sort) -> Option<Value> {
    match kind {
        TokenKind::Numeral => Value::Int(text.parse().ok()?).coerce(sort),
        TokenKind::Decimal if text.contains('/') => {
            let (a, b) = text.split_once('/')?;
            let (a, b): (BigInt, BigInt) = (a.parse().ok()?, b.parse().ok()?);
            (b != BigInt::ZERO).then(|| Value::Real(Rational::new(a, b)))
        }
        TokenKind::Decimal => {
            let (whole, fraction) = text.split_once('.')?;
            let digits: BigInt = format!("{whole}{fraction}").parse().ok()?;
            let scale = BigInt::from(10_u8).pow(u32::try_from(fraction.len()).ok()?);
            Some(Value::Real(Rational::new(digits, scale)))
        }
        TokenKind::Hex => of_digits(&text[2..], 16, sort),
        TokenKind::Binary => of_digits(&text[2..], 2, sort),
        TokenKind::String => {
            let characters = crate::strings::read(text, crate::strings::Escapes::Standard);
            Some(Value::String(characters))
        }
        _ => None,
    }
}

fn of_digits(digits: &str, radix: u32, sort: &Sort) -> Option<Value> {
    let Sort::BitVec(width) = sort else { return None };
    Some(Value::Bits(*width, BigUint::parse_bytes(digits.as_bytes(), radix)?))
}

/// The number of an index, as those of `(_ bv5 8)`.
pub(crate) fn of_index(index: &Sexp) -> Option<BigUint> {
    index.of_kind(TokenKind::Numeral)?.parse().ok()
}

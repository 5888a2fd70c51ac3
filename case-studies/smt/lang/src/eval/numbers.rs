//! Integers and reals, exactly.

use crate::sort::Sort;
use crate::term::Term;
use crate::value::{Rational, Value};
use num_bigint::{BigInt, BigUint, Sign};

/// Numbers of more bits than this are not computed.
const MAX_BITS: u64 = 1 << 16;

pub(super) fn apply(name: &str, term: &Term, arguments: &[Value]) -> Option<Value> {
    if let "<" | "<=" | ">" | ">=" = name {
        return compare(name, arguments).map(Value::Bool);
    }
    let value = match (name, arguments) {
        ("+" | "-" | "*", [_, ..]) => arithmetic(name, arguments)?,
        ("/", [first, rest @ ..]) if !rest.is_empty() => {
            let divide = |a: Rational, b: &Value| {
                let b = b.as_rational().filter(|b| *b.numer() != BigInt::ZERO)?;
                Some(a / b)
            };
            Value::Real(rest.iter().try_fold(first.as_rational()?, divide)?)
        }
        ("div", [Value::Int(first), rest @ ..]) if !rest.is_empty() => {
            let divide = |a: BigInt, b: &Value| match b {
                Value::Int(b) => Some(euclid(&a, b)?.0),
                _ => None,
            };
            Value::Int(rest.iter().try_fold(first.clone(), divide)?)
        }
        ("mod", [Value::Int(a), Value::Int(b)]) => Value::Int(euclid(a, b)?.1),
        ("abs", [Value::Int(a)]) => Value::Int(a.magnitude().clone().into()),
        ("abs", [Value::Real(a)]) => {
            Value::Real(if a.numer().sign() == Sign::Minus { -a.clone() } else { a.clone() })
        }
        ("divisible", [Value::Int(a)]) => {
            let n = crate::value::of_index(term.ident()?.indices.first()?)?;
            Value::Bool(euclid(a, &n.into())?.1 == BigInt::ZERO)
        }
        ("to_real", [number]) => Value::Real(number.as_rational()?),
        ("to_int", [number]) => Value::Int(number.as_rational()?.floor().to_integer()),
        ("is_int", [number]) => Value::Bool(number.as_rational()?.is_integer()),
        ("^", [base, exponent]) => power(base, exponent)?,
        ("int.pow2", [Value::Int(n)]) if n.sign() != Sign::Minus => {
            power(&Value::int(2), &Value::Int(n.clone()))?
        }
        ("ubv_to_int" | "bv2int", [Value::Bits(_, bits)]) => Value::Int(bits.clone().into()),
        ("sbv_to_int", [Value::Bits(width, bits)]) => Value::Int(signed(*width, bits)),
        ("int_to_bv", [Value::Int(n)]) => of_int(super::index(term, 0)?, n),
        _ => return None,
    };
    value.coerce(&number_sort(term.sort(), name))
}

/// The sort that the result is brought into: that of the term, where it is a number.
fn number_sort(sort: &Sort, name: &str) -> Sort {
    let keeps = matches!(name, "+" | "-" | "*" | "^" | "abs");
    if keeps && sort.is_arithmetic() { sort.clone() } else { Sort::Unknown }
}

fn arithmetic(name: &str, arguments: &[Value]) -> Option<Value> {
    let int = arguments.iter().all(|value| matches!(value, Value::Int(_)));
    let mut numbers = arguments.iter().map(Value::as_rational);
    let first = numbers.next()??;
    if name == "-" && arguments.len() == 1 {
        return if int { Some(Value::Int(-first.to_integer())) } else { Some(Value::Real(-first)) };
    }
    let result = numbers.try_fold(first, |a, b| {
        let b = b?;
        let result = match name {
            "+" => a + b,
            "-" => a - b,
            _ => a * b,
        };
        (result.numer().bits() + result.denom().bits() <= MAX_BITS).then_some(result)
    })?;
    Some(if int { Value::Int(result.to_integer()) } else { Value::Real(result) })
}

/// Quotient and remainder as SMT-LIB defines them: the remainder is never negative.
fn euclid(a: &BigInt, b: &BigInt) -> Option<(BigInt, BigInt)> {
    if *b == BigInt::ZERO {
        return None;
    }
    let absolute: BigInt = b.magnitude().clone().into();
    let remainder = ((a % &absolute) + &absolute) % &absolute;
    Some(((a - &remainder) / b, remainder))
}

/// Only what all solvers agree on: a natural exponent, and not 0 to the power of 0.
fn power(base: &Value, exponent: &Value) -> Option<Value> {
    let exponent = exponent.as_rational().filter(Rational::is_integer)?.to_integer();
    let n = u32::try_from(&exponent).ok()?;
    let number = base.as_rational()?;
    if n == 0 && *number.numer() == BigInt::ZERO {
        return None;
    }
    let bits = number.numer().bits() + number.denom().bits();
    if bits.checked_mul(u64::from(n))? > MAX_BITS {
        return None;
    }
    let result = Rational::new(number.numer().pow(n), number.denom().pow(n));
    match base {
        Value::Int(_) => Some(Value::Int(result.to_integer())),
        _ => Some(Value::Real(result)),
    }
}

fn compare(name: &str, arguments: &[Value]) -> Option<bool> {
    let numbers: Vec<Rational> = arguments.iter().map(Value::as_rational).collect::<Option<_>>()?;
    let holds = |pair: &[Rational]| match name {
        "<" => pair[0] < pair[1],
        "<=" => pair[0] <= pair[1],
        ">" => pair[0] > pair[1],
        _ => pair[0] >= pair[1],
    };
    Some(numbers.windows(2).all(holds))
}

/// A bit-vector as a signed number.
pub(super) fn signed(width: u32, bits: &BigUint) -> BigInt {
    let value: BigInt = bits.clone().into();
    if bits.bit(u64::from(width) - 1) { value - (BigInt::from(1_u8) << width) } else { value }
}

/// The lowest bits of a number in two's complement.
pub(super) fn of_int(width: u32, number: &BigInt) -> Value {
    let modulus = BigInt::from(1_u8) << width;
    let value = ((number % &modulus) + &modulus) % &modulus;
    Value::Bits(width, value.magnitude().clone())
}

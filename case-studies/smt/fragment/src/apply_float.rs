//! Operators whose first argument is a floating-point number.

use crate::float::{self, Float};
use crate::op::{FpClass, FpOp, FpTest, Op};
use crate::sort::Format;
use crate::value::Value;
use std::cmp::Ordering;

/// The value of an operator on floating-point numbers. Nothing if SMT-LIB leaves it open.
pub fn apply_float(op: &Op, args: &[Value]) -> Option<Value> {
    let numbers: Option<Vec<(Format, u64)>> = args
        .iter()
        .map(|arg| match arg {
            Value::Fp(format, bits) => Some((*format, *bits)),
            _ => None,
        })
        .collect();
    let numbers = numbers?;
    let (format, bits) = *numbers.first()?;
    let number = |n: usize| numbers.get(n).map(|(format, bits)| format.decode(*bits));
    let (first, second) = (number(0)?, number(1));
    let rounded = |mode, exact: &Float| Some(Value::Fp(format, format.encode(mode, exact)));
    let sign = 1 << (format.width() - 1);
    match op {
        Op::Fp(op, mode) => {
            let second = second?;
            rounded(
                *mode,
                &match op {
                    FpOp::Add => first.add(&second, *mode),
                    FpOp::Sub => first.add(&second.negated(), *mode),
                    FpOp::Mul => first.mul(&second),
                    FpOp::Div => first.div(&second),
                },
            )
        }
        Op::Fma(mode) => rounded(*mode, &first.mul(&second?).add(&number(2)?, *mode)),
        Op::Sqrt(mode) => match first {
            Float::Number(x) if !first_is_negative(bits, sign) => {
                Some(Value::Fp(format, format.sqrt(*mode, &x)))
            }
            Float::Zero(_) | Float::Infinite(false) => Some(Value::Fp(format, bits)),
            _ => Some(Value::Fp(format, format.nan())),
        },
        Op::Rem => rounded(float::Mode::Rne, &first.rem(&second?)),
        Op::Round(mode) => rounded(*mode, &first.integral(*mode)),
        Op::Min | Op::Max => extreme(op, format, &numbers),
        Op::FpAbs | Op::FpNeg if first == Float::Nan => Some(Value::Fp(format, bits)),
        Op::FpAbs => Some(Value::Fp(format, bits & !sign)),
        Op::FpNeg => Some(Value::Fp(format, bits ^ sign)),
        Op::FpTest(test) => {
            let comparison = first.compare(&second?);
            Some(Value::Bool(match test {
                FpTest::Same => args[0] == args[1],
                FpTest::Distinct => args[0] != args[1],
                FpTest::Equal => comparison == Some(Ordering::Equal),
                FpTest::Less => comparison == Some(Ordering::Less),
                FpTest::LessEqual => comparison.is_some_and(Ordering::is_le),
                FpTest::Greater => comparison == Some(Ordering::Greater),
                FpTest::GreaterEqual => comparison.is_some_and(Ordering::is_ge),
            }))
        }
        Op::FpIs(class) => Some(Value::Bool(is(*class, format, bits, &first))),
        Op::ToFp(mode, to) => Some(Value::Fp(*to, to.encode(*mode, &first))),
        Op::FpToReal => first.finite().map(Value::Real),
        Op::FpToBv(mode, signed, width) => {
            let integer = float::to_integral(*mode, &first.finite()?);
            Some(Value::Bv(*width, float::fit(*width, *signed, &integer)?))
        }
        _ => None,
    }
}

fn first_is_negative(bits: u64, sign: u64) -> bool {
    bits & sign != 0
}

/// `fp.min` and `fp.max`. Of two zeros of different signs, either may be the result.
fn extreme(op: &Op, format: Format, numbers: &[(Format, u64)]) -> Option<Value> {
    let [(_, a), (_, b)] = *numbers else { return None };
    let bits = match format.decode(a).compare(&format.decode(b)) {
        // One operand is NaN: the other is the result.
        None if a == format.nan() => b,
        None => a,
        Some(Ordering::Equal) if a != b => return None,
        Some(order) => {
            if order.is_le() == (*op == Op::Min) {
                a
            } else {
                b
            }
        }
    };
    Some(Value::Fp(format, bits))
}

/// Whether a number is of a class.
fn is(class: FpClass, format: Format, bits: u64, number: &Float) -> bool {
    let exponent = bits >> (format.significand - 1) & ((1 << format.exponent) - 1);
    let finite = matches!(number, Float::Number(_));
    match class {
        FpClass::Nan => *number == Float::Nan,
        FpClass::Infinite => matches!(number, Float::Infinite(_)),
        FpClass::Zero => matches!(number, Float::Zero(_)),
        FpClass::Normal => finite && exponent != 0,
        FpClass::Subnormal => finite && exponent == 0,
        FpClass::Negative => number.is_negative(),
        FpClass::Positive => *number != Float::Nan && !number.is_negative(),
    }
}

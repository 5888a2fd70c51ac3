//! Operators on values, as the theories of SMT-LIB define them.

use crate::apply_float::apply_float;
use crate::bits;
use crate::float::Float;
use crate::op::{IntOp, Link, Op, Order, RealOp, StrTest};
use crate::regex::Regex;
use crate::strings;
use crate::value::{Array, Value};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use std::cmp::Ordering;
use std::rc::Rc;

/// Euclidean division, as SMT-LIB has it: the remainder is never negative.
fn div_mod(a: &BigInt, b: &BigInt) -> Option<(BigInt, BigInt)> {
    if b.is_zero() {
        return None;
    }
    let rest = a.mod_floor(&b.abs());
    Some(((a - &rest) / b, rest))
}

fn ordered(order: Order, comparison: Ordering) -> bool {
    match order {
        Order::Equal => comparison == Ordering::Equal,
        Order::Distinct => comparison != Ordering::Equal,
        Order::Less => comparison == Ordering::Less,
        Order::LessEqual => comparison != Ordering::Greater,
        Order::Greater => comparison == Ordering::Greater,
        Order::GreaterEqual => comparison != Ordering::Less,
    }
}

/// The value of an operator on values. Nothing if it is unknown.
pub fn apply(op: &Op, args: &[Value]) -> Option<Value> {
    let result = match (op, args) {
        (Op::Not, [Value::Bool(a)]) => Value::Bool(!a),
        (Op::Link(Link::Equal), [a, b]) | (Op::ArrayEqual, [a, b]) => Value::Bool(a == b),
        (Op::Link(Link::Xor | Link::Distinct), [a, b]) => Value::Bool(a != b),
        (Op::Constant, [Value::Int(value)]) => Value::Array(Array::constant(value.clone())),
        (Op::Store, [Value::Array(array), Value::Int(place), Value::Int(value)]) => {
            Value::Array(array.clone().store(place.clone(), value.clone()))
        }
        (Op::ReNone, _) => Value::Re(Rc::new(Regex::None)),
        (Op::ReAll, _) => Value::Re(Rc::new(Regex::All)),
        (Op::ReAllChar, _) => Value::Re(Rc::new(Regex::AllChar)),
        (Op::Select, [Value::Array(array), Value::Int(place)]) => {
            Value::Int(array.select(place).clone())
        }
        (_, [Value::Bv(..), ..]) => return apply_bits(op, args),
        (_, [Value::Fp(..), ..]) => return apply_float(op, args),
        (_, [Value::Str(_), ..] | [Value::Re(_), ..]) => return apply_text(op, args),
        _ => return apply_number(op, args),
    };
    Some(result)
}

/// Operators whose first argument is an integer or a real.
fn apply_number(op: &Op, args: &[Value]) -> Option<Value> {
    Some(match (op, args) {
        (Op::Int(op), [Value::Int(a), Value::Int(b)]) => Value::Int(match op {
            IntOp::Add => a + b,
            IntOp::Sub => a - b,
            IntOp::Mul => a * b,
            IntOp::Div => div_mod(a, b)?.0,
            IntOp::Mod => div_mod(a, b)?.1,
        }),
        (Op::IntNeg, [Value::Int(a)]) => Value::Int(-a),
        (Op::Abs, [Value::Int(a)]) => Value::Int(a.abs()),
        (Op::IntTest(order), [Value::Int(a), Value::Int(b)]) => {
            Value::Bool(ordered(*order, a.cmp(b)))
        }
        (Op::Divisible(n), [Value::Int(a)]) => Value::Bool((a % BigInt::from(*n)).is_zero()),
        (Op::ToReal, [Value::Int(a)]) => Value::Real(a.clone().into()),
        (Op::FromInt, [Value::Int(a)]) => Value::Str(strings::from_int(a)),
        (Op::FromCode, [Value::Int(a)]) => Value::Str(strings::from_code(a)),
        (Op::Real(op), [Value::Real(a), Value::Real(b)]) => Value::Real(match op {
            RealOp::Add => a + b,
            RealOp::Sub => a - b,
            RealOp::Mul => a * b,
            RealOp::Div if b.is_zero() => return None,
            RealOp::Div => a / b,
        }),
        (Op::RealNeg, [Value::Real(a)]) => Value::Real(-a),
        (Op::RealTest(order), [Value::Real(a), Value::Real(b)]) => {
            Value::Bool(ordered(*order, a.cmp(b)))
        }
        (Op::ToInt, [Value::Real(a)]) => Value::Int(a.floor().to_integer()),
        (Op::IsInt, [Value::Real(a)]) => Value::Bool(a.is_integer()),
        (Op::ToFp(mode, format), [Value::Real(a)]) => {
            Value::Fp(*format, format.encode(*mode, &Float::of(a.clone())))
        }
        _ => return None,
    })
}

/// Operators whose first argument is a bit-vector.
fn apply_bits(op: &Op, args: &[Value]) -> Option<Value> {
    Some(match (op, args) {
        (Op::Bv(op), [Value::Bv(width, a), Value::Bv(_, b)]) => {
            Value::Bv(*width, op.apply(*width, *a, *b))
        }
        (Op::BvTest(test), [Value::Bv(width, a), Value::Bv(_, b)]) => {
            Value::Bool(test.holds(*width, *a, *b))
        }
        (Op::BvNot, [Value::Bv(width, a)]) => Value::Bv(*width, !a & bits::mask(*width)),
        (Op::BvNeg, [Value::Bv(width, a)]) => {
            Value::Bv(*width, a.wrapping_neg() & bits::mask(*width))
        }
        (Op::Comp, [a, b]) => Value::Bv(1, u64::from(a == b)),
        (Op::Concat, [Value::Bv(high, a), Value::Bv(low, b)]) => {
            Value::Bv(high + low, a << low | b)
        }
        (Op::Extract(low, count), [Value::Bv(_, a)]) => {
            Value::Bv(*count, a >> low & bits::mask(*count))
        }
        (Op::ZeroExtend(n), [Value::Bv(width, a)]) => Value::Bv(width + n, *a),
        (Op::SignExtend(n), [Value::Bv(width, a)]) => {
            Value::Bv(width + n, bits::signed(*width, *a) as u64 & bits::mask(width + n))
        }
        (Op::RotateLeft(n), [Value::Bv(width, a)]) => rotated(*width, *a, n % width),
        (Op::RotateRight(n), [Value::Bv(width, a)]) => rotated(*width, *a, width - n % width),
        (Op::OfBits(format), [Value::Bv(_, a)]) => Value::Fp(*format, format.canonical(*a)),
        (Op::FpOfBv(mode, signed, format), [Value::Bv(width, a)]) => {
            let number = if *signed { bits::signed(*width, *a).into() } else { BigInt::from(*a) };
            Value::Fp(*format, format.encode(*mode, &Float::of(number.into())))
        }
        _ => return None,
    })
}

/// A bit-vector turned to the left by at most its width.
fn rotated(width: u32, bits: u64, by: u32) -> Value {
    Value::Bv(width, (bits << by | bits >> (width - by)) & bits::mask(width))
}

/// Operators whose first argument is a string or a regular expression.
fn apply_text(op: &Op, args: &[Value]) -> Option<Value> {
    Some(match (op, args) {
        (Op::StrConcat, [Value::Str(a), Value::Str(b)]) => Value::Str([&a[..], b].concat()),
        (Op::Substr, [Value::Str(a), Value::Int(start), Value::Int(count)]) => {
            Value::Str(strings::substr(a, start, count))
        }
        (Op::At, [Value::Str(a), Value::Int(place)]) => {
            Value::Str(strings::substr(a, place, &BigInt::from(1)))
        }
        (Op::Replace, [Value::Str(a), Value::Str(old), Value::Str(new)]) => {
            Value::Str(strings::replace(a, old, new))
        }
        (Op::ReplaceAll, [Value::Str(a), Value::Str(old), Value::Str(new)]) => {
            Value::Str(strings::replace_all(a, old, new))
        }
        (Op::Len, [Value::Str(a)]) => Value::Int(a.len().into()),
        (Op::IndexOf, [Value::Str(a), Value::Str(part), Value::Int(start)]) => {
            Value::Int(strings::index_of(a, part, start))
        }
        (Op::ToCode, [Value::Str(a)]) => Value::Int(strings::to_code(a)),
        (Op::StrToInt, [Value::Str(a)]) => Value::Int(strings::to_int(a)),
        (Op::IsDigit, [Value::Str(a)]) => Value::Bool(strings::is_digit(a)),
        (Op::StrTest(test), [Value::Str(a), Value::Str(b)]) => Value::Bool(match test {
            StrTest::Equal => a == b,
            StrTest::Distinct => a != b,
            StrTest::Less => a < b,
            StrTest::LessEqual => a <= b,
            StrTest::PrefixOf => b.starts_with(a),
            StrTest::SuffixOf => b.ends_with(a),
            StrTest::Contains => strings::contains(a, b),
        }),
        (Op::InRe, [Value::Str(a), Value::Re(regex)]) => Value::Bool(regex.matches(a)?),
        (Op::ToRe, [Value::Str(a)]) => Value::Re(Rc::new(Regex::Text(a.clone()))),
        // Anything but two single characters gives the empty language.
        (Op::ReRange, [Value::Str(a), Value::Str(b)]) => {
            Value::Re(Rc::new(match (&a[..], &b[..]) {
                ([low], [high]) => Regex::Range(*low, *high),
                _ => Regex::None,
            }))
        }
        (op, [Value::Re(a)]) => Value::Re(Rc::new(match op {
            Op::ReComp => Regex::Comp(a.clone()),
            Op::ReStar => Regex::Loop(0, None, a.clone()),
            Op::RePlus => Regex::Loop(1, None, a.clone()),
            Op::ReOpt => Regex::Loop(0, Some(1), a.clone()),
            Op::ReLoop(least, most) => Regex::Loop(*least, Some(*most), a.clone()),
            _ => return None,
        })),
        (op, [Value::Re(a), Value::Re(b)]) => {
            let make = match op {
                Op::ReConcat => Regex::Concat,
                Op::ReUnion => Regex::Union,
                Op::ReInter => Regex::Inter,
                Op::ReDiff => Regex::Diff,
                _ => return None,
            };
            Value::Re(Rc::new(make(a.clone(), b.clone())))
        }
        _ => return None,
    })
}

//! Bit-vectors, as SMT-LIB defines them: the quotient by zero is all ones, the remainder the
//! dividend.

use super::index;
use super::numbers::{of_int, signed};
use crate::term::Term;
use crate::value::{Value, mask, of_index};
use num_bigint::{BigInt, BigUint, Sign};

/// Wider bit-vectors are not computed.
const MAX_WIDTH: u32 = 1 << 16;

pub(super) fn apply(name: &str, term: &Term, arguments: &[Value]) -> Option<Value> {
    if let Some(digits) = name.strip_prefix("bv").filter(|_| arguments.is_empty()) {
        let width = of_index(term.ident()?.indices.first()?)?;
        let width = u32::try_from(width).ok().filter(|w| *w <= MAX_WIDTH)?;
        return Some(Value::bits(width, digits.parse::<BigUint>().ok()?));
    }
    match arguments {
        [Value::Bits(width, a)] => unary(name, term, *width, a),
        [Value::Bits(w, _), Value::Bits(v, _)] if w == v && name != "concat" => {
            binary(name, arguments)
        }
        [Value::Bits(..), Value::Bits(..), ..] => several(name, arguments),
        _ => None,
    }
}

fn unary(name: &str, term: &Term, width: u32, a: &BigUint) -> Option<Value> {
    let zero = BigUint::default();
    let wider = |n: u32| width.checked_add(n).filter(|w| *w <= MAX_WIDTH);
    Some(match name {
        "bvnot" => Value::Bits(width, mask(width) ^ a),
        "bvneg" => of_int(width, &-BigInt::from(a.clone())),
        "bvredor" => Value::bits(1, u8::from(*a != zero)),
        "bvredand" => Value::bits(1, u8::from(*a == mask(width))),
        "bvredxor" => Value::bits(1, u8::from(a.count_ones() % 2 == 1)),
        "bvnego" => Value::Bool(*a == BigUint::from(1_u8) << (width - 1)),
        "extract" => {
            let (high, low) = (index(term, 0)?, index(term, 1)?);
            Value::bits(high.checked_sub(low)? + 1, a >> low)
        }
        "zero_extend" => Value::Bits(wider(index(term, 0)?)?, a.clone()),
        "sign_extend" => of_int(wider(index(term, 0)?)?, &signed(width, a)),
        "rotate_left" | "rotate_right" => {
            let by = index(term, 0)? % width;
            let left = if name == "rotate_left" { by } else { (width - by) % width };
            rotate(width, a, left)
        }
        "repeat" => {
            let times = index(term, 0)?;
            width.checked_mul(times).filter(|w| *w <= MAX_WIDTH)?;
            let all = (0..times).fold(zero, |all, _| (all << width) | a);
            Value::Bits(width * times, all)
        }
        "bit2bool" => Value::Bool(a.bit(index(term, 0)?.into())),
        "bvadd" | "bvmul" | "bvand" | "bvor" | "bvxor" | "concat" => Value::Bits(width, a.clone()),
        _ => return None,
    })
}

fn rotate(width: u32, a: &BigUint, left: u32) -> Value {
    Value::bits(width, (a << left) | (a >> (width - left)))
}

/// More than two, or `concat`: from the left.
fn several(name: &str, arguments: &[Value]) -> Option<Value> {
    let (first, rest) = arguments.split_first()?;
    match name {
        "concat" => rest.iter().try_fold(first.clone(), |all, next| match (all, next) {
            (Value::Bits(w, a), Value::Bits(v, b)) => {
                let width = w.checked_add(*v).filter(|w| *w <= MAX_WIDTH)?;
                Some(Value::Bits(width, (a << *v) | b))
            }
            _ => None,
        }),
        "bvadd" | "bvmul" | "bvand" | "bvor" | "bvxor" => {
            rest.iter().try_fold(first.clone(), |all, next| binary(name, &[all, next.clone()]))
        }
        _ => None,
    }
}

fn binary(name: &str, arguments: &[Value]) -> Option<Value> {
    let [Value::Bits(width, a), Value::Bits(other, b)] = arguments else { return None };
    if width != other {
        return None;
    }
    let width = *width;
    let (sa, sb) = (|| signed(width, a), || signed(width, b));
    let bits = |value: BigUint| Some(Value::bits(width, value));
    let zero = *b == BigUint::default();
    let big = |value: &BigUint| BigInt::from(value.clone());
    match name {
        "bvadd" => bits(a + b),
        "bvsub" => Some(of_int(width, &(big(a) - big(b)))),
        "bvmul" => bits(a * b),
        "bvand" => bits(a & b),
        "bvor" => bits(a | b),
        "bvxor" => bits(a ^ b),
        "bvnand" => bits(mask(width) ^ (a & b)),
        "bvnor" => bits(mask(width) ^ (a | b)),
        "bvxnor" => bits(mask(width) ^ (a ^ b)),
        "bvudiv" => bits(if zero { mask(width) } else { a / b }),
        "bvurem" => bits(if zero { a.clone() } else { a % b }),
        "bvsdiv" if zero => {
            let negative = sa().sign() == Sign::Minus;
            bits(if negative { BigUint::from(1_u8) } else { mask(width) })
        }
        "bvsdiv" => Some(of_int(width, &(sa() / sb()))),
        "bvsrem" | "bvsmod" if zero => bits(a.clone()),
        "bvsrem" => Some(of_int(width, &(sa() % sb()))),
        "bvsmod" => Some(of_int(width, &(((sa() % sb()) + sb()) % sb()))),
        "bvshl" => shift(width, b).map_or_else(|| bits(BigUint::default()), |n| bits(a << n)),
        "bvlshr" => shift(width, b).map_or_else(|| bits(BigUint::default()), |n| bits(a >> n)),
        "bvashr" => Some(of_int(width, &(sa() >> shift(width, b).unwrap_or(width)))),
        "bvcomp" => Some(Value::bits(1, u8::from(a == b))),
        "ext_rotate_left" => Some(rotate(width, a, u32::try_from(b % width).ok()?)),
        "ext_rotate_right" => {
            Some(rotate(width, a, (width - u32::try_from(b % width).ok()?) % width))
        }
        _ => compare(name, width, arguments).map(Value::Bool),
    }
}

/// The shift, if some bits stay.
fn shift(width: u32, by: &BigUint) -> Option<u32> {
    u32::try_from(by).ok().filter(|by| *by < width)
}

fn compare(name: &str, width: u32, arguments: &[Value]) -> Option<bool> {
    let [Value::Bits(_, a), Value::Bits(_, b)] = arguments else { return None };
    let (sa, sb) = (|| signed(width, a), || signed(width, b));
    let fits = |n: BigInt| signed(width, of_int_bits(&of_int(width, &n))) == n;
    Some(match name {
        "bvult" => a < b,
        "bvule" => a <= b,
        "bvugt" => a > b,
        "bvuge" => a >= b,
        "bvslt" => sa() < sb(),
        "bvsle" => sa() <= sb(),
        "bvsgt" => sa() > sb(),
        "bvsge" => sa() >= sb(),
        "bvuaddo" => a + b > mask(width),
        "bvumulo" => a * b > mask(width),
        "bvusubo" => a < b,
        "bvsaddo" => !fits(sa() + sb()),
        "bvssubo" => !fits(sa() - sb()),
        "bvsmulo" => !fits(sa() * sb()),
        "bvsdivo" if *b != BigUint::default() => !fits(sa() / sb()),
        "bvsdivo" => false,
        _ => return None,
    })
}

fn of_int_bits(value: &Value) -> &BigUint {
    match value {
        Value::Bits(_, bits) => bits,
        _ => unreachable!("it is made of bits"),
    }
}

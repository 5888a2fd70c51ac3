//! Floating-point numbers: arithmetic is exact, then rounded once.

use super::index;
use crate::sort::Sort;
use crate::term::Term;
use crate::value::{Float, Rational, Value, mask};
use num_bigint::{BigInt, BigUint, Sign};

/// Formats with more bits of exponent than this are not computed: their numbers get too long.
const MAX_EXPONENT: u32 = 15;

pub(super) fn apply(name: &str, term: &Term, arguments: &[Value]) -> Option<Value> {
    if let Some(mode) = ["RNE", "RNA", "RTP", "RTN", "RTZ"].iter().find(|mode| **mode == name) {
        return Some(Value::Rounding(mode));
    }
    if let Sort::Float(eb, sb) = term.sort()
        && (*eb > MAX_EXPONENT || *eb < 2 || *sb < 2 || *sb > 1 << 12)
    {
        return None;
    }
    let value = match (name, arguments) {
        ("fp", [Value::Bits(1, s), Value::Bits(eb, e), Value::Bits(sb, f)]) => {
            let bits = (((s << *eb) | e) << *sb) | f;
            Float::new(*eb, sb + 1, bits)
        }
        ("NaN" | "+oo" | "-oo" | "+zero" | "-zero", []) => {
            let (eb, sb) = (index(term, 0)?, index(term, 1)?);
            match name {
                "NaN" => Float::nan(eb, sb),
                "+oo" | "-oo" => Float::infinity(eb, sb, name == "-oo"),
                _ => Float::zero(eb, sb, name == "-zero"),
            }
        }
        ("to_fp" | "to_fp_unsigned", _) => convert(name, term, arguments)?,
        (_, [Value::Rounding(mode), Value::Float(_), ..]) => {
            return rounded(name, mode, term, &floats(&arguments[1..])?);
        }
        (_, [Value::Float(_), ..]) => return exact(name, &floats(arguments)?),
        _ => return None,
    };
    Some(Value::Float(value))
}

fn floats(arguments: &[Value]) -> Option<Vec<&Float>> {
    arguments
        .iter()
        .map(|value| match value {
            Value::Float(float) if float.eb <= MAX_EXPONENT => Some(float),
            _ => None,
        })
        .collect()
}

/// Operators that round nothing.
fn exact(name: &str, floats: &[&Float]) -> Option<Value> {
    let x = floats[0];
    let chain = |holds: &dyn Fn(&Float, &Float) -> bool| {
        Some(Value::Bool(floats.windows(2).all(|pair| holds(pair[0], pair[1]))))
    };
    let negated = |negative: bool| {
        let sign = BigUint::from(1_u8) << (x.eb + x.sb - 1);
        let bits = &x.bits & mask(x.eb + x.sb - 1);
        let bits = if negative { bits | sign } else { bits };
        Some(Value::Float(Float::new(x.eb, x.sb, bits)))
    };
    let subnormal = || x.exponent() == BigUint::default() && !x.is_zero();
    let test = |holds: bool| (floats.len() == 1).then_some(Value::Bool(holds));
    match name {
        "fp.abs" => negated(false),
        "fp.neg" => negated(!x.is_negative()),
        "fp.eq" => chain(&|a, b| compare(a, b) == Some(std::cmp::Ordering::Equal)),
        "fp.lt" => chain(&|a, b| compare(a, b).is_some_and(|o| o.is_lt())),
        "fp.leq" => chain(&|a, b| compare(a, b).is_some_and(|o| o.is_le())),
        "fp.gt" => chain(&|a, b| compare(a, b).is_some_and(|o| o.is_gt())),
        "fp.geq" => chain(&|a, b| compare(a, b).is_some_and(|o| o.is_ge())),
        "fp.isNaN" => test(x.is_nan()),
        "fp.isInfinite" => test(x.is_infinite()),
        "fp.isZero" => test(x.is_zero()),
        "fp.isSubnormal" => test(subnormal()),
        "fp.isNormal" => test(!x.is_nan() && !x.is_infinite() && !x.is_zero() && !subnormal()),
        "fp.isNegative" => test(x.is_negative() && !x.is_nan()),
        "fp.isPositive" => test(!x.is_negative() && !x.is_nan()),
        // SMT-LIB leaves the value of infinities and NaN open.
        "fp.to_real" => Some(Value::Real(x.value()?)),
        "fp.to_ieee_bv" if !x.is_nan() => Some(Value::Bits(x.eb + x.sb, x.bits.clone())),
        "fp.rem" => {
            let [x, y] = floats else { return None };
            let result = if x.is_nan() || y.is_nan() || x.is_infinite() || y.is_zero() {
                Float::nan(x.eb, x.sb)
            } else if y.is_infinite() {
                (*x).clone()
            } else {
                let (a, b) = (x.value()?, y.value()?);
                let times = Rational::from_integer(round_to_int("RNE", &(&a / &b)));
                // It fits exactly, so that the mode does not count.
                round("RNE", x.eb, x.sb, &(a - b * times), x.is_negative())
            };
            Some(Value::Float(result))
        }
        "fp.min" | "fp.max" => {
            let [a, b] = floats else { return None };
            // Of zeros with different signs it is either.
            if a.is_zero() && b.is_zero() && a != b {
                return None;
            }
            let first = match compare(a, b) {
                None => b.is_nan(),
                Some(order) => {
                    if name == "fp.min" {
                        order.is_le()
                    } else {
                        order.is_ge()
                    }
                }
            };
            Some(Value::Float((*if first { a } else { b }).clone()))
        }
        _ => None,
    }
}

fn compare(a: &Float, b: &Float) -> Option<std::cmp::Ordering> {
    let rank = |x: &Float| {
        if !x.is_infinite() {
            0
        } else if x.is_negative() {
            -1
        } else {
            1
        }
    };
    if a.is_nan() || b.is_nan() {
        return None;
    }
    match (rank(a), rank(b)) {
        (0, 0) => Some(a.value()?.cmp(&b.value()?)),
        (x, y) => Some(x.cmp(&y)),
    }
}

/// Operators with a rounding mode.
fn rounded(name: &str, mode: &str, term: &Term, floats: &[&Float]) -> Option<Value> {
    let x = floats[0];
    let (eb, sb) = (x.eb, x.sb);
    if let "fp.to_ubv" | "fp.to_sbv" = name {
        return to_bits(name, mode, index(term, 0)?, x);
    }
    if floats.iter().any(|float| float.is_nan()) {
        return Some(Value::Float(Float::nan(eb, sb)));
    }
    let nan = || Float::nan(eb, sb);
    let negative = |floats: &[&Float]| floats.iter().filter(|f| f.is_negative()).count() % 2 == 1;
    let result = match (name, floats) {
        ("fp.add" | "fp.sub", [x, y]) => {
            let y = if name == "fp.sub" { negate(y) } else { (*y).clone() };
            add(mode, x, &y)?
        }
        ("fp.mul", [x, y]) => {
            let negative = negative(floats);
            if x.is_infinite() || y.is_infinite() {
                if x.is_zero() || y.is_zero() { nan() } else { Float::infinity(eb, sb, negative) }
            } else {
                round(mode, eb, sb, &(x.value()? * y.value()?), negative)
            }
        }
        ("fp.div", [x, y]) => {
            let negative = negative(floats);
            match (x.is_infinite(), y.is_infinite()) {
                (true, true) => nan(),
                (true, false) => Float::infinity(eb, sb, negative),
                (false, true) => Float::zero(eb, sb, negative),
                _ if y.is_zero() && x.is_zero() => nan(),
                _ if y.is_zero() => Float::infinity(eb, sb, negative),
                _ => round(mode, eb, sb, &(x.value()? / y.value()?), negative),
            }
        }
        ("fp.fma", [x, y, z]) => {
            let infinite = x.is_infinite() || y.is_infinite();
            if infinite && (x.is_zero() || y.is_zero()) {
                nan()
            } else if infinite {
                add(mode, &Float::infinity(eb, sb, negative(&floats[..2])), z)?
            } else if z.is_infinite() {
                (*z).clone()
            } else {
                let product = x.value()? * y.value()?;
                let sign = negative(&floats[..2]);
                sum(mode, eb, sb, (&product, sign), (&z.value()?, z.is_negative()))
            }
        }
        ("fp.sqrt", [x]) if x.is_zero() => (*x).clone(),
        ("fp.sqrt", [x]) if x.is_negative() => nan(),
        ("fp.sqrt", [x]) if x.is_infinite() => (*x).clone(),
        ("fp.sqrt", [x]) => round(mode, eb, sb, &root(&x.value()?, sb), false),
        ("fp.roundToIntegral", [x]) if x.is_infinite() => (*x).clone(),
        ("fp.roundToIntegral", [x]) => {
            let whole = Rational::from_integer(round_to_int(mode, &x.value()?));
            round(mode, eb, sb, &whole, x.is_negative())
        }
        _ => return None,
    };
    Some(Value::Float(result))
}

/// A number that rounds to `sb` bits as the square root does: the root itself, or the middle
/// between the two multiples of a small enough unit that are next to it.
fn root(value: &Rational, sb: u32) -> Rational {
    let bits = |n: &BigInt| i64::try_from(n.bits()).unwrap_or(i64::MAX / 4);
    // So many more bits that the integral root has two more than needed.
    let missing = 2 * i64::from(sb + 2) - (bits(value.numer()) - bits(value.denom()));
    let shift = (missing.max(0) + 1) & !1;
    let scaled = scale(value, shift);
    let floor = scaled.to_integer();
    let root = floor.sqrt();
    let exact = scaled.is_integer() && &root * &root == floor;
    let doubled: BigInt = &root * 2 + i32::from(!exact);
    scale(&Rational::from_integer(doubled), -shift / 2 - 1)
}

fn negate(x: &Float) -> Float {
    let sign = BigUint::from(1_u8) << (x.eb + x.sb - 1);
    Float::new(x.eb, x.sb, &x.bits ^ sign)
}

fn add(mode: &str, x: &Float, y: &Float) -> Option<Float> {
    let (eb, sb) = (x.eb, x.sb);
    Some(match (x.is_infinite(), y.is_infinite()) {
        (true, true) if x.is_negative() != y.is_negative() => Float::nan(eb, sb),
        (true, _) => x.clone(),
        (_, true) => y.clone(),
        _ => {
            let (a, b) = (x.value()?, y.value()?);
            sum(mode, eb, sb, (&a, x.is_negative()), (&b, y.is_negative()))
        }
    })
}

/// The sum of two numbers with signs, which only count if the sum is zero.
fn sum(
    mode: &str,
    eb: u32,
    sb: u32,
    (a, a_negative): (&Rational, bool),
    (b, b_negative): (&Rational, bool),
) -> Float {
    let same = a_negative == b_negative;
    let negative = if same { a_negative } else { mode == "RTN" };
    round(mode, eb, sb, &(a + b), negative)
}

/// From bits, numbers, or floats of another format.
fn convert(name: &str, term: &Term, arguments: &[Value]) -> Option<Float> {
    let (eb, sb) = (index(term, 0)?, index(term, 1)?);
    let mode = match arguments.first() {
        Some(Value::Rounding(mode)) => mode,
        _ => "",
    };
    match arguments {
        [Value::Bits(width, bits)] if *width == eb + sb => Some(Float::new(eb, sb, bits.clone())),
        [_, Value::Bits(width, bits)] if !mode.is_empty() => {
            let number = if name == "to_fp" {
                super::numbers::signed(*width, bits)
            } else {
                bits.clone().into()
            };
            Some(round(mode, eb, sb, &Rational::from_integer(number), false))
        }
        [_, Value::Float(x)] if !mode.is_empty() => Some(if x.is_nan() {
            Float::nan(eb, sb)
        } else if x.is_infinite() {
            Float::infinity(eb, sb, x.is_negative())
        } else {
            round(mode, eb, sb, &x.value()?, x.is_negative())
        }),
        [_, number] if !mode.is_empty() => Some(round(mode, eb, sb, &number.as_rational()?, false)),
        _ => None,
    }
}

/// What does not fit, and infinities and NaN, SMT-LIB leaves open.
fn to_bits(name: &str, mode: &str, width: u32, x: &Float) -> Option<Value> {
    let number = round_to_int(mode, &x.value()?);
    let limit = BigInt::from(1_u8) << width;
    let half: BigInt = &limit >> 1;
    let fits = if name == "fp.to_ubv" {
        number.sign() != Sign::Minus && number < limit
    } else {
        -&half <= number && number < half
    };
    fits.then(|| super::numbers::of_int(width, &number))
}

impl Float {
    /// The exact value, if it is a number.
    pub fn value(&self) -> Option<Rational> {
        if self.is_nan() || self.is_infinite() || self.eb > MAX_EXPONENT {
            return None;
        }
        let bias = i64::from((1_u32 << (self.eb - 1)) - 1);
        let encoded = i64::try_from(self.exponent()).ok()?;
        let hidden = if encoded == 0 { 0_u8 } else { 1 };
        let significand = (BigUint::from(hidden) << (self.sb - 1)) | self.fraction();
        let exponent = encoded.max(1) - bias - i64::from(self.sb - 1);
        let value = scale(&Rational::from_integer(significand.into()), exponent);
        Some(if self.is_negative() { -value } else { value })
    }
}

/// `value · 2^exponent`
fn scale(value: &Rational, exponent: i64) -> Rational {
    let power = BigInt::from(1_u8) << exponent.unsigned_abs();
    if exponent < 0 { value / power } else { value * power }
}

/// The integer to which a mode rounds.
fn round_to_int(mode: &str, value: &Rational) -> BigInt {
    let floor = value.floor().to_integer();
    let rest = value - Rational::from_integer(floor.clone());
    let half = Rational::new(1.into(), 2.into());
    let negative = value.numer().sign() == Sign::Minus;
    let up = match mode {
        _ if *rest.numer() == BigInt::ZERO => false,
        "RTP" => true,
        "RTN" => false,
        "RTZ" => negative,
        _ if rest != half => rest > half,
        "RNA" => !negative,
        _ => floor.bit(0),
    };
    if up { floor + 1 } else { floor }
}

/// The float to which a mode rounds. The sign counts only if the value is zero.
fn round(mode: &str, eb: u32, sb: u32, value: &Rational, negative: bool) -> Float {
    if *value.numer() == BigInt::ZERO {
        return Float::zero(eb, sb, negative);
    }
    let negative = value.numer().sign() == Sign::Minus;
    let bias = i64::from((1_u32 << (eb - 1)) - 1);
    // An exponent that is right or one too small.
    let bits = |n: &BigInt| i64::try_from(n.bits()).unwrap_or(i64::MAX / 4);
    let mut exponent = bits(value.numer()) - bits(value.denom()) - 1;
    let absolute = Rational::new(value.numer().magnitude().clone().into(), value.denom().clone());
    if absolute >= scale(&Rational::from_integer(1.into()), exponent + 1) {
        exponent += 1;
    }
    let exponent = exponent.max(1 - bias);
    let shift = i64::from(sb - 1) - exponent;
    let significand = round_to_int(mode, &scale(value, shift)).magnitude().clone();
    // Rounding up can reach the next power of two.
    let (significand, exponent) = if significand.bits() > u64::from(sb) {
        (significand >> 1, exponent + 1)
    } else {
        (significand, exponent)
    };
    if exponent > bias {
        let away = match mode {
            "RTZ" => false,
            "RTP" => !negative,
            "RTN" => negative,
            _ => true,
        };
        let infinity = Float::infinity(eb, sb, negative);
        // The largest number comes just before infinity.
        return if away { infinity } else { Float { bits: infinity.bits - 1_u8, ..infinity } };
    }
    let hidden = significand.bits() == u64::from(sb);
    let encoded = if hidden { exponent + bias } else { 0 };
    let sign = BigUint::from(u8::from(negative)) << eb;
    let top = sign | BigUint::from(encoded.unsigned_abs());
    Float { eb, sb, bits: (top << (sb - 1)) | (significand & mask(sb - 1)) }
}

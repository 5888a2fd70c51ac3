//! Floating-point numbers of small formats, exactly: a result is computed as a rational number and
//! rounded once (IEEE 754; SMT-LIB theory FloatingPoint).

use crate::sort::Format;
use crate::value::Rational;
use num_bigint::{BigInt, Sign};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use std::cmp::Ordering;

/// How a number between two floating-point numbers is rounded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, mutagen_core::Mutate)]
#[allow(missing_docs, reason = "named as in SMT-LIB")]
pub enum Mode {
    Rne,
    Rna,
    Rtp,
    Rtn,
    Rtz,
}

impl Mode {
    /// The name in SMT-LIB.
    pub fn name(self) -> &'static str {
        match self {
            Mode::Rne => "RNE",
            Mode::Rna => "RNA",
            Mode::Rtp => "RTP",
            Mode::Rtn => "RTN",
            Mode::Rtz => "RTZ",
        }
    }

    /// Whether a magnitude is rounded up that lies above a number by `part` of the distance to the
    /// next: compared with one half.
    fn up(self, negative: bool, odd: bool, part: Ordering) -> bool {
        match self {
            Mode::Rne => part == Ordering::Greater || part == Ordering::Equal && odd,
            Mode::Rna => part != Ordering::Less,
            Mode::Rtp => !negative,
            Mode::Rtn => negative,
            Mode::Rtz => false,
        }
    }
}

/// A floating-point number apart from its format.
#[derive(Debug, Clone, PartialEq)]
pub enum Float {
    /// Not a number.
    Nan,
    /// Infinite; whether negative.
    Infinite(bool),
    /// Zero; whether negative.
    Zero(bool),
    /// Any other number.
    Number(Rational),
}

/// Two to this power.
pub fn power(exponent: i64) -> Rational {
    let two = BigInt::one() << exponent.unsigned_abs();
    if exponent < 0 { Rational::new(BigInt::one(), two) } else { two.into() }
}

/// The largest n such that two to the n is at most `x`, which is positive.
fn log2(x: &Rational) -> i64 {
    let n = x.numer().bits() as i64 - x.denom().bits() as i64;
    if *x < power(n) { n - 1 } else { n }
}

/// The nearest integer; ties go to the even one.
fn nearest(x: &Rational) -> BigInt {
    to_integral(Mode::Rne, x)
}

/// An integer next to `x`, as `mode` says.
pub fn to_integral(mode: Mode, x: &Rational) -> BigInt {
    let magnitude = x.abs();
    let floor = magnitude.floor().to_integer();
    let part = &magnitude - Rational::from(floor.clone());
    let half = Rational::new(BigInt::one(), BigInt::from(2));
    let up = !part.is_zero() && mode.up(x.is_negative(), floor.is_odd(), part.cmp(&half));
    let rounded = if up { floor + 1 } else { floor };
    if x.is_negative() { -rounded } else { rounded }
}

impl Format {
    /// The bias of the exponent, which is also the largest exponent.
    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }

    /// The sign bit, set or not.
    fn sign(self, negative: bool) -> u64 {
        u64::from(negative) << (self.width() - 1)
    }

    /// The bits of an infinity.
    pub fn infinity(self, negative: bool) -> u64 {
        self.sign(negative) | ((1 << self.exponent) - 1) << (self.significand - 1)
    }

    /// The bits that stand for NaN here.
    pub fn nan(self) -> u64 {
        self.infinity(false) | 1 << (self.significand - 2)
    }

    /// The same number, with one pattern for NaN.
    pub fn canonical(self, bits: u64) -> u64 {
        self.encode(Mode::Rne, &self.decode(bits))
    }

    /// The number that these bits stand for.
    pub fn decode(self, bits: u64) -> Float {
        let trailing = self.significand - 1;
        let negative = bits >> (self.width() - 1) & 1 == 1;
        let fraction = bits & ((1 << trailing) - 1);
        let exponent = bits >> trailing & ((1 << self.exponent) - 1);
        if exponent == (1 << self.exponent) - 1 {
            return if fraction == 0 { Float::Infinite(negative) } else { Float::Nan };
        }
        let (whole, power_of) = match exponent {
            0 if fraction == 0 => return Float::Zero(negative),
            0 => (fraction, 1),
            n => (fraction | 1 << trailing, n),
        };
        let ulp = power(power_of as i64 - self.bias() - i64::from(trailing));
        let magnitude = Rational::from(BigInt::from(whole)) * ulp;
        Float::Number(if negative { -magnitude } else { magnitude })
    }

    /// The bits of a number, rounded.
    pub fn encode(self, mode: Mode, number: &Float) -> u64 {
        match number {
            Float::Nan => self.nan(),
            Float::Infinite(negative) => self.infinity(*negative),
            Float::Zero(negative) => self.sign(*negative),
            Float::Number(x) => {
                let magnitude = x.abs();
                let ulp = self.ulp(log2(&magnitude));
                let scaled = magnitude / power(ulp);
                let floor = scaled.floor().to_integer();
                let half = Rational::new(BigInt::one(), BigInt::from(2));
                let part = scaled - Rational::from(floor.clone());
                let exact = part.is_zero();
                self.assemble(mode, x.is_negative(), floor, ulp, exact, part.cmp(&half))
            }
        }
    }

    /// The power of two that is the distance of neighbours at numbers of this magnitude.
    fn ulp(self, log2: i64) -> i64 {
        log2.max(1 - self.bias()) - i64::from(self.significand - 1)
    }

    /// The bits of `floor` times two to the `ulp`, rounded.
    fn assemble(
        self,
        mode: Mode,
        negative: bool,
        floor: BigInt,
        ulp: i64,
        exact: bool,
        part: Ordering,
    ) -> u64 {
        let up = !exact && mode.up(negative, floor.is_odd(), part);
        let whole = if up { floor + 1 } else { floor };
        // At most two to the `significand`: the floor has no more bits than that.
        let whole = whole.to_u64().unwrap_or(u64::MAX);
        let trailing = self.significand - 1;
        // A carry into the exponent is right as it stands: the fraction is zero then.
        let exponent = ulp + i64::from(trailing) + self.bias();
        let bits = if whole < 1 << trailing {
            whole
        } else {
            ((exponent as u64) << trailing) + (whole - (1 << trailing))
        };
        let infinity = self.infinity(false);
        if bits >= infinity {
            let stays = match mode {
                Mode::Rne | Mode::Rna => false,
                Mode::Rtz => true,
                Mode::Rtp => negative,
                Mode::Rtn => !negative,
            };
            return self.sign(negative) | if stays { infinity - 1 } else { infinity };
        }
        self.sign(negative) | bits
    }

    /// The square root of a positive number, rounded.
    pub fn sqrt(self, mode: Mode, x: &Rational) -> u64 {
        let ulp = self.ulp(log2(x).div_euclid(2));
        let scaled = x / power(2 * ulp);
        let floor = scaled.floor().to_integer().sqrt();
        let middle = Rational::from(floor.clone()) + Rational::new(BigInt::one(), BigInt::from(2));
        let exact = Rational::from(&floor * &floor) == scaled;
        let part = scaled.cmp(&(&middle * &middle));
        self.assemble(mode, false, floor, ulp, exact, part)
    }
}

impl Float {
    /// A rational number; zero is positive.
    pub fn of(x: Rational) -> Float {
        if x.is_zero() { Float::Zero(false) } else { Float::Number(x) }
    }

    /// A rational number; zero has this sign.
    fn signed(x: Rational, negative: bool) -> Float {
        if x.is_zero() { Float::Zero(negative) } else { Float::Number(x) }
    }

    /// Whether the sign is set. NaN has none.
    pub fn is_negative(&self) -> bool {
        match self {
            Float::Nan => false,
            Float::Infinite(negative) | Float::Zero(negative) => *negative,
            Float::Number(x) => x.is_negative(),
        }
    }

    /// The number, if it is finite.
    pub fn finite(&self) -> Option<Rational> {
        match self {
            Float::Nan | Float::Infinite(_) => None,
            Float::Zero(_) => Some(Rational::zero()),
            Float::Number(x) => Some(x.clone()),
        }
    }

    /// The number with the other sign.
    #[must_use]
    pub fn negated(self) -> Float {
        match self {
            Float::Nan => Float::Nan,
            Float::Infinite(negative) => Float::Infinite(!negative),
            Float::Zero(negative) => Float::Zero(!negative),
            Float::Number(x) => Float::Number(-x),
        }
    }

    /// The exact sum. The sign of a zero that is no sum of zeros depends on the mode.
    pub fn add(&self, other: &Float, mode: Mode) -> Float {
        match (self, other) {
            (Float::Infinite(a), Float::Infinite(b)) if a != b => Float::Nan,
            (Float::Nan, _) | (_, Float::Nan) => Float::Nan,
            (Float::Infinite(a), _) | (_, Float::Infinite(a)) => Float::Infinite(*a),
            (Float::Zero(a), Float::Zero(b)) if a == b => Float::Zero(*a),
            (Float::Number(x), Float::Zero(_)) | (Float::Zero(_), Float::Number(x)) => {
                Float::Number(x.clone())
            }
            (Float::Number(x), Float::Number(y)) => Float::signed(x + y, mode == Mode::Rtn),
            (Float::Zero(_), Float::Zero(_)) => Float::Zero(mode == Mode::Rtn),
        }
    }

    /// The exact product.
    pub fn mul(&self, other: &Float) -> Float {
        let negative = self.is_negative() != other.is_negative();
        match (self, other) {
            (Float::Nan, _) | (_, Float::Nan) => Float::Nan,
            (Float::Infinite(_), Float::Zero(_)) | (Float::Zero(_), Float::Infinite(_)) => {
                Float::Nan
            }
            (Float::Infinite(_), _) | (_, Float::Infinite(_)) => Float::Infinite(negative),
            (Float::Zero(_), _) | (_, Float::Zero(_)) => Float::Zero(negative),
            (Float::Number(x), Float::Number(y)) => Float::Number(x * y),
        }
    }

    /// The exact quotient.
    pub fn div(&self, other: &Float) -> Float {
        let negative = self.is_negative() != other.is_negative();
        match (self, other) {
            (Float::Nan, _) | (_, Float::Nan) => Float::Nan,
            (Float::Infinite(_), Float::Infinite(_)) | (Float::Zero(_), Float::Zero(_)) => {
                Float::Nan
            }
            (Float::Infinite(_), _) | (_, Float::Zero(_)) => Float::Infinite(negative),
            (Float::Zero(_), _) | (_, Float::Infinite(_)) => Float::Zero(negative),
            (Float::Number(x), Float::Number(y)) => Float::Number(x / y),
        }
    }

    /// `fp.rem`: what is left of `self` after the nearest multiple of `other`.
    pub fn rem(&self, other: &Float) -> Float {
        match (self, other) {
            (Float::Nan | Float::Infinite(_), _) | (_, Float::Nan | Float::Zero(_)) => Float::Nan,
            (Float::Number(x), Float::Number(y)) => {
                let multiple = Rational::from(nearest(&(x / y))) * y;
                Float::signed(x - multiple, x.is_negative())
            }
            (Float::Zero(_), _) | (_, Float::Infinite(_)) => self.clone(),
        }
    }

    /// `fp.roundToIntegral`.
    #[must_use]
    pub fn integral(&self, mode: Mode) -> Float {
        match self {
            Float::Number(x) => Float::signed(to_integral(mode, x).into(), x.is_negative()),
            other => other.clone(),
        }
    }

    /// How the numbers compare, zeros being equal; nothing for NaN.
    pub fn compare(&self, other: &Float) -> Option<Ordering> {
        let rank = |x: &Float| match x {
            Float::Nan => None,
            Float::Infinite(negative) => Some((if *negative { -1 } else { 1 }, Rational::zero())),
            finite => Some((0, finite.finite()?)),
        };
        Some(rank(self)?.cmp(&rank(other)?))
    }
}

/// The number of `width` bits that two's complement, or no sign, gives this integer, if it fits.
pub fn fit(width: u32, signed: bool, x: &BigInt) -> Option<u64> {
    let half = BigInt::one() << (width - 1);
    let (low, high) = if signed { (-half.clone(), half) } else { (BigInt::zero(), half * 2) };
    if *x < low || *x >= high {
        return None;
    }
    let wrapped = if x.sign() == Sign::Minus { x + (BigInt::one() << width) } else { x.clone() };
    wrapped.to_u64()
}

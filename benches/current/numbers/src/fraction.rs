//! fraction 0.17.0: fractions of small numbers agree with exact ones.

use fraction::{Fraction, GenericFraction, Sign};
use mutagen_core::{Mutate, Outcome, assume, check, property};
use num_rational::Ratio;

/// A fraction.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Number {
    negative: bool,
    above: u32,
    below: u32,
}

impl Number {
    fn fraction(self) -> Fraction {
        let sign = if self.negative { Sign::Minus } else { Sign::Plus };
        GenericFraction::new_generic(sign, self.above, self.below).expect("it fits")
    }

    fn exact(self) -> Ratio<i128> {
        let above = i128::from(self.above);
        Ratio::new(if self.negative { -above } else { above }, self.below.into())
    }
}

fn exact(fraction: Fraction) -> Option<Ratio<i128>> {
    let sign = if fraction.sign()? == Sign::Minus { -1 } else { 1 };
    Some(Ratio::new(sign * i128::from(*fraction.numer()?), i128::from(*fraction.denom()?)))
}

/// The four operations and comparison agree with exact fractions.
#[property]
pub fn operations_are_exact(a: Number, b: Number) -> Outcome {
    assume!(a.below != 0 && b.below != 0 && b.above != 0);
    assume!(a.above.max(a.below).max(b.above).max(b.below) < 1 << 31);
    let (x, y) = (a.fraction(), b.fraction());
    assert_eq!(exact(x + y), Some(a.exact() + b.exact()));
    assert_eq!(exact(x - y), Some(a.exact() - b.exact()));
    assert_eq!(exact(x * y), Some(a.exact() * b.exact()));
    assert_eq!(exact(x / y), Some(a.exact() / b.exact()));
    check!(x.partial_cmp(&y) == a.exact().partial_cmp(&b.exact()))
}

/// The remainder is what is left of whole multiples.
#[property]
pub fn remainders_are_exact(a: Number, b: Number) -> Outcome {
    assume!(a.below != 0 && b.below != 0 && b.above != 0);
    assume!(a.above.max(a.below).max(b.above).max(b.below) < 1 << 31);
    check!(exact(a.fraction() % b.fraction()) == Some(a.exact() % b.exact()))
}

/// Rounding agrees with exact fractions.
#[property]
pub fn rounding_is_exact(a: Number) -> Outcome {
    assume!(a.below != 0);
    let x = a.fraction();
    assert_eq!(exact(x.floor()), Some(a.exact().floor()));
    assert_eq!(exact(x.ceil()), Some(a.exact().ceil()));
    assert_eq!(exact(x.trunc()), Some(a.exact().trunc()));
    assert_eq!(exact(x.fract()), Some(a.exact().fract()));
    check!(exact(x.round()) == Some(a.exact().round()))
}

/// What is printed is read again.
#[property]
pub fn printed_fractions_are_read_again(a: Number) -> Outcome {
    assume!(a.below != 0);
    check!(a.fraction().to_string().parse() == Ok(a.fraction()))
}

/// Printed with a precision, a fraction is off by less than one unit of the last digit.
#[property]
pub fn fractions_are_printed_near(a: Number, digits: u8) -> Outcome {
    let digits = usize::from(digits % 13);
    assume!(a.below != 0);
    let text = format!("{:.digits$}", a.fraction());
    let read: f64 = text.parse().expect("a number");
    let off = read - f64::from(a.above) / f64::from(a.below) * if a.negative { -1.0 } else { 1.0 };
    let unit = 0.1f64.powi(i32::try_from(digits).expect("few"));
    check!(off.abs() <= unit + 1e-5)
}

/// A finite float becomes a fraction of the same value.
#[property]
#[ignore = "finds a defect"]
pub fn floats_become_fractions(value: f32) -> Outcome {
    assume!(value.is_finite() && value.abs() < 1e6 && (value == 0.0 || value.abs() > 1e-6));
    let Some(fraction) = exact(Fraction::from(value)) else { return Outcome::Discarded };
    let (above, below) = fraction.into_raw();
    check!((above as f64 / below as f64) as f32 == value)
}

/// Text that is no fraction is refused.
#[property]
pub fn any_text_is_read_or_refused(text: &str) {
    let _ = text.parse::<Fraction>();
}

//! Functions that old releases do not have. With such a release, which is built without the feature
//! `recent`, each is replaced by what it must equal, so that nothing is compared.

use rust_decimal::Decimal;

#[cfg(feature = "recent")]
mod present {
    use super::Decimal;
    use rust_decimal::MathematicalOps;

    pub fn is_integer(a: &Decimal) -> bool {
        a.is_integer()
    }

    pub fn power(a: &Decimal, n: u64) -> Option<Decimal> {
        a.checked_powu(n)
    }

    pub fn trunc_with_scale(a: &Decimal, scale: u32) -> Decimal {
        a.trunc_with_scale(scale)
    }
}

#[cfg(not(feature = "recent"))]
mod present {
    use super::Decimal;
    use rust_decimal::RoundingStrategy;

    pub fn is_integer(a: &Decimal) -> bool {
        a.fract() == Decimal::new(0, 0)
    }

    pub fn power(a: &Decimal, n: u64) -> Option<Decimal> {
        (0..n).try_fold(Decimal::new(1, 0), |power, _| power.checked_mul(*a))
    }

    pub fn trunc_with_scale(a: &Decimal, scale: u32) -> Decimal {
        a.round_dp_with_strategy(scale, RoundingStrategy::RoundDown)
    }
}

/// Whether there is nothing after the point.
pub fn is_integer(a: &Decimal) -> bool {
    present::is_integer(a)
}

/// A power; `None` where it is too large.
pub fn power(a: &Decimal, n: u64) -> Option<Decimal> {
    present::power(a, n)
}

/// A number without the digits after so many behind the point.
pub fn trunc_with_scale(a: &Decimal, scale: u32) -> Decimal {
    present::trunc_with_scale(a, scale)
}

//! What the numbers of rust_decimal must equal: a number does not change with its scale, exact sums
//! and products obey the laws of rings, rounding those of order, and text, bytes and parts give a
//! number back.
//!
//! Results that have more than 28 digits are rounded, so laws that need more digits in between hold
//! for short numbers only.

mod recent;

/// Decimal numbers of 96 bits.
#[mutagen_core::metamorphic]
#[allow(deprecated, reason = "old releases have these names of rounding strategies only")]
pub mod decimals {
    use super::recent;
    use num_traits::{Signed, ToPrimitive};
    use rust_decimal::{Decimal, RoundingStrategy};
    use std::collections::hash_map::DefaultHasher;
    use std::hash::{Hash, Hasher};

    // Inputs: short numbers, any numbers, those around powers of ten and two, and the limits.

    #[input(weight = 2)]
    fn short(n: i16, #[mutate(range = 0..=4)] scale: u8) -> Decimal {
        Decimal::new(n.into(), scale.into())
    }

    #[input]
    fn wide(n: i64, #[mutate(range = 0..=28)] scale: u8) -> Decimal {
        Decimal::new(n, scale.into())
    }

    #[input]
    fn parts(
        lo: u32,
        mid: u32,
        hi: u32,
        negative: bool,
        #[mutate(range = 0..=28)] scale: u8,
    ) -> Decimal {
        Decimal::from_parts(lo, mid, hi, negative, scale.into())
    }

    /// Digits without a pattern.
    #[input(weight = 2)]
    fn scrambled(
        seed: u16,
        negative: bool,
        #[mutate(range = 1..=3)] words: u8,
        #[mutate(range = 0..=28)] scale: u8,
    ) -> Decimal {
        let step = |n: u32| n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let (lo, mid) = (step(seed.into()), step(step(seed.into())));
        let (mid, hi) = (if words > 1 { mid } else { 0 }, if words > 2 { step(mid) } else { 0 });
        Decimal::from_parts(lo, mid, hi, negative, scale.into())
    }

    #[input]
    fn near_power_of_ten(
        #[mutate(range = 0..=27)] k: u8,
        d: i8,
        #[mutate(range = 0..=28)] scale: u8,
    ) -> Decimal {
        Decimal::from_i128_with_scale(10_i128.pow(k.into()) + i128::from(d), scale.into())
    }

    #[input]
    fn near_power_of_two(
        #[mutate(range = 0..=96)] k: u8,
        #[mutate(range = 1..=100)] d: u8,
        negative: bool,
        #[mutate(range = 0..=28)] scale: u8,
    ) -> Decimal {
        let below = (1_i128 << k).saturating_sub(d.into()).max(0);
        let below = if negative { -below } else { below };
        Decimal::from_i128_with_scale(below, scale.into())
    }

    #[invariant]
    fn its_scale_is_at_most_28(a: &Decimal) -> bool {
        a.scale() <= 28
    }

    /// The number without its point and sign.
    fn mantissa(a: &Decimal) -> u128 {
        let parts = a.unpack();
        u128::from(parts.hi) << 64 | u128::from(parts.mid) << 32 | u128::from(parts.lo)
    }

    /// Whether there is no digit but zero.
    fn is_zero(a: &Decimal) -> bool {
        mantissa(a) == 0
    }

    /// Whether sums and products of a few such numbers are exact.
    fn is_short(a: &Decimal) -> bool {
        a.scale() <= 4 && mantissa(a) < 1_000_000
    }

    /// Whether a number is far from the limits.
    fn is_moderate(a: &Decimal) -> bool {
        a.abs() < Decimal::new(1_000_000_000_000, 0)
    }

    /// The same number with as many digits behind the point as asked for, if they can be had.
    fn with_scale(a: &Decimal, scale: u8) -> Decimal {
        let mut with = *a;
        with.rescale(a.scale().max(scale.into()));
        with
    }

    // Constants.

    #[operation(inner)]
    fn zero() -> Decimal {
        Decimal::new(0, 0)
    }

    #[implements(zero)]
    fn difference_of_equals(#[any] a: &Decimal) -> Decimal {
        sub(a, a)
    }

    #[implements(zero)]
    fn times_nothing(#[any] a: &Decimal) -> Decimal {
        mul(a, &Decimal::new(0, 3))
    }

    #[operation(inner)]
    fn one() -> Decimal {
        Decimal::new(1, 0)
    }

    #[implements(one)]
    fn quotient_of_equals(#[any] a: &Decimal) -> Decimal {
        if is_zero(a) { Decimal::new(100, 2) } else { div(a, a) }
    }

    // Sums.

    #[operation(requires = a.checked_add(*b).is_some(), commutative, neutral = zero)]
    fn add(a: &Decimal, b: &Decimal) -> Decimal {
        a + b
    }

    #[implements(add)]
    fn subtract_the_opposite(a: &Decimal, b: &Decimal) -> Decimal {
        sub(a, &neg(b))
    }

    #[implements(add)]
    fn add_negated(a: &Decimal, b: &Decimal) -> Decimal {
        neg(&add(&neg(a), &neg(b)))
    }

    #[implements(add)]
    fn add_in_place(a: &Decimal, b: &Decimal) -> Decimal {
        let mut sum = *a;
        sum += b;
        sum
    }

    #[implements(add)]
    fn add_with_another_scale(
        a: &Decimal,
        b: &Decimal,
        #[mutate(range = 0..=40)] scale: u8,
    ) -> Decimal {
        add(&with_scale(a, scale), b)
    }

    #[implements(add)]
    fn sum_of_both(a: &Decimal, b: &Decimal) -> Decimal {
        [*a, *b].iter().sum()
    }

    #[implements(add, when = is_short(a) && is_short(b))]
    fn add_around_any(a: &Decimal, b: &Decimal, #[any] c: &Decimal) -> Decimal {
        if is_short(c) { sub(&add(&add(a, c), b), c) } else { add(a, b) }
    }

    #[operation(requires = a.checked_sub(*b).is_some())]
    fn sub(a: &Decimal, b: &Decimal) -> Decimal {
        a - b
    }

    #[implements(sub)]
    fn opposite_of_the_difference(a: &Decimal, b: &Decimal) -> Decimal {
        neg(&sub(b, a))
    }

    #[implements(sub)]
    fn add_the_opposite(a: &Decimal, b: &Decimal) -> Decimal {
        add(a, &neg(b))
    }

    #[implements(sub)]
    fn subtract_in_place(a: &Decimal, b: &Decimal) -> Decimal {
        let mut difference = *a;
        difference -= b;
        difference
    }

    #[implements(sub)]
    fn subtract_with_another_scale(
        a: &Decimal,
        b: &Decimal,
        #[mutate(range = 0..=40)] scale: u8,
    ) -> Decimal {
        sub(&with_scale(a, scale), b)
    }

    #[operation(involution)]
    fn neg(a: &Decimal) -> Decimal {
        -a
    }

    #[implements(neg)]
    fn subtract_from_zero(a: &Decimal) -> Decimal {
        sub(&zero(), a)
    }

    #[implements(neg)]
    fn with_the_other_sign(a: &Decimal) -> Decimal {
        let mut other = *a;
        other.set_sign_negative(!a.is_sign_negative());
        other
    }

    #[implements(neg)]
    fn times_minus_one(a: &Decimal) -> Decimal {
        mul(a, &neg(&one()))
    }

    #[operation(idempotent)]
    fn abs(a: &Decimal) -> Decimal {
        a.abs()
    }

    #[implements(abs)]
    fn abs_of_the_opposite(a: &Decimal) -> Decimal {
        abs(&neg(a))
    }

    #[implements(abs)]
    fn the_larger_of_both(a: &Decimal) -> Decimal {
        max(a, &neg(a))
    }

    #[implements(abs)]
    fn times_its_sign(a: &Decimal) -> Decimal {
        mul(a, &a.signum())
    }

    // Products.

    #[operation(requires = a.checked_mul(*b).is_some(), commutative, neutral = one)]
    fn mul(a: &Decimal, b: &Decimal) -> Decimal {
        a * b
    }

    #[implements(mul)]
    fn multiply_opposites(a: &Decimal, b: &Decimal) -> Decimal {
        mul(&neg(a), &neg(b))
    }

    #[implements(mul)]
    fn multiply_in_place(a: &Decimal, b: &Decimal) -> Decimal {
        let mut product = *a;
        product *= b;
        product
    }

    #[implements(mul)]
    fn multiply_with_another_scale(
        a: &Decimal,
        b: &Decimal,
        #[mutate(range = 0..=40)] scale: u8,
    ) -> Decimal {
        mul(&with_scale(a, scale), b)
    }

    #[implements(mul, when = is_short(a) && is_short(b))]
    fn multiply_one_more(a: &Decimal, b: &Decimal) -> Decimal {
        sub(&mul(&add(a, &one()), b), b)
    }

    #[implements(mul, when = is_short(a) && is_short(b))]
    fn multiply_the_whole_part_first(a: &Decimal, b: &Decimal) -> Decimal {
        add(&mul(&trunc(a), b), &mul(&fract(a), b))
    }

    #[operation(requires = is_short(a))]
    fn pow(a: &Decimal, #[mutate(range = 0..=3)] n: u8) -> Decimal {
        (0..n).fold(Decimal::new(1, 0), |power, _| power * a)
    }

    #[implements(pow)]
    fn power_by_squares(a: &Decimal, n: u8) -> Decimal {
        recent::power(a, n.into()).expect("it is small")
    }

    #[operation(requires = a.checked_div(*b).is_some())]
    fn div(a: &Decimal, b: &Decimal) -> Decimal {
        a / b
    }

    #[implements(div)]
    fn divide_opposites(a: &Decimal, b: &Decimal) -> Decimal {
        div(&neg(a), &neg(b))
    }

    #[implements(div)]
    fn divide_in_place(a: &Decimal, b: &Decimal) -> Decimal {
        let mut quotient = *a;
        quotient /= b;
        quotient
    }

    #[implements(div)]
    fn divide_without_zeros(a: &Decimal, b: &Decimal) -> Decimal {
        div(&normalized(a), &normalized(b))
    }

    #[law(requires = is_short(a) && is_short(b) && !is_zero(b))]
    fn a_product_divides_exactly(a: &Decimal, b: &Decimal) -> bool {
        div(&mul(a, b), b) == *a
    }

    #[law(requires = is_short(a) && is_short(b) && !is_zero(b))]
    fn a_quotient_is_near(a: &Decimal, b: &Decimal) -> bool {
        abs(&sub(&mul(&div(a, b), b), a)) < Decimal::new(1, 18)
    }

    #[operation(requires = a.checked_rem(*b).is_some())]
    fn rem(a: &Decimal, b: &Decimal) -> Decimal {
        a % b
    }

    #[implements(rem)]
    fn remainder_of_opposites(a: &Decimal, b: &Decimal) -> Decimal {
        neg(&rem(&neg(a), &neg(b)))
    }

    #[implements(rem)]
    fn remainder_in_place(a: &Decimal, b: &Decimal) -> Decimal {
        let mut remainder = *a;
        remainder %= b;
        remainder
    }

    #[implements(rem, when = is_short(a) && is_short(b))]
    fn what_the_quotient_leaves(a: &Decimal, b: &Decimal) -> Decimal {
        sub(a, &mul(&trunc(&div(a, b)), b))
    }

    #[law(requires = a.checked_rem(*b).is_some())]
    fn a_remainder_is_below_the_divisor(a: &Decimal, b: &Decimal) -> bool {
        let remainder = rem(a, b);
        abs(&remainder) < abs(b) && (is_zero(&remainder) || remainder.signum() == a.signum())
    }

    // Rounding.

    #[operation(idempotent)]
    fn trunc(a: &Decimal) -> Decimal {
        a.trunc()
    }

    #[implements(trunc)]
    fn trunc_of_the_opposite(a: &Decimal) -> Decimal {
        neg(&trunc(&neg(a)))
    }

    #[implements(trunc)]
    fn round_toward_zero(a: &Decimal) -> Decimal {
        a.round_dp_with_strategy(0, RoundingStrategy::RoundDown)
    }

    #[implements(trunc)]
    fn floor_of_the_size(a: &Decimal) -> Decimal {
        let size = floor(&abs(a));
        if a.is_sign_negative() { neg(&size) } else { size }
    }

    #[implements(trunc)]
    fn divide_the_mantissa(a: &Decimal) -> Decimal {
        let size = mantissa(a) / 10_u128.pow(a.scale());
        let whole = Decimal::from_i128_with_scale(size as i128, 0);
        if a.is_sign_negative() { neg(&whole) } else { whole }
    }

    #[operation]
    fn fract(a: &Decimal) -> Decimal {
        a.fract()
    }

    #[implements(fract)]
    fn what_trunc_leaves(a: &Decimal) -> Decimal {
        sub(a, &trunc(a))
    }

    #[implements(fract)]
    fn remainder_by_one(a: &Decimal) -> Decimal {
        rem(a, &one())
    }

    #[operation(idempotent)]
    fn floor(a: &Decimal) -> Decimal {
        a.floor()
    }

    #[implements(floor)]
    fn opposite_of_the_ceiling(a: &Decimal) -> Decimal {
        neg(&ceil(&neg(a)))
    }

    #[operation(idempotent)]
    fn ceil(a: &Decimal) -> Decimal {
        a.ceil()
    }

    #[implements(ceil, when = is_moderate(a))]
    fn trunc_and_one(a: &Decimal) -> Decimal {
        let whole = trunc(a);
        if less(&whole, a) { add(&whole, &one()) } else { whole }
    }

    #[operation(idempotent)]
    fn round(a: &Decimal) -> Decimal {
        a.round()
    }

    #[implements(round)]
    fn round_to_no_digits(a: &Decimal) -> Decimal {
        round_to(a, 0)
    }

    #[implements(round)]
    fn round_of_the_opposite(a: &Decimal) -> Decimal {
        neg(&round(&neg(a)))
    }

    #[operation]
    fn round_to(a: &Decimal, #[mutate(range = 0..=28)] digits: u8) -> Decimal {
        a.round_dp(digits.into())
    }

    #[implements(round_to)]
    fn round_to_even(a: &Decimal, digits: u8) -> Decimal {
        a.round_dp_with_strategy(digits.into(), RoundingStrategy::BankersRounding)
    }

    #[implements(round_to)]
    fn round_twice(a: &Decimal, digits: u8) -> Decimal {
        round_to(&round_to(a, digits), digits)
    }

    #[implements(round_to, when = is_short(a) && digits <= 4)]
    fn shift_and_round(a: &Decimal, digits: u8) -> Decimal {
        let power = Decimal::new(10_i64.pow(digits.into()), 0);
        div(&round(&mul(a, &power)), &power)
    }

    #[operation]
    fn trunc_to(a: &Decimal, #[mutate(range = 0..=28)] digits: u8) -> Decimal {
        a.round_dp_with_strategy(digits.into(), RoundingStrategy::RoundDown)
    }

    #[implements(trunc_to)]
    fn trunc_with_scale(a: &Decimal, digits: u8) -> Decimal {
        recent::trunc_with_scale(a, digits.into())
    }

    #[law]
    fn rounding_keeps_within_half_a_unit(
        a: &Decimal,
        #[mutate(range = 0..=27)] digits: u8,
    ) -> bool {
        let half = Decimal::new(5, u32::from(digits) + 1);
        !is_moderate(a) || abs(&sub(a, &round_to(a, digits))) <= half
    }

    #[operation]
    fn is_integer(a: &Decimal) -> bool {
        is_zero(&a.fract())
    }

    #[implements(is_integer)]
    fn is_integer_by_name(a: &Decimal) -> bool {
        recent::is_integer(a)
    }

    #[implements(is_integer)]
    fn equals_its_floor(a: &Decimal) -> bool {
        *a == floor(a)
    }

    #[implements(is_integer)]
    fn has_no_digits_behind_the_point(a: &Decimal) -> bool {
        normalized(a).scale() == 0
    }

    // Comparisons.

    #[operation]
    fn less(a: &Decimal, b: &Decimal) -> bool {
        a < b
    }

    #[implements(less)]
    fn opposites_the_other_way(a: &Decimal, b: &Decimal) -> bool {
        less(&neg(b), &neg(a))
    }

    #[implements(less, when = is_moderate(a) && is_moderate(b))]
    fn the_difference_is_negative(a: &Decimal, b: &Decimal) -> bool {
        let difference = sub(a, b);
        difference.is_sign_negative() && !is_zero(&difference)
    }

    #[implements(less)]
    fn compare_with_another_scale(
        a: &Decimal,
        b: &Decimal,
        #[mutate(range = 0..=40)] scale: u8,
    ) -> bool {
        less(&with_scale(a, scale), b)
    }

    #[operation(commutative, idempotent, associative)]
    fn max(a: &Decimal, b: &Decimal) -> Decimal {
        if a < b { *b } else { *a }
    }

    #[implements(max)]
    fn max_by_name(a: &Decimal, b: &Decimal) -> Decimal {
        (*a).max(*b)
    }

    #[implements(max)]
    fn opposite_of_the_least_opposite(a: &Decimal, b: &Decimal) -> Decimal {
        neg(&neg(a).min(neg(b)))
    }

    #[law]
    fn equal_numbers_have_equal_hashes(a: &Decimal, #[mutate(range = 0..=40)] scale: u8) -> bool {
        let hash = |a: &Decimal| {
            let mut hasher = DefaultHasher::new();
            a.hash(&mut hasher);
            hasher.finish()
        };
        let with = with_scale(a, scale);
        *a != with || hash(a) == hash(&with)
    }

    // Scales, texts, bytes and parts.

    #[operation]
    fn same(a: &Decimal) -> Decimal {
        *a
    }

    #[implements(same)]
    fn same_with_another_scale(a: &Decimal, #[mutate(range = 0..=40)] scale: u8) -> Decimal {
        with_scale(a, scale)
    }

    #[implements(same)]
    fn to_text_and_back(a: &Decimal) -> Decimal {
        a.to_string().parse().expect("it is a number")
    }

    #[implements(same)]
    fn to_scientific_text_and_back(a: &Decimal) -> Decimal {
        Decimal::from_scientific(&format!("{a:e}")).unwrap_or(*a)
    }

    #[implements(same)]
    fn to_bytes_and_back(a: &Decimal) -> Decimal {
        Decimal::deserialize(a.serialize())
    }

    #[implements(same)]
    fn to_parts_and_back(a: &Decimal) -> Decimal {
        let parts = a.unpack();
        Decimal::from_parts(parts.lo, parts.mid, parts.hi, a.is_sign_negative(), a.scale())
    }

    #[implements(same)]
    fn to_an_integer_and_back(a: &Decimal) -> Decimal {
        let whole = trunc(a);
        match (whole.to_i64(), whole.to_i128()) {
            (Some(whole), _) => add(&Decimal::from(whole), &fract(a)),
            (None, Some(whole)) => add(&Decimal::from_i128_with_scale(whole, 0), &fract(a)),
            (None, None) => *a,
        }
    }

    #[operation(idempotent)]
    fn normalized(a: &Decimal) -> Decimal {
        *a
    }

    #[implements(normalized)]
    fn normalized_by_name(a: &Decimal) -> Decimal {
        a.normalize()
    }

    #[law]
    fn nothing_can_be_stripped_twice(a: &Decimal) -> bool {
        let normalized = a.normalize();
        normalized.scale() == 0 || mantissa(&normalized) % 10 != 0
    }

    #[operation]
    fn text(a: &Decimal) -> String {
        a.to_string()
    }

    #[implements(text, when = !is_zero(a))]
    fn text_with_the_sign_before(a: &Decimal) -> String {
        if a.is_sign_negative() { format!("-{}", abs(a)) } else { a.to_string() }
    }

    #[operation]
    fn integer(a: &Decimal) -> Option<i64> {
        a.to_i64()
    }

    #[implements(integer)]
    fn integer_of_the_whole_part(a: &Decimal) -> Option<i64> {
        trunc(a).to_i64()
    }

    #[implements(integer)]
    fn integer_by_a_wider_one(a: &Decimal) -> Option<i64> {
        trunc(a).to_i128().and_then(|whole| i64::try_from(whole).ok())
    }
}

//! What the numbers of bigdecimal must equal: sums and products are exact and obey the laws of
//! rings whatever the scales, rounding follows its mode, roots and quotients are right to the
//! precision asked for, and text and parts give a number back.
//!
//! Only functions that every release since 0.4.8 has are used, so that old releases can be tested.

/// Decimal numbers of any length.
#[mutagen_core::metamorphic]
pub mod decimals {
    use bigdecimal::num_bigint::{BigInt, Sign};
    use bigdecimal::{BigDecimal, Context, RoundingMode};
    use num_traits::{One, Signed, ToPrimitive, Zero};
    use std::collections::hash_map::DefaultHasher;
    use std::hash::{Hash, Hasher};
    use std::num::NonZeroU64;

    // Inputs: short numbers, long ones, those around powers of ten and two, squares, and scales of
    // both signs.

    #[input(weight = 2)]
    fn short(n: i16, #[mutate(range = -4..=4)] scale: i8) -> BigDecimal {
        BigDecimal::new(BigInt::from(n), scale.into())
    }

    #[input]
    fn wide(n: i128, #[mutate(range = -60..=60)] scale: i8) -> BigDecimal {
        BigDecimal::new(BigInt::from(n), scale.into())
    }

    #[input]
    fn near_power_of_ten(
        #[mutate(range = 0..=160)] k: u8,
        d: i8,
        #[mutate(range = -100..=100)] scale: i8,
    ) -> BigDecimal {
        BigDecimal::new(BigInt::from(10).pow(k.into()) + d, scale.into())
    }

    #[input]
    fn near_power_of_two(
        #[mutate(range = 0..=400)] k: u16,
        d: i8,
        #[mutate(range = -100..=100)] scale: i8,
    ) -> BigDecimal {
        BigDecimal::new((BigInt::one() << k) + d, scale.into())
    }

    /// Digits without a pattern.
    #[input]
    fn scrambled(
        seed: u16,
        #[mutate(range = 0..=5)] scale: u8,
        #[mutate(range = -100..=100)] point: i8,
    ) -> BigDecimal {
        let step = |n: &u32| Some(n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        let numbers = std::iter::successors(step(&u32::from(seed)), step);
        let numbers: Vec<u32> = numbers.take(1 << scale).collect();
        BigDecimal::new(BigInt::from_slice(Sign::Plus, &numbers), point.into())
    }

    #[input]
    fn digits(negative: bool, digits: Vec<u32>, scale: i8) -> BigDecimal {
        let sign = if negative { Sign::Minus } else { Sign::Plus };
        BigDecimal::new(BigInt::from_slice(sign, &digits), scale.into())
    }

    #[input]
    fn product(a: BigDecimal, b: BigDecimal) -> BigDecimal {
        a * b
    }

    #[input]
    fn square(a: BigDecimal) -> BigDecimal {
        &a * &a
    }

    #[admit]
    fn fits(a: &BigDecimal) -> bool {
        let (digits, scale) = a.as_bigint_and_scale();
        digits.bits() <= 4000 && scale.abs() <= 2000
    }

    /// The number with this scale, if it has no more digits behind the point already.
    fn with_scale(a: &BigDecimal, scale: i16) -> BigDecimal {
        a.with_scale(a.fractional_digit_count().max(scale.into()))
    }

    /// The mode of rounding with this number.
    fn mode(number: u8) -> RoundingMode {
        let modes = [
            RoundingMode::Up,
            RoundingMode::Down,
            RoundingMode::Ceiling,
            RoundingMode::Floor,
            RoundingMode::HalfUp,
            RoundingMode::HalfDown,
            RoundingMode::HalfEven,
        ];
        modes[usize::from(number) % modes.len()]
    }

    /// The mode that rounds an opposite to the opposite.
    fn opposite_mode(mode: RoundingMode) -> RoundingMode {
        match mode {
            RoundingMode::Ceiling => RoundingMode::Floor,
            RoundingMode::Floor => RoundingMode::Ceiling,
            mode => mode,
        }
    }

    /// A context of so many digits.
    fn context(digits: u8, mode: RoundingMode) -> Context {
        Context::new(NonZeroU64::new(digits.into()).unwrap_or(NonZeroU64::MIN), mode)
    }

    // Constants.

    #[operation(inner)]
    fn zero() -> BigDecimal {
        BigDecimal::zero()
    }

    #[implements(zero)]
    fn difference_of_equals(#[any] a: &BigDecimal) -> BigDecimal {
        sub(a, a)
    }

    #[operation(inner)]
    fn one() -> BigDecimal {
        BigDecimal::one()
    }

    #[implements(one)]
    fn quotient_of_equals(#[any] a: &BigDecimal) -> BigDecimal {
        if a.is_zero() { BigDecimal::one() } else { div(a, a) }
    }

    // Sums.

    #[operation(commutative, associative, neutral = zero)]
    fn add(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        a + b
    }

    #[implements(add)]
    fn subtract_the_opposite(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        sub(a, &neg(b))
    }

    #[implements(add)]
    fn add_in_place(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        let mut sum = a.clone();
        sum += b;
        sum
    }

    #[implements(add)]
    fn add_by_value(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        a.clone() + b.clone()
    }

    #[implements(add)]
    fn add_with_another_scale(a: &BigDecimal, b: &BigDecimal, #[any] scale: i8) -> BigDecimal {
        add(&with_scale(a, scale.into()), b)
    }

    #[implements(add)]
    fn add_around_any(a: &BigDecimal, b: &BigDecimal, #[any] c: &BigDecimal) -> BigDecimal {
        sub(&add(&add(a, c), b), c)
    }

    #[implements(add)]
    fn sum_of_both(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        [a, b].into_iter().sum()
    }

    #[implements(add)]
    fn add_an_integer_if_it_is_one(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        if b.is_integer() { a + b.with_scale(0).into_bigint_and_scale().0 } else { a + b }
    }

    #[operation]
    fn sub(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        a - b
    }

    #[implements(sub)]
    fn opposite_of_the_difference(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        neg(&sub(b, a))
    }

    #[implements(sub)]
    fn subtract_in_place(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        let mut difference = a.clone();
        difference -= b;
        difference
    }

    #[implements(sub)]
    fn subtract_with_another_scale(a: &BigDecimal, b: &BigDecimal, #[any] scale: i8) -> BigDecimal {
        sub(a, &with_scale(b, scale.into()))
    }

    #[operation(involution)]
    fn neg(a: &BigDecimal) -> BigDecimal {
        -a
    }

    #[implements(neg)]
    fn subtract_from_zero(a: &BigDecimal) -> BigDecimal {
        sub(&zero(), a)
    }

    #[implements(neg)]
    fn times_minus_one(a: &BigDecimal) -> BigDecimal {
        mul(a, &neg(&one()))
    }

    #[operation(idempotent)]
    fn abs(a: &BigDecimal) -> BigDecimal {
        a.abs()
    }

    #[implements(abs)]
    fn times_its_sign(a: &BigDecimal) -> BigDecimal {
        mul(a, &a.signum())
    }

    #[implements(abs)]
    fn the_larger_of_both(a: &BigDecimal) -> BigDecimal {
        let opposite = neg(a);
        if less(a, &opposite) { opposite } else { a.clone() }
    }

    // Products.

    #[operation(
        commutative,
        associative,
        neutral = one,
        absorbing = zero,
        distributes_over = add
    )]
    fn mul(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        a * b
    }

    #[implements(mul)]
    fn multiply_opposites(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        mul(&neg(a), &neg(b))
    }

    #[implements(mul)]
    fn multiply_in_place(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        let mut product = a.clone();
        product *= b;
        product
    }

    #[implements(mul)]
    fn multiply_with_another_scale(a: &BigDecimal, b: &BigDecimal, #[any] scale: i8) -> BigDecimal {
        mul(&with_scale(a, scale.into()), b)
    }

    #[implements(mul)]
    fn quarter_of_the_squares(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        sub(&add(a, b).square(), &sub(a, b).square()).half().half()
    }

    #[implements(mul)]
    fn multiply_mantissas(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        let (a, scale_of_a) = a.clone().into_bigint_and_scale();
        let (b, scale_of_b) = b.clone().into_bigint_and_scale();
        BigDecimal::new(a * b, scale_of_a + scale_of_b)
    }

    #[operation]
    fn double(a: &BigDecimal) -> BigDecimal {
        a.double()
    }

    #[implements(double)]
    fn add_to_itself(a: &BigDecimal) -> BigDecimal {
        add(a, a)
    }

    #[implements(double)]
    fn half_of_the_fourfold(a: &BigDecimal) -> BigDecimal {
        double(&double(a)).half()
    }

    #[operation]
    fn cube(a: &BigDecimal) -> BigDecimal {
        a.cube()
    }

    #[implements(cube)]
    fn times_the_square(a: &BigDecimal) -> BigDecimal {
        mul(a, &a.square())
    }

    #[implements(cube)]
    fn cube_of_the_opposite(a: &BigDecimal) -> BigDecimal {
        neg(&cube(&neg(a)))
    }

    // Quotients, which are rounded, and remainders, which are exact.

    #[operation(requires = !b.is_zero())]
    fn div(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        a / b
    }

    #[implements(div)]
    fn divide_opposites(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        div(&neg(a), &neg(b))
    }

    #[implements(div)]
    fn divide_by_value(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        a.clone() / b.clone()
    }

    #[law(requires = !b.is_zero())]
    fn a_quotient_is_near(a: &BigDecimal, b: &BigDecimal) -> bool {
        let error = abs(&sub(&mul(&div(a, b), b), a));
        // A hundred digits are right unless the documentation is wrong.
        error <= mul(&abs(a), &BigDecimal::new(BigInt::one(), 98))
    }

    #[law(requires = !b.is_zero() && a.digits() <= 50)]
    fn a_product_divides_exactly(a: &BigDecimal, b: &BigDecimal) -> bool {
        div(&mul(a, b), b) == *a
    }

    #[operation(requires = !b.is_zero())]
    fn rem(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        a % b
    }

    #[implements(rem)]
    fn remainder_of_opposites(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        neg(&rem(&neg(a), &neg(b)))
    }

    #[implements(rem)]
    fn remainder_with_another_scale(
        a: &BigDecimal,
        b: &BigDecimal,
        #[any] scale: i8,
    ) -> BigDecimal {
        rem(&with_scale(a, scale.into()), b)
    }

    #[implements(rem)]
    fn remainder_of_remainder(a: &BigDecimal, b: &BigDecimal) -> BigDecimal {
        rem(&rem(a, b), b)
    }

    #[law(requires = !b.is_zero())]
    fn a_remainder_is_below_the_divisor(a: &BigDecimal, b: &BigDecimal) -> bool {
        abs(&rem(a, b)) < abs(b)
    }

    #[law(requires = !a.is_zero())]
    fn an_inverse_is_near(a: &BigDecimal, #[mutate(range = 1..=120)] digits: u8) -> bool {
        let inverse = a.inverse_with_context(&context(digits, RoundingMode::HalfEven));
        let error = abs(&sub(&mul(&inverse, a), &one()));
        error <= BigDecimal::new(BigInt::one(), i64::from(digits) - 1)
    }

    // Roots.

    #[law(requires = !a.is_negative())]
    fn a_square_has_its_root(a: &BigDecimal, #[mutate(range = 1..=120)] digits: u8) -> bool {
        let context = context(digits, RoundingMode::HalfEven);
        match mul(a, a).sqrt_with_context(&context) {
            Some(root) => root == a.with_precision_round(context.precision(), mode(6)),
            None => false,
        }
    }

    #[law(requires = !a.is_negative())]
    fn a_root_is_the_largest(a: &BigDecimal, #[mutate(range = 1..=120)] digits: u8) -> bool {
        let context = context(digits, RoundingMode::Down);
        let Some(root) = a.sqrt_with_context(&context) else { return false };
        let unit = unit_in_the_last_place(&root, digits);
        a.is_zero() || root.square() <= *a && add(&root, &unit).square() > *a
    }

    #[law]
    fn a_cube_has_its_root(a: &BigDecimal, #[mutate(range = 1..=120)] digits: u8) -> bool {
        let context = context(digits, RoundingMode::HalfEven);
        let root = cube(a).cbrt_with_context(&context);
        root == a.with_precision_round(context.precision(), mode(6))
    }

    #[law]
    fn no_root_of_a_negative_number(a: &BigDecimal) -> bool {
        a.sqrt().is_none() == a.is_negative()
    }

    /// One in the last of so many digits.
    fn unit_in_the_last_place(a: &BigDecimal, digits: u8) -> BigDecimal {
        let (mantissa, scale) = a.as_bigint_and_scale();
        let length = if mantissa.is_zero() { 1 } else { a.digits() };
        BigDecimal::new(BigInt::one(), scale - length as i64 + i64::from(digits))
    }

    // Rounding.

    #[operation]
    fn round_to(a: &BigDecimal, #[mutate(range = -20..=60)] scale: i8, how: u8) -> BigDecimal {
        a.with_scale_round(scale.into(), mode(how))
    }

    #[implements(round_to)]
    fn round_twice(a: &BigDecimal, scale: i8, how: u8) -> BigDecimal {
        round_to(&round_to(a, scale, how), scale, how)
    }

    #[implements(round_to)]
    fn round_the_opposite(a: &BigDecimal, scale: i8, how: u8) -> BigDecimal {
        neg(&neg(a).with_scale_round(scale.into(), opposite_mode(mode(how))))
    }

    #[implements(round_to)]
    fn round_with_another_scale(
        a: &BigDecimal,
        scale: i8,
        how: u8,
        #[any] before: i8,
    ) -> BigDecimal {
        round_to(&with_scale(a, before.into()), scale, how)
    }

    #[implements(round_to, when = scale >= 0)]
    fn round_the_fraction(a: &BigDecimal, scale: i8, how: u8) -> BigDecimal {
        let fraction = rem(a, &one());
        let whole = sub(a, &fraction);
        let even = rem(&whole, &BigDecimal::from(2)).is_zero();
        // What decides of two neighbours at a tie or at zero is in the whole part.
        if scale > 0 || even && !whole.is_zero() && whole.is_negative() == a.is_negative() {
            let rounded = round_to(&fraction, scale, how);
            if fraction.is_zero() { a.clone() } else { add(&whole, &rounded) }
        } else {
            round_to(a, scale, how)
        }
    }

    #[implements(round_to)]
    fn round_by_comparing(a: &BigDecimal, scale: i8, how: u8) -> BigDecimal {
        let unit = BigDecimal::new(BigInt::one(), scale.into());
        let rest = rem(a, &unit);
        let toward_zero = sub(a, &rest);
        let away =
            if a.is_negative() { sub(&toward_zero, &unit) } else { add(&toward_zero, &unit) };
        let is_odd = !rem(&toward_zero, &double(&unit)).is_zero();
        let half = double(&abs(&rest));
        let is_away = match mode(how) {
            RoundingMode::Up => true,
            RoundingMode::Down => false,
            RoundingMode::Ceiling => !a.is_negative(),
            RoundingMode::Floor => a.is_negative(),
            RoundingMode::HalfUp => half >= unit,
            RoundingMode::HalfDown => half > unit,
            _ => half > unit || half == unit && is_odd,
        };
        if is_away && !rest.is_zero() { away } else { toward_zero }
    }

    #[operation]
    fn round(a: &BigDecimal, #[mutate(range = -20..=60)] scale: i8) -> BigDecimal {
        a.round(scale.into())
    }

    #[implements(round)]
    fn round_half_to_even(a: &BigDecimal, scale: i8) -> BigDecimal {
        round_to(a, scale, 6)
    }

    #[operation]
    fn trunc_to(a: &BigDecimal, #[mutate(range = -20..=60)] scale: i8) -> BigDecimal {
        a.with_scale(scale.into())
    }

    #[implements(trunc_to)]
    fn round_toward_zero(a: &BigDecimal, scale: i8) -> BigDecimal {
        round_to(a, scale, 1)
    }

    #[operation]
    fn with_digits(a: &BigDecimal, #[mutate(range = 1..=120)] digits: u8, how: u8) -> BigDecimal {
        a.with_precision_round(context(digits, mode(how)).precision(), mode(how))
    }

    #[implements(with_digits)]
    fn round_in_a_context(a: &BigDecimal, digits: u8, how: u8) -> BigDecimal {
        context(digits, mode(how)).round_decimal_ref(a)
    }

    #[implements(with_digits)]
    fn round_the_opposite_to_digits(a: &BigDecimal, digits: u8, how: u8) -> BigDecimal {
        let context = context(digits, opposite_mode(mode(how)));
        neg(&neg(a).with_precision_round(context.precision(), context.rounding_mode()))
    }

    #[implements(with_digits)]
    fn round_the_sum_in_a_context(
        a: &BigDecimal,
        digits: u8,
        how: u8,
        #[any] b: &BigDecimal,
    ) -> BigDecimal {
        let rest = sub(a, b);
        context(digits, mode(how)).add_refs(&rest, b)
    }

    #[law]
    fn rounding_leaves_no_more_digits(
        a: &BigDecimal,
        #[mutate(range = 1..=120)] digits: u8,
        how: u8,
    ) -> bool {
        normalized(&with_digits(a, digits, how)).digits() <= digits.into()
    }

    #[operation]
    fn is_integer(a: &BigDecimal) -> bool {
        a.is_integer()
    }

    #[implements(is_integer)]
    fn equals_its_whole_part(a: &BigDecimal) -> bool {
        trunc_to(a, 0) == *a
    }

    #[implements(is_integer)]
    fn leaves_nothing_by_one(a: &BigDecimal) -> bool {
        rem(a, &one()).is_zero()
    }

    // Comparisons.

    #[operation]
    fn less(a: &BigDecimal, b: &BigDecimal) -> bool {
        a < b
    }

    #[implements(less)]
    fn the_difference_is_negative(a: &BigDecimal, b: &BigDecimal) -> bool {
        sub(a, b).is_negative()
    }

    #[implements(less)]
    fn opposites_the_other_way(a: &BigDecimal, b: &BigDecimal) -> bool {
        less(&neg(b), &neg(a))
    }

    #[implements(less)]
    fn compare_with_another_scale(a: &BigDecimal, b: &BigDecimal, #[any] scale: i8) -> bool {
        less(&with_scale(a, scale.into()), b)
    }

    #[operation]
    fn equal(a: &BigDecimal, b: &BigDecimal) -> bool {
        a == b
    }

    #[implements(equal)]
    fn the_difference_is_zero(a: &BigDecimal, b: &BigDecimal) -> bool {
        sub(a, b).is_zero()
    }

    #[law]
    fn equal_numbers_have_equal_hashes(a: &BigDecimal, scale: i8) -> bool {
        let hash = |a: &BigDecimal| {
            let mut hasher = DefaultHasher::new();
            a.hash(&mut hasher);
            hasher.finish()
        };
        hash(a) == hash(&with_scale(a, scale.into()))
    }

    // Texts and parts.

    #[operation]
    fn same(a: &BigDecimal) -> BigDecimal {
        a.clone()
    }

    #[implements(same)]
    fn same_with_another_scale(a: &BigDecimal, #[any] scale: i8) -> BigDecimal {
        with_scale(a, scale.into())
    }

    #[implements(same)]
    fn to_text_and_back(a: &BigDecimal) -> BigDecimal {
        a.to_string().parse().expect("it is a number")
    }

    #[implements(same)]
    fn to_plain_text_and_back(a: &BigDecimal) -> BigDecimal {
        a.to_plain_string().parse().expect("it is a number")
    }

    #[implements(same)]
    fn to_scientific_text_and_back(a: &BigDecimal) -> BigDecimal {
        a.to_scientific_notation().parse().expect("it is a number")
    }

    #[implements(same)]
    fn to_engineering_text_and_back(a: &BigDecimal) -> BigDecimal {
        a.to_engineering_notation().parse().expect("it is a number")
    }

    #[implements(same)]
    fn to_parts_and_back(a: &BigDecimal) -> BigDecimal {
        BigDecimal::from(a.clone().into_bigint_and_exponent())
    }

    #[implements(same)]
    fn stripped_of_zeros(a: &BigDecimal) -> BigDecimal {
        normalized(a)
    }

    #[operation(idempotent)]
    fn normalized(a: &BigDecimal) -> BigDecimal {
        a.normalized()
    }

    #[law]
    fn nothing_can_be_stripped_twice(a: &BigDecimal) -> bool {
        let (digits, scale) = a.normalized().into_bigint_and_scale();
        if digits.is_zero() { scale == 0 } else { !digits.to_string().ends_with('0') }
    }

    #[operation]
    fn integer(a: &BigDecimal) -> Option<i64> {
        a.to_i64()
    }

    #[implements(integer)]
    fn integer_of_the_whole_part(a: &BigDecimal) -> Option<i64> {
        trunc_to(a, 0).into_bigint_and_scale().0.to_i64()
    }

    #[law]
    fn as_many_digits_as_in_the_text(a: &BigDecimal) -> bool {
        let mantissa = a.as_bigint_and_scale().0.abs().to_string();
        a.digits() == mantissa.len() as u64
    }
}

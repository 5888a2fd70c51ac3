//! What the fractions of dashu-ratio must equal: the laws of fields, of both kinds of division, of
//! rounding, of the neighbours with a bounded denominator, and the same through unreduced fractions
//! and through integers.
//!
//! Only functions that every release since 0.3 has are used, so that old releases can be tested.

/// Reduced fractions.
#[mutagen_core::metamorphic]
pub mod fractions {
    use dashu_int::{IBig, Sign, UBig};
    use dashu_ratio::ops::{Abs, DivEuclid, DivRemEuclid, RemEuclid};
    use dashu_ratio::{RBig, Relaxed};

    // Inputs: small and wide integers, those around powers of two, and their quotients.

    #[input]
    fn small(n: i16) -> IBig {
        IBig::from(n)
    }

    #[input]
    fn wide(n: i128) -> IBig {
        IBig::from(n)
    }

    #[input]
    fn near_power(#[mutate(range = 0..=512)] k: u16, d: i8, negative: bool) -> IBig {
        let near = (IBig::ONE << usize::from(k)) + IBig::from(d);
        if negative { -near } else { near }
    }

    /// Digits without a pattern.
    #[input]
    fn scrambled(seed: u16, #[mutate(range = 1..=4)] words: u8) -> IBig {
        let step = |n: &u128| Some(n.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1));
        let numbers = std::iter::successors(step(&u128::from(seed)), step);
        numbers.take(words.into()).fold(IBig::ZERO, |a, n| (a << 128) + IBig::from(n))
    }

    #[input]
    fn product(a: IBig, b: IBig) -> IBig {
        a * b
    }

    #[input(weight = 2)]
    fn simple(#[mutate(range = -20..=20)] n: i8, #[mutate(range = 1..=20)] d: u8) -> RBig {
        RBig::from_parts(n.into(), d.into())
    }

    #[input(weight = 2)]
    fn fraction(n: IBig, d: IBig) -> RBig {
        let (_, size) = d.into_parts();
        RBig::from_parts(n, if size.is_zero() { UBig::ONE } else { size })
    }

    #[input]
    fn reciprocal(n: IBig) -> RBig {
        let (sign, size) = n.into_parts();
        let size = if size.is_zero() { UBig::ONE } else { size };
        RBig::from_parts(IBig::from_parts(sign, UBig::ONE), size)
    }

    #[admit]
    fn fits(a: &IBig) -> bool {
        a.as_sign_words().1.len() <= 64
    }

    #[admit]
    fn both_parts_fit(a: &RBig) -> bool {
        a.numerator().as_sign_words().1.len() + a.denominator().as_words().len() <= 64
    }

    #[invariant]
    fn the_denominator_is_positive(a: &RBig) -> bool {
        !a.denominator().is_zero()
    }

    #[invariant]
    fn zero_has_denominator_one(a: &RBig) -> bool {
        !a.is_zero() || a.denominator().is_one()
    }

    #[invariant]
    fn it_is_reduced(a: &RBig) -> bool {
        let again = RBig::from_parts(a.numerator().clone(), a.denominator().clone());
        again.numerator() == a.numerator() && again.denominator() == a.denominator()
    }

    // Constants.

    #[operation(inner)]
    fn zero() -> RBig {
        RBig::ZERO
    }

    #[implements(zero)]
    fn difference_of_equals(#[any] a: &RBig) -> RBig {
        sub(a, a)
    }

    #[operation(inner)]
    fn one() -> RBig {
        RBig::ONE
    }

    #[implements(one)]
    fn quotient_of_equals(#[any] a: &RBig) -> RBig {
        if a.is_zero() { RBig::ONE } else { div(a, a) }
    }

    // Sums.

    #[operation(commutative, associative, neutral = zero)]
    fn add(a: &RBig, b: &RBig) -> RBig {
        a + b
    }

    #[implements(add)]
    fn subtract_the_opposite(a: &RBig, b: &RBig) -> RBig {
        sub(a, &neg(b))
    }

    #[implements(add)]
    fn add_in_place(a: &RBig, b: &RBig) -> RBig {
        let mut sum = a.clone();
        sum += b;
        sum
    }

    #[implements(add)]
    fn add_unreduced(a: &RBig, b: &RBig) -> RBig {
        (a.clone().relax() + b.clone().relax()).canonicalize()
    }

    #[implements(add)]
    fn over_a_common_denominator(a: &RBig, b: &RBig) -> RBig {
        let numerator = a.numerator() * b.denominator() + b.numerator() * a.denominator();
        RBig::from_parts(numerator, a.denominator() * b.denominator())
    }

    #[implements(add)]
    fn add_the_whole_part_first(a: &RBig, b: &RBig) -> RBig {
        add(&add_integer(a, &trunc(b)), &fract(b))
    }

    #[operation]
    fn sub(a: &RBig, b: &RBig) -> RBig {
        a - b
    }

    #[implements(sub)]
    fn opposite_of_the_difference(a: &RBig, b: &RBig) -> RBig {
        neg(&sub(b, a))
    }

    #[implements(sub)]
    fn subtract_unreduced(a: &RBig, b: &RBig) -> RBig {
        (a.clone().relax() - b.clone().relax()).canonicalize()
    }

    #[implements(sub)]
    fn subtract_around_any(a: &RBig, b: &RBig, #[any] c: &RBig) -> RBig {
        sub(&add(a, c), &add(b, c))
    }

    #[operation(involution)]
    fn neg(a: &RBig) -> RBig {
        -a.clone()
    }

    #[implements(neg)]
    fn subtract_from_zero(a: &RBig) -> RBig {
        sub(&zero(), a)
    }

    #[implements(neg)]
    fn opposite_numerator(a: &RBig) -> RBig {
        RBig::from_parts(-a.numerator(), a.denominator().clone())
    }

    #[operation(idempotent)]
    fn abs(a: &RBig) -> RBig {
        a.clone().abs()
    }

    #[implements(abs)]
    fn abs_of_the_opposite(a: &RBig) -> RBig {
        abs(&neg(a))
    }

    #[implements(abs)]
    fn the_larger_of_both(a: &RBig) -> RBig {
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
    fn mul(a: &RBig, b: &RBig) -> RBig {
        a * b
    }

    #[implements(mul)]
    fn multiply_opposites(a: &RBig, b: &RBig) -> RBig {
        mul(&neg(a), &neg(b))
    }

    #[implements(mul)]
    fn multiply_in_place(a: &RBig, b: &RBig) -> RBig {
        let mut product = a.clone();
        product *= b;
        product
    }

    #[implements(mul)]
    fn multiply_unreduced(a: &RBig, b: &RBig) -> RBig {
        (a.clone().relax() * b.clone().relax()).canonicalize()
    }

    #[implements(mul)]
    fn multiply_both_parts(a: &RBig, b: &RBig) -> RBig {
        let numerator = a.numerator() * b.numerator();
        RBig::from_parts(numerator, a.denominator() * b.denominator())
    }

    #[implements(mul, when = !b.is_zero())]
    fn divide_by_the_inverse(a: &RBig, b: &RBig) -> RBig {
        div(a, &div(&one(), b))
    }

    #[implements(mul)]
    fn multiply_and_divide_integers(a: &RBig, b: &RBig) -> RBig {
        div_integer(&mul_integer(a, b.numerator()), &b.denominator().clone().into())
    }

    #[operation]
    fn pow(a: &RBig, #[mutate(range = 0..=12)] n: u8) -> RBig {
        a.pow(n.into())
    }

    #[implements(pow)]
    fn multiply_again_and_again(a: &RBig, n: u8) -> RBig {
        let mut power = one();
        for _ in 0..n {
            power = mul(&power, a);
        }
        power
    }

    #[implements(pow)]
    fn powers_of_both_parts(a: &RBig, n: u8) -> RBig {
        let n = usize::from(n);
        RBig::from_parts(a.numerator().pow(n), a.denominator().pow(n))
    }

    #[implements(pow, when = n == 3)]
    fn cube(a: &RBig, n: u8) -> RBig {
        let _ = n;
        a.cubic()
    }

    #[operation(requires = !b.is_zero())]
    fn div(a: &RBig, b: &RBig) -> RBig {
        a / b
    }

    #[implements(div)]
    fn multiply_by_the_inverse(a: &RBig, b: &RBig) -> RBig {
        mul(a, &div(&one(), b))
    }

    #[implements(div)]
    fn divide_unreduced(a: &RBig, b: &RBig) -> RBig {
        (a.clone().relax() / b.clone().relax()).canonicalize()
    }

    #[implements(div)]
    fn divide_multiples(a: &RBig, b: &RBig, #[any] c: &RBig) -> RBig {
        if c.is_zero() { div(a, b) } else { div(&mul(a, c), &mul(b, c)) }
    }

    // With integers.

    #[operation]
    fn whole(n: &IBig) -> RBig {
        RBig::from(n.clone())
    }

    #[implements(whole)]
    fn over_one(n: &IBig) -> RBig {
        RBig::from_parts(n.clone(), UBig::ONE)
    }

    #[operation]
    fn add_integer(a: &RBig, n: &IBig) -> RBig {
        a + n
    }

    #[implements(add_integer)]
    fn add_a_whole_fraction(a: &RBig, n: &IBig) -> RBig {
        add(a, &whole(n))
    }

    #[implements(add_integer)]
    fn add_the_fraction_to_the_integer(a: &RBig, n: &IBig) -> RBig {
        n + a
    }

    #[implements(add_integer)]
    fn add_an_integer_unreduced(a: &RBig, n: &IBig) -> RBig {
        (a.clone().relax() + n).canonicalize()
    }

    #[operation]
    fn sub_integer(a: &RBig, n: &IBig) -> RBig {
        a - n
    }

    #[implements(sub_integer)]
    fn subtract_a_whole_fraction(a: &RBig, n: &IBig) -> RBig {
        sub(a, &whole(n))
    }

    #[implements(sub_integer)]
    fn subtract_the_fraction_from_the_integer(a: &RBig, n: &IBig) -> RBig {
        neg(&(n - a))
    }

    #[operation]
    fn mul_integer(a: &RBig, n: &IBig) -> RBig {
        a * n
    }

    #[implements(mul_integer)]
    fn multiply_a_whole_fraction(a: &RBig, n: &IBig) -> RBig {
        mul(a, &whole(n))
    }

    #[implements(mul_integer)]
    fn multiply_the_integer_by_the_fraction(a: &RBig, n: &IBig) -> RBig {
        n * a
    }

    #[implements(mul_integer)]
    fn multiply_the_size(a: &RBig, n: &IBig) -> RBig {
        let (sign, size) = n.clone().into_parts();
        let product = a * size;
        if sign == Sign::Negative { neg(&product) } else { product }
    }

    #[implements(mul_integer)]
    fn multiply_an_integer_unreduced(a: &RBig, n: &IBig) -> RBig {
        (a.clone().relax() * n).canonicalize()
    }

    #[operation(requires = !n.is_zero())]
    fn div_integer(a: &RBig, n: &IBig) -> RBig {
        a / n
    }

    #[implements(div_integer)]
    fn divide_a_whole_fraction(a: &RBig, n: &IBig) -> RBig {
        div(a, &whole(n))
    }

    #[implements(div_integer)]
    fn divide_an_integer_unreduced(a: &RBig, n: &IBig) -> RBig {
        (a.clone().relax() / n).canonicalize()
    }

    // Rounding.

    #[operation]
    fn trunc(a: &RBig) -> IBig {
        a.trunc()
    }

    #[implements(trunc)]
    fn trunc_of_the_opposite(a: &RBig) -> IBig {
        -trunc(&neg(a))
    }

    #[implements(trunc)]
    fn quotient_of_both_parts(a: &RBig) -> IBig {
        a.numerator() / a.denominator()
    }

    #[implements(trunc)]
    fn whole_part(a: &RBig) -> IBig {
        a.clone().split_at_point().0
    }

    #[operation]
    fn fract(a: &RBig) -> RBig {
        a.fract()
    }

    #[implements(fract)]
    fn what_trunc_leaves(a: &RBig) -> RBig {
        sub_integer(a, &trunc(a))
    }

    #[implements(fract)]
    fn fraction_part(a: &RBig) -> RBig {
        a.clone().split_at_point().1
    }

    #[operation]
    fn floor(a: &RBig) -> IBig {
        a.floor()
    }

    #[implements(floor)]
    fn opposite_of_the_ceiling(a: &RBig) -> IBig {
        -ceil(&neg(a))
    }

    #[implements(floor)]
    fn floor_around_any(a: &RBig, #[any] n: &IBig) -> IBig {
        floor(&add_integer(a, n)) - n
    }

    #[implements(floor)]
    fn euclid_by_one(a: &RBig) -> IBig {
        a.div_euclid(RBig::ONE)
    }

    #[operation]
    fn ceil(a: &RBig) -> IBig {
        a.ceil()
    }

    #[implements(ceil)]
    fn trunc_and_one(a: &RBig) -> IBig {
        let toward_zero = trunc(a);
        if less(&whole(&toward_zero), a) { toward_zero + IBig::ONE } else { toward_zero }
    }

    #[implements(ceil)]
    fn ceil_unreduced(a: &RBig) -> IBig {
        a.clone().relax().ceil()
    }

    #[operation]
    fn round(a: &RBig) -> IBig {
        a.round()
    }

    #[implements(round)]
    fn floor_of_the_size_and_a_half(a: &RBig) -> IBig {
        let half = RBig::from_parts(IBig::ONE, 2u8.into());
        let size = floor(&add(&abs(a), &half));
        if less(a, &RBig::ZERO) { -size } else { size }
    }

    #[implements(round)]
    fn round_of_the_opposite(a: &RBig) -> IBig {
        -round(&neg(a))
    }

    // Division with a whole quotient.

    #[operation(requires = !b.is_zero())]
    fn modulo(a: &RBig, b: &RBig) -> RBig {
        a.rem_euclid(b)
    }

    #[implements(modulo)]
    fn what_the_quotient_leaves(a: &RBig, b: &RBig) -> RBig {
        sub(a, &mul_integer(b, &a.div_euclid(b)))
    }

    #[implements(modulo)]
    fn modulo_of_the_pair(a: &RBig, b: &RBig) -> RBig {
        a.clone().div_rem_euclid(b.clone()).1
    }

    #[implements(modulo)]
    fn modulo_of_the_size(a: &RBig, b: &RBig) -> RBig {
        modulo(a, &abs(b))
    }

    #[operation(requires = !b.is_zero())]
    fn remainder(a: &RBig, b: &RBig) -> RBig {
        a % b
    }

    #[implements(remainder)]
    fn what_the_truncated_quotient_leaves(a: &RBig, b: &RBig) -> RBig {
        sub(a, &mul_integer(b, &trunc(&div(a, b))))
    }

    #[implements(remainder)]
    fn remainder_of_opposites(a: &RBig, b: &RBig) -> RBig {
        neg(&remainder(&neg(a), &neg(b)))
    }

    #[implements(remainder)]
    fn remainder_unreduced(a: &RBig, b: &RBig) -> RBig {
        (a.clone().relax() % b.clone().relax()).canonicalize()
    }

    #[law(requires = !b.is_zero())]
    fn the_modulo_is_below_the_divisor(a: &RBig, b: &RBig) -> bool {
        let rest = modulo(a, b);
        rest >= RBig::ZERO && rest < abs(b)
    }

    // Comparisons and neighbours.

    #[operation]
    fn less(a: &RBig, b: &RBig) -> bool {
        a < b
    }

    #[implements(less)]
    fn the_difference_is_negative(a: &RBig, b: &RBig) -> bool {
        sub(a, b).numerator().sign() == Sign::Negative
    }

    #[implements(less)]
    fn compare_products(a: &RBig, b: &RBig) -> bool {
        a.numerator() * b.denominator() < b.numerator() * a.denominator()
    }

    #[law]
    fn an_unreduced_fraction_equals_its_reduced_one(a: &RBig, b: &RBig) -> bool {
        (a.clone().relax() == b.clone().relax()) == (a == b)
    }

    #[law]
    fn the_next_ones_enclose(a: &RBig, #[mutate(range = 1..=200)] limit: u8) -> bool {
        let limit = UBig::from(limit);
        let (below, above) = (a.next_down(&limit), a.next_up(&limit));
        below < *a && *a < above && *below.denominator() <= limit && *above.denominator() <= limit
    }

    #[law]
    fn the_nearest_is_the_nearer_of_both(a: &RBig, #[mutate(range = 1..=200)] limit: u8) -> bool {
        let limit = UBig::from(limit);
        let nearest = a.nearest(&limit).value();
        let error = abs(&sub(a, &nearest));
        *a.denominator() <= limit && nearest == *a
            || *a.denominator() > limit
                && error <= abs(&sub(a, &a.next_up(&limit)))
                && error <= abs(&sub(a, &a.next_down(&limit)))
    }

    #[law(requires = a != b)]
    fn the_simplest_is_between(a: &RBig, b: &RBig) -> bool {
        let (below, above) = if a < b { (a, b) } else { (b, a) };
        let simplest = RBig::simplest_in(below.clone(), above.clone());
        *below <= simplest
            && simplest <= *above
            && (simplest.denominator() <= below.denominator() || simplest == *below)
    }

    // Texts and parts.

    #[operation]
    fn same(a: &RBig) -> RBig {
        a.clone()
    }

    #[implements(same)]
    fn to_text_and_back(a: &RBig) -> RBig {
        a.to_string().parse().expect("it is a fraction")
    }

    #[implements(same)]
    fn to_parts_and_back(a: &RBig) -> RBig {
        let (numerator, denominator) = a.clone().into_parts();
        RBig::from_parts_signed(-numerator, -IBig::from(denominator))
    }

    #[implements(same)]
    fn expanded(a: &RBig, #[any] c: &IBig) -> RBig {
        let c = if c.is_zero() { IBig::ONE } else { c.clone() };
        let denominator = IBig::from(a.denominator().clone()) * &c;
        Relaxed::from_parts_signed(a.numerator() * c, denominator).canonicalize()
    }
}

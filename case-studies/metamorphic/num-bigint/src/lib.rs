//! What the integers of num-bigint must equal: the laws of rings, of division with remainder, of
//! two's complement, of roots and modular powers, and round trips through text and bytes.
//!
//! Only functions that every release since 0.2 has are used, so that old releases can be tested.

#![allow(
    clippy::manual_is_multiple_of,
    reason = "a remainder reads like the law, and the same text serves old releases"
)]

/// Signed and unsigned integers.
#[mutagen_core::metamorphic]
pub mod integers {
    use num_bigint::{BigInt, BigUint, Sign, ToBigInt};
    use num_integer::Integer;
    use num_traits::{Num, One, Pow, Signed, ToPrimitive, Zero};

    // Inputs: small ones, those around powers of two and of a digit, runs of bits, products.

    #[input]
    fn small(n: i16) -> BigInt {
        BigInt::from(n)
    }

    #[input]
    fn wide(n: i128) -> BigInt {
        BigInt::from(n)
    }

    #[input(weight = 2)]
    fn near_power(#[mutate(range = 0..=8192)] k: u16, d: i8, negative: bool) -> BigInt {
        let near = (BigInt::one() << usize::from(k)) + BigInt::from(d);
        if negative { -near } else { near }
    }

    /// The exponent is itself near a power of two, where algorithms for other lengths take over.
    #[input(weight = 2)]
    fn near_scale(
        #[mutate(range = 0..=13)] scale: u8,
        offset: i8,
        d: i8,
        negative: bool,
    ) -> BigInt {
        let k = (1_i32 << scale) + i32::from(offset);
        let near = (BigInt::one() << k.max(0) as usize) + BigInt::from(d);
        if negative { -near } else { near }
    }

    /// Digits without a pattern.
    #[input]
    fn scrambled(seed: u16, #[mutate(range = 0..=8)] scale: u8, more: u8) -> BigInt {
        let count = (1_usize << scale) + usize::from(more % 4);
        let step = |n: &u32| Some(n.wrapping_mul(1_664_525).wrapping_add(1_013_904_223));
        let numbers = std::iter::successors(step(&u32::from(seed)), step);
        BigInt::from_slice(Sign::Plus, &numbers.take(count).collect::<Vec<u32>>())
    }

    #[input]
    fn run_of_ones(
        #[mutate(range = 0..=512)] ones: u16,
        #[mutate(range = 0..=512)] zeros: u16,
    ) -> BigInt {
        ((BigInt::one() << usize::from(ones)) - BigInt::one()) << usize::from(zeros)
    }

    #[input]
    fn digits(negative: bool, digits: Vec<u32>) -> BigInt {
        BigInt::from_slice(if negative { Sign::Minus } else { Sign::Plus }, &digits)
    }

    #[input]
    fn product(a: BigInt, b: BigInt) -> BigInt {
        a * b
    }

    #[input]
    fn sum(a: BigInt, b: BigInt) -> BigInt {
        a + b
    }

    #[input]
    fn magnitude(a: BigInt) -> BigUint {
        match a.to_biguint() {
            Some(magnitude) => magnitude,
            None => (-a).to_biguint().unwrap_or_default(),
        }
    }

    #[admit]
    fn fits(a: &BigInt) -> bool {
        a.bits() <= 20_000
    }

    #[admit]
    fn fits_unsigned(a: &BigUint) -> bool {
        a.bits() <= 20_000
    }

    // Constants.

    #[operation(inner)]
    fn zero() -> BigInt {
        BigInt::zero()
    }

    #[implements(zero)]
    fn difference_of_equals(#[any] a: &BigInt) -> BigInt {
        sub(a, a)
    }

    #[implements(zero)]
    fn sum_of_opposites(#[any] a: &BigInt) -> BigInt {
        add(a, &neg(a))
    }

    #[implements(zero)]
    fn both_of_a_value_and_its_complement(#[any] a: &BigInt) -> BigInt {
        and(a, &not(a))
    }

    #[operation(inner)]
    fn one() -> BigInt {
        BigInt::one()
    }

    #[implements(one)]
    fn power_of_zero(#[any] a: &BigInt) -> BigInt {
        pow(a, 0)
    }

    #[implements(one)]
    fn gcd_of_neighbours(#[any] a: &BigInt) -> BigInt {
        gcd(a, &add(a, &BigInt::one()))
    }

    // Sums.

    #[operation(commutative, associative, neutral = zero)]
    fn add(a: &BigInt, b: &BigInt) -> BigInt {
        a + b
    }

    #[implements(add)]
    fn add_negated(a: &BigInt, b: &BigInt) -> BigInt {
        neg(&add(&neg(a), &neg(b)))
    }

    #[implements(add)]
    fn subtract_the_opposite(a: &BigInt, b: &BigInt) -> BigInt {
        sub(a, &neg(b))
    }

    #[implements(add)]
    fn add_in_place(a: &BigInt, b: &BigInt) -> BigInt {
        let mut sum = a.clone();
        sum += b;
        sum
    }

    #[implements(add)]
    fn add_by_bits(a: &BigInt, b: &BigInt) -> BigInt {
        add(&xor(a, b), &shl(&and(a, b), 1))
    }

    #[implements(add)]
    fn add_around_any(a: &BigInt, b: &BigInt, #[any] c: &BigInt) -> BigInt {
        sub(&add(&add(a, c), b), c)
    }

    #[implements(add)]
    fn add_a_primitive(a: &BigInt, b: &BigInt) -> BigInt {
        match (b.to_i64(), b.to_u128()) {
            (Some(b), _) => a + b,
            (None, Some(b)) => a + b,
            (None, None) => a + b,
        }
    }

    #[operation]
    fn sub(a: &BigInt, b: &BigInt) -> BigInt {
        a - b
    }

    #[implements(sub)]
    fn add_the_opposite(a: &BigInt, b: &BigInt) -> BigInt {
        add(a, &neg(b))
    }

    #[implements(sub)]
    fn opposite_of_the_difference(a: &BigInt, b: &BigInt) -> BigInt {
        neg(&sub(b, a))
    }

    #[implements(sub)]
    fn subtract_in_place(a: &BigInt, b: &BigInt) -> BigInt {
        let mut difference = a.clone();
        difference -= b;
        difference
    }

    #[implements(sub)]
    fn subtract_a_primitive(a: &BigInt, b: &BigInt) -> BigInt {
        match (b.to_i32(), a.to_u64(), b.to_i128()) {
            (Some(b), ..) => a - b,
            (None, Some(a), _) => a - b,
            (None, None, Some(b)) => a - b,
            (None, None, None) => a - b,
        }
    }

    #[operation(involution)]
    fn neg(a: &BigInt) -> BigInt {
        -a
    }

    #[implements(neg)]
    fn subtract_from_zero(a: &BigInt) -> BigInt {
        sub(&zero(), a)
    }

    #[implements(neg)]
    fn complement_and_one(a: &BigInt) -> BigInt {
        add(&not(a), &one())
    }

    #[implements(neg)]
    fn times_minus_one(a: &BigInt) -> BigInt {
        mul(a, &neg(&one()))
    }

    #[operation(idempotent)]
    fn abs(a: &BigInt) -> BigInt {
        a.abs()
    }

    #[implements(abs)]
    fn abs_of_the_opposite(a: &BigInt) -> BigInt {
        abs(&neg(a))
    }

    #[implements(abs)]
    fn times_its_sign(a: &BigInt) -> BigInt {
        mul(a, &signum(a))
    }

    #[implements(abs)]
    fn root_of_the_square(a: &BigInt) -> BigInt {
        sqrt(&mul(a, a))
    }

    #[operation(idempotent)]
    fn signum(a: &BigInt) -> BigInt {
        a.signum()
    }

    #[implements(signum, when = !a.is_zero())]
    fn divide_by_its_size(a: &BigInt) -> BigInt {
        quotient(a, &abs(a))
    }

    // Products.

    #[operation(
        commutative,
        associative,
        neutral = one,
        absorbing = zero,
        distributes_over = add
    )]
    fn mul(a: &BigInt, b: &BigInt) -> BigInt {
        a * b
    }

    #[implements(mul)]
    fn multiply_opposites(a: &BigInt, b: &BigInt) -> BigInt {
        mul(&neg(a), &neg(b))
    }

    #[implements(mul)]
    fn multiply_in_place(a: &BigInt, b: &BigInt) -> BigInt {
        let mut product = a.clone();
        product *= b;
        product
    }

    #[implements(mul)]
    fn multiply_a_primitive(a: &BigInt, b: &BigInt) -> BigInt {
        match (b.to_u32(), b.to_i64(), b.to_i128()) {
            (Some(b), ..) => a * b,
            (None, Some(b), _) => a * b,
            (None, None, Some(b)) => a * b,
            (None, None, None) => a * b,
        }
    }

    #[implements(mul)]
    fn multiply_one_more(a: &BigInt, b: &BigInt) -> BigInt {
        sub(&mul(&add(a, &one()), b), b)
    }

    #[implements(mul)]
    fn quarter_of_the_squares(a: &BigInt, b: &BigInt) -> BigInt {
        shr(&sub(&pow(&add(a, b), 2), &pow(&sub(a, b), 2)), 2)
    }

    #[implements(mul, when = b.bits() <= 6)]
    fn multiply_by_adding(a: &BigInt, b: &BigInt) -> BigInt {
        let mut product = zero();
        for _ in 0..b.abs().to_u8().unwrap_or(0) {
            product = add(&product, a);
        }
        if b.is_negative() { neg(&product) } else { product }
    }

    #[implements(mul)]
    fn multiply_halves(a: &BigInt, b: &BigInt, #[mutate(range = 1..=4096)] k: u16) -> BigInt {
        let high = shr(a, k);
        let low = sub(a, &shl(&high, k));
        add(&shl(&mul(&high, b), k), &mul(&low, b))
    }

    #[operation]
    fn pow(a: &BigInt, #[mutate(range = 0..=20)] n: u8) -> BigInt {
        Pow::pow(a, n)
    }

    #[implements(pow)]
    fn multiply_again_and_again(a: &BigInt, n: u8) -> BigInt {
        let mut power = one();
        for _ in 0..n {
            power = mul(&power, a);
        }
        power
    }

    #[implements(pow)]
    fn power_of_the_square(a: &BigInt, n: u8) -> BigInt {
        let square = pow(&mul(a, a), n / 2);
        if n % 2 == 0 { square } else { mul(&square, a) }
    }

    #[implements(pow)]
    fn power_of_a_trait(a: &BigInt, n: u8) -> BigInt {
        num_traits::pow(a.clone(), usize::from(n))
    }

    // Division.

    #[operation(requires = !b.is_zero())]
    fn div_floor(a: &BigInt, b: &BigInt) -> BigInt {
        a.div_floor(b)
    }

    #[implements(div_floor)]
    fn floor_of_opposites(a: &BigInt, b: &BigInt) -> BigInt {
        div_floor(&neg(a), &neg(b))
    }

    #[implements(div_floor)]
    fn floor_of_multiples(a: &BigInt, b: &BigInt, #[any] c: &BigInt) -> BigInt {
        if c.is_zero() { div_floor(a, b) } else { div_floor(&mul(a, c), &mul(b, c)) }
    }

    #[implements(div_floor)]
    fn floor_after_adding(a: &BigInt, b: &BigInt, #[any] c: &BigInt) -> BigInt {
        sub(&div_floor(&add(a, &mul(b, c)), b), c)
    }

    #[implements(div_floor)]
    fn exact_part(a: &BigInt, b: &BigInt) -> BigInt {
        quotient(&sub(a, &mod_floor(a, b)), b)
    }

    #[operation(requires = !b.is_zero())]
    fn mod_floor(a: &BigInt, b: &BigInt) -> BigInt {
        a.mod_floor(b)
    }

    #[implements(mod_floor)]
    fn what_the_floor_leaves(a: &BigInt, b: &BigInt) -> BigInt {
        sub(a, &mul(&div_floor(a, b), b))
    }

    #[implements(mod_floor)]
    fn second_of_the_pair(a: &BigInt, b: &BigInt) -> BigInt {
        a.div_mod_floor(b).1
    }

    #[implements(mod_floor)]
    fn modulo_of_modulo(a: &BigInt, b: &BigInt, #[any] c: &BigInt) -> BigInt {
        mod_floor(&add(a, &mul(b, c)), b)
    }

    #[operation(requires = !b.is_zero())]
    fn quotient(a: &BigInt, b: &BigInt) -> BigInt {
        a / b
    }

    #[implements(quotient)]
    fn quotient_of_the_pair(a: &BigInt, b: &BigInt) -> BigInt {
        a.div_rem(b).0
    }

    #[implements(quotient)]
    fn quotient_in_place(a: &BigInt, b: &BigInt) -> BigInt {
        let mut quotient = a.clone();
        quotient /= b;
        quotient
    }

    #[implements(quotient)]
    fn quotient_of_a_primitive(a: &BigInt, b: &BigInt) -> BigInt {
        match (b.to_u32(), b.to_i64(), b.to_u128()) {
            (Some(b), ..) => a / b,
            (None, Some(b), _) => a / b,
            (None, None, Some(b)) => a / b,
            (None, None, None) => a / b,
        }
    }

    #[implements(quotient)]
    fn floor_of_sizes(a: &BigInt, b: &BigInt) -> BigInt {
        mul(&div_floor(&abs(a), &abs(b)), &mul(&signum(a), &signum(b)))
    }

    #[operation(requires = !b.is_zero())]
    fn remainder(a: &BigInt, b: &BigInt) -> BigInt {
        a % b
    }

    #[implements(remainder)]
    fn what_the_quotient_leaves(a: &BigInt, b: &BigInt) -> BigInt {
        sub(a, &mul(&quotient(a, b), b))
    }

    #[implements(remainder)]
    fn remainder_of_opposites(a: &BigInt, b: &BigInt) -> BigInt {
        neg(&remainder(&neg(a), &neg(b)))
    }

    #[implements(remainder)]
    fn remainder_of_a_primitive(a: &BigInt, b: &BigInt) -> BigInt {
        match (b.to_i32(), b.to_u64(), b.to_i128()) {
            (Some(b), ..) => a % b,
            (None, Some(b), _) => a % b,
            (None, None, Some(b)) => a % b,
            (None, None, None) => a % b,
        }
    }

    #[law(requires = !b.is_zero())]
    fn division_gives_back_and_leaves_less(a: &BigInt, b: &BigInt) -> bool {
        let (quotient, remainder) = a.div_rem(b);
        quotient * b + &remainder == *a && remainder.abs() < b.abs()
    }

    #[law]
    fn a_product_divides_exactly(a: &BigInt, b: &BigInt) -> bool {
        let product = mul(a, b);
        b.is_zero() || (product.is_multiple_of(b) && quotient(&product, b) == *a)
    }

    #[operation(commutative, associative)]
    fn gcd(a: &BigInt, b: &BigInt) -> BigInt {
        if b.is_zero() { a.abs() } else { a.gcd(b) }
    }

    #[implements(gcd)]
    fn euclid(a: &BigInt, b: &BigInt) -> BigInt {
        if b.is_zero() { abs(a) } else { gcd(b, &mod_floor(a, b)) }
    }

    #[implements(gcd)]
    fn common_factor_out(a: &BigInt, b: &BigInt, #[any] c: &BigInt) -> BigInt {
        if c.is_zero() { gcd(a, b) } else { quotient(&gcd(&mul(a, c), &mul(b, c)), &abs(c)) }
    }

    #[operation(commutative)]
    fn lcm(a: &BigInt, b: &BigInt) -> BigInt {
        if a.is_zero() || b.is_zero() { BigInt::zero() } else { a.lcm(b) }
    }

    #[implements(lcm, when = !a.is_zero() && !b.is_zero())]
    fn product_by_gcd(a: &BigInt, b: &BigInt) -> BigInt {
        abs(&mul(&quotient(a, &gcd(a, b)), b))
    }

    // Bits, in two's complement.

    #[operation(involution)]
    fn not(a: &BigInt) -> BigInt {
        !a
    }

    #[implements(not)]
    fn one_below_the_opposite(a: &BigInt) -> BigInt {
        sub(&neg(a), &one())
    }

    #[operation(commutative, associative, idempotent, absorbing = zero)]
    fn and(a: &BigInt, b: &BigInt) -> BigInt {
        a & b
    }

    #[implements(and)]
    fn and_by_or(a: &BigInt, b: &BigInt) -> BigInt {
        not(&or(&not(a), &not(b)))
    }

    #[implements(and)]
    fn sum_without_or(a: &BigInt, b: &BigInt) -> BigInt {
        sub(&add(a, b), &or(a, b))
    }

    #[operation(commutative, associative, idempotent, neutral = zero)]
    fn or(a: &BigInt, b: &BigInt) -> BigInt {
        a | b
    }

    #[implements(or)]
    fn or_by_and(a: &BigInt, b: &BigInt) -> BigInt {
        not(&and(&not(a), &not(b)))
    }

    #[implements(or)]
    fn disjoint_parts(a: &BigInt, b: &BigInt) -> BigInt {
        add(a, &and(b, &not(a)))
    }

    #[operation(commutative, associative, neutral = zero)]
    fn xor(a: &BigInt, b: &BigInt) -> BigInt {
        a ^ b
    }

    #[implements(xor)]
    fn either_but_not_both(a: &BigInt, b: &BigInt) -> BigInt {
        sub(&or(a, b), &and(a, b))
    }

    #[implements(xor)]
    fn xor_around_any(a: &BigInt, b: &BigInt, #[any] c: &BigInt) -> BigInt {
        xor(&xor(a, c), &xor(c, b))
    }

    #[operation]
    fn shl(a: &BigInt, #[mutate(range = 0..=4096)] k: u16) -> BigInt {
        a << usize::from(k)
    }

    #[implements(shl)]
    fn times_a_power_of_two(a: &BigInt, k: u16) -> BigInt {
        mul(a, &(BigInt::one() << usize::from(k)))
    }

    #[implements(shl)]
    fn shift_left_twice(a: &BigInt, k: u16, #[any] part: u16) -> BigInt {
        let part = part.min(k);
        shl(&shl(a, part), k - part)
    }

    #[implements(shl, when = k <= 8)]
    fn double_again_and_again(a: &BigInt, k: u16) -> BigInt {
        (0..k).fold(a.clone(), |sum, _| add(&sum, &sum))
    }

    #[operation]
    fn shr(a: &BigInt, #[mutate(range = 0..=4096)] k: u16) -> BigInt {
        a >> usize::from(k)
    }

    #[implements(shr)]
    fn floor_by_a_power_of_two(a: &BigInt, k: u16) -> BigInt {
        div_floor(a, &(BigInt::one() << usize::from(k)))
    }

    #[implements(shr)]
    fn shift_right_twice(a: &BigInt, k: u16, #[any] part: u16) -> BigInt {
        let part = part.min(k);
        shr(&shr(a, part), k - part)
    }

    #[implements(shr)]
    fn shift_the_complement(a: &BigInt, k: u16) -> BigInt {
        not(&shr(&not(a), k))
    }

    // Roots.

    #[operation(requires = !a.is_negative())]
    fn sqrt(a: &BigInt) -> BigInt {
        a.sqrt()
    }

    #[implements(sqrt)]
    fn second_root(a: &BigInt) -> BigInt {
        root(a, 2)
    }

    #[operation]
    fn cbrt(a: &BigInt) -> BigInt {
        a.cbrt()
    }

    #[implements(cbrt)]
    fn third_root(a: &BigInt) -> BigInt {
        root(a, 3)
    }

    #[implements(cbrt)]
    fn cube_root_of_the_opposite(a: &BigInt) -> BigInt {
        neg(&cbrt(&neg(a)))
    }

    #[operation(requires = n % 2 == 1 || !a.is_negative())]
    fn root(a: &BigInt, #[mutate(range = 1..=20)] n: u8) -> BigInt {
        a.nth_root(u32::from(n))
    }

    #[implements(root, when = n % 2 == 0)]
    fn root_of_the_root(a: &BigInt, n: u8) -> BigInt {
        root(&sqrt(a), n / 2)
    }

    #[law]
    fn a_power_has_its_root(a: &BigInt, #[mutate(range = 1..=12)] n: u8) -> bool {
        let expected = if n % 2 == 0 { abs(a) } else { a.clone() };
        root(&pow(a, n), n) == expected
    }

    #[law]
    fn a_root_is_the_largest(a: &BigInt, #[mutate(range = 1..=12)] n: u8) -> bool {
        let a = abs(a);
        let found = root(&a, n);
        pow(&found, n) <= a && pow(&add(&found, &one()), n) > a
    }

    // Modular powers.

    #[operation(requires = !e.is_negative() && !m.is_zero() && e.bits() <= 512 && m.bits() <= 2048)]
    fn modpow(b: &BigInt, e: &BigInt, m: &BigInt) -> BigInt {
        b.modpow(e, m)
    }

    #[implements(modpow, when = e.bits() <= 5)]
    fn modulo_of_the_power(b: &BigInt, e: &BigInt, m: &BigInt) -> BigInt {
        mod_floor(&pow(b, e.to_u8().unwrap_or(0)), m)
    }

    #[implements(modpow)]
    fn power_of_the_modulo(b: &BigInt, e: &BigInt, m: &BigInt) -> BigInt {
        modpow(&mod_floor(b, m), e, m)
    }

    #[implements(modpow)]
    fn halve_the_exponent(b: &BigInt, e: &BigInt, m: &BigInt) -> BigInt {
        let half = shr(e, 1);
        let square = modpow(&mod_floor(&mul(b, b), m), &half, m);
        if e.is_even() { square } else { mod_floor(&mul(&square, b), m) }
    }

    // Comparisons.

    #[operation]
    fn less(a: &BigInt, b: &BigInt) -> bool {
        a < b
    }

    #[implements(less)]
    fn the_difference_is_negative(a: &BigInt, b: &BigInt) -> bool {
        sub(a, b).sign() == Sign::Minus
    }

    #[implements(less)]
    fn opposites_the_other_way(a: &BigInt, b: &BigInt) -> bool {
        less(&neg(b), &neg(a))
    }

    #[operation]
    fn length(a: &BigInt) -> u64 {
        // It is a `usize` in old releases.
        #[allow(clippy::unnecessary_cast, reason = "old releases have another type")]
        let bits = a.bits() as u64;
        bits
    }

    #[implements(length)]
    fn length_of_the_double(a: &BigInt) -> u64 {
        if a.is_zero() { 0 } else { length(&shl(a, 1)) - 1 }
    }

    #[implements(length)]
    fn length_in_base_two(a: &BigInt) -> u64 {
        let text = a.abs().to_str_radix(2);
        if a.is_zero() { 0 } else { text.len() as u64 }
    }

    // Texts and bytes.

    #[operation]
    fn same(a: &BigInt) -> BigInt {
        a.clone()
    }

    #[implements(same)]
    fn to_text_and_back(a: &BigInt, #[mutate(range = 2..=36)] radix: u8) -> BigInt {
        let radix = u32::from(radix);
        BigInt::from_str_radix(&a.to_str_radix(radix), radix).expect("it is a number")
    }

    #[implements(same)]
    fn to_decimals_and_back(a: &BigInt) -> BigInt {
        a.to_string().parse().expect("it is a number")
    }

    #[implements(same)]
    fn to_signed_bytes_and_back(a: &BigInt) -> BigInt {
        BigInt::from_signed_bytes_le(&a.to_signed_bytes_le())
    }

    #[implements(same)]
    fn to_reversed_signed_bytes_and_back(a: &BigInt) -> BigInt {
        BigInt::from_signed_bytes_be(&a.to_signed_bytes_be())
    }

    #[implements(same)]
    fn to_bytes_and_back(a: &BigInt) -> BigInt {
        let (sign, bytes) = a.to_bytes_be();
        BigInt::from_bytes_be(sign, &bytes)
    }

    #[implements(same)]
    fn to_digits_and_back(a: &BigInt, #[mutate(range = 2..=256)] radix: u16) -> BigInt {
        let (sign, digits) = a.to_radix_le(u32::from(radix));
        let back = BigInt::from_radix_le(sign, &digits, u32::from(radix));
        back.expect("they are digits")
    }

    #[implements(same)]
    fn to_the_other_sort_and_back(a: &BigInt) -> BigInt {
        match a.to_biguint() {
            Some(magnitude) => signed(&magnitude),
            None => neg(&signed(&magnitude_of(&neg(a)))),
        }
    }

    #[operation]
    fn bytes(a: &BigInt) -> Vec<u8> {
        a.to_signed_bytes_le()
    }

    #[implements(bytes)]
    fn bytes_from_the_other_end(a: &BigInt) -> Vec<u8> {
        a.to_signed_bytes_be().into_iter().rev().collect()
    }

    #[law]
    fn signed_bytes_are_as_few_as_possible(a: &BigInt) -> bool {
        let complement = if a.is_negative() { not(a) } else { a.clone() };
        bytes(a).len() as u64 == length(&complement) / 8 + 1
    }

    // Unsigned integers.

    #[operation]
    fn signed(a: &BigUint) -> BigInt {
        BigInt::from(a.clone())
    }

    #[implements(signed)]
    fn signed_from_its_bytes(a: &BigUint) -> BigInt {
        BigInt::from_bytes_le(Sign::Plus, &a.to_bytes_le())
    }

    #[implements(signed)]
    fn signed_by_a_trait(a: &BigUint) -> BigInt {
        a.to_bigint().expect("every unsigned integer is a signed one")
    }

    #[operation(requires = !a.is_negative())]
    fn magnitude_of(a: &BigInt) -> BigUint {
        a.to_biguint().expect("it is not negative")
    }

    #[implements(magnitude_of)]
    fn magnitude_from_bytes(a: &BigInt) -> BigUint {
        BigUint::from_bytes_be(&a.to_bytes_be().1)
    }

    #[operation(commutative, associative)]
    fn add_unsigned(a: &BigUint, b: &BigUint) -> BigUint {
        a + b
    }

    #[implements(add_unsigned)]
    fn add_as_signed(a: &BigUint, b: &BigUint) -> BigUint {
        magnitude_of(&add(&signed(a), &signed(b)))
    }

    #[operation(commutative, associative, distributes_over = add_unsigned)]
    fn mul_unsigned(a: &BigUint, b: &BigUint) -> BigUint {
        a * b
    }

    #[implements(mul_unsigned)]
    fn multiply_as_signed(a: &BigUint, b: &BigUint) -> BigUint {
        magnitude_of(&mul(&signed(a), &signed(b)))
    }

    #[operation]
    fn difference(a: &BigUint, b: &BigUint) -> BigUint {
        if a >= b { a - b } else { b - a }
    }

    #[implements(difference)]
    fn size_of_the_signed_difference(a: &BigUint, b: &BigUint) -> BigUint {
        magnitude_of(&abs(&sub(&signed(a), &signed(b))))
    }

    #[operation(requires = !b.is_zero())]
    fn div_unsigned(a: &BigUint, b: &BigUint) -> BigUint {
        a / b
    }

    #[implements(div_unsigned)]
    fn divide_as_signed(a: &BigUint, b: &BigUint) -> BigUint {
        magnitude_of(&div_floor(&signed(a), &signed(b)))
    }

    #[operation]
    fn same_unsigned(a: &BigUint) -> BigUint {
        a.clone()
    }

    #[implements(same_unsigned)]
    fn unsigned_to_text_and_back(a: &BigUint, #[mutate(range = 2..=36)] radix: u8) -> BigUint {
        let (radix, text) = (u32::from(radix), a.to_str_radix(u32::from(radix)));
        BigUint::parse_bytes(text.as_bytes(), radix).expect("it is a number")
    }

    #[implements(same_unsigned)]
    fn unsigned_to_digits_and_back(a: &BigUint, #[mutate(range = 2..=256)] radix: u16) -> BigUint {
        let radix = u32::from(radix);
        BigUint::from_radix_be(&a.to_radix_be(radix), radix).expect("they are digits")
    }
}

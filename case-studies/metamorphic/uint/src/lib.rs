//! What the fixed-width integers of uint must equal: the laws of arithmetic modulo 2²⁵⁶, of
//! division with remainder, of bits and of overflow, and round trips through text and bytes.
//!
//! Only functions that every release since 0.9.2 has are used, so that old releases can be tested.

pub mod width;

/// Integers of 256 bits.
#[mutagen_core::metamorphic]
pub mod integers {
    use crate::width::U256;

    // Inputs: small ones, those of one to four words, those around powers of two, runs of bits.

    #[input]
    fn small(n: u16) -> U256 {
        U256::from(n)
    }

    #[input]
    fn wide(n: u128) -> U256 {
        U256::from(n)
    }

    #[input]
    fn words(a: u64, b: u64, c: u64, d: u64) -> U256 {
        U256([a, b, c, d])
    }

    /// Words without a pattern.
    #[input]
    fn scrambled(seed: u16, #[mutate(range = 1..=4)] count: u8) -> U256 {
        let step = |n: &u64| Some(n.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1));
        let numbers = std::iter::successors(step(&u64::from(seed)), step);
        let mut words = [0; 4];
        for (word, number) in words.iter_mut().zip(numbers.take(count.into())) {
            *word = number;
        }
        U256(words)
    }

    #[input(weight = 2)]
    fn near_power(#[mutate(range = 0..=255)] k: u8, d: u8, below: bool) -> U256 {
        let (power, d) = (U256::one() << usize::from(k), U256::from(d));
        if below { power.overflowing_sub(d).0 } else { power.overflowing_add(d).0 }
    }

    #[input]
    fn run_of_ones(#[mutate(range = 0..=255)] ones: u8, zeros: u8) -> U256 {
        ((U256::one() << usize::from(ones)) - U256::one()) << usize::from(zeros)
    }

    #[input]
    fn complement(a: U256) -> U256 {
        !a
    }

    #[input]
    fn product(a: U256, b: U256) -> U256 {
        a.overflowing_mul(b).0
    }

    // Constants.

    #[operation(inner)]
    fn zero() -> U256 {
        U256::zero()
    }

    #[implements(zero)]
    fn difference_of_equals(#[any] a: &U256) -> U256 {
        sub(a, a)
    }

    #[operation(inner)]
    fn one() -> U256 {
        U256::one()
    }

    #[implements(one)]
    fn quotient_of_equals(#[any] a: &U256) -> U256 {
        if a.is_zero() { U256::one() } else { div(a, a) }
    }

    // Arithmetic modulo 2²⁵⁶.

    #[operation(commutative, associative, neutral = zero)]
    fn add(a: &U256, b: &U256) -> U256 {
        a.overflowing_add(*b).0
    }

    #[implements(add)]
    fn subtract_the_opposite(a: &U256, b: &U256) -> U256 {
        sub(a, &neg(b))
    }

    #[implements(add)]
    fn add_by_bits(a: &U256, b: &U256) -> U256 {
        add(&xor(a, b), &shl(&and(a, b), 1))
    }

    #[implements(add)]
    fn add_around_any(a: &U256, b: &U256, #[any] c: &U256) -> U256 {
        sub(&add(&add(a, c), b), c)
    }

    #[implements(add)]
    fn add_checked(a: &U256, b: &U256) -> U256 {
        match a.checked_add(*b) {
            Some(sum) => sum,
            None => sub(&sub(a, &not(b)), &one()),
        }
    }

    #[operation]
    fn sub(a: &U256, b: &U256) -> U256 {
        a.overflowing_sub(*b).0
    }

    #[implements(sub)]
    fn add_the_opposite(a: &U256, b: &U256) -> U256 {
        add(a, &neg(b))
    }

    #[implements(sub)]
    fn complement_of_the_sum(a: &U256, b: &U256) -> U256 {
        not(&add(&not(a), b))
    }

    #[implements(sub)]
    fn subtract_checked(a: &U256, b: &U256) -> U256 {
        match a.checked_sub(*b) {
            Some(difference) => difference,
            None => neg(&(*b - *a)),
        }
    }

    #[operation(involution)]
    fn neg(a: &U256) -> U256 {
        U256::zero().overflowing_sub(*a).0
    }

    #[implements(neg)]
    fn overflowing_neg(a: &U256) -> U256 {
        a.overflowing_neg().0
    }

    #[implements(neg)]
    fn complement_and_one(a: &U256) -> U256 {
        add(&not(a), &one())
    }

    #[implements(neg)]
    fn times_minus_one(a: &U256) -> U256 {
        mul(a, &U256::max_value())
    }

    #[operation(
        commutative,
        associative,
        neutral = one,
        absorbing = zero,
        distributes_over = add
    )]
    fn mul(a: &U256, b: &U256) -> U256 {
        a.overflowing_mul(*b).0
    }

    #[implements(mul)]
    fn multiply_opposites(a: &U256, b: &U256) -> U256 {
        mul(&neg(a), &neg(b))
    }

    #[implements(mul)]
    fn multiply_halves(a: &U256, b: &U256, #[mutate(range = 0..=255)] k: u8) -> U256 {
        let high = shr(a, k.into());
        let low = sub(a, &shl(&high, k.into()));
        add(&shl(&mul(&high, b), k.into()), &mul(&low, b))
    }

    #[implements(mul)]
    fn multiply_by_a_word(a: &U256, b: &U256) -> U256 {
        match a.checked_mul(*b) {
            Some(_) if b.bits() <= 32 => *a * b.low_u32(),
            Some(_) if b.bits() <= 64 => *a * b.low_u64(),
            Some(product) => product,
            None => mul(a, b),
        }
    }

    #[operation]
    fn pow(a: &U256, #[mutate(range = 0..=40)] n: u8) -> U256 {
        a.overflowing_pow(n.into()).0
    }

    #[implements(pow)]
    fn multiply_again_and_again(a: &U256, n: u8) -> U256 {
        let mut power = one();
        for _ in 0..n {
            power = mul(&power, a);
        }
        power
    }

    #[implements(pow)]
    fn power_of_the_square(a: &U256, n: u8) -> U256 {
        let square = pow(&mul(a, a), n / 2);
        if n % 2 == 0 { square } else { mul(&square, a) }
    }

    #[implements(pow, when = *a == U256::from(10) && n <= 77)]
    fn power_of_ten(a: &U256, n: u8) -> U256 {
        let _ = a;
        U256::exp10(n.into())
    }

    // Overflow.

    #[operation]
    fn sum(a: &U256, b: &U256) -> Option<U256> {
        a.checked_add(*b)
    }

    #[implements(sum)]
    fn sum_if_it_did_not_wrap(a: &U256, b: &U256) -> Option<U256> {
        let (sum, overflows) = a.overflowing_add(*b);
        if overflows { None } else { Some(sum) }
    }

    #[implements(sum)]
    fn sum_if_it_is_not_less(a: &U256, b: &U256) -> Option<U256> {
        let sum = add(a, b);
        if less(&sum, a) { None } else { Some(sum) }
    }

    #[implements(sum)]
    fn sum_if_it_is_not_at_the_limit(a: &U256, b: &U256) -> Option<U256> {
        let saturated = a.saturating_add(*b);
        if saturated == add(a, b) { Some(saturated) } else { None }
    }

    #[operation]
    fn difference(a: &U256, b: &U256) -> Option<U256> {
        a.checked_sub(*b)
    }

    #[implements(difference)]
    fn difference_if_it_is_not_negative(a: &U256, b: &U256) -> Option<U256> {
        if less(a, b) { None } else { Some(sub(a, b)) }
    }

    #[implements(difference)]
    fn difference_if_it_did_not_wrap(a: &U256, b: &U256) -> Option<U256> {
        let (difference, overflows) = a.overflowing_sub(*b);
        if overflows { None } else { Some(difference) }
    }

    #[operation]
    fn product_of(a: &U256, b: &U256) -> Option<U256> {
        a.checked_mul(*b)
    }

    #[implements(product_of)]
    fn product_if_it_divides(a: &U256, b: &U256) -> Option<U256> {
        let product = mul(a, b);
        let fits = a.is_zero() || div(&product, a) == *b;
        if fits { Some(product) } else { None }
    }

    #[implements(product_of)]
    fn product_if_it_is_not_at_the_limit(a: &U256, b: &U256) -> Option<U256> {
        let (product, overflows) = a.overflowing_mul(*b);
        let saturated = a.saturating_mul(*b);
        match overflows {
            true if saturated == U256::max_value() => None,
            _ => Some(if overflows { U256::zero() } else { product.max(saturated) }),
        }
    }

    #[operation]
    fn power_of(a: &U256, #[mutate(range = 0..=40)] n: u8) -> Option<U256> {
        a.checked_pow(n.into())
    }

    #[implements(power_of)]
    fn product_again_and_again(a: &U256, n: u8) -> Option<U256> {
        let mut power = U256::one();
        for _ in 0..n {
            power = product_of(&power, a)?;
        }
        Some(power)
    }

    #[operation]
    fn opposite(a: &U256) -> Option<U256> {
        a.checked_neg()
    }

    #[implements(opposite)]
    fn opposite_of_nothing(a: &U256) -> Option<U256> {
        let (opposite, overflows) = a.overflowing_neg();
        if overflows { None } else { Some(opposite) }
    }

    #[implements(opposite)]
    fn zero_if_zero(a: &U256) -> Option<U256> {
        difference(&U256::zero(), a)
    }

    // Division.

    #[operation(requires = !b.is_zero())]
    fn div(a: &U256, b: &U256) -> U256 {
        a / b
    }

    #[implements(div)]
    fn quotient_of_the_pair(a: &U256, b: &U256) -> U256 {
        a.div_mod(*b).0
    }

    #[implements(div)]
    fn divide_in_place(a: &U256, b: &U256) -> U256 {
        let mut quotient = *a;
        quotient /= *b;
        quotient
    }

    #[implements(div)]
    fn quotient_checked(a: &U256, b: &U256) -> U256 {
        a.checked_div(*b).expect("the divisor is not zero")
    }

    #[implements(div)]
    fn divide_multiples(a: &U256, b: &U256, #[any] c: &U256) -> U256 {
        match (a.checked_mul(*c), b.checked_mul(*c)) {
            (Some(a), Some(b)) if !c.is_zero() => div(&a, &b),
            _ => div(a, b),
        }
    }

    #[operation(requires = !b.is_zero())]
    fn rem(a: &U256, b: &U256) -> U256 {
        a % b
    }

    #[implements(rem)]
    fn what_the_quotient_leaves(a: &U256, b: &U256) -> U256 {
        sub(a, &mul(&div(a, b), b))
    }

    #[implements(rem)]
    fn remainder_of_the_pair(a: &U256, b: &U256) -> U256 {
        a.div_mod(*b).1
    }

    #[implements(rem)]
    fn remainder_checked(a: &U256, b: &U256) -> U256 {
        a.checked_rem(*b).expect("the divisor is not zero")
    }

    #[law(requires = !b.is_zero())]
    fn a_remainder_is_below_the_divisor(a: &U256, b: &U256) -> bool {
        let (quotient, remainder) = a.div_mod(*b);
        remainder < *b && quotient.checked_mul(*b) == a.checked_sub(remainder)
    }

    #[operation]
    fn sqrt(a: &U256) -> U256 {
        a.integer_sqrt()
    }

    #[implements(sqrt)]
    fn root_by_halving(a: &U256) -> U256 {
        let mut root = zero();
        for k in (0..128_u16).rev() {
            let next = or(&root, &shl(&U256::one(), k));
            if next * next <= *a {
                root = next;
            }
        }
        root
    }

    // Bits.

    #[operation(involution)]
    fn not(a: &U256) -> U256 {
        !*a
    }

    #[implements(not)]
    fn subtract_from_the_largest(a: &U256) -> U256 {
        U256::max_value() - *a
    }

    #[operation(commutative, associative, idempotent, absorbing = zero)]
    fn and(a: &U256, b: &U256) -> U256 {
        *a & *b
    }

    #[implements(and)]
    fn and_by_or(a: &U256, b: &U256) -> U256 {
        not(&or(&not(a), &not(b)))
    }

    #[operation(commutative, associative, idempotent, neutral = zero)]
    fn or(a: &U256, b: &U256) -> U256 {
        *a | *b
    }

    #[implements(or)]
    fn sum_without_and(a: &U256, b: &U256) -> U256 {
        sub(&add(a, b), &and(a, b))
    }

    #[operation(commutative, associative, neutral = zero)]
    fn xor(a: &U256, b: &U256) -> U256 {
        *a ^ *b
    }

    #[implements(xor)]
    fn either_but_not_both(a: &U256, b: &U256) -> U256 {
        sub(&or(a, b), &and(a, b))
    }

    #[operation]
    fn shl(a: &U256, #[mutate(range = 0..=300)] k: u16) -> U256 {
        a << usize::from(k)
    }

    #[implements(shl)]
    fn times_a_power_of_two(a: &U256, k: u16) -> U256 {
        mul(a, &U256::from(2).overflowing_pow(k.into()).0)
    }

    #[implements(shl)]
    fn shift_left_in_place(a: &U256, k: u16) -> U256 {
        let mut shifted = *a;
        shifted <<= usize::from(k);
        shifted
    }

    #[operation]
    fn shr(a: &U256, #[mutate(range = 0..=300)] k: u16) -> U256 {
        a >> usize::from(k)
    }

    #[implements(shr, when = k <= 255)]
    fn divide_by_a_power_of_two(a: &U256, k: u16) -> U256 {
        div(a, &(U256::one() << usize::from(k)))
    }

    #[implements(shr)]
    fn shift_right_twice(a: &U256, k: u16, #[any] part: u16) -> U256 {
        let part = part.min(k);
        shr(&shr(a, part), k - part)
    }

    #[operation]
    fn bit(a: &U256, #[mutate(range = 0..=255)] k: u8) -> bool {
        a.bit(k.into())
    }

    #[implements(bit)]
    fn parity_after_shifting(a: &U256, k: u8) -> bool {
        shr(a, k.into()).low_u64() % 2 == 1
    }

    #[implements(bit)]
    fn bit_of_a_byte(a: &U256, k: u8) -> bool {
        a.byte(usize::from(k / 8)) >> (k % 8) & 1 == 1
    }

    #[operation]
    fn length(a: &U256) -> usize {
        a.bits()
    }

    #[implements(length)]
    fn what_the_leading_zeros_leave(a: &U256) -> usize {
        256 - a.leading_zeros() as usize
    }

    #[implements(length)]
    fn length_of_the_hexadecimal(a: &U256) -> usize {
        if a.is_zero() {
            0
        } else {
            let text = format!("{a:x}");
            let first = u8::from_str_radix(&text[..1], 16).expect("it is a digit");
            4 * text.len() - first.leading_zeros() as usize + 4
        }
    }

    #[operation]
    fn zeros_at_the_end(a: &U256) -> u32 {
        a.trailing_zeros()
    }

    #[implements(zeros_at_the_end)]
    fn length_of_the_lowest_bit(a: &U256) -> u32 {
        if a.is_zero() { 256 } else { length(&and(a, &neg(a))) as u32 - 1 }
    }

    // Comparisons, texts and bytes.

    #[operation]
    fn less(a: &U256, b: &U256) -> bool {
        a < b
    }

    #[implements(less)]
    fn complements_the_other_way(a: &U256, b: &U256) -> bool {
        less(&not(b), &not(a))
    }

    #[implements(less)]
    fn the_difference_overflows(a: &U256, b: &U256) -> bool {
        a.overflowing_sub(*b).1
    }

    #[operation]
    fn same(a: &U256) -> U256 {
        *a
    }

    #[implements(same)]
    fn to_decimals_and_back(a: &U256) -> U256 {
        U256::from_dec_str(&a.to_string()).expect("it is a number")
    }

    #[implements(same)]
    fn to_hexadecimals_and_back(a: &U256) -> U256 {
        U256::from_str_radix(&format!("{a:x}"), 16).expect("it is a number")
    }

    #[implements(same)]
    fn to_prefixed_hexadecimals_and_back(a: &U256) -> U256 {
        format!("{a:#x}").parse().expect("it is a number")
    }

    #[implements(same)]
    fn to_bytes_and_back(a: &U256) -> U256 {
        let bytes: Vec<u8> = (0..32).rev().map(|k| a.byte(k)).collect();
        U256::from_big_endian(&bytes)
    }

    #[implements(same)]
    fn to_bytes_from_the_other_end_and_back(a: &U256) -> U256 {
        let bytes: Vec<u8> = (0..32).map(|k| a.byte(k)).collect();
        U256::from_little_endian(&bytes)
    }

    #[implements(same, when = a.bits() <= 128)]
    fn to_a_primitive_and_back(a: &U256) -> U256 {
        u128::try_from(*a).map_or(*a, U256::from)
    }
}

//! What the integers of dashu-int must equal: the laws of rings, of both kinds of division, of
//! two's complement, of roots, logarithms and modular rings, and round trips through text, bytes
//! and words.
//!
//! Only functions that every release since 0.4 has are used, so that old releases can be tested.

/// Unsigned and signed integers.
#[mutagen_core::metamorphic]
pub mod integers {
    use dashu_int::fast_div::ConstDivisor;
    use dashu_int::ops::{
        Abs, BitTest, CubicRoot, DivEuclid, DivRem, DivRemEuclid, ExtendedGcd, Gcd, PowerOfTwo,
        RemEuclid, SquareRoot, SquareRootRem, UnsignedAbs,
    };
    use dashu_int::{IBig, Sign, UBig, Word};

    // Inputs: small ones, those around powers of two and of a word, runs of bits, products.

    #[input]
    fn small(n: u16) -> UBig {
        UBig::from(n)
    }

    #[input]
    fn wide(n: u128) -> UBig {
        UBig::from(n)
    }

    #[input(weight = 2)]
    fn near_power(#[mutate(range = 0..=4096)] k: u16, d: u8, below: bool) -> UBig {
        let (power, d) = (UBig::ONE << usize::from(k), UBig::from(d));
        match below {
            true if power < d => UBig::ZERO,
            true => power - d,
            false => power + d,
        }
    }

    /// The exponent is itself near a power of two, where algorithms for other lengths take over.
    #[input(weight = 2)]
    fn near_scale(#[mutate(range = 0..=13)] scale: u8, offset: i8, d: u8, below: bool) -> UBig {
        let k = (1_i32 << scale) + i32::from(offset);
        let (power, d) = (UBig::ONE << k.max(8) as usize, UBig::from(d));
        if below { power - d } else { power + d }
    }

    /// Words without a pattern.
    #[input]
    fn scrambled(seed: u16, #[mutate(range = 0..=7)] scale: u8, more: u8) -> UBig {
        let count = (1_usize << scale) + usize::from(more % 4);
        let step = |n: &Word| Some(n.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1));
        let numbers = std::iter::successors(step(&Word::from(seed)), step);
        UBig::from_words(&numbers.take(count).collect::<Vec<Word>>())
    }

    #[input]
    fn run_of_ones(
        #[mutate(range = 0..=512)] ones: u16,
        #[mutate(range = 0..=512)] zeros: u16,
    ) -> UBig {
        ((UBig::ONE << usize::from(ones)) - UBig::ONE) << usize::from(zeros)
    }

    #[input]
    fn words(words: Vec<Word>) -> UBig {
        UBig::from_words(&words)
    }

    #[input]
    fn product(a: UBig, b: UBig) -> UBig {
        a * b
    }

    #[input]
    fn with_sign(negative: bool, a: UBig) -> IBig {
        IBig::from_parts(if negative { Sign::Negative } else { Sign::Positive }, a)
    }

    #[admit]
    fn fits(a: &UBig) -> bool {
        a.bit_len() <= 20_000
    }

    #[admit]
    fn fits_with_sign(a: &IBig) -> bool {
        a.bit_len() <= 20_000
    }

    // Constants.

    #[operation(inner)]
    fn zero() -> IBig {
        IBig::ZERO
    }

    #[implements(zero)]
    fn difference_of_equals(#[any] a: &IBig) -> IBig {
        sub(a, a)
    }

    #[implements(zero)]
    fn both_of_a_value_and_its_complement(#[any] a: &IBig) -> IBig {
        and(a, &not(a))
    }

    #[operation(inner)]
    fn one() -> IBig {
        IBig::ONE
    }

    #[implements(one)]
    fn power_of_zero(#[any] a: &IBig) -> IBig {
        pow(a, 0)
    }

    // Sums.

    #[operation(commutative, associative, neutral = zero)]
    fn add(a: &IBig, b: &IBig) -> IBig {
        a + b
    }

    #[implements(add)]
    fn subtract_the_opposite(a: &IBig, b: &IBig) -> IBig {
        sub(a, &neg(b))
    }

    #[implements(add)]
    fn add_in_place(a: &IBig, b: &IBig) -> IBig {
        let mut sum = a.clone();
        sum += b;
        sum
    }

    #[implements(add)]
    fn add_by_value(a: &IBig, b: &IBig) -> IBig {
        a.clone() + b.clone()
    }

    #[implements(add)]
    fn add_by_bits(a: &IBig, b: &IBig) -> IBig {
        add(&xor(a, b), &shl(&and(a, b), 1))
    }

    #[implements(add)]
    fn add_around_any(a: &IBig, b: &IBig, #[any] c: &IBig) -> IBig {
        sub(&add(&add(a, c), b), c)
    }

    #[implements(add)]
    fn add_a_primitive(a: &IBig, b: &IBig) -> IBig {
        match (i16::try_from(b), u128::try_from(b), i64::try_from(a)) {
            (Ok(b), ..) => a + b,
            (_, Ok(b), _) => a + b,
            (_, _, Ok(a)) => a + b,
            _ => a + b,
        }
    }

    #[operation]
    fn sub(a: &IBig, b: &IBig) -> IBig {
        a - b
    }

    #[implements(sub)]
    fn opposite_of_the_difference(a: &IBig, b: &IBig) -> IBig {
        neg(&sub(b, a))
    }

    #[implements(sub)]
    fn subtract_in_place(a: &IBig, b: &IBig) -> IBig {
        let mut difference = a.clone();
        difference -= b;
        difference
    }

    #[implements(sub)]
    fn subtract_the_size(a: &IBig, b: &IBig) -> IBig {
        let (sign, size) = b.clone().into_parts();
        match sign {
            Sign::Positive => a - size,
            Sign::Negative => a + size,
        }
    }

    #[operation(involution)]
    fn neg(a: &IBig) -> IBig {
        -a
    }

    #[implements(neg)]
    fn complement_and_one(a: &IBig) -> IBig {
        add(&not(a), &one())
    }

    #[implements(neg)]
    fn times_a_sign(a: &IBig) -> IBig {
        a.clone() * Sign::Negative
    }

    #[operation]
    fn size(a: &IBig) -> UBig {
        a.unsigned_abs()
    }

    #[implements(size)]
    fn size_of_the_opposite(a: &IBig) -> UBig {
        size(&neg(a))
    }

    #[implements(size)]
    fn size_of_the_absolute(a: &IBig) -> UBig {
        UBig::try_from(a.abs()).expect("it is not negative")
    }

    #[implements(size)]
    fn root_of_the_square(a: &IBig) -> UBig {
        root(&size(&mul(a, a)), 2)
    }

    #[operation]
    fn signed(a: &UBig) -> IBig {
        IBig::from(a.clone())
    }

    #[implements(signed)]
    fn signed_view(a: &UBig) -> IBig {
        a.as_ibig().clone()
    }

    #[implements(signed)]
    fn signed_by_adding(a: &UBig) -> IBig {
        zero() + a
    }

    // Products.

    #[operation(
        commutative,
        associative,
        neutral = one,
        absorbing = zero,
        distributes_over = add
    )]
    fn mul(a: &IBig, b: &IBig) -> IBig {
        a * b
    }

    #[implements(mul)]
    fn multiply_opposites(a: &IBig, b: &IBig) -> IBig {
        mul(&neg(a), &neg(b))
    }

    #[implements(mul)]
    fn multiply_in_place(a: &IBig, b: &IBig) -> IBig {
        let mut product = a.clone();
        product *= b;
        product
    }

    #[implements(mul)]
    fn multiply_a_primitive(a: &IBig, b: &IBig) -> IBig {
        match (u8::try_from(b), i64::try_from(b), u128::try_from(b)) {
            (Ok(b), ..) => a * b,
            (_, Ok(b), _) => a * b,
            (_, _, Ok(b)) => a * b,
            _ => a * b,
        }
    }

    #[implements(mul)]
    fn quarter_of_the_squares(a: &IBig, b: &IBig) -> IBig {
        shr(&sub(&pow(&add(a, b), 2), &pow(&sub(a, b), 2)), 2)
    }

    #[implements(mul, when = b.bit_len() <= 6)]
    fn multiply_by_adding(a: &IBig, b: &IBig) -> IBig {
        let mut product = zero();
        for _ in 0..u8::try_from(b.abs()).unwrap_or(0) {
            product = add(&product, a);
        }
        if b.sign() == Sign::Negative { neg(&product) } else { product }
    }

    #[implements(mul)]
    fn multiply_halves(a: &IBig, b: &IBig, #[mutate(range = 1..=4096)] k: u16) -> IBig {
        let high = shr(a, k);
        let low = sub(a, &shl(&high, k));
        add(&shl(&mul(&high, b), k), &mul(&low, b))
    }

    #[operation]
    fn pow(a: &IBig, #[mutate(range = 0..=20)] n: u8) -> IBig {
        a.pow(usize::from(n))
    }

    #[implements(pow)]
    fn multiply_again_and_again(a: &IBig, n: u8) -> IBig {
        let mut power = one();
        for _ in 0..n {
            power = mul(&power, a);
        }
        power
    }

    #[implements(pow, when = n >= 2)]
    fn square_or_cube_first(a: &IBig, n: u8) -> IBig {
        match n % 2 {
            0 => pow(&IBig::from(a.sqr()), n / 2),
            _ => mul(&a.cubic(), &pow(a, n - 3)),
        }
    }

    // Division.

    #[operation(requires = !b.is_zero())]
    fn quotient(a: &IBig, b: &IBig) -> IBig {
        a / b
    }

    #[implements(quotient)]
    fn quotient_of_the_pair(a: &IBig, b: &IBig) -> IBig {
        a.div_rem(b).0
    }

    #[implements(quotient)]
    fn quotient_in_place(a: &IBig, b: &IBig) -> IBig {
        let mut quotient = a.clone();
        quotient /= b;
        quotient
    }

    #[implements(quotient)]
    fn quotient_of_opposites(a: &IBig, b: &IBig) -> IBig {
        quotient(&neg(a), &neg(b))
    }

    #[implements(quotient)]
    fn quotient_of_multiples(a: &IBig, b: &IBig, #[any] c: &IBig) -> IBig {
        if c.is_zero() { quotient(a, b) } else { quotient(&mul(a, c), &mul(b, c)) }
    }

    #[implements(quotient)]
    fn quotient_of_sizes(a: &IBig, b: &IBig) -> IBig {
        let quotient = signed(&(size(a) / size(b)));
        if a.sign() == b.sign() { quotient } else { neg(&quotient) }
    }

    #[implements(quotient)]
    fn quotient_by_a_prepared_divisor(a: &IBig, b: &IBig) -> IBig {
        let divisor = ConstDivisor::new(b.unsigned_abs());
        let quotient = a / &divisor;
        if b.sign() == Sign::Negative { neg(&quotient) } else { quotient }
    }

    #[operation(requires = !b.is_zero())]
    fn remainder(a: &IBig, b: &IBig) -> IBig {
        a % b
    }

    #[implements(remainder)]
    fn what_the_quotient_leaves(a: &IBig, b: &IBig) -> IBig {
        sub(a, &mul(&quotient(a, b), b))
    }

    #[implements(remainder)]
    fn remainder_of_the_pair(a: &IBig, b: &IBig) -> IBig {
        a.div_rem(b).1
    }

    #[implements(remainder)]
    fn remainder_by_a_prepared_divisor(a: &IBig, b: &IBig) -> IBig {
        a % &ConstDivisor::new(b.unsigned_abs())
    }

    #[operation(requires = !b.is_zero())]
    fn modulo(a: &IBig, b: &IBig) -> UBig {
        a.rem_euclid(b)
    }

    #[implements(modulo)]
    fn modulo_of_the_pair(a: &IBig, b: &IBig) -> UBig {
        a.div_rem_euclid(b).1
    }

    #[implements(modulo)]
    fn what_the_floor_leaves(a: &IBig, b: &IBig) -> UBig {
        size(&sub(a, &mul(&a.div_euclid(b), b)))
    }

    #[implements(modulo)]
    fn modulo_in_a_ring(a: &IBig, b: &IBig) -> UBig {
        ConstDivisor::new(b.unsigned_abs()).reduce(a.clone()).residue()
    }

    #[implements(modulo)]
    fn modulo_after_adding(a: &IBig, b: &IBig, #[any] c: &IBig) -> UBig {
        modulo(&add(a, &mul(b, c)), b)
    }

    #[law(requires = !b.is_zero())]
    fn division_gives_back_and_leaves_less(a: &IBig, b: &IBig) -> bool {
        let (quotient, remainder) = a.div_rem(b);
        quotient * b + &remainder == *a && remainder.abs() < b.abs()
    }

    #[law(requires = !b.is_zero())]
    fn a_product_divides_exactly(a: &IBig, b: &IBig) -> bool {
        let product = mul(a, b);
        quotient(&product, b) == *a && remainder(&product, b).is_zero()
    }

    #[operation(commutative)]
    fn gcd(a: &UBig, b: &UBig) -> UBig {
        if a.is_zero() && b.is_zero() { UBig::ZERO } else { a.gcd(b) }
    }

    #[implements(gcd)]
    fn euclid(a: &UBig, b: &UBig) -> UBig {
        if b.is_zero() { a.clone() } else { gcd(b, &(a % b)) }
    }

    #[implements(gcd)]
    fn common_factor_out(a: &UBig, b: &UBig, #[any] c: &UBig) -> UBig {
        if c.is_zero() { gcd(a, b) } else { gcd(&(a * c), &(b * c)) / c }
    }

    #[implements(gcd, when = !a.is_zero() && !b.is_zero())]
    fn combination_of_both(a: &UBig, b: &UBig) -> UBig {
        let (_, x, y) = a.gcd_ext(b);
        size(&add(&mul(&signed(a), &x), &mul(&signed(b), &y)))
    }

    // Bits, in two's complement.

    #[operation(involution)]
    fn not(a: &IBig) -> IBig {
        !a
    }

    #[implements(not)]
    fn one_below_the_opposite(a: &IBig) -> IBig {
        sub(&neg(a), &one())
    }

    #[operation(commutative, associative, idempotent, absorbing = zero)]
    fn and(a: &IBig, b: &IBig) -> IBig {
        a & b
    }

    #[implements(and)]
    fn and_by_or(a: &IBig, b: &IBig) -> IBig {
        not(&or(&not(a), &not(b)))
    }

    #[operation(commutative, associative, idempotent, neutral = zero)]
    fn or(a: &IBig, b: &IBig) -> IBig {
        a | b
    }

    #[implements(or)]
    fn sum_without_and(a: &IBig, b: &IBig) -> IBig {
        sub(&add(a, b), &and(a, b))
    }

    #[operation(commutative, associative, neutral = zero)]
    fn xor(a: &IBig, b: &IBig) -> IBig {
        a ^ b
    }

    #[implements(xor)]
    fn either_but_not_both(a: &IBig, b: &IBig) -> IBig {
        sub(&or(a, b), &and(a, b))
    }

    #[operation]
    fn shl(a: &IBig, #[mutate(range = 0..=4096)] k: u16) -> IBig {
        a << usize::from(k)
    }

    #[implements(shl)]
    fn times_a_power_of_two(a: &IBig, k: u16) -> IBig {
        mul(a, &(IBig::ONE << usize::from(k)))
    }

    #[implements(shl)]
    fn shift_left_twice(a: &IBig, k: u16, #[any] part: u16) -> IBig {
        let part = part.min(k);
        shl(&shl(a, part), k - part)
    }

    #[implements(shl)]
    fn shift_left_in_place(a: &IBig, k: u16) -> IBig {
        let mut shifted = a.clone();
        shifted <<= usize::from(k);
        shifted
    }

    #[operation]
    fn shr(a: &IBig, #[mutate(range = 0..=4096)] k: u16) -> IBig {
        a >> usize::from(k)
    }

    #[implements(shr)]
    fn floor_by_a_power_of_two(a: &IBig, k: u16) -> IBig {
        a.div_euclid(IBig::ONE << usize::from(k))
    }

    #[implements(shr)]
    fn shift_right_twice(a: &IBig, k: u16, #[any] part: u16) -> IBig {
        let part = part.min(k);
        shr(&shr(a, part), k - part)
    }

    #[implements(shr)]
    fn shift_the_complement(a: &IBig, k: u16) -> IBig {
        not(&shr(&not(a), k))
    }

    #[implements(shr)]
    fn shift_right_by_value(a: &IBig, k: u16) -> IBig {
        a.clone() >> usize::from(k)
    }

    #[operation]
    fn low_bits(a: &UBig, #[mutate(range = 0..=1024)] k: u16) -> UBig {
        a & ((UBig::ONE << usize::from(k)) - UBig::ONE)
    }

    #[implements(low_bits)]
    fn split_off_the_low_bits(a: &UBig, k: u16) -> UBig {
        a.clone().split_bits(usize::from(k)).0
    }

    #[implements(low_bits)]
    fn clear_the_high_bits(a: &UBig, k: u16) -> UBig {
        let mut low = a.clone();
        low.clear_high_bits(usize::from(k));
        low
    }

    #[implements(low_bits)]
    fn remainder_by_a_power_of_two(a: &UBig, k: u16) -> UBig {
        modulo(&signed(a), &(IBig::ONE << usize::from(k)))
    }

    #[operation]
    fn high_bits(a: &UBig, #[mutate(range = 0..=1024)] k: u16) -> UBig {
        a >> usize::from(k)
    }

    #[implements(high_bits)]
    fn split_off_the_high_bits(a: &UBig, k: u16) -> UBig {
        a.clone().split_bits(usize::from(k)).1
    }

    #[implements(high_bits)]
    fn shift_with_sign(a: &UBig, k: u16) -> UBig {
        size(&shr(&signed(a), k))
    }

    #[operation]
    fn with_bit(a: &UBig, #[mutate(range = 0..=1024)] k: u16) -> UBig {
        let mut with = a.clone();
        with.set_bit(usize::from(k));
        with
    }

    #[implements(with_bit)]
    fn or_a_power_of_two(a: &UBig, k: u16) -> UBig {
        a | (UBig::ONE << usize::from(k))
    }

    #[operation]
    fn without_bit(a: &UBig, #[mutate(range = 0..=1024)] k: u16) -> UBig {
        let mut without = a.clone();
        without.clear_bit(usize::from(k));
        without
    }

    #[implements(without_bit)]
    fn subtract_the_bit(a: &UBig, k: u16) -> UBig {
        if a.bit(usize::from(k)) { a - (UBig::ONE << usize::from(k)) } else { a.clone() }
    }

    #[operation]
    fn bit(a: &IBig, #[mutate(range = 0..=1024)] k: u16) -> bool {
        a.bit(usize::from(k))
    }

    #[implements(bit)]
    fn parity_after_shifting(a: &IBig, k: u16) -> bool {
        modulo(&shr(a, k), &IBig::from(2)).is_one()
    }

    #[operation]
    fn ones(a: &UBig) -> usize {
        a.count_ones()
    }

    #[implements(ones)]
    fn ones_of_both_parts(a: &UBig, #[mutate(range = 0..=1024)] k: u16) -> usize {
        ones(&low_bits(a, k)) + ones(&high_bits(a, k))
    }

    #[operation]
    fn zeros_at_the_end(a: &IBig) -> Option<usize> {
        a.trailing_zeros()
    }

    #[implements(zeros_at_the_end)]
    fn zeros_at_the_end_of_the_opposite(a: &IBig) -> Option<usize> {
        neg(a).trailing_zeros()
    }

    #[implements(zeros_at_the_end)]
    fn ones_at_the_end_of_the_complement(a: &IBig) -> Option<usize> {
        not(a).trailing_ones()
    }

    #[operation]
    fn next_power_of_two(a: &UBig) -> UBig {
        a.clone().next_power_of_two()
    }

    #[implements(next_power_of_two)]
    fn shift_one(a: &UBig) -> UBig {
        if a.is_zero() { UBig::ONE } else { UBig::ONE << (a - UBig::ONE).bit_len() }
    }

    #[law]
    fn a_power_of_two_has_one_bit(a: &UBig) -> bool {
        a.is_power_of_two() == (ones(a) == 1)
    }

    // Roots and logarithms.

    #[operation]
    fn root(a: &UBig, #[mutate(range = 1..=20)] n: u8) -> UBig {
        a.nth_root(usize::from(n))
    }

    #[implements(root, when = n % 2 == 0)]
    fn root_of_the_root(a: &UBig, n: u8) -> UBig {
        root(&root(a, n / 2), 2)
    }

    #[implements(root, when = n == 2 || n == 3)]
    fn root_by_a_trait(a: &UBig, n: u8) -> UBig {
        if n == 2 { a.sqrt() } else { a.cbrt() }
    }

    #[implements(root, when = n % 2 == 1)]
    fn root_of_the_opposite(a: &UBig, n: u8) -> UBig {
        size(&neg(&signed(a)).nth_root(usize::from(n)))
    }

    #[law]
    fn a_power_has_its_root(a: &UBig, #[mutate(range = 1..=12)] n: u8) -> bool {
        root(&size(&pow(&signed(a), n)), n) == *a
    }

    #[law]
    fn a_root_is_the_largest(a: &UBig, #[mutate(range = 1..=12)] n: u8) -> bool {
        let (found, n) = (root(a, n), usize::from(n));
        found.pow(n) <= *a && (found + UBig::ONE).pow(n) > *a
    }

    #[law]
    fn a_square_root_leaves_the_rest(a: &UBig) -> bool {
        let (root, rest) = a.sqrt_rem();
        root == a.sqrt() && &root * &root + rest == *a
    }

    #[law(requires = !a.is_zero() && b.bit_len() >= 2)]
    fn a_logarithm_is_the_largest(a: &UBig, b: &UBig) -> bool {
        let power = b.pow(a.ilog(b));
        power <= *a && power * b > *a
    }

    #[law(requires = !a.is_zero() && b.bit_len() >= 2)]
    fn what_is_removed_comes_back(a: &UBig, b: &UBig, #[mutate(range = 0..=8)] n: u8) -> bool {
        let product = a * b.pow(usize::from(n));
        let mut rest = product.clone();
        let removed = rest.remove(b).unwrap_or(0);
        removed >= usize::from(n) && &rest * b.pow(removed) == product && !(rest % b).is_zero()
    }

    // Modular rings.

    #[operation(requires = !m.is_zero() && e.bit_len() <= 512 && m.bit_len() <= 2048)]
    fn modpow(b: &UBig, e: &UBig, m: &UBig) -> UBig {
        ConstDivisor::new(m.clone()).reduce(b.clone()).pow(e).residue()
    }

    #[implements(modpow, when = e.bit_len() <= 5)]
    fn modulo_of_the_power(b: &UBig, e: &UBig, m: &UBig) -> UBig {
        b.pow(usize::try_from(e).unwrap_or(0)) % m
    }

    #[implements(modpow)]
    fn halve_the_exponent(b: &UBig, e: &UBig, m: &UBig) -> UBig {
        let square = modpow(&(b * b), &(e >> 1), m);
        if e.bit(0) { square * b % m } else { square }
    }

    #[operation(requires = !m.is_zero())]
    fn modmul(a: &IBig, b: &IBig, m: &UBig) -> UBig {
        let ring = ConstDivisor::new(m.clone());
        (ring.reduce(a.clone()) * ring.reduce(b.clone())).residue()
    }

    #[implements(modmul)]
    fn modulo_of_the_product(a: &IBig, b: &IBig, m: &UBig) -> UBig {
        modulo(&mul(a, b), &signed(m))
    }

    // Comparisons and lengths.

    #[operation]
    fn less(a: &IBig, b: &IBig) -> bool {
        a < b
    }

    #[implements(less)]
    fn the_difference_is_negative(a: &IBig, b: &IBig) -> bool {
        sub(a, b).sign() == Sign::Negative
    }

    #[operation]
    fn length(a: &UBig) -> usize {
        a.bit_len()
    }

    #[implements(length)]
    fn length_in_base_two(a: &UBig) -> usize {
        if a.is_zero() { 0 } else { a.in_radix(2).to_string().len() }
    }

    // Texts, bytes and words.

    #[operation]
    fn same(a: &IBig) -> IBig {
        a.clone()
    }

    #[implements(same)]
    fn to_text_and_back(a: &IBig, #[mutate(range = 2..=36)] radix: u8) -> IBig {
        let text = a.in_radix(radix.into()).to_string();
        IBig::from_str_radix(&text, radix.into()).expect("it is a number")
    }

    #[implements(same)]
    fn to_decimals_and_back(a: &IBig) -> IBig {
        a.to_string().parse().expect("it is a number")
    }

    #[implements(same)]
    fn to_prefixed_text_and_back(a: &IBig) -> IBig {
        IBig::from_str_with_radix_prefix(&format!("{a:#x}")).expect("it is a number").0
    }

    #[implements(same)]
    fn to_parts_and_back(a: &IBig) -> IBig {
        let (sign, words) = a.as_sign_words();
        IBig::from_parts(sign, UBig::from_words(words))
    }

    #[implements(same)]
    fn to_a_primitive_and_back(a: &IBig) -> IBig {
        match (i32::try_from(a), i128::try_from(a), u128::try_from(a)) {
            (Ok(a), ..) => IBig::from(a),
            (_, Ok(a), _) => IBig::from(a),
            (_, _, Ok(a)) => IBig::from(a),
            _ => a.clone(),
        }
    }

    #[operation]
    fn same_unsigned(a: &UBig) -> UBig {
        a.clone()
    }

    #[implements(same_unsigned)]
    fn to_bytes_and_back(a: &UBig) -> UBig {
        UBig::from_le_bytes(&a.to_le_bytes())
    }

    #[implements(same_unsigned)]
    fn to_reversed_bytes_and_back(a: &UBig) -> UBig {
        UBig::from_be_bytes(&a.to_be_bytes())
    }

    #[implements(same_unsigned)]
    fn put_together_again(a: &UBig, #[mutate(range = 0..=1024)] k: u16) -> UBig {
        low_bits(a, k) | (high_bits(a, k) << usize::from(k))
    }
}

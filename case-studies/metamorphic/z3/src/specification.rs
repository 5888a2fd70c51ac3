//! The specification. Divisors are not zero, because Z3 may give any value to a quotient by zero.

/// Integers, truth values, and vectors of eight bits.
#[mutagen_core::metamorphic]
#[ignore = "seconds, and needs Z3: cargo test -p metamorphic-z3 --features z3 -- --ignored"]
pub mod terms {
    use crate::agreement::agree;
    use z3::ast::{BV, Bool, Int};

    /// How many bits a vector has.
    const BITS: u32 = 8;

    /// The longest text of a term.
    const LENGTH: usize = 1_500;

    #[equal]
    fn integers_agree(a: &Int, b: &Int) -> bool {
        agree(a, b, &Int::from_i64(0))
    }

    #[equal]
    fn truths_agree(a: &Bool, b: &Bool) -> bool {
        agree(a, b, &Bool::from_bool(true))
    }

    #[equal]
    fn vectors_agree(a: &BV, b: &BV) -> bool {
        agree(a, b, &BV::from_u64(0, BITS))
    }

    #[admit]
    fn integer_is_short(a: &Int) -> bool {
        a.to_string().len() <= LENGTH
    }

    #[admit]
    fn truth_is_short(a: &Bool) -> bool {
        a.to_string().len() <= LENGTH
    }

    #[admit]
    fn vector_is_short(a: &BV) -> bool {
        a.to_string().len() <= LENGTH
    }

    // Inputs: numbers, variables, and choices.

    #[input]
    fn number(n: i8) -> Int {
        Int::from_i64(n.into())
    }

    #[input(weight = 3)]
    fn integer_variable(#[mutate(range = 0..=2)] name: u8) -> Int {
        Int::new_const(["x", "y", "z"][usize::from(name % 3)])
    }

    #[input]
    fn unsigned_value(a: BV) -> Int {
        a.to_int(false)
    }

    #[input]
    fn truth_variable(#[mutate(range = 0..=1)] name: u8) -> Bool {
        Bool::new_const(["p", "q"][usize::from(name % 2)])
    }

    #[input]
    fn bits(n: u8) -> BV {
        BV::from_u64(n.into(), BITS)
    }

    #[input(weight = 3)]
    fn vector_variable(#[mutate(range = 0..=2)] name: u8) -> BV {
        BV::new_const(["u", "v", "w"][usize::from(name % 3)], BITS)
    }

    fn int(n: i64) -> Int {
        Int::from_i64(n)
    }

    fn vector(n: u64) -> BV {
        BV::from_u64(n, BITS)
    }

    // Integers.

    #[operation(commutative, associative, neutral = int(0))]
    fn add(a: &Int, b: &Int) -> Int {
        Int::add(&[a, b])
    }

    #[implements(add)]
    fn add_by_subtracting(a: &Int, b: &Int) -> Int {
        sub(a, &neg(b))
    }

    #[implements(add)]
    fn add_the_larger_to_the_smaller(a: &Int, b: &Int) -> Int {
        add(&max(a, b), &min(a, b))
    }

    #[operation]
    fn sub(a: &Int, b: &Int) -> Int {
        Int::sub(&[a, b])
    }

    #[implements(sub)]
    fn sub_by_adding(a: &Int, b: &Int) -> Int {
        add(a, &neg(b))
    }

    #[implements(sub)]
    fn sub_with_a_detour(a: &Int, b: &Int, #[any] c: &Int) -> Int {
        add(&sub(a, c), &sub(c, b))
    }

    #[operation(involution)]
    fn neg(a: &Int) -> Int {
        a.unary_minus()
    }

    #[implements(neg)]
    fn neg_by_subtracting(a: &Int) -> Int {
        sub(&zero(), a)
    }

    #[implements(neg)]
    fn neg_by_multiplying(a: &Int) -> Int {
        mul(a, &int(-1))
    }

    #[operation(inner)]
    fn zero() -> Int {
        int(0)
    }

    #[implements(zero)]
    fn difference(#[any] a: &Int) -> Int {
        sub(a, a)
    }

    #[implements(zero)]
    fn product_with_zero(#[any] a: &Int) -> Int {
        mul(a, &int(0))
    }

    #[operation(commutative, neutral = int(1), absorbing = int(0), distributes_over = add)]
    fn mul(a: &Int, b: &Int) -> Int {
        Int::mul(&[a, b])
    }

    #[implements(mul)]
    fn mul_of_negated(a: &Int, b: &Int) -> Int {
        mul(&neg(a), &neg(b))
    }

    #[operation]
    fn div(a: &Int, #[mutate(range = 1..=9)] b: i8) -> Int {
        a.div(int(divisor(b)))
    }

    #[implements(div)]
    fn div_of_the_multiple(a: &Int, b: i8) -> Int {
        div(&sub(a, &modulo(a, b)), b)
    }

    #[implements(div)]
    fn div_by_negated(a: &Int, b: i8) -> Int {
        neg(&a.div(int(-divisor(b))))
    }

    #[implements(div)]
    fn div_of_a_sum(a: &Int, b: i8, #[any] k: i8) -> Int {
        let more = int(i64::from(k));
        sub(&div(&add(a, &mul(&more, &int(divisor(b)))), b), &more)
    }

    #[operation]
    fn modulo(a: &Int, #[mutate(range = 1..=9)] b: i8) -> Int {
        a.modulo(int(divisor(b)))
    }

    #[implements(modulo)]
    fn modulo_by_division(a: &Int, b: i8) -> Int {
        sub(a, &mul(&div(a, b), &int(divisor(b))))
    }

    #[implements(modulo)]
    fn modulo_by_negated(a: &Int, b: i8) -> Int {
        a.modulo(int(-divisor(b)))
    }

    #[implements(modulo)]
    fn modulo_twice(a: &Int, b: i8) -> Int {
        modulo(&modulo(a, b), b)
    }

    #[implements(modulo)]
    fn modulo_of_parts(a: &Int, b: i8, #[any] part: &Int) -> Int {
        modulo(&add(&modulo(part, b), &modulo(&sub(a, part), b)), b)
    }

    /// A number that is not zero.
    fn divisor(b: i8) -> i64 {
        i64::from(b.unsigned_abs() % 9 + 1)
    }

    #[operation(commutative, associative, idempotent)]
    fn max(a: &Int, b: &Int) -> Int {
        a.gt(b.clone()).ite(a, b)
    }

    #[implements(max)]
    fn max_by_min(a: &Int, b: &Int) -> Int {
        neg(&min(&neg(a), &neg(b)))
    }

    #[operation(commutative, idempotent)]
    fn min(a: &Int, b: &Int) -> Int {
        a.lt(b.clone()).ite(a, b)
    }

    #[implements(min)]
    fn min_by_sum(a: &Int, b: &Int) -> Int {
        sub(&add(a, b), &max(a, b))
    }

    #[operation]
    fn same_integer(a: &Int) -> Int {
        a.clone()
    }

    #[implements(same_integer)]
    fn simplified_integer(a: &Int) -> Int {
        z3::ast::Ast::simplify(&same_integer(a))
    }

    #[implements(same_integer)]
    fn either_way(a: &Int, #[any] p: &Bool) -> Int {
        p.ite(&same_integer(a), a)
    }

    #[implements(same_integer)]
    fn quotient_and_rest(a: &Int, #[any] b: i8) -> Int {
        add(&mul(&div(a, b), &int(divisor(b))), &modulo(a, b))
    }

    // Truth values.

    #[operation(involution)]
    fn not(p: &Bool) -> Bool {
        p.not()
    }

    #[implements(not)]
    fn not_by_xor(p: &Bool) -> Bool {
        xor(p, &Bool::from_bool(true))
    }

    #[operation(commutative, associative, idempotent, neutral = Bool::from_bool(true))]
    fn and(p: &Bool, q: &Bool) -> Bool {
        Bool::and(&[p, q])
    }

    #[implements(and)]
    fn and_by_de_morgan(p: &Bool, q: &Bool) -> Bool {
        not(&or(&not(p), &not(q)))
    }

    #[operation(commutative, associative, idempotent, distributes_over = and)]
    fn or(p: &Bool, q: &Bool) -> Bool {
        Bool::or(&[p, q])
    }

    #[implements(or)]
    fn or_by_choice(p: &Bool, q: &Bool) -> Bool {
        p.ite(&Bool::from_bool(true), q)
    }

    #[implements(or)]
    fn or_by_implication(p: &Bool, q: &Bool) -> Bool {
        not(p).implies(q.clone())
    }

    #[operation(commutative, associative)]
    fn xor(p: &Bool, q: &Bool) -> Bool {
        p.xor(q.clone())
    }

    #[implements(xor)]
    fn xor_by_parts(p: &Bool, q: &Bool) -> Bool {
        or(&and(p, &not(q)), &and(&not(p), q))
    }

    #[implements(xor)]
    fn xor_by_inequality(p: &Bool, q: &Bool) -> Bool {
        p.ne(q.clone())
    }

    #[operation]
    fn less(a: &Int, b: &Int) -> Bool {
        a.lt(b.clone())
    }

    #[implements(less)]
    fn not_greater_or_equal(a: &Int, b: &Int) -> Bool {
        not(&b.le(a.clone()))
    }

    #[implements(less)]
    fn less_by_difference(a: &Int, b: &Int) -> Bool {
        less(&sub(a, b), &zero())
    }

    #[implements(less)]
    fn less_by_maximum(a: &Int, b: &Int) -> Bool {
        not(&equal(&max(a, b), a))
    }

    #[operation(commutative)]
    fn equal(a: &Int, b: &Int) -> Bool {
        a.eq(b.clone())
    }

    #[implements(equal)]
    fn neither_is_less(a: &Int, b: &Int) -> Bool {
        and(&not(&less(a, b)), &not(&less(b, a)))
    }

    // Vectors of bits.

    #[operation(commutative, associative, neutral = vector(0))]
    fn plus(u: &BV, v: &BV) -> BV {
        u.bvadd(v.clone())
    }

    #[implements(plus)]
    fn plus_by_carries(u: &BV, v: &BV) -> BV {
        plus(&exclusive(u, v), &left(&both(u, v), 1))
    }

    #[implements(plus)]
    fn plus_by_negation(u: &BV, v: &BV) -> BV {
        u.bvsub(minus(v))
    }

    #[operation(involution)]
    fn minus(u: &BV) -> BV {
        u.bvneg()
    }

    #[implements(minus)]
    fn minus_by_complement(u: &BV) -> BV {
        plus(&complement(u), &vector(1))
    }

    #[operation(involution)]
    fn complement(u: &BV) -> BV {
        u.bvnot()
    }

    #[implements(complement)]
    fn complement_by_exclusive(u: &BV) -> BV {
        exclusive(u, &vector(255))
    }

    #[operation(commutative, associative, idempotent)]
    fn both(u: &BV, v: &BV) -> BV {
        u.bvand(v.clone())
    }

    #[implements(both)]
    fn both_by_de_morgan(u: &BV, v: &BV) -> BV {
        complement(&either(&complement(u), &complement(v)))
    }

    #[operation(commutative, associative, idempotent)]
    fn either(u: &BV, v: &BV) -> BV {
        u.bvor(v.clone())
    }

    #[implements(either)]
    fn either_by_sum(u: &BV, v: &BV) -> BV {
        plus(&both(u, v), &exclusive(u, v))
    }

    #[operation(commutative, associative)]
    fn exclusive(u: &BV, v: &BV) -> BV {
        u.bvxor(v.clone())
    }

    #[implements(exclusive)]
    fn exclusive_by_parts(u: &BV, v: &BV) -> BV {
        either(&both(u, &complement(v)), &both(&complement(u), v))
    }

    #[operation]
    fn left(u: &BV, #[mutate(range = 0..=9)] by: u8) -> BV {
        u.bvshl(vector(by.into()))
    }

    #[implements(left, when = by < 8)]
    fn left_by_multiplying(u: &BV, by: u8) -> BV {
        u.bvmul(vector(1 << by))
    }

    #[implements(left, when = by > 0)]
    fn left_in_steps(u: &BV, by: u8) -> BV {
        left(&left(u, by - 1), 1)
    }

    #[operation]
    fn right(u: &BV, #[mutate(range = 0..=9)] by: u8) -> BV {
        u.bvlshr(vector(by.into()))
    }

    #[implements(right, when = by < 8)]
    fn right_by_dividing(u: &BV, by: u8) -> BV {
        u.bvudiv(vector(1 << by))
    }

    #[implements(right, when = by > 0)]
    fn right_in_steps(u: &BV, by: u8) -> BV {
        right(&right(u, by - 1), 1)
    }

    #[operation]
    fn same_vector(u: &BV) -> BV {
        u.clone()
    }

    #[implements(same_vector)]
    fn simplified_vector(u: &BV) -> BV {
        z3::ast::Ast::simplify(&same_vector(u))
    }

    #[implements(same_vector)]
    fn halves(u: &BV) -> BV {
        u.extract(7, 4).concat(u.extract(3, 0))
    }

    #[implements(same_vector)]
    fn signed_quotient_and_rest(u: &BV, #[any] v: &BV) -> BV {
        // A quotient by zero and its rest are defined so that this holds.
        u.bvsdiv(v.clone()).bvmul(v.clone()).bvadd(u.bvsrem(v.clone()))
    }

    #[law]
    fn a_simplified_term_is_the_same(p: &Bool) -> bool {
        truths_agree(p, &z3::ast::Ast::simplify(&and(p, p)))
    }
}

//! Specifications that the tests run: numbers with one wrong implementation, several sorts, and
//! operations that change their arguments or may have no value.

use std::cell::Cell;

/// `u8` arithmetic, where all holds.
#[mutagen_core::metamorphic]
pub mod bytes {
    #[operation(commutative, associative, neutral = zero)]
    fn add(a: u8, b: u8) -> u8 {
        a.wrapping_add(b)
    }

    #[operation(involution)]
    fn neg(a: u8) -> u8 {
        a.wrapping_neg()
    }

    #[operation(commutative, absorbing = zero, neutral = 1, distributes_over = add)]
    fn mul(a: u8, b: u8) -> u8 {
        a.wrapping_mul(b)
    }

    #[operation(requires = b != 0)]
    fn div(a: u8, b: u8) -> u8 {
        a / b
    }

    #[operation(inner)]
    fn zero() -> u8 {
        0
    }

    #[implements(add)]
    fn add_negated(a: u8, b: u8) -> u8 {
        neg(add(neg(a), neg(b)))
    }

    #[implements(mul, when = b <= 6)]
    fn mul_by_adding(a: u8, b: u8) -> u8 {
        let mut sum = zero();
        for _ in 0..b {
            sum = add(sum, a);
        }
        sum
    }

    #[implements(zero)]
    fn difference(#[any] x: u8) -> u8 {
        add(x, neg(x))
    }

    #[implements(div, when = b < 128)]
    fn div_twice(a: u8, b: u8) -> u8 {
        div(a, mul(b, 2)).wrapping_mul(2) + u8::from(a % (2 * b) >= b)
    }

    #[law]
    fn a_quotient_is_no_larger(a: u8, #[mutate(range = 1..=255)] b: u8) -> bool {
        div(a, b) <= a
    }
}

/// Lists and texts: several sorts, mutable arguments, and no value.
#[mutagen_core::metamorphic]
pub mod lists {
    use std::collections::BTreeSet;

    type Set = BTreeSet<u8>;

    /// A number that equals its neighbour in a pair.
    #[derive(Debug, Clone)]
    pub struct Halved(pub u8);

    #[input(weight = 2)]
    fn set(all: Vec<u8>) -> Set {
        all.into_iter().collect()
    }

    #[input]
    fn both(a: Set, others: Vec<Set>, pair: (Set, Option<Set>)) -> Set {
        let (b, c) = pair;
        others.into_iter().chain(c).fold(&a | &b, |all, other| &all | &other)
    }

    #[input]
    fn halved(number: u8) -> Option<Halved> {
        (number != 255).then_some(Halved(number))
    }

    #[admit]
    fn is_small(set: &Set) -> bool {
        set.len() <= 20
    }

    #[equal]
    fn are_neighbours(one: &Halved, other: &Halved) -> bool {
        one.0 / 2 == other.0 / 2
    }

    #[invariant]
    fn is_sorted(set: &Set) -> bool {
        set.iter().is_sorted()
    }

    #[operation]
    fn insert(set: &mut Set, item: u8) {
        set.insert(item);
    }

    #[implements(insert)]
    fn insert_by_union(set: &mut Set, item: u8) {
        let mut own = Set::new();
        insert(&mut own, item);
        *set = union(set, &own);
    }

    #[operation(commutative, associative, idempotent)]
    fn union(a: &Set, b: &Set) -> Set {
        a | b
    }

    #[implements(union)]
    fn union_by_inserting(a: &Set, b: &Set) -> Set {
        let mut all = a.clone();
        b.iter().for_each(|item| insert(&mut all, *item));
        all
    }

    #[operation]
    fn pop(set: &mut Set) -> Option<u8> {
        set.pop_first()
    }

    #[implements(pop)]
    fn pop_by_hand(set: &mut Set) -> Option<u8> {
        let first = first(set)?;
        set.retain(|item| *item != first);
        Some(first)
    }

    #[operation]
    fn first(set: &Set) -> Option<u8> {
        set.first().copied()
    }

    #[implements(first, partial)]
    fn first_of_many(set: &Set) -> Option<u8> {
        (set.len() > 3).then(|| set.iter().min().copied())?
    }

    #[operation(round_trip = parse)]
    fn print(set: &Set) -> String {
        format!("{set:?}")
    }

    #[operation]
    fn parse(text: &str) -> Result<Set, std::num::ParseIntError> {
        let inside = text.trim_matches(['{', '}']);
        inside.split(", ").filter(|item| !item.is_empty()).map(str::parse).collect()
    }

    #[implements(parse)]
    fn parse_backwards(text: &str) -> Result<Set, std::num::ParseIntError> {
        let mut all = Set::new();
        let inside = text.trim_matches(['{', '}']);
        for item in inside.split(", ").filter(|item| !item.is_empty()) {
            insert(&mut all, item.parse::<u8>()?);
        }
        Ok(all)
    }

    #[operation]
    fn to_vec(set: &Set) -> Vec<u8> {
        set.iter().copied().collect()
    }

    #[operation]
    fn of_slice(all: &[u8]) -> (Set, usize) {
        let set: Set = all.iter().copied().collect();
        let len = set.len();
        (set, len)
    }

    #[implements(of_slice)]
    fn of_slice_by_inserting(all: &[u8]) -> (Set, usize) {
        let mut set = Set::new();
        for item in all {
            insert(&mut set, *item);
        }
        let count = to_vec(&set).len();
        (set, count)
    }

    #[operation]
    fn next(number: &Halved) -> Halved {
        Halved(number.0 ^ 2)
    }

    #[implements(next)]
    fn next_of_the_other(number: &Halved) -> Halved {
        next(&Halved(number.0 ^ 1))
    }

    #[implements(next, partial)]
    fn next_if_even(number: &Halved) -> Option<Halved> {
        number.0.is_multiple_of(2).then(|| next(number))
    }
}

/// `u8` arithmetic with one wrong implementation.
#[mutagen_core::metamorphic]
#[ignore = "it fails, and another test says how"]
pub mod wrong_bytes {
    #[operation(commutative)]
    fn add(a: u8, b: u8) -> u8 {
        a.wrapping_add(b)
    }

    #[implements(add)]
    fn add_negated(a: u8, b: u8) -> u8 {
        neg(add(neg(a), neg(b)))
    }

    #[operation]
    fn neg(a: u8) -> u8 {
        a.wrapping_neg()
    }

    #[implements(neg)]
    fn neg_by_complement(a: u8) -> u8 {
        add(!a, if a == 8 { 0 } else { 1 })
    }

    #[operation(commutative, distributes_over = add)]
    fn mul(a: u8, b: u8) -> u8 {
        a.wrapping_mul(b)
    }

    #[implements(mul)]
    fn mul_negated(a: u8, b: u8) -> u8 {
        neg(mul(neg(a), b))
    }
}

std::thread_local! {
    /// How many calls of the library there were since the start of the run.
    static CALLS: Cell<u8> = const { Cell::new(0) };
}

/// One more call of the library. The number of all.
fn called() -> u8 {
    CALLS.set(CALLS.get() + 1);
    CALLS.get()
}

/// A library with a state. Terms of several calls are wrong on purpose.
#[mutagen_core::metamorphic]
#[ignore = "it fails on purpose"]
pub mod started {
    use super::{CALLS, called};

    #[setup]
    fn start() {
        CALLS.set(0);
    }

    #[operation]
    fn count(a: u8) -> u8 {
        a.wrapping_add(called())
    }

    #[law]
    fn one_call_is_the_first(a: u8) -> bool {
        count(a) == a.wrapping_add(1)
    }
}

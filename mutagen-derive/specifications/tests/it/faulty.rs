//! Specifications that are wrong on purpose, one for each way. Their own tests are ignored: other
//! tests say what they find.

/// Implementations under conditions.
#[mutagen_core::metamorphic]
#[ignore = "it fails on purpose"]
pub mod conditions {
    #[operation]
    fn same(a: u8) -> u8 {
        a
    }

    #[implements(same, when = a <= 3)]
    fn small(a: u8) -> u8 {
        a.min(3)
    }

    #[implements(same, when = x != 0)]
    fn any(a: u8, #[any] x: u8) -> u8 {
        a ^ x
    }
}

/// Loops of many calls.
#[mutagen_core::metamorphic]
#[ignore = "it fails on purpose"]
pub mod endless {
    #[operation]
    fn count(n: u32) -> u32 {
        n
    }

    #[implements(count)]
    fn r#loop(n: u32) -> u32 {
        let mut counted = 0;
        while counted < n {
            counted += count(1);
        }
        counted
    }

    #[implements(count)]
    fn wrong(n: u32) -> u32 {
        n + 1
    }
}

/// Values that are not admitted.
#[mutagen_core::metamorphic]
#[ignore = "it fails on purpose"]
pub mod admitted {
    #[input]
    fn any(n: u32) -> u32 {
        n
    }

    #[admit]
    fn is_small(n: u32) -> bool {
        n <= 100
    }

    #[operation]
    fn double(n: u32) -> u32 {
        2 * n
    }

    #[implements(double)]
    fn wrong(n: u32) -> u32 {
        n
    }

    #[implements(double)]
    fn too_large(n: u32) -> u32 {
        3 * n
    }
}

/// An implementation that calls an operation outside of its precondition.
#[mutagen_core::metamorphic]
#[ignore = "it fails on purpose"]
pub mod outside {
    #[operation(requires = b != 0)]
    fn div(a: u8, b: u8) -> u8 {
        a / b
    }

    #[operation]
    fn half(a: u8, b: u8) -> u8 {
        a.checked_div(b).unwrap_or(0)
    }

    #[implements(half)]
    fn by_division(a: u8, b: u8) -> u8 {
        div(a, b)
    }
}

/// A base and an implementation that panic.
#[mutagen_core::metamorphic]
#[ignore = "it fails on purpose"]
pub mod panics {
    #[operation]
    fn twice(a: u8) -> u8 {
        a.checked_mul(2).expect("no overflow")
    }

    #[operation(inner)]
    fn add(a: u8, b: u8) -> u8 {
        a.wrapping_add(b)
    }

    #[implements(twice)]
    fn by_adding(a: u8) -> u8 {
        add(a, a)
    }

    #[implements(twice)]
    fn by_shift(a: u8) -> u8 {
        assert!(a != 99, "no {a}");
        a << 1
    }
}

/// Implementations that give up.
#[mutagen_core::metamorphic]
#[ignore = "it fails on purpose"]
pub mod partial {
    #[operation]
    fn next(a: u8) -> Option<u8> {
        a.checked_add(1)
    }

    #[implements(next, partial)]
    fn gives_up(a: u8) -> Option<u8> {
        match a {
            7 => None,
            9 => Some(0),
            _ => a.checked_add(1),
        }
    }

    #[implements(next)]
    fn whole(a: u8) -> Option<u8> {
        let even = if a.is_multiple_of(2) { Some(a) } else { None }?;
        next(even)
    }
}

/// An implementation that returns the same and leaves another argument behind.
#[mutagen_core::metamorphic]
#[ignore = "it fails on purpose"]
pub mod changes {
    #[operation]
    fn pop(all: &mut Vec<u8>) -> Option<u8> {
        all.pop()
    }

    #[implements(pop)]
    fn keeps_it(all: &mut Vec<u8>) -> Option<u8> {
        all.last().copied()
    }
}

/// A base that panics on the smallest inputs.
#[mutagen_core::metamorphic]
#[ignore = "it is refused"]
pub mod panics_at_once {
    #[operation]
    fn div(a: u8, b: u8) -> u8 {
        a / b
    }

    #[implements(div)]
    fn again(a: u8, b: u8) -> u8 {
        a / b
    }
}

/// An operation with another result each time.
#[mutagen_core::metamorphic]
#[ignore = "it is refused"]
pub mod unrepeatable {
    use std::sync::atomic::{AtomicU64, Ordering};

    static CALLS: AtomicU64 = AtomicU64::new(0);

    #[operation]
    fn count(from: u64) -> u64 {
        from.wrapping_add(CALLS.fetch_add(1, Ordering::Relaxed))
    }

    #[implements(count)]
    fn again(from: u64) -> u64 {
        from
    }
}

/// A type whose values may differ from themselves.
#[mutagen_core::metamorphic]
#[ignore = "it is refused"]
pub mod not_reflexive {
    #[operation]
    fn quotient(a: f64, b: f64) -> f64 {
        a / b
    }

    #[implements(quotient)]
    fn again(a: f64, b: f64) -> f64 {
        a / b
    }
}

/// A sort none of whose inputs is admitted.
#[mutagen_core::metamorphic]
#[ignore = "it is refused"]
pub mod nothing_admitted {
    #[derive(Debug, Clone, PartialEq)]
    pub struct Number(u8);

    #[input]
    fn number(n: u8) -> Number {
        Number(n)
    }

    #[admit]
    fn never(n: &Number) -> bool {
        n.0 > 200
    }

    #[operation]
    fn same(n: &Number) -> Number {
        n.clone()
    }

    #[implements(same)]
    fn copy(n: &Number) -> Number {
        Number(n.0)
    }
}

/// Inputs of several parts, a type of its own, and an equality.
#[mutagen_core::metamorphic]
#[ignore = "it fails on purpose"]
pub mod several {
    use std::collections::BTreeMap;

    /// A number and what is named.
    #[derive(Debug, Clone)]
    pub struct Pair {
        number: u8,
        names: BTreeMap<String, u8>,
    }

    #[derive(Debug, Clone)]
    pub struct Name(String);

    const STEP: u8 = 1;

    fn next(number: u8) -> u8 {
        number.wrapping_add(STEP)
    }

    #[input]
    fn plain(number: u8) -> Pair {
        Pair { number, names: BTreeMap::new() }
    }

    #[input]
    fn made(parts: (Option<u8>, Vec<Name>)) -> Pair {
        let (number, names) = parts;
        let names = names.into_iter().map(|name| (name.0, 1)).collect();
        Pair { number: number.map_or(0, next), names }
    }

    #[input]
    fn named(text: &str) -> Name {
        Name(text.to_owned())
    }

    #[equal]
    fn same_number(one: &Pair, other: &Pair) -> bool {
        one.number == other.number
    }

    #[operation]
    fn turned(pair: &Pair) -> Pair {
        Pair { number: !pair.number, names: pair.names.clone() }
    }

    #[implements(turned)]
    fn wrong(pair: &Pair) -> Pair {
        Pair { number: pair.number, names: pair.names.clone() }
    }

    #[law]
    fn is_small(pair: &Pair) -> bool {
        turned(pair).number < 100
    }
}

/// Wrong implementations that change their arguments and are called by others.
#[mutagen_core::metamorphic]
#[ignore = "it fails on purpose"]
pub mod nested {
    #[operation]
    fn push(all: &mut Vec<u8>, item: u8) {
        all.push(item);
    }

    #[implements(push)]
    fn push_front(all: &mut Vec<u8>, item: u8) {
        all.insert(0, item);
    }

    #[operation]
    fn pop(all: &mut Vec<u8>) -> Option<u8> {
        all.pop()
    }

    #[implements(pop, partial)]
    fn pop_but_9(all: &mut Vec<u8>) -> Option<u8> {
        match all.pop()? {
            // What it has changed so far does not count.
            7 => None,
            9 => Some(0),
            last => Some(last),
        }
    }

    #[operation]
    fn len(all: &mut Vec<u8>) -> usize {
        all.len()
    }

    #[implements(len, partial)]
    fn len_if_short(all: &mut Vec<u8>) -> Option<usize> {
        all.clear();
        None
    }

    #[operation]
    fn pair(a: u8, b: u8) -> Vec<u8> {
        vec![a, b]
    }

    #[implements(pair)]
    fn pair_by_pushing(a: u8, b: u8) -> Vec<u8> {
        let mut all = vec![a];
        push(&mut all, b);
        all
    }

    #[operation]
    fn last(all: Vec<u8>) -> Option<u8> {
        all.last().copied()
    }

    #[implements(last)]
    fn last_by_pop(all: Vec<u8>) -> Option<u8> {
        let mut own = all;
        let length = len(&mut own);
        let last = pop(&mut own);
        last.filter(|_| length > 0)
    }
}

/// Values that are equal and behave differently.
#[mutagen_core::metamorphic]
#[ignore = "it fails on purpose"]
pub mod coarse {
    #[derive(Debug, Clone)]
    pub struct Rough(u8);

    #[input]
    fn rough(number: u8) -> Option<Rough> {
        (number != 100).then_some(Rough(number))
    }

    #[equal]
    fn are_near(one: &Rough, other: &Rough) -> bool {
        one.0 / 2 == other.0 / 2
    }

    #[operation]
    fn same(a: &Rough) -> Rough {
        a.clone()
    }

    #[implements(same)]
    fn neighbour(a: &Rough) -> Rough {
        Rough(a.0 ^ 1)
    }

    #[operation]
    fn twice(a: &Rough) -> Rough {
        Rough(a.0.wrapping_mul(2))
    }

    #[law]
    fn is_near_itself(a: &Rough) -> bool {
        are_near(&same(a), a)
    }
}

//! What is emitted for findings: each test must fail. `MUTAGEN_BLESS=1` writes them anew.

#![allow(clippy::all, unused)]

mod case_0 {
/// Found by mutagen in `wrong_bytes`.
#[test]
#[should_panic]
fn wrong_bytes_neg_by_complement() {
    fn add(a: u8, b: u8) -> u8 {
        a.wrapping_add(b)
    }
    fn neg(a: u8) -> u8 {
        a.wrapping_neg()
    }
    fn neg_by_complement(a: u8) -> u8 {
        add(!a, if a == 8 { 0 } else { 1 })
    }

    let x = 4;
    let a = add(x, x);
    assert_eq!(neg_by_complement(a), neg(a));
}
}
mod case_1 {
/// Found by mutagen in `wrong_bytes`.
#[test]
#[should_panic]
fn wrong_bytes_neg_by_complement() {
    fn add(a: u8, b: u8) -> u8 {
        a.wrapping_add(b)
    }
    fn neg(a: u8) -> u8 {
        a.wrapping_neg()
    }
    fn mul(a: u8, b: u8) -> u8 {
        a.wrapping_mul(b)
    }
    fn add_commutative(a: u8, b: u8) -> u8 {
        add(b, a)
    }
    fn neg_by_complement(a: u8) -> u8 {
        fn own(a: u8) -> u8 {
            add_commutative(!a, if a == 8 { 0 } else { 1 })
        }
        let result = own(a);
        assert_eq!(result.clone(), neg(a));
        result
    }
    fn mul_negated(a: u8, b: u8) -> u8 {
        neg(mul(neg_by_complement(a), b))
    }

    let _ = mul_negated(8, 0);
}
}
mod case_2 {
/// Found by mutagen in `changes`.
#[test]
#[should_panic]
fn changes_keeps_it() {
    fn pop(all: &mut Vec<u8>) -> Option<u8> {
        all.pop()
    }
    fn keeps_it(all: &mut Vec<u8>) -> Option<u8> {
        all.last().copied()
    }

    let all = vec![1, 2];
    assert_eq!({ let mut all = all.clone(); (keeps_it(&mut all), all) }, { let mut all = all.clone(); (pop(&mut all), all) });
}
}
mod case_3 {
/// Found by mutagen in `admitted`.
#[test]
#[should_panic]
fn admitted_wrong() {
    fn double(n: u32) -> u32 {
        2 * n
    }
    fn any(n: u32) -> u32 {
        n
    }
    fn wrong(n: u32) -> u32 {
        n
    }

    let n = any(3);
    assert_eq!(wrong(n), double(n));
}
}
mod case_4 {
/// Found by mutagen in `panics`: it panics.
#[test]
#[should_panic]
fn panics_by_shift_panics() {
    fn by_shift(a: u8) -> u8 {
        assert!(a != 99, "no {a}");
        a << 1
    }

    let _ = by_shift(99);
}
}
mod case_5 {
/// Found by mutagen in `partial`.
#[test]
#[should_panic]
fn partial_gives_up() {
    fn next(a: u8) -> Option<u8> {
        a.checked_add(1)
    }
    fn gives_up(a: u8) -> Option<u8> {
        match a {
            7 => None,
            9 => Some(0),
            _ => a.checked_add(1),
        }
    }

    let a = 9;
    if let one @ Some(_) = gives_up(a) {
        assert_eq!(one, next(a));
    }
}
}
mod case_6 {
/// Found by mutagen in `conditions`.
#[test]
#[should_panic]
fn conditions_any() {
    fn same(a: u8) -> u8 {
        a
    }
    fn any(a: u8) -> u8 {
        let x: u8 = 1;
        a ^ x
    }

    let a = 9;
    assert_eq!(any(a), same(a));
}
}
mod case_7 {
/// Found by mutagen in `several`.
#[test]
#[should_panic]
fn several_wrong() {
    #[allow(unused_imports)]
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
    fn same_number(one: &Pair, other: &Pair) -> bool {
        one.number == other.number
    }
    fn turned(pair: &Pair) -> Pair {
        Pair { number: !pair.number, names: pair.names.clone() }
    }
    fn made(parts: (Option<u8>, Vec<Name>)) -> Pair {
        let (number, names) = parts;
        let names = names.into_iter().map(|name| (name.0, 1)).collect();
        Pair { number: number.map_or(0, next), names }
    }
    fn named(text: &str) -> Name {
        Name(text.to_owned())
    }
    fn wrong(pair: &Pair) -> Pair {
        Pair {
            number: pair.number,
            names: pair.names.clone(),
        }
    }

    let pair = made((Some(1), vec![named(&"a".to_owned())]));
    let (one, other) = (wrong(&pair), turned(&pair));
    let (one, other) = (&one, &other);
    assert!(same_number(one, other), "{one:?} is not {other:?}");
}
}
mod case_8 {
/// Found by mutagen in `several`.
#[test]
#[should_panic]
fn several_is_small() {
    #[allow(unused_imports)]
    use std::collections::BTreeMap;
    /// A number and what is named.
    #[derive(Debug, Clone)]
    pub struct Pair {
        number: u8,
        names: BTreeMap<String, u8>,
    }
    #[derive(Debug, Clone)]
    pub struct Name(String);
    fn turned(pair: &Pair) -> Pair {
        Pair { number: !pair.number, names: pair.names.clone() }
    }
    fn plain(number: u8) -> Pair {
        Pair { number, names: BTreeMap::new() }
    }
    fn named(text: &str) -> Name {
        Name(text.to_owned())
    }
    fn is_small(pair: &Pair) -> bool {
        turned(pair).number < 100
    }

    let pair = plain(7);
    assert!(is_small(&pair));
}
}
mod case_9 {
/// Found by mutagen in `nested`.
#[test]
#[should_panic]
fn nested_push_front() {
    fn push(all: &mut Vec<u8>, item: u8) {
        all.push(item);
    }
    fn push_front(all: &mut Vec<u8>, item: u8) {
        fn own(all: &mut Vec<u8>, item: u8) {
            all.insert(0, item);
        }
        let mut expected_all = all.clone();
        push(&mut expected_all, item);
        own(all, item);
        assert_eq!(all.clone(), expected_all);
    }
    fn pair_by_pushing(a: u8, b: u8) -> Vec<u8> {
        let mut all = vec![a];
        push_front(&mut all, b);
        all
    }

    let _ = pair_by_pushing(1, 2);
}
}
mod case_10 {
/// Found by mutagen in `nested`.
#[test]
#[should_panic]
fn nested_pop_but_9() {
    fn pop(all: &mut Vec<u8>) -> Option<u8> {
        all.pop()
    }
    fn len(all: &mut Vec<u8>) -> usize {
        all.len()
    }
    fn last(all: Vec<u8>) -> Option<u8> {
        all.last().copied()
    }
    fn pop_but_9(all: &mut Vec<u8>) -> Option<u8> {
        fn own(all: &mut Vec<u8>) -> Option<u8> {
            match all.pop()? {
                7 => None,
                9 => Some(0),
                last => Some(last),
            }
        }
        let mut expected_all = all.clone();
        let expected = pop(&mut expected_all);
        let mut own_all = all.clone();
        let result = match own(&mut own_all) {
            Some(value) => { *all = own_all; Some(value) }
            None => pop(all),
        };
        assert_eq!((result.clone(), all.clone()), (expected, expected_all));
        result
    }
    fn len_if_short(all: &mut Vec<u8>) -> usize {
        fn own(all: &mut Vec<u8>) -> Option<usize> {
            all.clear();
            None
        }
        let mut own_all = all.clone();
        match own(&mut own_all) {
            Some(value) => { *all = own_all; value }
            None => len(all),
        }
    }
    fn last_by_pop(all: Vec<u8>) -> Option<u8> {
        let mut own = all;
        let length = len_if_short(&mut own);
        let last = pop_but_9(&mut own);
        last.filter(|_| length > 0)
    }

    let _ = last_by_pop(vec![1, 9]).unwrap();
}
}
mod case_11 {
/// Found by mutagen in `coarse`.
#[test]
#[should_panic]
fn coarse_result() {
    #[derive(Debug, Clone)]
    pub struct Rough(u8);
    fn are_near(one: &Rough, other: &Rough) -> bool {
        one.0 / 2 == other.0 / 2
    }
    fn same(a: &Rough) -> Rough {
        a.clone()
    }
    fn twice(a: &Rough) -> Rough {
        Rough(a.0.wrapping_mul(2))
    }
    fn rough(number: u8) -> Option<Rough> {
        (number != 100).then_some(Rough(number))
    }
    fn neighbour(a: &Rough) -> Rough {
        Rough(a.0 ^ 1)
    }

    let (one, other) = (twice(&neighbour(&rough(2).unwrap())), twice(&same(&rough(2).unwrap())));
    let (one, other) = (&one, &other);
    assert!(are_near(one, other), "{one:?} is not {other:?}");
}
}
mod pass_0 {
/// Made by mutagen in `wrong_bytes`.
#[test]
fn wrong_bytes_agrees() {
    fn add(a: u8, b: u8) -> u8 {
        a.wrapping_add(b)
    }
    fn neg(a: u8) -> u8 {
        a.wrapping_neg()
    }
    fn mul(a: u8, b: u8) -> u8 {
        a.wrapping_mul(b)
    }
    fn neg_by_complement(a: u8) -> u8 {
        add(!a, if a == 8 { 0 } else { 1 })
    }

    let x = 3;
    assert_eq!(mul(neg_by_complement(add(x, x)), x), mul(neg(add(x, x)), x));
}
}
mod pass_1 {
/// Made by mutagen in `several`.
#[test]
fn several_agrees() {
    #[allow(unused_imports)]
    use std::collections::BTreeMap;
    /// A number and what is named.
    #[derive(Debug, Clone)]
    pub struct Pair {
        number: u8,
        names: BTreeMap<String, u8>,
    }
    #[derive(Debug, Clone)]
    pub struct Name(String);
    fn turned(pair: &Pair) -> Pair {
        Pair { number: !pair.number, names: pair.names.clone() }
    }
    fn plain(number: u8) -> Pair {
        Pair { number, names: BTreeMap::new() }
    }
    fn named(text: &str) -> Name {
        Name(text.to_owned())
    }
    fn is_small(pair: &Pair) -> bool {
        turned(pair).number < 100
    }

    let pair = plain(200);
    assert!(is_small(&pair));
}
}
mod pass_2 {
/// Made by mutagen in `nested`.
#[test]
fn nested_agrees() {
    fn pop(all: &mut Vec<u8>) -> Option<u8> {
        all.pop()
    }
    fn len(all: &mut Vec<u8>) -> usize {
        all.len()
    }
    fn last(all: Vec<u8>) -> Option<u8> {
        all.last().copied()
    }
    fn pop_but_9(all: &mut Vec<u8>) -> Option<u8> {
        fn own(all: &mut Vec<u8>) -> Option<u8> {
            match all.pop()? {
                7 => None,
                9 => Some(0),
                last => Some(last),
            }
        }
        let mut own_all = all.clone();
        match own(&mut own_all) {
            Some(value) => { *all = own_all; Some(value) }
            None => pop(all),
        }
    }
    fn len_if_short(all: &mut Vec<u8>) -> usize {
        fn own(all: &mut Vec<u8>) -> Option<usize> {
            all.clear();
            None
        }
        let mut own_all = all.clone();
        match own(&mut own_all) {
            Some(value) => { *all = own_all; value }
            None => len(all),
        }
    }
    fn last_by_pop(all: Vec<u8>) -> Option<u8> {
        let mut own = all;
        let length = len_if_short(&mut own);
        let last = pop_but_9(&mut own);
        last.filter(|_| length > 0)
    }

    assert_eq!(last_by_pop(vec![1, 7]).unwrap(), last(vec![1, 7]).unwrap());
}
}
mod pass_3 {
/// Made by mutagen in `coarse`.
#[test]
fn coarse_agrees() {
    #[derive(Debug, Clone)]
    pub struct Rough(u8);
    fn are_near(one: &Rough, other: &Rough) -> bool {
        one.0 / 2 == other.0 / 2
    }
    fn same(a: &Rough) -> Rough {
        a.clone()
    }
    fn rough(number: u8) -> Option<Rough> {
        (number != 100).then_some(Rough(number))
    }
    fn neighbour(a: &Rough) -> Rough {
        Rough(a.0 ^ 1)
    }

    let (one, other) = (neighbour(&rough(2).unwrap()), same(&rough(2).unwrap()));
    let (one, other) = (&one, &other);
    assert!(are_near(one, other), "{one:?} is not {other:?}");
}
}

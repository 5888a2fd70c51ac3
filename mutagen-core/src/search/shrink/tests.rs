//! Tests of shrinking as a whole: by types and properties for which a pass is needed.

use super::{Elsewhere, Oracle, Rank, shrink};
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::{Node, NodeKind, own_node};
use crate::value::text;
use crate::value::twin::Twin;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::num::NonZeroU8;

/// Asks a predicate, and keeps what it was asked.
struct Asked<T> {
    fails: fn(&T) -> bool,
    most: u64,
    all: Vec<String>,
    best: Vec<Rank>,
}

impl<T: Mutate + Debug> Oracle for Asked<T> {
    fn fails(&mut self, candidate: &dyn Node) -> bool {
        self.all.push(text::print(candidate));
        (self.fails)(candidate.downcast_ref().unwrap())
    }
    fn goes_on(&mut self) -> bool {
        (self.all.len() as u64) < self.most
    }
    fn improve(&mut self, smallest: &dyn Node) {
        self.best.push(Rank::of(smallest));
    }
}

fn asked<T>(fails: fn(&T) -> bool) -> Asked<T> {
    Asked { fails, most: 100_000, all: Vec::new(), best: Vec::new() }
}

/// The text of the smallest value below this one that fails.
fn smallest<T: Mutate + Node + Debug>(value: T, fails: fn(&T) -> bool) -> String {
    assert!(fails(&value), "{value:?}");
    let mut oracle = asked(fails);
    let shrunk = shrink(Box::new(value), &mut oracle);
    assert!(shrunk.is_done);
    assert!(fails(shrunk.value.downcast_ref().unwrap()));
    assert_eq!((shrunk.runs, shrunk.steps), (oracle.all.len() as u64, oracle.best.len() as u64));
    // Each step comes before the last one, and no candidate is asked for twice.
    assert!(oracle.best.is_sorted_by(|one, next| next < one));
    assert_eq!(oracle.all.iter().collect::<BTreeSet<_>>().len(), oracle.all.len());
    text::print(&*shrunk.value)
}

#[test]
fn a_long_list_keeps_what_the_failure_needs() {
    let fails = |all: &Vec<i32>| all.contains(&-7) && all.iter().any(|x| *x > 40);
    assert_eq!(smallest((-50..50).collect(), fails), "[-7, 41]");
}

#[test]
fn texts_lose_what_is_not_needed_and_become_plain() {
    let fails = |text: &String| text.chars().filter(|c| c.is_uppercase()).count() > 1;
    assert_eq!(smallest("Der Fluß ist Ü 99 breit".to_owned(), fails), "\"AA\"");
    let fails = |text: &String| text.chars().count() > 3 && text.contains('9');
    assert_eq!(smallest("(x+y)*19/z\u{1F980}".to_owned(), fails), "\"aaa9\"");
}

#[test]
fn bytes_are_dropped_and_lowered_and_numbers_are_no_letters() {
    let fails = |bytes: &Vec<u8>| bytes.iter().filter(|byte| **byte >= 17).count() >= 2;
    assert_eq!(smallest(vec![250; 40], fails), "[17, 17]");
}

#[test]
fn keys_of_maps_and_elements_of_sets_get_smaller() {
    let fails =
        |map: &BTreeMap<u32, String>| map.iter().any(|(key, text)| *key > 4 && text.len() > 1);
    let map: BTreeMap<_, _> = (0..30).map(|key| (key * 3, format!("text {key}"))).collect();
    assert_eq!(smallest(map, fails), "{5: \"aa\"}");
    let fails = |set: &BTreeSet<i64>| set.len() > 2 && set.contains(&12);
    assert_eq!(smallest((-9..90).collect(), fails), "{0, 1, 12}");
}

#[test]
fn a_name_that_occurs_several_times_is_lowered_everywhere() {
    let fails =
        |all: &(Vec<String>, String)| all.0.iter().filter(|name| **name == all.1).count() > 1;
    let names = ["x1", "counter", "y", "counter", "z"].map(str::to_owned).to_vec();
    assert_eq!(smallest((names, "counter".to_owned()), fails), "([\"\", \"\"], \"\")");
    let fails = |all: &(Vec<String>, String)| all.0.contains(&all.1) && all.1.len() > 2;
    let names = ["x1", "counter", "y"].map(str::to_owned).to_vec();
    assert_eq!(smallest((names, "counter".to_owned()), fails), "([\"aaa\"], \"aaa\")");
}

#[test]
fn both_sides_of_a_twin_get_smaller_together() {
    let fails = |twin: &Twin<Vec<i32>>| {
        twin.left.len() == twin.right.len()
            && twin.left.iter().zip(&twin.right).filter(|(x, y)| x != y).count() == 1
    };
    let left: Vec<i32> = (0..20).collect();
    let mut right = left.clone();
    right[13] = 99;
    assert_eq!(smallest(Twin { left, right }, fails), "Twin { left: [0], right: [1] }");
}

/// A place in a list, and the list.
type Indexed = (u8, Vec<(i32, bool)>);

#[test]
fn elements_before_an_index_are_dropped_on_both_sides_of_a_twin() {
    let fails = |twin: &Twin<Indexed>| {
        let at = |(index, list): &Indexed| list.get(usize::from(*index)).copied();
        let (Some((x, true)), Some((y, true))) = (at(&twin.left), at(&twin.right)) else {
            return false;
        };
        x != y && twin.left.0 == twin.right.0 && twin.left.1.len() == twin.right.1.len()
    };
    let side = |number| {
        let list = (0..9).map(|at| (if at == 7 { number } else { 3 }, at == 7)).collect();
        (7, list)
    };
    let twin = Twin { left: side(5), right: side(9) };
    let text = "Twin { left: (0, [(0, true)]), right: (0, [(1, true)]) }";
    assert_eq!(smallest(twin, fails), text);
}

#[test]
fn one_of_several_indices_is_lowered_with_a_dropped_element() {
    let fails = |all: &(u8, u8, Vec<i32>)| {
        let at = |index: u8| all.2.get(usize::from(index)).copied();
        at(all.0) == Some(40) && all.1 == 2
    };
    let value = (3, 2, vec![9, 9, 9, 40, 9]);
    assert_eq!(smallest(value, fails), "(0, 2, [40])");
}

#[test]
fn numbers_stay_in_the_range_of_their_type() {
    assert_eq!(smallest(vec![NonZeroU8::MAX; 5], |all| all.len() > 1), "[1, 1]");
    assert_eq!(smallest(u64::MAX, |x| *x > u64::from(u32::MAX)), "4294967296");
    assert_eq!(smallest(i128::MIN, |x| *x < -5), "-6");
    assert_eq!(smallest(7.25_f64, |x| *x > 2.5), "3.0");
}

#[test]
fn fractions_become_whole_or_lose_digits() {
    assert_eq!(smallest(1000.25, |x: &f64| *x >= 500.0), "500.0");
    assert_eq!(smallest(1000.25, |x: &f64| *x >= 500.0 && x.fract() != 0.0), "500.1");
    assert_eq!(smallest(-0.317_f32, |x| *x < 0.0 && *x > -1.0), "-0.1");
    assert_eq!(smallest(123.456_789, |x: &f64| x.fract() > 0.44), "0.5");
    assert_eq!(smallest(0.417_26, |x: &f64| *x > 0.415 && *x < 0.418), "0.416");
    assert_eq!(smallest(3.5e-9, |x: &f64| *x > 0.0 && *x < 1e-4), "1e-5");
    let fails = |all: &Vec<f32>| all.len() > 1 && all.iter().any(|x| *x > 999.0);
    assert_eq!(smallest(vec![0.7, 1000.25, 2e38, f32::NAN], fails), "[0.0, 1000.0]");
}

#[test]
fn numbers_that_no_i128_holds_get_smaller() {
    assert_eq!(smallest(u128::MAX, |x| *x > 7), "8");
    const LEAST: u128 = (1 << 127) + 12_345;
    assert_eq!(smallest(u128::MAX, |x| *x >= LEAST), LEAST.to_string());
    let fails = |map: &BTreeMap<u128, bool>| map.keys().any(|key| *key > 1 << 127);
    let map = BTreeMap::from([(5, true), (u128::MAX - 9, true)]);
    let text = format!("{{{}: false}}", (1_u128 << 127) + 1);
    assert_eq!(smallest(map, fails), text);
    assert_eq!(smallest(-f64::MAX, |x| *x < -1e100), "-1e101");
    assert_eq!(smallest(f64::MAX, |x| x.abs() > 1e100), "1e101");
    assert_eq!(smallest(f64::NEG_INFINITY, |x| *x < 12.0), "0.0");
    assert_eq!(smallest(f64::INFINITY, |x| *x > 12.0), "13.0");
    assert_eq!(smallest(1e17, |x: &f64| *x > 12.0), "13.0");
    assert_eq!(smallest(3e9_f32, |x| *x > 16_777_216.0), "16777218.0");
    assert_eq!(smallest(f64::from_bits(0x7ff8_0000_dead_beef), |x| x.is_nan()), "NaN");
    let text = format!("({}, 3.0)", (1_u128 << 100) + 1);
    let fails = |(x, y): &(u128, f64)| *x > 1 << 100 && *y > 2.0;
    assert_eq!(smallest((u128::MAX, 1000.25), fails), text);
}

#[cfg(feature = "num-bigint")]
#[test]
fn a_number_of_any_length_gets_smaller() {
    use num_bigint::BigInt;
    let power = |bits: u32| -> BigInt { BigInt::from(1) << bits };
    assert_eq!(smallest(-power(300), |x| *x < BigInt::from(-9)), "-10");
    let fails = |x: &BigInt| *x > BigInt::from(1) << 200_u32;
    assert_eq!(smallest(power(300) + 99_u32, fails), (power(200) + 1_u32).to_string());
}

#[test]
fn the_budget_ends_shrinking_with_the_best_so_far() {
    for most in [0, 1, 7, 30] {
        let mut oracle = Asked { most, ..asked(|all: &Vec<u8>| all.iter().any(|x| *x > 9)) };
        let shrunk = shrink(Box::new((0..200).collect::<Vec<u8>>()), &mut oracle);
        assert_eq!((shrunk.runs, shrunk.is_done), (most.min(oracle.all.len() as u64), most > 29));
        let all: &Vec<u8> = shrunk.value.downcast_ref().unwrap();
        assert!(all.iter().any(|x| *x > 9) && (most < 7 || all.len() < 200), "{most}: {all:?}");
    }
}

#[test]
fn the_same_start_gives_the_same_candidates() {
    let all = || {
        let mut oracle = asked(|all: &Vec<Vec<i16>>| all.iter().map(Vec::len).sum::<usize>() > 4);
        shrink(Box::new(vec![vec![3_i16, 4, 5], vec![], vec![-7, 8, 9]]), &mut oracle);
        oracle.all
    };
    assert_eq!(all(), all());
}

#[test]
fn one_wide_character_becomes_plain_letters() {
    assert_eq!(smallest("\u{1F980}".to_owned(), |text| text.len() > 2), "\"aaa\"");
}

#[test]
fn a_character_that_must_not_be_plain_is_lowered_in_few_steps() {
    let mut oracle = asked(|text: &String| text.chars().any(|c| c > '\u{2000}'));
    let shrunk = shrink(Box::new("-\u{1F980}-".to_owned()), &mut oracle);
    assert_eq!(text::print(&*shrunk.value), "\"\u{1F980}\"");
    assert!(shrunk.runs < 100, "{}", shrunk.runs);
}

#[test]
fn keys_that_become_equal_take_their_entries_with_them() {
    for entries in [vec![(0, 5), (7, 6)], vec![(1, 5), (3, 4), (9, 9)], vec![(0, 0), (1, 1)]] {
        let map: BTreeMap<u32, u32> = entries.into_iter().collect();
        assert_eq!(smallest(map, |map| map.len() > 1), "{0: 0, 1: 0}");
    }
    let key = |id| if id < 3 { Err(()) } else { Ok(id) };
    let map: BTreeMap<Result<u32, ()>, bool> = (2..9).map(|id| (key(id), id > 4)).collect();
    let text = "{Ok(0): false, Ok(1): false, Err(()): false}";
    let fails = |map: &BTreeMap<Result<u32, ()>, bool>| map.len() > 2 && map.contains_key(&Err(()));
    assert_eq!(smallest(map, fails), text);
}

#[test]
fn a_large_value_takes_a_few_candidates_for_each_of_its_nodes() {
    let mut oracle = asked(|all: &Vec<u32>| all.len() > 1499);
    let shrunk = shrink(Box::new(vec![7_u32; 1500]), &mut oracle);
    assert_eq!(shrunk.value.downcast_ref(), Some(&vec![0_u32; 1500]));
    assert!(shrunk.is_done && shrunk.runs < 3 * 1500, "{}", shrunk.runs);
}

thread_local! {
    static HASHED: Cell<u64> = const { Cell::new(0) };
}

/// A text that counts how often it is hashed.
#[derive(Debug, Clone, Default)]
struct Counted(String);

impl Mutate for Counted {
    fn smallest() -> Self {
        Counted::default()
    }
    fn generate(generator: &mut Generator) -> Self {
        Counted(String::generate(generator))
    }
    fn copy(this: &Self) -> Option<Self> {
        Some(this.clone())
    }
    own_node!();
}

impl Node for Counted {
    fn kind(&self) -> NodeKind {
        NodeKind::Text
    }
    fn form(&self) -> text::Form {
        Mutate::form(&self.0)
    }
    fn fingerprint(&self) -> u64 {
        HASHED.set(HASHED.get() + 1);
        Node::fingerprint(&self.0)
    }
    fn text(&self, into: &mut Vec<u8>) {
        Node::text(&self.0, into);
    }
    fn text_length(&self) -> usize {
        self.0.len()
    }
    fn set_text(&mut self, text: &[u8]) {
        Node::set_text(&mut self.0, text);
    }
}

/// Counts the candidates that are made and those that are run.
struct Counting<T> {
    fails: fn(&T) -> bool,
    made: u64,
    run: u64,
    most: u64,
}

impl<T: Mutate> Oracle for Counting<T> {
    fn fails(&mut self, candidate: &dyn Node) -> bool {
        self.run += 1;
        (self.fails)(candidate.downcast_ref().unwrap())
    }
    fn goes_on(&mut self) -> bool {
        self.made += 1;
        self.run < self.most
    }
}

fn long_text() -> String {
    let letters = (0..1_u64 << 16).map(|at| char::from(b'a' + (at * at % 23) as u8));
    letters.collect()
}

#[test]
fn a_long_text_is_shortened_with_few_candidates() {
    let mut text = long_text();
    text.insert_str(23_456, "needle");
    let fails = |text: &Counted| text.0.contains("needle");
    let mut oracle = Counting { fails, made: 0, run: 0, most: u64::MAX };
    HASHED.set(0);
    let shrunk = shrink(Box::new(Counted(text)), &mut oracle);
    assert_eq!(shrunk.value.downcast_ref::<Counted>().unwrap().0, "needle");
    assert!(shrunk.is_done && oracle.run < 500 && oracle.made < 1000, "{}", oracle.made);
    assert!(HASHED.get() < 1000, "{}", HASHED.get());
}

#[test]
fn nothing_is_made_or_hashed_after_the_end_of_the_budget() {
    for most in [0, 1, 7] {
        let fails = |all: &(Counted, Counted)| all.0.0.len() + all.1.0.len() > 131_071;
        let mut oracle = Counting { fails, made: 0, run: 0, most };
        HASHED.set(0);
        let both = (Counted(long_text()), Counted(long_text()));
        assert!(fails(&both));
        let shrunk = shrink(Box::new(both), &mut oracle);
        assert!(!shrunk.is_done && oracle.run == most && oracle.made < 100, "{}", oracle.made);
        assert!(HASHED.get() < 200, "{}", HASHED.get());
    }
}

thread_local! {
    static DROPPED: Cell<u64> = const { Cell::new(0) };
}

/// A value that counts how often one is dropped.
#[derive(Debug)]
struct Kept(u32);

impl Drop for Kept {
    fn drop(&mut self) {
        DROPPED.set(DROPPED.get() + 1);
    }
}

impl Mutate for Kept {
    fn smallest() -> Self {
        Kept(0)
    }
    fn generate(generator: &mut Generator) -> Self {
        Kept(u32::generate(generator))
    }
    fn copy(this: &Self) -> Option<Self> {
        Some(Kept(this.0))
    }
    own_node!();
}

impl Node for Kept {
    fn fingerprint(&self) -> u64 {
        u64::from(self.0)
    }
}

/// Takes these candidates, which another process has made.
struct Other(Vec<u32>);

impl Oracle for Other {
    fn fails(&mut self, _: &dyn Node) -> bool {
        unreachable!("no candidate is made here")
    }
    fn goes_on(&mut self) -> bool {
        true
    }
    fn is_elsewhere(&self) -> bool {
        true
    }
    fn elsewhere(&mut self) -> Elsewhere {
        self.0.pop().map_or(Elsewhere::Refused, |next| Elsewhere::Taken(Box::new(Kept(next))))
    }
}

#[test]
fn values_that_must_not_be_copied_or_dropped_here_are_made_elsewhere() {
    let shrunk = shrink(Box::new(Kept(900)), &mut Other(vec![3, 40, 500]));
    assert_eq!(shrunk.value.downcast_ref::<Kept>().unwrap().0, 3);
    assert_eq!((shrunk.steps, shrunk.is_done, DROPPED.get()), (3, true, 0));
}

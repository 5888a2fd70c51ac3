//! Maps and sets: their mutants one by one, keys that would collide, and an order that does not
//! depend on a hasher.

use crate::laws::generate;
use mutagen_core::internal::search::batch::Batch;
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::node::{Mutants, Node};
use mutagen_core::text::{parse, print};
use mutagen_core::{Generator, Mutate};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet};

/// The texts of the mutants of the value's own node.
fn mutants<T: Mutate + Node>(value: T, samples: u64) -> Vec<String> {
    let mut context = Context::new(1, 6);
    let mut batch = Batch::new(Box::new(value), 0, samples);
    let mut texts = Vec::new();
    while let Some((0, _)) = batch.serve(&mut context) {
        texts.push(print(batch.value()));
        batch.restore(&mut context);
    }
    texts
}

fn pure<T: Mutate + Node>(value: T) -> Vec<String> {
    mutants(value, 0)
}

#[test]
fn the_mutants_of_a_map_are_those_of_the_documented_list() {
    let map = BTreeMap::from([(Some(false), 1_u8), (Some(true), 2)]);
    let expected = [
        // Drop each.
        "{Some(true): 2}",
        "{Some(false): 1}",
        // Add the smallest entry.
        "{None: 0, Some(false): 1, Some(true): 2}",
        // Change a key: `None` is free, the negated content is taken.
        "{None: 1, Some(true): 2}",
        "{None: 2, Some(false): 1}",
    ];
    assert_eq!(pure(map), expected);
}

#[test]
fn the_mutants_of_a_set_are_those_of_the_documented_list() {
    let set = HashSet::from([vec![1_u8], vec![1, 2]]);
    let expected = [
        "{[1, 2]}",
        "{[1]}",
        "{[], [1], [1, 2]}",
        // [1]: dropped, doubled, joined by 0 on either side.
        "{[], [1, 2]}",
        "{[1, 1], [1, 2]}",
        "{[0, 1], [1, 2]}",
        "{[1, 0], [1, 2]}",
        // [1, 2]: dropping the 2 and cutting it off would give [1].
        "{[1], [2]}",
        "{[1], [1, 1, 2]}",
        "{[1], [1, 2, 2]}",
        "{[], [1]}",
        "{[1], [2, 1]}",
        "{[1], [0, 1, 2]}",
        "{[1], [1, 0, 2]}",
        "{[1], [1, 2, 0]}",
    ];
    let mut served = pure(set);
    let mut expected = expected.map(str::to_owned).to_vec();
    served.sort();
    expected.sort();
    assert_eq!(served, expected);
}

#[test]
fn the_mutants_of_a_heap_drop_add_double_and_change_elements() {
    let heap = BinaryHeap::from([true, false, true]);
    let expected = [
        "{true, false}",
        "{true, false}",
        "{true, true}",
        "{true, true, false, false}",
        "{true, true, true, false}",
        "{true, true, true, false}",
        "{true, true, false, false}",
        "{true, false, false}",
        "{true, false, false}",
        "{true, true, true}",
    ];
    assert_eq!(pure(heap), expected);
}

#[test]
fn no_key_mutant_collides_and_every_one_is_there_once() {
    for number in 0..40 {
        let map: BTreeMap<String, u8> = generate(number, 5);
        let entries = map.len();
        let drops_and_smallest = entries + usize::from(!map.contains_key(""));
        let texts = pure(map.clone());
        for (at, text) in texts.iter().enumerate().skip(drops_and_smallest) {
            let mutant = parse::<BTreeMap<String, u8>>(text).unwrap().value;
            assert_eq!(mutant.len(), entries, "{at}: {text} of {map:?}");
            let changed = mutant.iter().filter(|entry| !map.iter().any(|old| old == *entry));
            assert_eq!(changed.count(), 1, "{at}: {text} of {map:?}");
        }
        // As many as there are mutants of keys that are not taken.
        let mut expected = 0;
        for key in map.keys() {
            let mut context = Context::new(0, 0);
            let mut batch = Batch::new(Box::new(key.clone()), 0, 0);
            while batch.serve(&mut context).is_some() {
                let mutant = batch.value().downcast_ref::<String>().unwrap();
                expected += usize::from(!map.contains_key(mutant));
                batch.restore(&mut context);
            }
        }
        assert_eq!(texts.len() - drops_and_smallest, expected, "{map:?}");
    }
}

#[test]
fn where_every_key_is_taken_a_random_one_drops_an_entry() {
    let full = BTreeSet::from([false, true]);
    assert_eq!(mutants(full, 2), ["{true}", "{false}", "{true}", "{false}"]);
    let all: HashSet<u8> = (0..=u8::MAX).collect();
    let texts = mutants(all, 1);
    assert_eq!(texts.len(), 256 + 1 + 256, "drops, one fresh element, one changed for each");
    assert!(texts.iter().all(|text| text.matches(',').count() == 254));
}

#[test]
fn a_random_key_that_is_taken_is_drawn_again() {
    // Fresh numbers are from 0 to 6, so that five of seven draws are taken.
    let set = BTreeSet::from([0_u8, 1, 2, 3, 4]);
    let texts = mutants(set, 100);
    let random = &texts[5..];
    assert_eq!(random.len(), 600);
    let dropped = random.iter().filter(|text| text.matches(',').count() == 3).count();
    assert!(dropped < 30, "{dropped} of 600 gave up");
}

#[test]
fn random_keys_are_fresh_and_values_are_kept_or_copied() {
    let map = BTreeMap::from([(10_u8, "a".to_owned()), (20, "b".to_owned())]);
    let texts = mutants(map.clone(), 50);
    let (mut moved, mut copied) = (0, 0);
    for text in &texts[3..] {
        let mutant = parse::<BTreeMap<u8, String>>(text).unwrap().value;
        let mut values: Vec<&str> = mutant.values().map(String::as_str).collect();
        values.sort_unstable();
        match values.as_slice() {
            ["a", "b"] => moved += 1,
            ["a", "a", "b"] | ["a", "b", "b"] => copied += 1,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!((moved, copied), (100, 100));
}

#[test]
fn the_order_of_a_hash_map_is_that_of_its_keys_whatever_its_seed() {
    for _ in 0..20 {
        let map: HashMap<i32, ()> = [5, -3, 12, 100, 0, 7].map(|key| (key, ())).into();
        assert_eq!(print(&map), "{-3: (), 0: (), 5: (), 7: (), 12: (), 100: ()}");
        let set: HashSet<String> = ["b", "", "ab", "a"].map(str::to_owned).into();
        assert_eq!(print(&set), r#"{"", "a", "ab", "b"}"#);
    }
}

/// A key that says nothing of itself to the engine.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Opaque(u32);

impl Mutate for Opaque {
    fn smallest() -> Self {
        Opaque(0)
    }
    fn generate(generator: &mut Generator) -> Self {
        Opaque(generator.number(0, 1000))
    }
}

#[test]
fn opaque_keys_are_ordered_by_their_own_hash_and_need_not_be_copied() {
    let values = |seed: u64| -> Vec<u8> {
        let mut map: HashMap<Opaque, u8> = (0..9).map(|key| (Opaque(key), key as u8)).collect();
        map.shrink_to(seed as usize);
        (0..Node::children(&map))
            .map(|at| Node::child(&map, at).number().and_then(|n| u8::try_from(n).ok()).unwrap())
            .collect()
    };
    assert_eq!(values(0), values(100));
    let mut all = values(0);
    all.sort_unstable();
    assert_eq!(all, (0..9).collect::<Vec<u8>>(), "every entry has its place");

    let mut map: HashMap<Opaque, u8> = (0..3).map(|key| (Opaque(key), key as u8)).collect();
    assert!(Mutate::copy(&map).is_none());
    // Three drops; three copies under a fresh key and three fresh keys.
    assert_eq!(Node::mutants(&map), Mutants { pure: 3, random: 6 });
    let before = map.clone();
    let mut context = Context::new(0, 6);
    for mutant in 0..30 {
        context.set_address(0, 0, mutant);
        Node::mutate(&mut map, mutant, &mut context);
        assert!(map != before);
        Node::restore(&mut map, mutant, &mut context);
        assert!(map == before, "mutant {mutant} was not undone");
    }
}

/// An element whose order sees half of it.
#[derive(Debug, Clone, Mutate)]
struct Task {
    priority: u8,
    name: String,
}

impl PartialEq for Task {
    fn eq(&self, other: &Task) -> bool {
        self.priority == other.priority
    }
}

impl Eq for Task {}

impl PartialOrd for Task {
    fn partial_cmp(&self, other: &Task) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Task {
    fn cmp(&self, other: &Task) -> Ordering {
        self.priority.cmp(&other.priority)
    }
}

#[test]
fn a_heap_is_laid_out_alike_however_it_was_made() {
    crate::laws::obeys::<BinaryHeap<Task>>();
    for number in 0..20 {
        let heap: BinaryHeap<Task> = generate(number, 8);
        let read = parse::<BinaryHeap<Task>>(&print(&heap)).unwrap().value;
        let names = |heap: &BinaryHeap<Task>| -> Vec<String> {
            heap.iter().map(|task| task.name.clone()).collect()
        };
        assert_eq!(names(&read), names(&heap));
        let mut again = heap.clone();
        let mut context = Context::new(0, 6);
        for mutant in 0..Node::mutants(&again).count(2) {
            Node::mutate(&mut again, mutant, &mut context);
            Node::restore(&mut again, mutant, &mut context);
            assert_eq!(names(&again), names(&heap));
        }
    }
}

#[test]
fn a_wrong_map_is_an_error_that_says_what_was_expected() {
    let error = |text: &str| parse::<BTreeMap<u8, bool>>(text).unwrap_err().to_string();
    assert_eq!(
        error("{1: true, 1: false}"),
        "line 1, column 1: expected entries of which no two have the same key, found `{`"
    );
    assert_eq!(error("{1 true}"), "line 1, column 4: expected `:` and the value, found `true`");
    assert_eq!(error("[]"), "line 1, column 1: expected `{` and the entries, found `[`");
    let parsed = parse::<BTreeMap<Option<u8>, bool>>("{ None: true, Option::Some(3): false, }");
    assert_eq!(parsed.unwrap().value, BTreeMap::from([(None, true), (Some(3), false)]));
}

/// A container of each kind that may not get long; the type recurs through the first two.
#[derive(Mutate)]
struct Short {
    #[mutate(max_len = 2)]
    list: Vec<Short>,
    #[mutate(max_len = 2)]
    map: BTreeMap<u8, Short>,
    #[mutate(max_len = 2)]
    set: HashSet<String>,
    #[mutate(max_len = 2)]
    heap: BinaryHeap<u8>,
    #[mutate(max_len = 2)]
    linked: std::collections::LinkedList<u8>,
    #[mutate(max_len = 2)]
    path: std::ffi::OsString,
}

impl Short {
    fn is_short(&self) -> bool {
        let lengths = [
            self.list.len(),
            self.map.len(),
            self.set.len(),
            self.heap.len(),
            self.linked.len(),
            self.path.len(),
        ];
        let parts = self.list.iter().chain(self.map.values());
        lengths.iter().all(|length| *length <= 2) && parts.into_iter().all(Short::is_short)
    }
}

#[test]
fn a_greatest_length_holds_for_maps_and_sets_and_is_no_end_of_recursion() {
    crate::laws::obeys::<Short>();
    for number in 0..30 {
        let value: Short = generate(number, 6);
        assert!(value.is_short());
        let mut context = Context::new(number, 6);
        let mut batch = Batch::new(Box::new(value), 0, 2);
        while batch.serve(&mut context).is_some() {
            assert!(batch.value().downcast_ref::<Short>().is_some_and(Short::is_short));
            batch.restore(&mut context);
        }
    }
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Mutate)]
enum Never {}

#[derive(Debug, Mutate)]
struct Empty {
    vec: Vec<Never>,
    boxed: Box<[Never]>,
    shared: std::rc::Rc<[Never]>,
    queue: std::collections::VecDeque<Box<Never>>,
    option: Option<Never>,
    result: Result<u8, Never>,
    array: [Never; 0],
    map: BTreeMap<Never, u8>,
    values: BTreeMap<u8, Never>,
    set: BTreeSet<Never>,
    hash_map: HashMap<u8, (u8, Never)>,
    heap: BinaryHeap<Never>,
    #[mutate(max_len = 2)]
    short: Vec<Never>,
}

#[test]
fn a_container_of_what_has_no_value_is_always_empty() {
    let text = print(&(Empty::smallest(),));
    let mut values = 0;
    for number in 0..200 {
        let value = (generate::<Empty>(number, 10),);
        let Ok(byte) = value.0.result;
        assert_eq!(print(&value), text.replace("Ok(0)", &format!("Ok({byte})")));
        let mut context = Context::new(number, 6);
        let mut batch = Batch::new(Box::new(value), 0, 2).regrow(true);
        while batch.serve(&mut context).is_some() {
            let (mutant,) = batch.value().downcast_ref::<(Empty,)>().unwrap();
            assert!(mutant.vec.is_empty() && mutant.values.is_empty());
            batch.restore(&mut context);
            values += 1;
        }
    }
    // The byte in the result has random mutants, the field itself none: no other constructor fits.
    assert_eq!(values, 200 * 2);
}

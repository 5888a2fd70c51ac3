//! `#[property]` under plain `cargo test`: every kind of argument and result, and failures.

use mutagen_core::{Discard, IntoOutcome, Mutate, Outcome, assume, check, property};
use std::sync::atomic::{AtomicU32, Ordering};

#[derive(Debug, Clone, PartialEq, Mutate)]
enum Tree {
    Leaf,
    Node(Box<Tree>, i32, Box<Tree>),
}

impl Tree {
    fn values(&self, into: &mut Vec<i32>) {
        if let Tree::Node(left, value, right) = self {
            left.values(into);
            into.push(*value);
            right.values(into);
        }
    }

    fn is_ordered(&self) -> bool {
        let mut values = Vec::new();
        self.values(&mut values);
        values.is_sorted()
    }

    fn insert(&self, new: i32) -> Tree {
        match self {
            Tree::Leaf => Tree::Node(Box::new(Tree::Leaf), new, Box::new(Tree::Leaf)),
            Tree::Node(left, value, right) if new <= *value => {
                Tree::Node(Box::new(left.insert(new)), *value, right.clone())
            }
            Tree::Node(left, value, right) => {
                Tree::Node(left.clone(), *value, Box::new(right.insert(new)))
            }
        }
    }
}

#[property]
fn insert_keeps_order(t: &Tree, x: &i32) -> Outcome {
    assume!(t.is_ordered());
    check!(t.insert(*x).is_ordered())
}

#[property]
fn arguments_by_value_are_copies(mut all: Vec<u8>, x: u8) -> bool {
    all.push(x);
    all.last() == Some(&x)
}

#[property]
fn borrowed_texts_and_slices_come_from_owned_values(text: &str, all: &[u8]) {
    assume!(!text.is_empty());
    assert!(text.chars().count() > 0 && all.len() < 1000);
}

#[property]
fn no_argument_at_all() -> Option<bool> {
    Some(true)
}

#[property]
fn a_result_can_discard_too(x: i8) -> Result<(), std::num::TryFromIntError> {
    assume!(x >= 0);
    u8::try_from(x)?;
    Ok(())
}

#[property]
#[should_panic(expected = "counterexample after")]
fn a_false_property_fails(t: &Tree) -> bool {
    let mut values = Vec::new();
    t.values(&mut values);
    values.len() < 3
}

#[property]
#[should_panic(expected = "x = 7")]
fn the_failing_value_is_printed_by_name(x: u8) {
    assert_ne!(x, 7);
}

#[property]
#[should_panic(expected = "the seven is out")]
fn a_panic_is_a_failure_whose_message_is_kept(x: &u8) -> bool {
    if *x == 7 {
        panic!("the seven is out");
    }
    true
}

#[property]
#[should_panic(expected = "MUTAGEN_SEED=")]
fn a_failure_says_how_to_repeat_it(x: bool) -> bool {
    !x
}

#[property]
#[ignore = "it fails, and plain `cargo test` must not run it"]
fn an_ignored_property_is_not_run() -> bool {
    false
}

#[property]
fn nothing_passes_and_that_is_not_a_failure(x: &u64) -> Outcome {
    let _ = x;
    Discard::discarded()
}

#[test]
fn the_macros_results_are_the_documented_ones() {
    assert_eq!(true.into_outcome(), Outcome::Passed);
    assert!(matches!(Some(false).into_outcome(), Outcome::Failed(_)));
}

static PREPARED: AtomicU32 = AtomicU32::new(0);

fn prepare() {
    PREPARED.fetch_add(1, Ordering::Relaxed);
}

#[property(before = prepare)]
fn what_is_to_happen_before_has_happened_once(_x: u8) -> bool {
    PREPARED.load(Ordering::Relaxed) == 1
}

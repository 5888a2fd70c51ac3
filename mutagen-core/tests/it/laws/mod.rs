//! What every type must do, whatever its values are: [`obeys`] checks it, one line a type.

use mutagen_core::internal::search::batch::{Batch, apply};
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::cursor::Cursor;
use mutagen_core::internal::value::node::Node;
use mutagen_core::internal::value::seed;
use mutagen_core::internal::value::types::plan_of;
use mutagen_core::internal::value::walk::structural_hash;
use mutagen_core::text::{parse, print};
use mutagen_core::{Generator, Mutate};

/// How often each random mutant is sampled.
const SAMPLES: u64 = 3;

/// A generated value.
pub fn generate<T: Mutate>(number: u64, size: u32) -> T {
    T::generate(&mut Generator::new(seed::random(number), size))
}

/// What can be seen of a value: its text and its structure.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    pub text: String,
    hash: u64,
}

pub fn see(value: &dyn Node) -> Seen {
    Seen { text: print(value), hash: structural_hash(value) }
}

/// Checks, on about fifty generated values:
/// - a copy, what another value becomes as a copy, and the value read back from the text are the same as
///   the value;
/// - the way down to a node in one call ends where the way from child to child does;
/// - its mutants are served in order and without a gap, each is undone exactly, can be read back from
///   its text, and is made again by its address from an equal value.
///
/// The values are both the root and a part of another.
pub fn obeys<T: Mutate>() {
    let name = std::any::type_name::<T>();
    plan_of::<T>();
    assert!(reads_back(&T::smallest()), "{name}: the smallest value");
    for number in 0..50 {
        let size = (number % 7) as u32;
        check(|| generate::<T>(number, size));
        copies_into(&generate::<T>(number, size), generate(number + 1, 6 - size));
        descends(generate::<T>(number, size));
        check(|| (generate::<T>(number, size),));
    }
}

fn reads_back<T: Mutate>(value: &T) -> bool {
    let seen = see(T::node(value));
    match parse::<T>(&seen.text) {
        Ok(parsed) => see(T::node(&parsed.value)) == seen && parsed.notes.is_empty(),
        Err(error) => panic!("`{}` of {}: {error}", seen.text, std::any::type_name::<T>()),
    }
}

fn copies_into<T: Mutate>(value: &T, mut into: T) {
    let before = see(T::node(&into));
    assert!(T::copy_into(value, &mut into), "{}", std::any::type_name::<T>());
    assert_eq!(see(T::node(&into)), see(T::node(value)), "copied into {}", before.text);
}

fn descends<T: Mutate>(mut value: T) {
    for position in 0.. {
        let Some(cursor) = Cursor::at(T::node(&value), position) else { return };
        let place = |node: &dyn Node| (std::ptr::from_ref(node).cast::<()>(), node.type_name());
        let expected = place(cursor.node(T::node(&value)));
        assert_eq!(place(T::node_mut(&mut value).descend(cursor.path())), expected, "{cursor:?}");
    }
}

fn check<T: Mutate>(make: impl Fn() -> T) {
    let name = std::any::type_name::<T>();
    let value = make();
    let seen = see(T::node(&value));
    assert_eq!(see(T::node(&make())), seen, "{name}: generated again");
    assert!(reads_back(&value), "{name}: {}", seen.text);
    assert_eq!(
        Mutate::copy(&value).as_ref().map(|copy| see(T::node(copy))),
        Some(seen.clone()),
        "{name}: copied"
    );

    let mut context = Context::new(7, 6);
    let Some(root) = T::node(&value).copy_node() else { panic!("{name}") };
    let mut batch = Batch::new(root, 0, SAMPLES);
    let mut before = None;
    let mut replayed = 0;
    while let Some((position, mutant)) = batch.serve(&mut context) {
        let follows = match before {
            None => position == 0 || mutant == 0,
            Some((at, last)) => {
                (position == at && mutant == last + 1) || (position > at && mutant == 0)
            }
        };
        assert!(follows, "{name}: {position}.{mutant} after {before:?} of {}", seen.text);
        before = Some((position, mutant));
        let served = see(batch.value());
        // Each one would be quadratic.
        if replayed < 60 || mutant % 16 == 0 {
            replayed += 1;
            let copy = batch.value().copy_node().and_then(|copy| T::from_node(copy).ok());
            let Some(value) = copy else { panic!("{name}") };
            assert!(reads_back(&value), "{name}: {} of {}", served.text, seen.text);
            let mut again = make();
            let mut context = Context::new(7, 6);
            assert!(apply(T::node_mut(&mut again), 0, position, mutant, &mut context));
            assert_eq!(
                see(T::node(&again)),
                served,
                "{name}: {position}.{mutant} of {}",
                seen.text
            );
        }
        batch.restore(&mut context);
        let undone = see(batch.value());
        assert_eq!(undone, seen, "{name}: {position}.{mutant} undone from {}", served.text);
    }
}

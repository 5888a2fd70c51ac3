//! The laws that every type must obey for all values. [`obeys`] checks them, with one line per
//! type.

use mutagen_core::internal::search::batch::{Batch, apply};
use mutagen_core::internal::value::context::Context;
use mutagen_core::internal::value::cursor::Cursor;
use mutagen_core::internal::value::node::Node;
use mutagen_core::internal::value::seed;
use mutagen_core::internal::value::types::plan_of;
use mutagen_core::internal::value::walk::structural_hash;
use mutagen_core::text::{ParseError, parse, print};
use mutagen_core::{Generator, Mutate};
use std::any::Any;

/// The number of samples of each random mutant.
const SAMPLES: u64 = 3;

/// A generated value.
pub fn generate<T: Mutate>(number: u64, size: u32) -> T {
    T::generate(&mut Generator::new(seed::random(number), size))
}

/// A value of some type. The laws are checked on this trait, so that they are compiled once and not
/// for each type.
trait Value: Any {
    fn node(&self) -> &dyn Node;
    fn node_mut(&mut self) -> &mut dyn Node;
    /// What is seen of a copy.
    fn copied(&self) -> Option<Seen>;
    /// Copies this value into another of its type; returns whether it could.
    fn copy_into(&self, into: &mut dyn Any) -> bool;
}

impl<T: Mutate> Value for T {
    fn node(&self) -> &dyn Node {
        T::node(self)
    }
    fn node_mut(&mut self) -> &mut dyn Node {
        T::node_mut(self)
    }
    fn copied(&self) -> Option<Seen> {
        Mutate::copy(self).map(|copy| see(T::node(&copy)))
    }
    fn copy_into(&self, into: &mut dyn Any) -> bool {
        into.downcast_mut::<T>().is_some_and(|into| T::copy_into(self, into))
    }
}

type BoxedValue = Box<dyn Value>;
type Parsed = Result<(BoxedValue, Vec<String>), ParseError>;

/// How values of one type are made.
struct Type {
    name: &'static str,
    /// A generated value with this number and size.
    make: fn(u64, u32) -> BoxedValue,
    /// A value read from a text, and the notes on it.
    parse: fn(&str) -> Parsed,
    from_node: fn(Box<dyn Node>) -> Option<BoxedValue>,
}

impl Type {
    fn of<T: Mutate>(make: fn(u64, u32) -> BoxedValue) -> Type {
        Type {
            name: std::any::type_name::<T>(),
            make,
            parse: |text| parse::<T>(text).map(|parsed| (boxed(parsed.value), parsed.notes)),
            from_node: |node| T::from_node(node).ok().map(boxed),
        }
    }
}

fn boxed<T: Mutate>(value: T) -> BoxedValue {
    Box::new(value)
}

/// The observable parts of a value: its text and its structure.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    pub text: String,
    hash: u64,
}

pub fn see(value: &dyn Node) -> Seen {
    Seen { text: print(value), hash: structural_hash(value) }
}

/// Checks, on about 50 generated values:
/// - a copy, a value overwritten by a copy, and the value parsed from the text are equal to the
///   value;
/// - reaching a node in one call and reaching it from child to child give the same node;
/// - the mutants are served in order and without gaps, each is undone exactly, can be parsed from
///   its text, and can be rebuilt from its address and an equal value.
///
/// Each value is checked both as the root and as a part of another value.
pub fn obeys<T: Mutate>() {
    plan_of::<T>();
    let alone = Type::of::<T>(|number, size| boxed(generate::<T>(number, size)));
    let part = Type::of::<(T,)>(|number, size| boxed((generate::<T>(number, size),)));
    values_obey(&alone, &part, &T::smallest());
}

fn values_obey(alone: &Type, part: &Type, smallest: &dyn Value) {
    assert!(reads_back(alone, smallest), "{}: the smallest value", alone.name);
    for number in 0..50 {
        let size = (number % 7) as u32;
        check(alone, number, size);
        let value = (alone.make)(number, size);
        copies_into(alone.name, &*value, &mut *(alone.make)(number + 1, 6 - size));
        descends((alone.make)(number, size));
        check(part, number, size);
    }
}

fn reads_back(ty: &Type, value: &dyn Value) -> bool {
    let seen = see(value.node());
    match (ty.parse)(&seen.text) {
        Ok((parsed, notes)) => see(parsed.node()) == seen && notes.is_empty(),
        Err(error) => panic!("`{}` of {}: {error}", seen.text, ty.name),
    }
}

fn copies_into(name: &str, value: &dyn Value, into: &mut dyn Value) {
    let before = see(into.node());
    assert!(value.copy_into(into), "{name}");
    assert_eq!(see(into.node()), see(value.node()), "copied into {}", before.text);
}

fn descends(mut value: BoxedValue) {
    for position in 0.. {
        let Some(cursor) = Cursor::at(value.node(), position) else { return };
        let place = |node: &dyn Node| (std::ptr::from_ref(node).cast::<()>(), node.type_name());
        let expected = place(cursor.node(value.node()));
        assert_eq!(place(value.node_mut().descend(cursor.path())), expected, "{cursor:?}");
    }
}

fn check(ty: &Type, number: u64, size: u32) {
    let name = ty.name;
    let make = || (ty.make)(number, size);
    let value = make();
    let seen = see(value.node());
    assert_eq!(see(make().node()), seen, "{name}: generated again");
    assert!(reads_back(ty, &*value), "{name}: {}", seen.text);
    assert_eq!(value.copied(), Some(seen.clone()), "{name}: copied");

    let mut context = Context::new(7, 6);
    let Some(root) = value.node().copy_node() else { panic!("{name}") };
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
        // Checking each mutant would take quadratic time.
        if replayed < 60 || mutant % 16 == 0 {
            replayed += 1;
            let copy = batch.value().copy_node().and_then(ty.from_node);
            let Some(value) = copy else { panic!("{name}") };
            assert!(reads_back(ty, &*value), "{name}: {} of {}", served.text, seen.text);
            let mut again = make();
            let mut context = Context::new(7, 6);
            assert!(apply(again.node_mut(), 0, position, mutant, &mut context));
            let again = see(again.node());
            assert_eq!(again, served, "{name}: {position}.{mutant} of {}", seen.text);
        }
        batch.restore(&mut context);
        let undone = see(batch.value());
        assert_eq!(undone, seen, "{name}: {position}.{mutant} undone from {}", served.text);
    }
}

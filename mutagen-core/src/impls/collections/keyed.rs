//! What all maps and sets share. The mutants of a map of n entries, in order: drop each entry; add
//! the smallest key with the smallest value, unless the key is there; change a key, for each entry
//! by all pure mutants of all nodes of its key. The random ones: for each entry a copy of its value
//! under a freshly generated key (for a set: one fresh element), and change a key, for each entry by
//! all random mutants of its key. A value is a child node with mutants of its own.
//!
//! A pure mutant of a key that is a key of the map already is no mutant of the map and has no number.
//! A random one is drawn again, up to [`DRAWS`] times, and if all were taken an entry is dropped. A
//! key that cannot be copied has its random mutants only.
//!
//! A heap is a set that may hold an element several times: nothing is ever taken, and each element is
//! also duplicated, after the smallest is added.

use crate::batch::Cursor;
use crate::context::Context;
use crate::generate::{Elements, Generator};
use crate::impls::flat::{self, Place};
use crate::mutate::{Mutants, Mutate, Node, no_child};
use crate::seed::scramble;
use crate::text::{ParseError, Parser};
use crate::walk::structural_hash;
use proc_macro2::Delimiter;
use smallvec::SmallVec;
use std::any::TypeId;
use std::cell::RefCell;

/// How often a random key is drawn before an entry is dropped instead.
const DRAWS: u64 = 16;

/// A map or a set as its mutants see it. Entries have numbers from 0 in an order of the type's own,
/// which is the same in every run.
pub(crate) trait Keyed: Mutate {
    /// A map's keys or a set's elements.
    type Key: Mutate;
    /// A map's values, a set's units.
    type Value: Mutate;
    /// Whether a key may be there more than once.
    const MULTIPLE: bool = false;

    /// The number of entries.
    fn length(&self) -> usize;
    /// The key of an entry.
    fn key(&self, at: usize) -> Option<&Self::Key>;
    /// All keys, in order.
    fn keys(&self) -> Keys<'_, Self::Key>;
    /// The value of an entry; a set has none.
    fn value(&self, at: usize) -> Option<&Self::Value>;
    /// [`Keyed::value`], mutable.
    fn value_mut(&mut self, at: usize) -> Option<&mut Self::Value>;
    /// Whether the key is taken.
    fn holds(&self, key: &Self::Key) -> bool;
    /// Takes an entry out.
    fn take(&mut self, at: usize) -> Option<(Self::Key, Self::Value)>;
    /// Adds an entry whose key is not taken and gives its number, which is `at` where the type
    /// leaves that open.
    fn put(&mut self, at: usize, key: Self::Key, value: Self::Value) -> usize;
    /// A map of these entries; of those with one key, the last.
    fn gather(entries: impl Iterator<Item = (Self::Key, Self::Value)>) -> Self;
    /// A deep copy, see [`Mutate::copy`].
    fn copied(&self) -> Option<Self>;
    /// Generates the next entry.
    fn draw(generator: &mut Generator, left: &mut Elements) -> Option<(Self::Key, Self::Value)>;
}

/// Keys, without an allocation for the maps that most tests have.
pub(crate) type Keys<'m, K> = SmallVec<[&'m K; 16]>;

/// What a mutant does.
enum Edit {
    Drop(usize),
    Smallest,
    Duplicate(usize),
    /// Changes the key of an entry by the mutant with this number of all its nodes.
    Change(usize, u64),
    /// Changes the key of an entry by a random mutant.
    Redraw(usize, u64),
    /// Adds a fresh key, with a copy of the value of an entry if there is one.
    Fresh(usize),
}

/// What undoing a mutant takes, the kind as kept in the stash.
const DROPPED: u64 = 0;
const ADDED: u64 = 1;
const CHANGED: u64 = 2;

pub(super) fn generate<M: Keyed>(generator: &mut Generator) -> M {
    let mut elements = generator.length();
    M::gather(std::iter::from_fn(|| M::draw(generator, &mut elements)))
}

pub(super) fn child<M: Keyed>(map: &M, at: usize) -> &dyn Node {
    map.value(at).map_or_else(|| no_child(at), Mutate::node)
}

pub(super) fn child_mut<M: Keyed>(map: &mut M, at: usize) -> &mut dyn Node {
    map.value_mut(at).map_or_else(|| no_child(at), Mutate::node_mut)
}

pub(super) fn own_part<M: Keyed>(map: &M, at: usize) -> &dyn Node {
    map.key(at).map_or_else(|| no_child(at), Mutate::node)
}

/// A hash of the keys, in order.
pub(super) fn fingerprint<M: Keyed>(map: &M) -> u64 {
    fingerprint_of(&map.keys())
}

fn fingerprint_of<K: Mutate>(keys: &[&K]) -> u64 {
    let next = |hash, key: &&K| scramble(hash ^ structural_hash(key.node()));
    keys.iter().fold(keys.len() as u64, next)
}

pub(super) fn mutants<M: Keyed>(map: &M) -> Mutants {
    let length = map.length() as u64;
    let duplicates = if M::MULTIPLE { length } else { 0 };
    let keys = map.keys();
    let changes = with_changes(map, &keys, |changes| changes.len() as u64);
    Mutants {
        pure: length + smallest(map) + duplicates + changes,
        random: fresh(map) + keys.iter().map(|key| flat::mutants(key.node()).random).sum::<u64>(),
    }
}

/// Whether the smallest key can be added, as a number of mutants.
fn smallest<M: Keyed>(map: &M) -> u64 {
    u64::from(M::MULTIPLE || !map.holds(&M::Key::smallest()))
}

/// In how many ways a fresh key can be added.
fn fresh<M: Keyed>(map: &M) -> u64 {
    if map.value(0).is_some() { map.length() as u64 } else { 1 }
}

/// The mutant with this number.
fn edit<M: Keyed>(map: &M, mutant: u64) -> Edit {
    let mut number = mutant;
    // Gives the number within a section of so many mutants; otherwise steps over it.
    let mut within = |count: u64| {
        let here = number;
        let is = here < count;
        number -= if is { 0 } else { count };
        is.then_some(here)
    };
    if let Some(at) = within(map.length() as u64) {
        return Edit::Drop(at as usize);
    } else if within(smallest(map)).is_some() {
        return Edit::Smallest;
    } else if M::MULTIPLE
        && let Some(at) = within(map.length() as u64)
    {
        return Edit::Duplicate(at as usize);
    }
    let keys = map.keys();
    let change = with_changes(map, &keys, |changes| {
        within(changes.len() as u64).map(|at| changes[at as usize])
    });
    if let Some((entry, number)) = change {
        return Edit::Change(entry as usize, u64::from(number));
    }
    let redraws: Vec<Mutants> = keys.iter().map(|key| flat::mutants(key.node())).collect();
    let random = fresh(map) + redraws.iter().map(|mutants| mutants.random).sum::<u64>();
    let mut number = number % random;
    if number < fresh(map) {
        return Edit::Fresh(number as usize);
    }
    number -= fresh(map);
    for (at, mutants) in redraws.iter().enumerate() {
        if number < mutants.random {
            return Edit::Redraw(at, mutants.pure + number);
        }
        number -= mutants.random;
    }
    unreachable!("a number below the sum of the counts is in one of them")
}

/// Turns a map into its mutant with this number.
pub(super) fn mutate<M: Keyed>(map: &mut M, mutant: u64, context: &mut Context) {
    match edit(map, mutant) {
        Edit::Drop(at) => drop_entry(map, at, context),
        Edit::Smallest => add(map, 0, M::Key::smallest(), M::Value::smallest(), context),
        Edit::Duplicate(at) => {
            let twin = map.key(at).and_then(Mutate::copy).unwrap_or_else(M::Key::smallest);
            add(map, at + 1, twin, M::Value::smallest(), context);
        }
        Edit::Fresh(at) => {
            let key = context.attempts(DRAWS, |context| {
                Some(M::Key::generate(context.generator())).filter(|key| !map.holds(key))
            });
            match key {
                None => drop_any(map, context),
                Some(key) => {
                    let value = map.value(at).and_then(Mutate::copy);
                    let value = value.unwrap_or_else(M::Value::smallest);
                    let place = map.length().min(at + 1);
                    add(map, place, key, value, context);
                }
            }
        }
        Edit::Change(at, number) => change(map, at, number, 1, context),
        Edit::Redraw(at, number) => change(map, at, number, DRAWS, context),
    }
}

/// Changes the key of an entry by the mutant with this number of its nodes, if one of so many draws
/// is not taken; otherwise drops the entry.
fn change<M: Keyed>(map: &mut M, at: usize, number: u64, draws: u64, context: &mut Context) {
    let Some((mut key, value)) = map.take(at) else { no_child(at) };
    let place = flat::place(key.node(), number);
    let changed = context.attempts(draws, |context| {
        place.node_mut(key.node_mut()).mutate(place.mutant, context);
        if !map.holds(&key) {
            return Some(());
        }
        place.node_mut(key.node_mut()).restore(place.mutant, context);
        None
    });
    if changed.is_none() {
        context.stash.push((key, value));
        return push(context, [at, 0], DROPPED);
    }
    let new = map.put(at, key, value);
    context.stash.push(place);
    push(context, [at, new], CHANGED);
}

fn drop_entry<M: Keyed>(map: &mut M, at: usize, context: &mut Context) {
    let Some(entry) = map.take(at) else { no_child(at) };
    context.stash.push(entry);
    push(context, [at, 0], DROPPED);
}

fn drop_any<M: Keyed>(map: &mut M, context: &mut Context) {
    let length = u32::try_from(map.length()).unwrap_or(u32::MAX);
    let at = context.generator().below(length) as usize;
    drop_entry(map, at, context);
}

fn add<M: Keyed>(map: &mut M, at: usize, key: M::Key, value: M::Value, context: &mut Context) {
    let at = map.put(at, key, value);
    push(context, [at, 0], ADDED);
}

fn push(context: &mut Context, entries: [usize; 2], kind: u64) {
    for entry in entries {
        context.stash.push_word(entry as u64);
    }
    context.stash.push_word(kind);
}

/// Undoes the last [`mutate`].
pub(super) fn restore<M: Keyed>(map: &mut M, context: &mut Context) {
    let kind = context.stash.pop_word();
    let new = context.stash.pop_word() as usize;
    let at = context.stash.pop_word() as usize;
    match kind {
        DROPPED => {
            let (key, value) = context.stash.pop::<(M::Key, M::Value)>();
            map.put(at, key, value);
        }
        ADDED => drop(map.take(at)),
        _ => {
            let Some((mut key, value)) = map.take(new) else { no_child(new) };
            let place: Place = context.stash.pop();
            place.node_mut(key.node_mut()).restore(place.mutant, context);
            map.put(at, key, value);
        }
    }
}

/// Calls `use_them` with the pure mutants of keys that are not taken: entry and number among the
/// mutants of its key. Finding out means trying them all, so those of the map seen last are kept:
/// the mutants of one map are asked for one after the other.
fn with_changes<M: Keyed, R>(
    map: &M,
    keys: &[&M::Key],
    use_them: impl FnOnce(&[(u32, u32)]) -> R,
) -> R {
    thread_local! {
        static LAST: RefCell<Option<(TypeId, u64, Vec<(u32, u32)>)>> = const { RefCell::new(None) };
    }
    if keys.iter().all(|key| flat::mutants(key.node()).pure == 0) {
        return use_them(&[]);
    }
    let (ty, stamp) = (TypeId::of::<M>(), fingerprint_of(keys));
    let known = LAST.take().filter(|(of, keys, _)| (*of, *keys) == (ty, stamp));
    let changes = known.map_or_else(|| find_changes(map, keys), |(_, _, changes)| changes);
    let result = use_them(&changes);
    LAST.set(Some((ty, stamp, changes)));
    result
}

fn find_changes<M: Keyed>(map: &M, keys: &[&M::Key]) -> Vec<(u32, u32)> {
    let mut changes = Vec::new();
    let mut context = Context::new(0, 0);
    for (entry, key) in keys.iter().enumerate() {
        let Some(mut key) = key.copy() else { continue };
        let mut cursor = Cursor::root();
        let mut number = 0;
        loop {
            for mutant in 0..cursor.node(key.node()).mutants().pure {
                cursor.node_mut(key.node_mut()).mutate(mutant, &mut context);
                if !map.holds(&key) {
                    changes.push((entry as u32, number));
                }
                cursor.node_mut(key.node_mut()).restore(mutant, &mut context);
                number += 1;
            }
            if !cursor.advance(key.node()) {
                break;
            }
        }
    }
    changes
}

/// Reads entries between braces: `value` reads what comes after a key.
pub(super) fn parse<M: Keyed>(
    parser: &mut Parser,
    mut value: impl FnMut(&mut Parser) -> Result<M::Value, ParseError>,
) -> Result<M, ParseError> {
    let Some(mut inside) = parser.group(Delimiter::Brace) else {
        return Err(parser.expected("`{` and the entries"));
    };
    let entries = inside.list(|parser| Ok((M::Key::parse(parser)?, value(parser)?)))?;
    let length = entries.len();
    let map = M::gather(entries.into_iter());
    if map.length() < length {
        parser.back();
        return Err(parser.expected("entries of which no two have the same key"));
    }
    Ok(map)
}

/// Reads the colon and the value of an entry of a map.
pub(super) fn parse_value<V: Mutate>(parser: &mut Parser) -> Result<V, ParseError> {
    if !parser.punctuation(':') {
        return Err(parser.expected("`:` and the value"));
    }
    V::parse(parser)
}

/// Nothing stands after an element of a set.
pub(super) fn parse_unit(_: &mut Parser) -> Result<(), ParseError> {
    Ok(())
}

/// `Mutate` for a type that implements [`Keyed`]: a map, whose values are child nodes, or a set.
macro_rules! keyed {
    ([$($generics:tt)*] $ty:ty, map $element:ty) => {
        $crate::impls::collections::keyed::keyed!(
            [$($generics)*] $ty, $element, Map, parse_value, |map| map.length()
        );
    };
    ([$($generics:tt)*] $ty:ty, set $element:ty) => {
        $crate::impls::collections::keyed::keyed!(
            [$($generics)*] $ty, $element, Set, parse_unit, |_| 0
        );
    };
    ([$($generics:tt)*] $ty:ty, $element:ty, $form:ident, $value:ident, $children:expr) => {
        impl<$($generics)*> $crate::mutate::Mutate for $ty {
            fn smallest() -> Self {
                <$ty>::default()
            }
            fn generate(generator: &mut $crate::generate::Generator) -> Self {
                $crate::impls::collections::keyed::generate(generator)
            }
            fn describe(types: &mut $crate::types::Types) -> $crate::types::TypeIndex {
                types.sequence::<Self>(<$element as $crate::mutate::Mutate>::describe)
            }
            fn copy(&self) -> Option<Self> {
                $crate::impls::collections::keyed::Keyed::copied(self)
            }
            fn form(&self) -> $crate::text::Form {
                $crate::text::Form::$form
            }
            fn parse(
                parser: &mut $crate::text::Parser,
            ) -> Result<Self, $crate::text::ParseError> {
                let value = $crate::impls::collections::keyed::$value;
                $crate::impls::collections::keyed::parse(parser, value)
            }
            fn fingerprint(&self) -> u64 {
                $crate::impls::collections::keyed::fingerprint(self)
            }
            fn children(&self) -> usize {
                let children: fn(&Self) -> usize = $children;
                children(self)
            }
            fn child(&self, index: usize) -> &dyn $crate::mutate::Node {
                $crate::impls::collections::keyed::child(self, index)
            }
            fn child_mut(&mut self, index: usize) -> &mut dyn $crate::mutate::Node {
                $crate::impls::collections::keyed::child_mut(self, index)
            }
            fn own_parts(&self) -> usize {
                $crate::impls::collections::keyed::Keyed::length(self)
            }
            fn own_part(&self, index: usize) -> &dyn $crate::mutate::Node {
                $crate::impls::collections::keyed::own_part(self, index)
            }
            fn mutants(&self) -> $crate::mutate::Mutants {
                $crate::impls::collections::keyed::mutants(self)
            }
            fn mutate(&mut self, mutant: u64, context: &mut $crate::context::Context) {
                $crate::impls::collections::keyed::mutate(self, mutant, context);
            }
            fn restore(&mut self, _: u64, context: &mut $crate::context::Context) {
                $crate::impls::collections::keyed::restore(self, context);
            }
        }
    };
}

/// The parts of [`Keyed`] that are the same for every set, made from a vector by `from`: it has no
/// values.
macro_rules! set_of {
    ($key:ident, $from:expr) => {
        type Key = $key;
        type Value = ();

        fn value(&self, _: usize) -> Option<&()> {
            None
        }
        fn value_mut(&mut self, _: usize) -> Option<&mut ()> {
            None
        }
        fn copied(&self) -> Option<Self> {
            let from: fn(Vec<$key>) -> Self = $from;
            self.iter().map($crate::mutate::Mutate::copy).collect::<Option<_>>().map(from)
        }
        fn gather(entries: impl Iterator<Item = ($key, ())>) -> Self {
            let from: fn(Vec<$key>) -> Self = $from;
            from(entries.map(|(element, ())| element).collect())
        }
        fn draw(
            generator: &mut $crate::generate::Generator,
            left: &mut $crate::generate::Elements,
        ) -> Option<($key, ())> {
            generator.element(left).map(|element| (element, ()))
        }
    };
}

/// The parts of [`Keyed`] that are the same for every map.
macro_rules! map_of {
    ($key:ident, $value:ident) => {
        type Key = $key;
        type Value = $value;

        fn copied(&self) -> Option<Self> {
            self.iter().map(|(key, value)| Some((key.copy()?, value.copy()?))).collect()
        }
        fn gather(entries: impl Iterator<Item = ($key, $value)>) -> Self {
            entries.collect()
        }
        fn draw(
            generator: &mut $crate::generate::Generator,
            left: &mut $crate::generate::Elements,
        ) -> Option<($key, $value)> {
            generator.element(left)
        }
    };
}

pub(crate) use {keyed, map_of, set_of};

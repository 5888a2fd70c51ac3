//! Numbers the mutants of a map or a set, and applies and undoes each.

use super::free::with_changes;
use super::{MapLike, is_never_filled};
use crate::impls::by_shape::flattened::{self, Place};
use crate::value::node::no_child;
use crate::value::{Context, Mutants, Mutate};
use smallvec::SmallVec;

/// The maximum number of draws of a random key before an entry is dropped instead.
const DRAWS: u64 = 16;

/// The edit of a mutant.
enum Edit {
    Drop(usize),
    Smallest,
    Duplicate(usize),
    Swap(usize),
    /// Changes the key of an entry by the mutant with this number among those of all nodes of the
    /// key, which is drawn up to so many times.
    Change(usize, u64, u64),
    /// Adds a fresh key, with a copy of the value of an entry if there is one.
    Fresh(usize),
}

/// A run of consecutive mutants of one kind: their number, and the edit of each.
type Section = (u64, fn(usize) -> Edit);

/// The kinds of edits, as stored in the undo stack.
const DROPPED: u64 = 0;
const ADDED: u64 = 1;
const CHANGED: u64 = 2;
const SWAPPED: u64 = 3;

pub(in crate::impls) fn mutants<M: MapLike>(map: &M) -> Mutants {
    if map.length() == 0 && is_never_filled::<M>() {
        return Mutants::default();
    }
    let keys = map.keys();
    let counts = counts::<M>(&keys);
    let changes = with_changes(map, &keys, &counts, |changes| changes.len() as u64);
    Mutants {
        pure: map.length() as u64 + smallest(map) + duplicates(map) + swaps(map) + changes,
        random: fresh(map) + random(&counts),
    }
}

/// The mutants of each key.
fn counts<M: MapLike>(keys: &[&M::Key]) -> SmallVec<[Mutants; 16]> {
    keys.iter().map(|key| flattened::mutants(Mutate::node(*key))).collect()
}

/// The number of random mutants of all keys.
fn random(counts: &[Mutants]) -> u64 {
    counts.iter().map(|mutants| mutants.random).sum()
}

/// 1 if the smallest key can be added, otherwise 0.
fn smallest<M: MapLike>(map: &M) -> u64 {
    u64::from(M::MULTIPLE || !map.holds(&M::Key::smallest()))
}

fn duplicates<M: MapLike>(map: &M) -> u64 {
    if M::MULTIPLE { map.length() as u64 } else { 0 }
}

fn swaps<M: MapLike>(map: &M) -> u64 {
    if M::ARRANGED { (map.length() as u64).saturating_sub(1) } else { 0 }
}

/// The number of ways to add a fresh key.
fn fresh<M: MapLike>(map: &M) -> u64 {
    if M::IS_SET || map.length() == 0 { 1 } else { map.length() as u64 }
}

/// The mutant with this number.
fn edit<M: MapLike>(map: &M, mutant: u64) -> Edit {
    let mut number = mutant;
    let sections: [Section; 4] = [
        (map.length() as u64, Edit::Drop),
        (smallest(map), |_| Edit::Smallest),
        (duplicates(map), Edit::Duplicate),
        (swaps(map), Edit::Swap),
    ];
    for (count, edit) in sections {
        if number < count {
            return edit(number as usize);
        }
        number -= count;
    }
    let keys = map.keys();
    let counts = counts::<M>(&keys);
    let change = with_changes(map, &keys, &counts, |changes| {
        let change = changes.get(number as usize).copied();
        change.ok_or(changes.len() as u64)
    });
    match change {
        Ok((entry, number)) => return Edit::Change(entry as usize, u64::from(number), 1),
        Err(changes) => number -= changes,
    }
    number %= fresh(map) + random(&counts);
    if number < fresh(map) {
        return Edit::Fresh(number as usize);
    }
    number -= fresh(map);
    for (at, mutants) in counts.iter().enumerate() {
        if number < mutants.random {
            return Edit::Change(at, mutants.pure + number, DRAWS);
        }
        number -= mutants.random;
    }
    unreachable!("a number below the sum of the counts is in one of them")
}

/// Turns a map into its mutant with this number.
pub(in crate::impls) fn mutate<M: MapLike>(map: &mut M, mutant: u64, context: &mut Context) {
    match edit(map, mutant) {
        Edit::Drop(at) => drop_entry(map, at, context),
        Edit::Smallest => {
            add(map, map.length(), M::Key::smallest(), M::Value::smallest(), context);
        }
        Edit::Swap(at) => {
            swap(map, at);
            push(context, [at, 0], SWAPPED);
        }
        Edit::Duplicate(at) => {
            let twin = map.key(at).and_then(Mutate::copy).unwrap_or_else(M::Key::smallest);
            add(map, at + 1, twin, M::Value::smallest(), context);
        }
        Edit::Fresh(at) => {
            let key = context.attempts(DRAWS, |context| {
                Some(M::Key::generate(context.generator())).filter(|key| !map.holds(key))
            });
            match key {
                None => {
                    let length = u32::try_from(map.length()).unwrap_or(u32::MAX);
                    let at = context.generator().below(length) as usize;
                    drop_entry(map, at, context);
                }
                Some(key) => {
                    let value = map.value(at).and_then(Mutate::copy);
                    let value = value.unwrap_or_else(M::Value::smallest);
                    let place = map.length().min(at + 1);
                    add(map, place, key, value, context);
                }
            }
        }
        Edit::Change(at, number, draws) => change(map, at, number, draws, context),
    }
}

/// Changes the key of an entry by the mutant with this number among those of its nodes. If all
/// `draws` draws give existing keys, it drops the entry instead.
fn change<M: MapLike>(map: &mut M, at: usize, number: u64, draws: u64, context: &mut Context) {
    let Some((mut key, value)) = map.take(at) else { no_child(at) };
    let place = flattened::place(Mutate::node(&key), number);
    let changed = context.attempts(draws, |context| {
        place.mutate(Mutate::node_mut(&mut key), context);
        if !map.holds(&key) {
            return Some(());
        }
        place.restore(Mutate::node_mut(&mut key), context);
        None
    });
    if changed.is_none() {
        context.undo.push((key, value));
        return push(context, [at, 0], DROPPED);
    }
    let new = map.put(at, key, value);
    context.undo.push(place);
    push(context, [at, new], CHANGED);
}

fn drop_entry<M: MapLike>(map: &mut M, at: usize, context: &mut Context) {
    let Some(entry) = map.take(at) else { no_child(at) };
    context.undo.push(entry);
    push(context, [at, 0], DROPPED);
}

fn add<M: MapLike>(map: &mut M, at: usize, key: M::Key, value: M::Value, context: &mut Context) {
    let at = map.put(at, key, value);
    push(context, [at, 0], ADDED);
}

/// Exchanges the entries at `at` and `at + 1`.
fn swap<M: MapLike>(map: &mut M, at: usize) {
    if let Some((key, value)) = map.take(at) {
        map.put(at + 1, key, value);
    }
}

fn push(context: &mut Context, entries: [usize; 2], kind: u64) {
    for entry in entries {
        context.undo.push_word(entry as u64);
    }
    context.undo.push_word(kind);
}

/// Undoes the last [`mutate`].
pub(in crate::impls) fn restore<M: MapLike>(map: &mut M, _: u64, context: &mut Context) {
    let kind = context.undo.pop_word();
    let new = context.undo.pop_word() as usize;
    let at = context.undo.pop_word() as usize;
    match kind {
        DROPPED => {
            let (key, value) = context.undo.pop::<(M::Key, M::Value)>();
            map.put(at, key, value);
        }
        ADDED => drop(map.take(at)),
        SWAPPED => swap(map, at),
        _ => {
            let Some((mut key, value)) = map.take(new) else { no_child(new) };
            let place: Place = context.undo.pop();
            place.restore(Mutate::node_mut(&mut key), context);
            map.put(at, key, value);
        }
    }
}

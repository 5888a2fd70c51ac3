//! Finds the pure mutants of the keys of a map that give a free key, by trying them all.

use super::{MapLike, fingerprint_of};
use crate::value::cursor::Cursor;
use crate::value::seed::scramble;
use crate::value::{Context, Mutants, Mutate};
use std::any::TypeId;
use std::cell::RefCell;

/// An entry, and the number of a mutant among those of its key.
type Change = (u32, u32);

/// The last result: the type of the map, a hash of its keys, and the free changes.
type Found = (TypeId, u64, Vec<Change>);

/// Calls `use_them` with the pure mutants of keys that give a free key. `counts` are the mutants of
/// each key. Finding the free ones means trying all, so the result for the last map is kept: the
/// mutants of one map are requested one after the other.
pub(super) fn with_changes<M: MapLike, R>(
    map: &M,
    keys: &[&M::Key],
    counts: &[Mutants],
    use_them: impl FnOnce(&[Change]) -> R,
) -> R {
    thread_local! {
        static LAST: RefCell<Option<Found>> = const { RefCell::new(None) };
    }
    if counts.iter().all(|mutants| mutants.pure == 0) {
        return use_them(&[]);
    }
    // The numbers of mutants are part of the stamp, because the hash may not distinguish opaque
    // keys.
    let pure = counts.iter().fold(0, |hash, mutants| scramble(hash ^ mutants.pure));
    let (ty, stamp) = (TypeId::of::<M>(), pure ^ fingerprint_of(keys));
    let known = LAST.take().filter(|(of, keys, _)| (*of, *keys) == (ty, stamp));
    let changes = known.map_or_else(|| find_changes(map, keys), |(_, _, changes)| changes);
    let result = use_them(&changes);
    LAST.set(Some((ty, stamp, changes)));
    result
}

fn find_changes<M: MapLike>(map: &M, keys: &[&M::Key]) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut context = Context::new(0, 0);
    for (entry, key) in keys.iter().enumerate() {
        let Some(mut key) = Mutate::copy(*key) else { continue };
        let mut cursor = Cursor::root();
        let mut number = 0;
        loop {
            for mutant in 0..cursor.node(Mutate::node(&key)).mutants().pure {
                cursor.node_mut(Mutate::node_mut(&mut key)).mutate(mutant, &mut context);
                if !map.holds(&key) {
                    changes.push((entry as u32, number));
                }
                cursor.node_mut(Mutate::node_mut(&mut key)).restore(mutant, &mut context);
                number += 1;
            }
            if !cursor.advance(Mutate::node(&key)) {
                break;
            }
        }
    }
    changes
}

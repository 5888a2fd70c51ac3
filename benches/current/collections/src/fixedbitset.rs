//! fixedbitset 0.5.9: operations as on a set.

use fixedbitset::FixedBitSet;
use mutagen_core::{Mutate, property};
use std::collections::BTreeSet;

/// An operation.
#[derive(Debug, Clone, Mutate)]
pub enum Change {
    /// `insert`
    Insert(u8),
    /// `remove`
    Remove(u8),
    /// `toggle`
    Toggle(u8),
    /// `put`
    Put(u8),
    /// `copy_bit`
    Copy(u8, u8),
    /// `insert_range`
    InsertRange(u8, u8),
    /// `remove_range`
    RemoveRange(u8, u8),
    /// `toggle_range`
    ToggleRange(u8, u8),
    /// Counts in a range.
    Count(u8, u8),
    /// Operations with another set.
    With(#[mutate(max_len = 20)] BTreeSet<u8>, u8),
}

/// A set of bits is a set.
#[property]
#[ignore = "not run yet"]
pub fn sets_of_bits_are_sets(len: u8, changes: &[Change]) {
    let len = usize::from(len) + 1;
    let mut bits = FixedBitSet::with_capacity(len);
    let mut model = BTreeSet::new();
    for change in changes {
        let at = |bit: &u8| usize::from(*bit) % len;
        let range = |a: &u8, b: &u8| at(a).min(at(b))..at(a).max(at(b)) + 1;
        match change {
            Change::Insert(bit) => {
                bits.insert(at(bit));
                model.insert(at(bit));
            }
            Change::Remove(bit) => {
                bits.remove(at(bit));
                model.remove(&at(bit));
            }
            Change::Toggle(bit) => {
                bits.toggle(at(bit));
                if !model.remove(&at(bit)) {
                    model.insert(at(bit));
                }
            }
            Change::Put(bit) => assert_eq!(bits.put(at(bit)), !model.insert(at(bit))),
            Change::Copy(from, to) => {
                bits.copy_bit(at(from), at(to));
                if model.contains(&at(from)) {
                    model.insert(at(to));
                } else {
                    model.remove(&at(to));
                }
            }
            Change::InsertRange(a, b) => {
                bits.insert_range(range(a, b));
                model.extend(range(a, b));
            }
            Change::RemoveRange(a, b) => {
                bits.remove_range(range(a, b));
                model.retain(|bit| !range(a, b).contains(bit));
            }
            Change::ToggleRange(a, b) => {
                bits.toggle_range(range(a, b));
                let set: BTreeSet<usize> = range(a, b).collect();
                model = model.symmetric_difference(&set).copied().collect();
            }
            Change::Count(a, b) => {
                let range = range(a, b);
                let ones = model.range(range.clone()).count();
                assert_eq!(bits.count_ones(range.clone()), ones);
                assert_eq!(bits.count_zeroes(range.clone()), range.len() - ones);
                assert_eq!(bits.contains_any_in_range(range.clone()), ones > 0);
                assert_eq!(bits.contains_all_in_range(range.clone()), ones == range.len());
            }
            Change::With(set, more) => {
                let other_len = usize::from(*more) + 1;
                let set: BTreeSet<usize> =
                    set.iter().map(|&bit| usize::from(bit) % other_len).collect();
                let mut other = FixedBitSet::with_capacity(other_len);
                set.iter().for_each(|&bit| other.insert(bit));
                assert!(bits.union(&other).eq(model.union(&set).copied()), "union");
                assert!(bits.intersection(&other).eq(model.intersection(&set).copied()), "shared");
                assert!(bits.difference(&other).eq(model.difference(&set).copied()), "difference");
                let either: BTreeSet<usize> = bits.symmetric_difference(&other).collect();
                assert_eq!(either, model.symmetric_difference(&set).copied().collect());
                assert_eq!(bits.union_count(&other), model.union(&set).count());
                assert_eq!(bits.intersection_count(&other), model.intersection(&set).count());
                assert_eq!(bits.difference_count(&other), model.difference(&set).count());
                let count = model.symmetric_difference(&set).count();
                assert_eq!(bits.symmetric_difference_count(&other), count);
                assert_eq!(bits.is_subset(&other), model.is_subset(&set), "subset");
                assert_eq!(bits.is_superset(&other), model.is_superset(&set), "superset");
                assert_eq!(bits.is_disjoint(&other), model.is_disjoint(&set), "disjoint");
                let check = |mut changed: FixedBitSet,
                             with: fn(&mut FixedBitSet, &FixedBitSet),
                             model: BTreeSet<usize>| {
                    with(&mut changed, &other);
                    assert!(changed.ones().eq(model.iter().copied()));
                };
                check(bits.clone(), FixedBitSet::union_with, &model | &set);
                check(bits.clone(), FixedBitSet::intersect_with, &model & &set);
                check(bits.clone(), FixedBitSet::difference_with, &model - &set);
                check(bits.clone(), FixedBitSet::symmetric_difference_with, &model ^ &set);
            }
        }
        assert!(bits.ones().eq(model.iter().copied()), "{change:?}");
        assert!(bits.ones().rev().eq(model.iter().rev().copied()), "{change:?}");
        assert!(bits.zeroes().eq((0..len).filter(|bit| !model.contains(bit))), "{change:?}");
        assert_eq!(bits.minimum(), model.first().copied());
        assert_eq!(bits.maximum(), model.last().copied());
        assert_eq!(bits.is_full(), model.len() == len);
        assert_eq!(bits.is_clear(), model.is_empty());
    }
}

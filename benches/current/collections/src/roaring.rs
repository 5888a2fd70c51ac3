//! roaring 0.12.0: operations as on a set of numbers.

use mutagen_core::{Mutate, property};
use roaring::RoaringBitmap;
use std::collections::BTreeSet;

/// A number, near the border of two containers or of the largest of all.
#[derive(Debug, Clone, Copy, Mutate)]
pub struct Number {
    #[mutate(range = 0..=3)]
    container: u8,
    low: u16,
}

impl Number {
    fn value(self) -> u32 {
        let high = if self.container == 3 { 0xffff } else { u32::from(self.container) };
        high << 16 | u32::from(self.low)
    }
}

/// An operation.
#[derive(Debug, Clone, Mutate)]
pub enum Change {
    /// `insert`
    Insert(Number),
    /// `remove`
    Remove(Number),
    /// `insert_range` of a start and a length
    InsertRange(Number, u16),
    /// `remove_range` of a start and a length
    RemoveRange(Number, u16),
    /// `optimize`
    Optimize,
    /// `remove_run_compression`
    Plain,
    /// `remove_smallest`
    RemoveSmallest(u16),
    /// `remove_biggest`
    RemoveBiggest(u16),
    /// `retain`
    Retain(#[mutate(range = 1..=9)] u8),
    /// `push`
    Push(Number),
    /// Operations with a range, optimised or not.
    With(Number, u16, bool),
    /// Questions about a number.
    Ask(Number, u16),
    /// `serialize_into` and `deserialize_from`
    Serialize,
}

/// A bitmap is a set of numbers.
#[property]
#[ignore = "not run yet"]
pub fn bitmaps_are_sets(changes: &Vec<Change>) {
    let (mut bitmap, mut model) = (RoaringBitmap::new(), BTreeSet::new());
    for change in changes.iter().take(12) {
        apply(change, &mut bitmap, &mut model);
        assert_eq!(bitmap.len(), model.len() as u64, "{change:?}");
        assert!(bitmap.iter().eq(model.iter().copied()), "{change:?}");
        assert_eq!((bitmap.min(), bitmap.max()), (model.first().copied(), model.last().copied()));
    }
    assert!(bitmap.iter().rev().eq(model.iter().rev().copied()));
    let fresh: RoaringBitmap = model.iter().copied().collect();
    assert_eq!(bitmap, fresh);
}

fn apply(change: &Change, bitmap: &mut RoaringBitmap, model: &mut BTreeSet<u32>) {
    let range =
        |start: &Number, len: &u16| start.value()..=start.value().saturating_add(u32::from(*len));
    match change {
        Change::Insert(number) => {
            assert_eq!(bitmap.insert(number.value()), model.insert(number.value()));
        }
        Change::Remove(number) => {
            assert_eq!(bitmap.remove(number.value()), model.remove(&number.value()));
        }
        Change::InsertRange(start, len) => {
            let before = model.len() as u64;
            model.extend(range(start, len));
            assert_eq!(bitmap.insert_range(range(start, len)), model.len() as u64 - before);
        }
        Change::RemoveRange(start, len) => {
            let before = model.len() as u64;
            model.retain(|number| !range(start, len).contains(number));
            assert_eq!(bitmap.remove_range(range(start, len)), before - model.len() as u64);
        }
        Change::Optimize => drop(bitmap.optimize()),
        Change::Plain => drop(bitmap.remove_run_compression()),
        Change::RemoveSmallest(count) => {
            bitmap.remove_smallest((*count).into());
            (0..*count).for_each(|_| drop(model.pop_first()));
        }
        Change::RemoveBiggest(count) => {
            bitmap.remove_biggest((*count).into());
            (0..*count).for_each(|_| drop(model.pop_last()));
        }
        Change::Retain(by) => {
            bitmap.retain(|number| number % u32::from(*by) == 0);
            model.retain(|number| number % u32::from(*by) == 0);
        }
        Change::Push(number) => {
            let number = number.value();
            let fits = model.last().is_none_or(|last| *last < number);
            assert_eq!(bitmap.try_push(number).is_ok(), fits);
            if fits {
                model.insert(number);
            }
        }
        Change::With(start, len, optimised) => {
            let set: BTreeSet<u32> =
                range(start, len).step_by(if *optimised { 1 } else { 3 }).collect();
            let mut other: RoaringBitmap = set.iter().copied().collect();
            if *optimised {
                other.optimize();
            }
            let same = |bitmap: RoaringBitmap, set: BTreeSet<u32>, name: &str| {
                assert!(bitmap.iter().eq(set.iter().copied()), "{name}");
                assert_eq!(bitmap.len(), set.len() as u64, "{name}");
            };
            same(&*bitmap | &other, &*model | &set, "union");
            same(&*bitmap & &other, &*model & &set, "intersection");
            same(&*bitmap - &other, &*model - &set, "difference");
            same(&other - &*bitmap, &set - &*model, "difference the other way");
            same(&*bitmap ^ &other, &*model ^ &set, "symmetric difference");
            same(bitmap.clone() | other.clone(), &*model | &set, "union in place");
            same(bitmap.clone() & other.clone(), &*model & &set, "intersection in place");
            same(bitmap.clone() - other.clone(), &*model - &set, "difference in place");
            same(bitmap.clone() ^ other.clone(), &*model ^ &set, "symmetric difference in place");
            assert_eq!(bitmap.intersection_len(&other), (&*model & &set).len() as u64);
            assert_eq!(bitmap.union_len(&other), (&*model | &set).len() as u64);
            assert_eq!(bitmap.difference_len(&other), (&*model - &set).len() as u64);
            assert_eq!(bitmap.symmetric_difference_len(&other), (&*model ^ &set).len() as u64);
            assert_eq!(bitmap.is_subset(&other), model.is_subset(&set));
            assert_eq!(bitmap.is_superset(&other), model.is_superset(&set));
            assert_eq!(bitmap.is_disjoint(&other), model.is_disjoint(&set));
        }
        Change::Ask(number, len) => {
            let value = number.value();
            assert_eq!(bitmap.contains(value), model.contains(&value));
            assert_eq!(bitmap.rank(value), model.range(..=value).count() as u64);
            assert_eq!(bitmap.select((*len).into()), model.iter().nth((*len).into()).copied());
            let range = range(number, len);
            let count = model.range(range.clone()).count() as u64;
            assert_eq!(bitmap.range_cardinality(range.clone()), count);
            let all = count == u64::from(range.end() - range.start()) + 1;
            assert_eq!(bitmap.contains_range(range.clone()), all);
            assert!(bitmap.range(range.clone()).eq(model.range(range).copied()));
            let mut iter = bitmap.iter();
            iter.advance_to(value);
            assert_eq!(iter.next(), model.range(value..).next().copied());
            let mut iter = bitmap.iter();
            iter.advance_back_to(value);
            assert_eq!(iter.next_back(), model.range(..=value).next_back().copied());
        }
        Change::Serialize => {
            let mut bytes = Vec::new();
            bitmap.serialize_into(&mut bytes).expect("a vector has room");
            assert_eq!(bytes.len(), bitmap.serialized_size());
            assert_eq!(RoaringBitmap::deserialize_from(&bytes[..]).ok().as_ref(), Some(&*bitmap));
        }
    }
}

/// Bytes that are no bitmap are an error.
#[property]
#[ignore = "not run yet"]
pub fn any_bytes_are_a_bitmap_or_refused(bytes: &[u8]) {
    if let Ok(bitmap) = RoaringBitmap::deserialize_from(bytes) {
        assert_eq!(bitmap.iter().count() as u64, bitmap.len());
    }
}

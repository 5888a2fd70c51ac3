//! bit-vec 0.10.2 and bit-set 0.11.1: operations as on a vector of truth values and on a set.

use bit_set::BitSet;
use bit_vec::BitVec;
use mutagen_core::{Mutate, property};
use std::collections::BTreeSet;

/// An operation on a vector of bits.
#[derive(Debug, Clone, Mutate)]
pub enum Change {
    /// `push`
    Push(bool),
    /// `pop`
    Pop,
    /// `set`
    Set(u8, bool),
    /// `insert`
    Insert(u8, bool),
    /// `remove`
    Remove(u8),
    /// `truncate`
    Truncate(u8),
    /// `grow`
    Grow(u8, bool),
    /// `split_off`, of which the first part stays
    SplitOff(u8),
    /// `append`
    Append(#[mutate(max_len = 70)] Vec<bool>),
    /// `negate`
    Negate,
    /// `fill`
    Fill(bool),
    /// An operation with a vector of as many bits.
    With(u8, Two),
}

/// An operation of two vectors.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Two {
    /// `and`
    And,
    /// `or`
    Or,
    /// `xor`
    Xor,
    /// `nand`
    Nand,
    /// `nor`
    Nor,
    /// `xnor`
    Xnor,
    /// `difference`
    Difference,
}

/// A vector of bits is a vector of truth values.
#[property]
pub fn bits_are_truth_values(changes: &[Change]) {
    let (mut bits, mut model) = (BitVec::new(), Vec::new());
    for change in changes {
        let len = model.len();
        let at = |index: u8| usize::from(index) % len.max(1);
        match change {
            Change::Push(bit) => {
                bits.push(*bit);
                model.push(*bit);
            }
            Change::Pop => assert_eq!(bits.pop(), model.pop()),
            Change::Set(index, bit) if len > 0 => {
                bits.set(at(*index), *bit);
                model[at(*index)] = *bit;
            }
            Change::Insert(index, bit) => {
                let index = usize::from(*index) % (len + 1);
                bits.insert(index, *bit);
                model.insert(index, *bit);
            }
            Change::Remove(index) if len > 0 => {
                assert_eq!(bits.remove(at(*index)), model.remove(at(*index)));
            }
            Change::Truncate(len) => {
                bits.truncate((*len).into());
                model.truncate((*len).into());
            }
            Change::Grow(more, bit) => {
                bits.grow((*more).into(), *bit);
                model.resize(len + usize::from(*more), *bit);
            }
            Change::SplitOff(index) => {
                let index = usize::from(*index) % (len + 1);
                let (rest, other) = (bits.split_off(index), model.split_off(index));
                assert_eq!(rest.iter().collect::<Vec<_>>(), other);
            }
            Change::Append(more) => {
                bits.append(&mut more.iter().copied().collect());
                model.extend(more);
            }
            Change::Negate => {
                bits.negate();
                model.iter_mut().for_each(|bit| *bit = !*bit);
            }
            Change::Fill(bit) => {
                bits.fill(*bit);
                model.fill(*bit);
            }
            Change::With(pattern, two) => {
                let other: Vec<bool> = (0..len).map(|at| pattern >> (at % 8) & 1 == 1).collect();
                let others: BitVec = other.iter().copied().collect();
                let old = model.clone();
                let combine = |a: bool, b: bool| match two {
                    Two::And => a & b,
                    Two::Or => a | b,
                    Two::Xor => a ^ b,
                    Two::Nand => !(a & b),
                    Two::Nor => !(a | b),
                    Two::Xnor => a == b,
                    Two::Difference => a & !b,
                };
                model.iter_mut().zip(other).for_each(|(a, b)| *a = combine(*a, b));
                let changed = match two {
                    Two::And => bits.and(&others),
                    Two::Or => bits.or(&others),
                    Two::Xor => bits.xor(&others),
                    Two::Nand => bits.nand(&others),
                    Two::Nor => bits.nor(&others),
                    Two::Xnor => bits.xnor(&others),
                    Two::Difference => bits.difference(&others),
                };
                assert_eq!(changed, old != model, "{two:?} says whether something changed");
            }
            _ => {}
        }
        assert_eq!(bits.len(), model.len(), "{change:?}");
        assert!(bits.iter().eq(model.iter().copied()), "{change:?}");
        assert_eq!(bits.all(), model.iter().all(|bit| *bit), "{change:?}: all");
        assert_eq!(bits.none(), model.iter().all(|bit| !*bit), "{change:?}: none");
        let ones = model.iter().filter(|bit| **bit).count() as u64;
        assert_eq!((bits.count_ones(), bits.count_zeros()), (ones, model.len() as u64 - ones));
        let fresh: BitVec = model.iter().copied().collect();
        assert_eq!(bits, fresh, "{change:?}: equality");
        assert_eq!(bits.to_bytes(), fresh.to_bytes(), "{change:?}: bytes");
    }
}

/// Operations of two sets of bits are those of sets.
#[property]
pub fn sets_of_bits_are_sets(a: &BTreeSet<u8>, b: &BTreeSet<u8>, cut: u8) {
    let bits = |set: &BTreeSet<u8>| set.iter().map(|&bit| usize::from(bit)).collect::<BitSet>();
    let (x, y) = (bits(a), bits(b));
    let same = |set: &BitSet, model: Vec<u8>| {
        assert!(set.iter().eq(model.iter().map(|&bit| usize::from(bit))), "{set:?} {model:?}");
        assert_eq!(set.count(), model.len());
    };
    let (mut union, mut shared, mut rest, mut either) =
        (x.clone(), x.clone(), x.clone(), x.clone());
    union.union_with(&y);
    same(&union, a.union(b).copied().collect());
    assert!(x.union(&y).eq(union.iter()));
    shared.intersect_with(&y);
    same(&shared, a.intersection(b).copied().collect());
    assert!(x.intersection(&y).eq(shared.iter()));
    rest.difference_with(&y);
    same(&rest, a.difference(b).copied().collect());
    assert!(x.difference(&y).eq(rest.iter()));
    either.symmetric_difference_with(&y);
    same(&either, a.symmetric_difference(b).copied().collect());
    assert!(x.symmetric_difference(&y).eq(either.iter()));
    assert_eq!(x.is_subset(&y), a.is_subset(b));
    assert_eq!(x.is_superset(&y), a.is_superset(b));
    assert_eq!(x.is_disjoint(&y), a.is_disjoint(b));
    assert_eq!(x == y, a == b);
    let mut low = x.clone();
    low.truncate(cut.into());
    same(&low, a.iter().copied().filter(|&bit| bit < cut).collect());
}

//! bitvec 1.1.1: operations as on a vector of truth values.

use bitvec::field::BitField;
use bitvec::prelude::{BitVec, Lsb0, Msb0};
use mutagen_core::{Mutate, property};

/// An operation.
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
    /// `swap_remove`
    SwapRemove(u8),
    /// `resize`
    Resize(u8, bool),
    /// `split_off`
    SplitOff(u8),
    /// `extend_from_bitslice`
    Extend(#[mutate(max_len = 40)] Vec<bool>),
    /// `drain`
    Drain(u8, u8),
    /// `splice`
    Splice(u8, u8, #[mutate(max_len = 20)] Vec<bool>),
    /// `rotate_left`
    Rotate(u8),
    /// `shift_left`
    Left(u8),
    /// `shift_right`
    Right(u8),
    /// `copy_within`
    CopyWithin(u8, u8, u8),
    /// `reverse`
    Reverse,
    /// `store` and `load` of a number in a range.
    Number(u8, u8, u32),
}

macro_rules! same {
    ($name:ident, $order:ty) => {
        /// A vector of bits is a vector of truth values.
        #[property]
        pub fn $name(changes: &[Change]) {
            let (mut bits, mut model) = (BitVec::<u8, $order>::new(), Vec::new());
            for change in changes {
                let len = model.len();
                let at = |index: u8| usize::from(index) % len.max(1);
                let cut = |index: u8| usize::from(index) % (len + 1);
                let range = |a: u8, b: u8| cut(a).min(cut(b))..cut(a).max(cut(b));
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
                        bits.insert(cut(*index), *bit);
                        model.insert(cut(*index), *bit);
                    }
                    Change::Remove(index) if len > 0 => {
                        assert_eq!(bits.remove(at(*index)), model.remove(at(*index)));
                    }
                    Change::SwapRemove(index) if len > 0 => {
                        assert_eq!(bits.swap_remove(at(*index)), model.swap_remove(at(*index)));
                    }
                    Change::Resize(len, bit) => {
                        bits.resize((*len).into(), *bit);
                        model.resize((*len).into(), *bit);
                    }
                    Change::SplitOff(index) => {
                        let (rest, other) =
                            (bits.split_off(cut(*index)), model.split_off(cut(*index)));
                        assert_eq!(rest.iter().by_vals().collect::<Vec<_>>(), other);
                    }
                    Change::Extend(more) => {
                        let others: BitVec<u16, Msb0> = more.iter().copied().collect();
                        bits.extend_from_bitslice(&others);
                        model.extend(more);
                    }
                    Change::Drain(a, b) => {
                        let gone: Vec<bool> = bits.drain(range(*a, *b)).collect();
                        assert_eq!(gone, model.drain(range(*a, *b)).collect::<Vec<_>>());
                    }
                    Change::Splice(a, b, more) => {
                        let gone: Vec<bool> =
                            bits.splice(range(*a, *b), more.iter().copied()).collect();
                        let other = model.splice(range(*a, *b), more.iter().copied());
                        assert_eq!(gone, other.collect::<Vec<_>>());
                    }
                    Change::Rotate(by) if len > 0 => {
                        bits.rotate_left(at(*by));
                        model.rotate_left(at(*by));
                    }
                    Change::Left(by) if len > 0 => {
                        bits.shift_left(at(*by));
                        model.drain(..at(*by));
                        model.resize(len, false);
                    }
                    Change::Right(by) if len > 0 => {
                        bits.shift_right(at(*by));
                        model.truncate(len - at(*by));
                        model.splice(..0, std::iter::repeat_n(false, at(*by)));
                    }
                    Change::CopyWithin(a, b, to) => {
                        let from = range(*a, *b);
                        let to = usize::from(*to) % (len - from.len() + 1);
                        bits.copy_within(from.clone(), to);
                        model.copy_within(from, to);
                    }
                    Change::Reverse => {
                        bits.reverse();
                        model.reverse();
                    }
                    Change::Number(a, b, number) => {
                        let range = range(*a, *b);
                        if (1..=32).contains(&range.len()) {
                            let number = number & (u32::MAX >> (32 - range.len()));
                            bits[range.clone()].store_be(number);
                            assert_eq!(bits[range.clone()].load_be::<u32>(), number);
                            bits[range.clone()].store_le(number);
                            assert_eq!(bits[range.clone()].load_le::<u32>(), number);
                            let stored = bits[range.clone()].iter().by_vals().collect::<Vec<_>>();
                            model.splice(range, stored);
                        }
                    }
                    _ => {}
                }
                assert!(bits.iter().by_vals().eq(model.iter().copied()), "{change:?}");
                assert_eq!(bits.count_ones(), model.iter().filter(|bit| **bit).count());
                assert_eq!(bits.first_one(), model.iter().position(|bit| *bit));
                assert_eq!(bits.last_zero(), model.iter().rposition(|bit| !*bit));
                assert_eq!(bits.leading_ones(), model.iter().take_while(|bit| **bit).count());
                assert!(bits.iter_ones().eq((0..model.len()).filter(|&at| model[at])));
            }
        }
    };
}

same!(bits_in_msb0_are_truth_values, Msb0);
same!(bits_in_lsb0_are_truth_values, Lsb0);

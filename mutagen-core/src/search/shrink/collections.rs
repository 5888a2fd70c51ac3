//! Passes on the elements of sequences, sets and maps: halves are dropped, then smaller blocks,
//! then single elements. An index that a value has into its own sequence is lowered with it.

use super::Shrinker;
use super::attempt::{Extent, edit};
use crate::value::node::Node;

/// A collection with more elements is not taken for one that holds indices into itself.
const INDEXED: usize = 512;

impl Shrinker<'_> {
    /// Drops blocks of elements from each collection, from outer to inner ones.
    pub(super) fn drop_blocks(&mut self) -> bool {
        let (mut at, mut succeeded) = (0, false);
        while at < self.count() && !self.has_ended {
            succeeded |= self.drop_in(at, Extent::Twins);
            succeeded |= self.drop_in(at, Extent::Alone);
            at += 1;
        }
        succeeded
    }

    fn drop_in(&mut self, at: usize, extent: Extent) -> bool {
        let Some(mut length) = self.elements(at) else { return false };
        let mut succeeded = false;
        let mut block = length;
        while block > 0 {
            let mut end = length;
            while end > 0 {
                let start = end.saturating_sub(block);
                if self.drop_range(at, extent, start, end) {
                    length = self.elements(at).unwrap_or(0);
                    succeeded = true;
                }
                end = start.min(length);
            }
            block = if block > length { length } else { block / 2 };
        }
        succeeded
    }

    fn drop_range(&mut self, at: usize, extent: Extent, start: usize, end: usize) -> bool {
        self.attempt_at(at, extent, &|node| keep(node, |element| !(start..end).contains(&element)))
    }

    /// Drops single elements and lowers all larger numbers by 1: in the collection, or everywhere.
    pub(super) fn drop_with_indices(&mut self) -> bool {
        let mut succeeded = false;
        let mut at = 0;
        while at < self.count() && !self.has_ended {
            let mut element = self.elements(at).filter(|length| *length <= INDEXED).unwrap_or(0);
            while element > 0 && !self.has_ended {
                element -= 1;
                succeeded |= [at, 0].iter().any(|scope| self.drop_and_lower(at, element, *scope));
            }
            at += 1;
        }
        succeeded
    }

    fn drop_and_lower(&mut self, at: usize, element: usize, scope: usize) -> bool {
        let most = self.elements(at).unwrap_or(0) as i128;
        let is_above = |number: i128| number > element as i128 && number <= most;
        let numbers: Vec<_> = self
            .numbers()
            .into_iter()
            .filter(|(place, number)| self.subtree(scope).contains(&place.at) && is_above(*number))
            .collect();
        if numbers.is_empty() {
            return false;
        }
        self.attempt(|editor, root| {
            let lower = numbers.iter().rev().all(|(place, number)| {
                edit(editor, root, *place, |node| node.set_number(number - 1))
            });
            lower && edit(editor, root, at, |node| keep(node, |other| other != element))
        })
    }
}

/// Keeps the elements that are to be kept.
pub(super) fn keep(node: &mut dyn Node, is_kept: impl Fn(usize) -> bool) -> bool {
    let length = node.children().max(node.key_count());
    let order: Vec<_> = (0..length).filter(|element| is_kept(*element)).collect();
    order.len() < length && node.arrange(&order)
}

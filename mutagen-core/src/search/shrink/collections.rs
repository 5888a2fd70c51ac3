//! Passes on the elements of sequences, sets and maps: halves are dropped, then smaller blocks,
//! then single elements. An index that a value has into its own sequence is lowered with it.

use super::Shrinker;
use super::attempt::{Extent, Place, edit};
use crate::value::node::Node;

/// A collection with more elements is not taken for one that holds indices into itself.
const INDEXED: usize = 512;

/// With more numbers than this that may be indices, only all of them are lowered.
const MOST_INDICES: usize = 48;

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
        if !self.belongs(at.into(), extent) {
            return false;
        }
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
        self.drop_each(|shrinker, at, element| {
            let partner = shrinker.partner(at);
            let twins = [Some(at), partner].into_iter().flatten();
            let everywhere: Vec<_> = shrinker.above(at, element).collect();
            let inside = |at: usize| -> Vec<_> {
                let subtree = shrinker.subtree(at);
                everywhere
                    .iter()
                    .copied()
                    .filter(|(place, _)| subtree.contains(&place.at))
                    .collect()
            };
            let (own, both) = (inside(at), twins.clone().flat_map(inside).collect::<Vec<_>>());
            if partner.is_some() {
                let twins: Vec<_> = twins.collect();
                let outside = without(&everywhere, &both);
                if [&outside, &both, &everywhere]
                    .iter()
                    .any(|numbers| shrinker.drop_and_lower(&twins, element, numbers))
                {
                    return true;
                }
            }
            [&own, &everywhere]
                .iter()
                .any(|numbers| shrinker.drop_and_lower(&[at], element, numbers))
        })
    }

    /// Drops single elements and lowers some of the larger numbers by 1, all of them outside of the
    /// collection: those in one node, or a single one. Both sides of a twin change alike.
    pub(super) fn drop_with_an_index(&mut self) -> bool {
        self.drop_each(|shrinker, at, element| {
            let partner = shrinker.partner(at);
            let twins: Vec<_> = [Some(at), partner].into_iter().flatten().collect();
            let is_inside =
                |place: &Place| twins.iter().any(|at| shrinker.subtree(*at).contains(&place.at));
            let mut numbers: Vec<_> = shrinker.above(at, element).collect();
            numbers.retain(|(place, _)| !is_inside(place));
            if numbers.len() > MOST_INDICES {
                return false;
            }
            let mut groups = vec![numbers.clone()];
            for (place, _) in &numbers {
                let around =
                    shrinker.parent(place.at).map_or(0..0, |parent| shrinker.subtree(parent));
                for part in [around, shrinker.subtree(place.at)] {
                    let other = shrinker.partner(part.start).filter(|_| partner.is_some());
                    let other = other.map_or(0..0, |at| shrinker.subtree(at));
                    let is_in =
                        |place: &Place| part.contains(&place.at) || other.contains(&place.at);
                    let group = numbers.iter().copied().filter(|(place, _)| is_in(place));
                    groups.push(group.collect());
                }
            }
            groups.iter().any(|numbers| shrinker.drop_and_lower(&twins, element, numbers))
        })
    }

    /// Calls `drop` for each element of each collection, the last first.
    fn drop_each(&mut self, drop: impl Fn(&mut Self, usize, usize) -> bool) -> bool {
        let mut succeeded = false;
        let mut at = 0;
        while at < self.count() && !self.has_ended {
            let mut element = self.elements(at).filter(|length| *length <= INDEXED).unwrap_or(0);
            while element > 0 && !self.has_ended {
                element -= 1;
                succeeded |= drop(self, at, element);
            }
            at += 1;
        }
        succeeded
    }

    /// The numbers that may be indices of later elements of a collection.
    fn above(&self, at: usize, element: usize) -> impl Iterator<Item = (Place, i128)> {
        let most = self.elements(at).unwrap_or(0) as i128;
        let is_above = move |number: i128| number > element as i128 && number <= most;
        self.numbers().into_iter().filter(move |(_, number)| is_above(*number))
    }

    /// Drops an element of these collections, and lowers these numbers by 1.
    fn drop_and_lower(
        &mut self,
        collections: &[usize],
        element: usize,
        numbers: &[(Place, i128)],
    ) -> bool {
        if numbers.is_empty() {
            return false;
        }
        self.attempt(|editor, root| {
            let lower = numbers.iter().rev().all(|(place, number)| {
                edit(editor, root, *place, |node| node.set_number(number - 1))
            });
            let mut collections = collections.iter().rev();
            let drop = |node: &mut dyn Node| keep(node, |other| other != element);
            lower && collections.all(|at| edit(editor, root, *at, drop))
        })
    }
}

/// The numbers that are not among others.
fn without(all: &[(Place, i128)], others: &[(Place, i128)]) -> Vec<(Place, i128)> {
    all.iter().copied().filter(|number| !others.contains(number)).collect()
}

/// Keeps the elements that are to be kept.
pub(super) fn keep(node: &mut dyn Node, is_kept: impl Fn(usize) -> bool) -> bool {
    let length = node.children().max(node.key_count());
    let order: Vec<_> = (0..length).filter(|element| is_kept(*element)).collect();
    order.len() < length && node.arrange(&order)
}

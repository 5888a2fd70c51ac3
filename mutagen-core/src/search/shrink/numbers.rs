//! Passes on numbers: many become 0, each becomes smaller, equal ones together, pairs by the same
//! amount, and pairs with the same sum.

use super::Shrinker;
use super::attempt::{Extent, edit};
use super::ladder::smallest;
use crate::value::node::{Node, NodeKind};

/// With more numbers than this, only neighbours move together.
const MANY: usize = 12;

impl Shrinker<'_> {
    /// The numbers of the value that are no characters, with their places.
    pub(super) fn numbers(&self) -> Vec<(usize, i128)> {
        let number = |at: usize| {
            let site = self.sites()[at];
            let is_leaf = site.size() == 1 && !site.is(NodeKind::Nullary);
            let node = is_leaf.then(|| self.node(at)).filter(|node| !node.is::<char>())?;
            Some((at, node.number()?))
        };
        (0..self.count()).filter_map(number).collect()
    }

    fn number(&self, at: usize) -> i128 {
        self.node(at).number().unwrap_or(0)
    }

    /// Makes numbers smaller: blocks of them 0, and then each.
    pub(super) fn shrink_numbers(&mut self) -> bool {
        let mut succeeded = self.shrink_blocks_of_numbers();
        for (at, _) in self.numbers() {
            let extents = [Extent::Twins, Extent::Alike, Extent::Alone];
            succeeded |= extents.into_iter().any(|extent| self.lower(at, extent));
        }
        succeeded
    }

    fn shrink_blocks_of_numbers(&mut self) -> bool {
        let mut succeeded = false;
        let numbers = self.numbers().len();
        let mut block = numbers;
        while block > 2 {
            let mut start = 0;
            while start < numbers {
                let places: Vec<_> = self.numbers().into_iter().skip(start).take(block).collect();
                let is_useful = places.iter().filter(|(_, number)| *number != 0).count() > 1;
                succeeded |= is_useful
                    && self.attempt(|editor, root| {
                        places.iter().all(|(at, number)| {
                            *number == 0 || edit(editor, root, *at, |node| node.set_number(0))
                        })
                    });
                start += block;
            }
            block /= 2;
        }
        succeeded
    }

    /// Makes one number smaller.
    fn lower(&mut self, at: usize, extent: Extent) -> bool {
        let before = self.number(at);
        let set = |shrinker: &mut Self, number: i128| {
            shrinker.attempt_at(at, extent, &|node| node.set_number(number))
        };
        if before < 0 && before != i128::MIN {
            set(self, -before);
        }
        let from = self.number(at);
        smallest(from.unsigned_abs(), |distance| {
            let distance = distance as i128;
            let is_small = distance <= 2;
            (from > 0 || is_small) && set(self, distance)
                || (from < 0 || is_small) && distance != 0 && set(self, -distance)
        });
        self.number(at) != before
    }

    /// Moves pairs of numbers: both by the same amount, or one towards 0 and the other such that
    /// the sum stays.
    pub(super) fn move_numbers_together(&mut self) -> bool {
        let mut succeeded = false;
        let places: Vec<_> = self.numbers().into_iter().map(|(at, _)| at).collect();
        let near = if places.len() > MANY { 1 } else { MANY };
        for (at, one) in places.iter().enumerate() {
            for other in places.iter().skip(at + 1).take(near) {
                succeeded |= self.move_both(*one, *other);
                succeeded |= self.keep_sum(*one, *other);
                succeeded |= self.keep_sum(*other, *one);
            }
        }
        succeeded
    }

    fn move_both(&mut self, one: usize, other: usize) -> bool {
        let (x, y) = (self.number(one), self.number(other));
        if x.signum() * y.signum() <= 0 {
            return false;
        }
        let nearest = x.unsigned_abs().min(y.unsigned_abs());
        let end = smallest(nearest, |distance| {
            let by = (nearest - distance) as i128 * x.signum();
            self.set_both((one, x.saturating_sub(by)), (other, y.saturating_sub(by)))
        });
        end != nearest
    }

    fn keep_sum(&mut self, lowered: usize, raised: usize) -> bool {
        let (x, y) = (self.number(lowered), self.number(raised));
        let end = smallest(x.unsigned_abs(), |distance| {
            let to = distance as i128 * x.signum();
            self.set_both((lowered, to), (raised, y.saturating_add(x.saturating_sub(to))))
        });
        end != x.unsigned_abs()
    }

    fn set_both(&mut self, one: (usize, i128), other: (usize, i128)) -> bool {
        self.attempt(|editor, root| {
            [one, other]
                .iter()
                .all(|(at, number)| edit(editor, root, *at, |node: &mut dyn Node| {
                    node.set_number(*number)
                }))
        })
    }
}

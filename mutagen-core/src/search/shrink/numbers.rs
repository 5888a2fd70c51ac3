//! Passes on numbers: many become 0, each becomes smaller, equal ones together, pairs by the same
//! amount, and pairs with the same sum.

use super::Shrinker;
use super::attempt::{Extent, Place, edit};
use super::collections::keep;
use super::ladder::smallest;
use crate::value::node::Node;

/// With more numbers than this, only neighbours move together.
const MANY: usize = 12;

/// All smaller numbers are tried of one with at most this distance from 0, if there are at most as
/// many numbers as [`FEW`].
const SMALL: u128 = 16;

/// See [`SMALL`].
const FEW: usize = 4;

/// All whole numbers with at most this distance from 0 are floats.
const EXACT: u128 = 1 << f32::MANTISSA_DIGITS;

impl Shrinker<'_> {
    /// The numbers of the value that are no characters, with their places.
    pub(super) fn numbers(&self) -> Vec<(Place, i128)> {
        let places = self.all_places().into_iter().filter(|(_, node)| !node.is::<char>());
        places.filter_map(|(place, node)| Some((place, node.number()?))).collect()
    }

    fn number(&self, place: Place) -> i128 {
        self.part(place).and_then(|node| node.number()).unwrap_or(0)
    }

    /// Makes numbers smaller: blocks of them 0, and then each.
    pub(super) fn shrink_numbers(&mut self) -> bool {
        let mut succeeded = self.shrink_blocks_of_numbers();
        for (at, _) in self.numbers() {
            let mut extents = [Extent::Twins, Extent::Alike, Extent::Alone].into_iter();
            succeeded |= extents.any(|extent| self.belongs(at, extent) && self.lower(at, extent));
        }
        succeeded
    }

    fn shrink_blocks_of_numbers(&mut self) -> bool {
        let mut succeeded = false;
        let mut numbers = self.numbers();
        let mut block = numbers.len();
        while block > 2 && !self.has_ended {
            let mut start = 0;
            while start < numbers.len() {
                let places = &numbers[start..(start + block).min(numbers.len())];
                let is_useful = places.iter().filter(|(_, number)| *number != 0).count() > 1;
                let is_smaller = is_useful
                    && self.attempt(|editor, root| {
                        places.iter().rev().all(|(at, number)| {
                            *number == 0 || edit(editor, root, *at, |node| node.set_number(0))
                        })
                    });
                if is_smaller {
                    numbers = self.numbers();
                    succeeded = true;
                }
                start += block;
            }
            block /= 2;
        }
        succeeded
    }

    /// Makes one number smaller.
    fn lower(&mut self, at: Place, extent: Extent) -> bool {
        let before = self.number(at);
        let set = |shrinker: &mut Self, number: i128| {
            shrinker.attempt_at(at, extent, &|node| node.set_number(number))
        };
        if before < 0 && before != i128::MIN {
            set(self, -before);
        }
        let from = self.number(at);
        smallest(self.bound(at), |distance| {
            let distance = distance as i128;
            let is_small = distance <= 2;
            (from > 0 || is_small) && set(self, distance)
                || (from < 0 || is_small) && distance != 0 && set(self, -distance)
        });
        self.number(at) != before
    }

    /// All numbers of the type that are nearer to 0 are nearer than this: the distance of the
    /// number, or 1 more than that of its neighbour, which is farther away if the number is a large
    /// float.
    fn bound(&self, place: Place) -> u128 {
        let number = self.number(place);
        let distance = number.unsigned_abs();
        let copy = self.part(place).filter(|_| distance > EXACT).and_then(|node| node.copy_node());
        let Some(mut copy) = copy else { return distance };
        let mut steps = (0..u128::BITS).map(|bit| 1 << bit).take_while(|step| *step < distance);
        let neighbour = steps.find_map(|step| {
            let nearer = i128::try_from(distance - step).ok()? * number.signum();
            copy.set_number(nearer);
            copy.number().map(i128::unsigned_abs).filter(|other| *other < distance)
        });
        neighbour.map_or(distance, |neighbour| neighbour + 1)
    }

    /// Tries smaller numbers that are no neighbours: all of them if the number is small and there
    /// are few.
    pub(super) fn jump_numbers(&mut self) -> bool {
        let mut succeeded = false;
        let numbers = self.numbers();
        for (at, number) in &numbers {
            let from = number.unsigned_abs();
            let all = from <= SMALL && numbers.len() <= FEW;
            let distances = if all { 0..from } else { from.saturating_sub(3)..from };
            succeeded |= distances.into_iter().any(|distance| {
                let distance = distance as i128;
                [distance, -distance].into_iter().any(|number| {
                    self.attempt_at(*at, Extent::Alone, &|node| node.set_number(number))
                })
            });
        }
        succeeded
    }

    /// Adds one amount to all numbers of a subtree, so that one of them becomes 0.
    pub(super) fn translate_numbers(&mut self) -> bool {
        let (mut scope, mut succeeded) = (0, false);
        while scope < self.count() && !self.has_ended {
            if self.sites()[scope].arity() > 0 {
                succeeded |= self.translate(scope);
            }
            scope += 1;
        }
        succeeded
    }

    fn translate(&mut self, scope: usize) -> bool {
        let subtree = self.subtree(scope);
        let mut numbers = self.numbers();
        numbers.retain(|(place, _)| subtree.contains(&place.at));
        let mut amounts: Vec<_> = numbers.iter().map(|(_, number)| *number).collect();
        amounts.sort_by_key(|amount| (amount.unsigned_abs(), *amount < 0));
        amounts.dedup();
        numbers.len() > 1
            && amounts.into_iter().take(MANY).filter(|amount| *amount != 0).any(|amount| {
                self.attempt(|editor, root| {
                    numbers.iter().rev().all(|(at, number)| {
                        let number = number.saturating_sub(amount);
                        edit(editor, root, *at, |node| node.set_number(number))
                    })
                })
            })
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

    fn move_both(&mut self, one: Place, other: Place) -> bool {
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

    fn keep_sum(&mut self, lowered: Place, raised: Place) -> bool {
        let (x, y) = (self.number(lowered), self.number(raised));
        let end = smallest(x.unsigned_abs(), |distance| {
            let to = distance as i128 * x.signum();
            self.set_both((lowered, to), (raised, y.saturating_add(x.saturating_sub(to))))
        });
        end != x.unsigned_abs()
    }

    /// Drops an element that is a number and adds it to another element.
    pub(super) fn add_up_numbers(&mut self) -> bool {
        let (mut at, mut succeeded) = (0, false);
        while at < self.count() && !self.has_ended {
            let mut dropped = self.elements(at).unwrap_or(0);
            while dropped > 0 {
                dropped -= 1;
                let others = self.elements(at).unwrap_or(0);
                succeeded |= (0..others.min(MANY)).any(|other| self.add_up(at, dropped, other));
            }
            at += 1;
        }
        succeeded
    }

    fn add_up(&mut self, at: usize, dropped: usize, other: usize) -> bool {
        let children = self.children(at);
        let (Some(from), Some(to)) = (children.get(dropped), children.get(other)) else {
            return false;
        };
        let (Some(x), Some(y)) = (self.node(*from).number(), self.node(*to).number()) else {
            return false;
        };
        if dropped == other || x == 0 {
            return false;
        }
        let sum = x.saturating_add(y);
        // The sum may leave the range of the type, where most programs wrap it.
        let around = bounds(self.node(*to)).map(|(least, most)| match sum {
            _ if sum > most => sum - (most - least + 1),
            _ if sum < least => sum + (most - least + 1),
            _ => sum,
        });
        self.attempt_at(at, Extent::Alone, &|node| {
            node.child_mut(other).set_number(around.unwrap_or(sum))
                && keep(node, |child| child != dropped)
        })
    }

    fn set_both(&mut self, one: (Place, i128), other: (Place, i128)) -> bool {
        self.attempt(|editor, root| {
            [one, other].iter().all(|(at, number)| {
                edit(editor, root, *at, |node: &mut dyn Node| node.set_number(*number))
            })
        })
    }
}

/// The least and the greatest number of a node's type, if they are not far apart.
fn bounds(node: &dyn Node) -> Option<(i128, i128)> {
    let mut copy = node.copy_node()?;
    let mut end = |number| {
        copy.set_number(number);
        copy.number().filter(|number| number.unsigned_abs() < 1 << 100)
    };
    Some((end(i128::MIN)?, end(i128::MAX)?))
}

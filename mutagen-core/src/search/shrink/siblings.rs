//! Passes on neighbours: sequences in a sequence are joined, elements move to another sequence, and
//! siblings are put in order.

use super::Shrinker;
use super::attempt::{Extent, edit};
use super::collections::keep;
use super::rank::Rank;
use crate::value::node::Node;

impl Shrinker<'_> {
    /// Joins the elements of a collection that are collections themselves: all, or neighbours.
    pub(super) fn join_siblings(&mut self) -> bool {
        let (mut at, mut succeeded) = (0, false);
        while at < self.count() && !self.has_ended {
            if self.holds_collections(at) {
                let length = self.sites()[at].arity() as usize;
                let join = |shrinker: &mut Self, first: usize, last: usize| {
                    shrinker.attempt_at(at, Extent::Alone, &|node| join(node, first, last))
                };
                succeeded |= join(self, 0, length - 1);
                let mut first = (self.sites()[at].arity() as usize).saturating_sub(1);
                while first > 0 {
                    first -= 1;
                    succeeded |= join(self, first, first + 1);
                }
            }
            at += 1;
        }
        succeeded
    }

    /// Whether a node is a sequence of at least two sequences or maps.
    fn holds_collections(&self, at: usize) -> bool {
        let has_parts = |child: &usize| self.sites()[*child].arity() > 0;
        self.elements(at).is_some()
            && self.sites()[at].arity() > 1
            && self
                .children(at)
                .iter()
                .any(|child| has_parts(child) && self.elements(*child).is_some())
    }

    /// Puts siblings of one type in order: all at once, or neighbours.
    pub(super) fn sort_siblings(&mut self) -> bool {
        let (mut at, mut succeeded) = (0, false);
        while at < self.count() && !self.has_ended {
            if self.sites()[at].arity() > 1 {
                succeeded |= self.sort(at) || self.exchange_children(at);
            }
            at += 1;
        }
        succeeded
    }

    fn sort(&mut self, at: usize) -> bool {
        if self.elements(at).is_none() {
            return false;
        }
        self.attempt_at(at, Extent::Alone, &|node| {
            let ranks: Vec<_> = (0..node.children()).map(|at| Rank::of(node.child(at))).collect();
            let mut order: Vec<_> = (0..ranks.len()).collect();
            order.sort_by(|one, other| ranks[*one].compare_content(&ranks[*other]));
            node.arrange(&order)
        })
    }

    fn exchange_children(&mut self, at: usize) -> bool {
        let mut succeeded = false;
        let mut children = self.ranked_children(at);
        let farthest = if children.len() > MANY { 1 } else { MANY };
        for second in 1..children.len() {
            // Neighbours first, then all others in front.
            for first in (second.saturating_sub(farthest)..second).rev() {
                let ((one, before), (other, after)) = (&children[first], &children[second]);
                let (one, other) = (*one, *other);
                if after.compare_content(before).is_lt()
                    && self.attempt(|editor, root| editor.exchange(root, one, other))
                {
                    children = self.ranked_children(at);
                    succeeded = true;
                }
                if self.has_ended {
                    return succeeded;
                }
            }
        }
        succeeded
    }

    /// The places of the children of a node, with their ranks.
    fn ranked_children(&self, at: usize) -> Vec<(usize, Rank)> {
        let children = self.children(at);
        children.into_iter().map(|child| (child, Rank::of(self.node(child)))).collect()
    }

    /// Moves elements from a collection to a later sibling: the last one, or all.
    pub(super) fn move_parts(&mut self) -> bool {
        let mut succeeded = false;
        let mut at = 0;
        while at < self.count() && !self.has_ended {
            let mut children = self.children(at);
            let holds_elements = |child: &usize| self.elements(*child).is_some();
            if !children.iter().any(holds_elements) {
                at += 1;
                continue;
            }
            for (first, second) in pairs(children.len()) {
                if self.has_ended {
                    return succeeded;
                }
                let (one, other) = (children[first], children[second]);
                let Some(length) = self.elements(one) else { continue };
                let are_alike = self.sites()[one].ty() == self.sites()[other].ty();
                for moved in [length, 1] {
                    let is_smaller = are_alike
                        && moved > 0
                        && self.attempt(|editor, root| {
                            let node = editor.sites().node(root, one);
                            let Some(mut part) = node.copy_node() else { return false };
                            let kept: Vec<_> = (0..length - moved).collect();
                            let taken: Vec<_> = (length - moved..length).collect();
                            part.arrange(&taken)
                                && edit(editor, root, other, |node| prepend(node, &mut part))
                                && edit(editor, root, one, |node| node.arrange(&kept))
                        });
                    if is_smaller {
                        children = self.children(at);
                        succeeded = true;
                        break;
                    }
                }
            }
            at += 1;
        }
        succeeded
    }
}

/// With more siblings than this, only neighbours are considered together.
const MANY: usize = 32;

/// Pairs of indices below a number, the smaller first: all of them, or neighbours.
fn pairs(length: usize) -> impl Iterator<Item = (usize, usize)> {
    let farthest = if length > MANY { 1 } else { MANY };
    (0..length).flat_map(move |first| {
        (first + 1..length.min(first + 1 + farthest)).map(move |second| (first, second))
    })
}

/// Puts the elements of `part` in front of those of `node`.
fn prepend(node: &mut dyn Node, part: &mut Box<dyn Node>) -> bool {
    let Some(mut rest) = node.copy_node() else { return false };
    node.swap_node(&mut **part) && node.append(&mut *rest)
}

/// Joins the elements `first..=last` of a sequence to one.
fn join(node: &mut dyn Node, first: usize, last: usize) -> bool {
    let joined = (first + 1..=last).all(|from| {
        let other = node.child(from).copy_node();
        other.is_some_and(|mut other| node.child_mut(first).append(&mut *other))
    });
    joined && keep(node, |at| !(first + 1..=last).contains(&at))
}

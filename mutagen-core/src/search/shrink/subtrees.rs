//! Passes on whole subtrees: the smallest value in the place of one, and a part of it in its place.

use super::Shrinker;
use super::attempt::Extent;
use super::rank::Rank;
use crate::value::context::Context;
use crate::value::node::{Node, NodeKind};

/// How many small terms of a type are tried at each place.
const TERMS: usize = 12;

/// How many far descendants are tried in the place of a node.
const FAR: usize = 64;

impl Shrinker<'_> {
    /// Tries the smallest value in the place of the root.
    pub(super) fn shrink_root(&mut self) -> bool {
        self.shrink_subtree(0, Extent::Alone)
    }

    /// Tries the smallest value in the place of each subtree, from large ones to small ones.
    pub(super) fn shrink_subtrees(&mut self) -> bool {
        self.at_each(|shrinker, at| {
            let is_leaf = shrinker.sites()[at].size() == 1;
            !is_leaf
                && (shrinker.shrink_subtree(at, Extent::Twins)
                    || shrinker.shrink_subtree(at, Extent::Alone))
        })
    }

    /// Tries the smallest value in the place of each leaf that is neither a number nor a text: the
    /// first constructor.
    pub(super) fn shrink_leaves(&mut self) -> bool {
        self.at_each(|shrinker, at| {
            let site = shrinker.sites()[at];
            site.size() == 1
                && !(site.is(NodeKind::Number) || site.is(NodeKind::Text))
                && (shrinker.shrink_subtree(at, Extent::Twins)
                    || shrinker.shrink_subtree(at, Extent::Alone))
        })
    }

    /// Tries the smallest value in the place of equal subtrees together.
    pub(super) fn shrink_alike(&mut self) -> bool {
        self.at_each(|shrinker, at| shrinker.shrink_subtree(at, Extent::Alike))
    }

    fn shrink_subtree(&mut self, at: usize, extent: Extent) -> bool {
        self.attempt_at(at, extent, &|node| {
            let smallest = node.smallest_node();
            node.replace_node(smallest).is_ok()
        })
    }

    /// Calls `change` at each place in preorder; where it succeeds, goes on after the new subtree.
    fn at_each(&mut self, change: impl Fn(&mut Self, usize) -> bool) -> bool {
        let (mut at, mut succeeded) = (0, false);
        while at < self.count() && !self.has_ended {
            let is_changed = change(self, at);
            succeeded |= is_changed;
            at += if is_changed { self.sites()[at].size() as usize } else { 1 };
        }
        succeeded
    }

    /// Tries the nearest descendants of its own type in the place of the root, again and again.
    pub(super) fn hoist_to_root(&mut self) -> bool {
        self.hoist_to(0)
    }

    /// Tries the nearest descendants of its own type in the place of each node.
    pub(super) fn hoist_nearest(&mut self) -> bool {
        let (mut at, mut succeeded) = (0, false);
        while at < self.count() && !self.has_ended {
            succeeded |= self.hoist_to(at);
            at += 1;
        }
        succeeded
    }

    fn hoist_to(&mut self, at: usize) -> bool {
        let mut succeeded = false;
        while [Extent::Twins, Extent::Alone].iter().any(|extent| {
            let below = self.nearest(at);
            below.into_iter().any(|from| self.hoist(at, from, *extent))
        }) {
            succeeded = true;
        }
        succeeded
    }

    /// Tries each descendant of its own type in the place of each node, the smallest first.
    pub(super) fn hoist_far(&mut self) -> bool {
        let mut succeeded = false;
        for at in (0..self.count()).rev() {
            if at >= self.count() {
                continue;
            }
            let ty = self.sites()[at].ty();
            let mut below: Vec<_> = self.editor.sites().same(at, ty).skip(1).collect();
            below.sort_by_key(|from| self.sites()[*from].size());
            below.truncate(FAR);
            succeeded |= below.into_iter().any(|from| self.hoist(at, from, Extent::Alone));
        }
        succeeded
    }

    fn hoist(&mut self, at: usize, from: usize, extent: Extent) -> bool {
        let sites = self.editor.sites();
        let path = sites.path(from)[sites.path(at).len()..].to_vec();
        self.attempt_at(at, extent, &|node| {
            let below = path.iter().try_fold(&mut *node, |node, step| {
                ((*step as usize) < node.children()).then(|| node.child_mut(*step as usize))
            });
            let Some(part) = below.and_then(|below| below.copy_node()) else { return false };
            node.replace_node(part).is_ok()
        })
    }

    /// The descendants of a node that have its type, without those below another one.
    fn nearest(&self, at: usize) -> Vec<usize> {
        let ty = self.sites()[at].ty();
        let end = self.subtree(at).end;
        let mut below = Vec::new();
        let mut next = at + 1;
        while next < end {
            let site = self.sites()[next];
            if site.ty() == ty {
                below.push(next);
            }
            next += if site.ty() == ty { site.size() as usize } else { 1 };
        }
        below
    }

    /// Tries small terms in the place of each subtree: the mutants of the smallest value.
    pub(super) fn replace_by_small_terms(&mut self) -> bool {
        if self.oracle.is_elsewhere() {
            return false;
        }
        self.at_each(|shrinker, at| {
            let site = shrinker.sites()[at];
            if site.is(NodeKind::Number) || site.is(NodeKind::Text) {
                return false;
            }
            let node = shrinker.node(at);
            let rank = Rank::of(node);
            let terms = small_terms(node);
            let smaller = terms.into_iter().take_while(|(of, _)| *of < rank);
            smaller.into_iter().any(|(_, term)| {
                shrinker.attempt_at(at, Extent::Alone, &|node| {
                    let Some(term) = term.copy_node() else { return false };
                    node.replace_node(term).is_ok()
                })
            })
        })
    }
}

/// The smallest value of a node's type and its pure mutants, in order.
fn small_terms(node: &dyn Node) -> Vec<(Rank, Box<dyn Node>)> {
    let mut smallest = node.smallest_node();
    let mut context = Context::new(0, 0);
    let mut terms = Vec::new();
    let pure = smallest.census().mutants.pure.min(TERMS as u64);
    for mutant in 0..pure {
        smallest.mutate(mutant, &mut context);
        let copy = smallest.copy_node();
        smallest.restore(mutant, &mut context);
        terms.extend(copy.map(|copy| (Rank::of(&*copy), copy)));
    }
    terms.push((Rank::of(&*smallest), smallest));
    terms.sort_by(|(one, _), (other, _)| one.cmp(other));
    terms.dedup_by(|(one, _), (other, _)| one == other);
    terms
}

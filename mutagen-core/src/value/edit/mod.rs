//! Edits of a whole value, which go beyond the mutants of one node: subterms are copied, exchanged,
//! hoisted or wrapped, and equal numbers or names change together within a scope. Stacks of random
//! edits are one source of tests. Each edit is a function of the value and of random numbers, so a
//! seed reproduces it. Like mutants, edits are made in place and undone: an edited test costs the
//! change, not a copy of its parent. An edit that does not apply leaves the value as it is and
//! returns `false`.

mod editing;
mod numbers;
mod sites;
mod stack;
mod twins;

pub(crate) use sites::descend;
pub use sites::{Site, Sites};
pub use stack::{Donors, NoDonors, StackShape, stack};

use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::node::{Node, NodeKind};
use crate::value::number_weights::NumberWeights;
use crate::value::operands::Operands;
use sites::{Path, Scratch, Walk};

/// Makes edits of one value in place, one after the other, and undoes them all.
pub struct Editor {
    sites: Sites,
    context: Context,
    done: Vec<Done>,
    scratch: Scratch,
}

/// A record of one edit, for undoing it.
enum Done {
    /// Another subterm replaced the one at the end of the path.
    Replaced(Path, Box<dyn Node>),
    /// The number at the end of the path changed; the old number is in the undo stack.
    Renumbered(Path),
    /// The nodes at the ends of the two paths were exchanged.
    Exchanged(Path, Path),
    /// The node at the end of the path became its mutant with this number, made at this address.
    Mutated(Path, u64, [u64; 3]),
}

impl Editor {
    /// An editor for the tests of a campaign with this seed; random mutants have size `size`.
    pub fn new(campaign: u64, size: u32) -> Editor {
        Editor {
            sites: Sites::default(),
            context: Context::new(campaign, size),
            done: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// Sets the proportions of the kinds of number mutants.
    pub fn proportions(mut self, proportions: NumberWeights) -> Editor {
        self.context = self.context.proportions(proportions);
        self
    }

    /// Starts to edit a value with these nodes. Earlier edits are kept as they are.
    pub fn begin(&mut self, sites: &Sites) {
        self.keep();
        self.sites.copy_from(sites);
    }

    /// Makes the editor also draw numbers from these operands: those of the value's test.
    pub(crate) fn set_operands(&mut self, operands: &Operands) {
        self.context.set_operands(operands);
    }

    /// The nodes of the current value.
    pub fn sites(&self) -> &Sites {
        &self.sites
    }

    /// Undoes all edits since [`Editor::begin`], the last one first.
    pub fn undo(&mut self, root: &mut dyn Node) {
        while let Some(done) = self.done.pop() {
            match done {
                Done::Replaced(path, old) => {
                    let _new = root.descend(&path).replace_node(old);
                }
                Done::Renumbered(path) => {
                    root.descend(&path).put_back_node(&mut self.context.undo);
                }
                Done::Exchanged(one, other) => {
                    swap(root, &one, &other);
                }
                Done::Mutated(path, mutant, [parent, position, number]) => {
                    self.context.set_address(parent, position, number);
                    root.descend(&path).restore(mutant, &mut self.context);
                }
            }
        }
    }

    /// Forgets how to undo the edits: the value stays as it is.
    pub fn keep(&mut self) {
        if !self.done.is_empty() {
            self.done.clear();
            self.context.undo.clear();
        }
    }

    /// Copies the subterm at `from` over the one at `to`; both must have one type.
    pub fn copy(&mut self, root: &mut dyn Node, from: usize, to: usize) -> bool {
        let same = self.sites.all()[from].ty == self.sites.all()[to].ty;
        if from == to || !same {
            return false;
        }
        let Some(copy) = self.sites.node(root, from).copy_node() else { return false };
        let path = self.sites.path(to);
        let Ok(old) = root.descend(&path).replace_node(copy) else { return false };
        self.sites.copied(from, to, &mut self.scratch);
        self.done.push(Done::Replaced(path, old));
        true
    }

    /// Replaces the subterm at `to` by a subterm from elsewhere, if the types are equal.
    pub fn place(&mut self, root: &mut dyn Node, to: usize, subterm: Box<dyn Node>) -> bool {
        let path = self.sites.path(to);
        let node = root.descend(&path);
        let Ok(old) = node.replace_node(subterm) else { return false };
        self.sites.replaced(to, node, &mut self.scratch);
        self.done.push(Done::Replaced(path, old));
        true
    }

    /// Replaces the node by a random descendant of the node's own type.
    pub fn hoist(&mut self, root: &mut dyn Node, at: usize, generator: &mut Generator) -> bool {
        let ty = self.sites.all()[at].ty;
        let below = || self.sites.same(at, ty).skip(1);
        draw(below, generator).is_some_and(|from| self.copy(root, from, at))
    }

    /// Exchanges two subterms of one type, neither of which contains the other.
    pub fn exchange(&mut self, root: &mut dyn Node, one: usize, other: usize) -> bool {
        let (one, other) = (one.min(other), one.max(other));
        let same = self.sites.all()[one].ty == self.sites.all()[other].ty;
        if one == other || !same || self.sites.subtree(one).contains(&other) {
            return false;
        }
        let paths = (self.sites.path(one), self.sites.path(other));
        if !swap(root, &paths.0, &paths.1) {
            return false;
        }
        // First the later one, so that the indices before it do not change.
        self.sites.replaced(other, root.descend(&paths.1), &mut self.scratch);
        self.sites.replaced(one, root.descend(&paths.0), &mut self.scratch);
        self.done.push(Done::Exchanged(paths.0, paths.1));
        true
    }

    /// Replaces a subterm by a freshly generated one with at most `size` recursive constructors.
    pub fn regrow(
        &mut self,
        root: &mut dyn Node,
        at: usize,
        size: u32,
        generator: &mut Generator,
    ) -> bool {
        generator.set_budget(size);
        let fresh = self.sites.node(root, at).generate_node(generator);
        self.place(root, at, fresh)
    }

    /// Wraps a subterm: a fresh term of its type replaces it and contains it.
    pub fn wrap(&mut self, root: &mut dyn Node, at: usize, generator: &mut Generator) -> bool {
        const TRIES: usize = 8;
        let node = self.sites.node(root, at);
        let ty = self.sites.all()[at].ty;
        for _ in 0..TRIES {
            generator.set_budget(1);
            let mut fresh = node.generate_node(generator);
            let holes = Sites::of(&*fresh);
            let below = || holes.same(0, ty).skip(1);
            let Some(hole) = draw(below, generator) else { continue };
            let Some(inner) = node.copy_node() else { return false };
            return holes.node_mut(&mut *fresh, hole).replace_node(inner).is_ok()
                && self.place(root, at, fresh);
        }
        false
    }

    /// Turns the node into its mutant with this number. The address seeds the random numbers of a
    /// random mutant.
    ///
    /// # Panics
    /// May panic if there is no such mutant.
    pub fn mutate(&mut self, root: &mut dyn Node, at: usize, mutant: u64, address: [u64; 3]) {
        let path = self.sites.path(at);
        let node = root.descend(&path);
        self.context.set_address(address[0], address[1], address[2]);
        node.mutate(mutant, &mut self.context);
        self.sites.replaced(at, node, &mut self.scratch);
        self.done.push(Done::Mutated(path, mutant, address));
    }

    /// Sets a number, clamped to the range of its type; returns whether it changed.
    pub fn set_number(&mut self, root: &mut dyn Node, at: usize, new: i128) -> bool {
        let path = self.sites.path(at);
        self.set_number_at(root, at, &path, new)
    }

    fn set_number_at(&mut self, root: &mut dyn Node, at: usize, path: &Path, new: i128) -> bool {
        let node = root.descend(path);
        let before = node.number();
        if before.is_none() || before == Some(new) || !node.keep_node(&mut self.context.undo) {
            return false;
        }
        node.set_number(new);
        let changed = node.number() != before;
        self.sites.renumbered(at, node);
        self.done.push(Done::Renumbered(path.clone()));
        changed
    }

    /// In the subtree at `scope`, sets all numbers that are equal to the one at `at`, and of its
    /// type, to one new value.
    pub fn rename_number(
        &mut self,
        root: &mut dyn Node,
        scope: usize,
        at: usize,
        new: i128,
    ) -> bool {
        let Site { ty, number: old @ Some(_), .. } = self.sites.all()[at] else { return false };
        let is_equal = |site: &Site| site.ty == ty && site.number == old;
        self.renumber(root, scope, |site| is_equal(site).then_some(new))
    }

    /// Adds `by` to all numbers in the subtree at `scope`.
    pub fn translate(&mut self, root: &mut dyn Node, scope: usize, by: i128) -> bool {
        self.renumber(root, scope, |site| Some(i128::from(site.number?).saturating_add(by)))
    }

    /// Sets the numbers in the subtree at `scope` for which `new` gives one.
    fn renumber(
        &mut self,
        root: &mut dyn Node,
        scope: usize,
        new: impl Fn(&Site) -> Option<i128>,
    ) -> bool {
        let mut changed = false;
        let mut walk = Walk::new(&self.sites, scope);
        while let Some(index) = walk.next(&self.sites) {
            if let Some(new) = new(&self.sites.all()[index]) {
                changed |= self.set_number_at(root, index, walk.path(), new);
            }
        }
        let meant = |site: &Site| new(site).is_some();
        changed
            | self.change_keys(root, scope, meant, |node, site| {
                new(site).is_some_and(|new| node.set_number(new))
            })
    }

    /// Calls `change` for the nodes of the keys of maps and of the elements of sets in the subtree
    /// at `scope`, where `meant` holds for them. These nodes are not in [`Editor::sites`], because
    /// a map lends its keys only for reading. `change` returns whether it changed the node.
    fn change_keys(
        &mut self,
        root: &mut dyn Node,
        scope: usize,
        meant: impl Fn(&Site) -> bool,
        mut change: impl FnMut(&mut dyn Node, &Site) -> bool,
    ) -> bool {
        let mut changed = false;
        let mut keys = Sites::default();
        // From the last to the first: a change can alter the number of values below a map.
        for index in self.sites.subtree(scope).rev() {
            if !self.sites.all()[index].holds {
                continue;
            }
            let path = self.sites.path(index);
            let map = root.descend(&path);
            // To be undone, a map is copied with all its content.
            let mut parts = Vec::new();
            map.all_keys(&mut parts);
            let is_meant = parts.into_iter().any(|key| {
                keys.turn_to(key);
                keys.all().iter().any(&meant)
            });
            let Some(before) = is_meant.then(|| map.copy_node()).flatten() else { continue };
            let mut any = false;
            map.edit_keys(&mut |key| {
                let sites = Sites::of(key);
                for (at, site) in sites.all().iter().enumerate() {
                    any |= meant(site) && change(sites.node_mut(key, at), site);
                }
            });
            self.sites.replaced(index, map, &mut self.scratch);
            self.done.push(Done::Replaced(path, before));
            changed |= any;
        }
        changed
    }

    /// In the subtree at `scope`, turns all nodes with the same constructor without fields as the
    /// one at `at` into their pure mutant with this number.
    pub fn rename_constructor(
        &mut self,
        root: &mut dyn Node,
        scope: usize,
        at: usize,
        mutant: u64,
    ) -> bool {
        let Site { ty, kind, constructor, .. } = self.sites.all()[at];
        let meant = |site: &Site| site.ty == ty && site.constructor == constructor;
        if kind != NodeKind::Nullary || mutant >= self.sites.node(root, at).mutants().pure {
            return false;
        }
        // From the last to the first, because a mutant may add children.
        for index in self.sites.subtree(scope).rev() {
            if meant(&self.sites.all()[index]) {
                self.mutate(root, index, mutant, [0; 3]);
            }
        }
        // The old map holds the old keys, so nothing is kept here for undoing.
        let mut context = Context::new(0, 0);
        self.change_keys(root, scope, meant, |node, _| {
            node.mutate(mutant, &mut context);
            context.undo.clear();
            true
        });
        true
    }
}

/// Swaps the nodes at the ends of two paths, neither of which leads through the other; returns
/// whether it did. Only one node can be borrowed at a time, so a copy of the first takes the place
/// of the other.
fn swap(root: &mut dyn Node, one: &Path, other: &Path) -> bool {
    let Some(copy) = root.descend(one).copy_node() else { return false };
    let Ok(first) = root.descend(other).replace_node(copy) else { return false };
    root.descend(one).replace_node(first).is_ok()
}

/// A random one of the indices in `all`.
pub(crate) fn draw<I: Iterator<Item = usize>>(
    all: impl Fn() -> I,
    generator: &mut Generator,
) -> Option<usize> {
    let count = u32::try_from(all().count()).ok().filter(|count| *count > 0)?;
    all().nth(generator.below(count) as usize)
}

#[cfg(test)]
mod tests;

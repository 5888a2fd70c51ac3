//! Edits of a whole value that a mutant of one node cannot be: subterms copied, exchanged, hoisted or
//! wrapped, and numbers or names changed together wherever they stand in a scope. They are what a
//! search by stacked random edits is made of; each is a function of the value and of random numbers,
//! so a seed makes it again. Like mutants they are made in place and undone, so that an edited test
//! costs what it changes and not a copy of its parent. An edit that does not apply leaves the value
//! as it is and says so.

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

/// What an edit did, to be undone.
enum Done {
    /// Another subterm stands at the end of the path.
    Replaced(Path, Box<dyn Node>),
    /// The number there is another; the old one is in the undo stack.
    Renumbered(Path),
    /// The nodes at the two ends have changed places.
    Exchanged(Path, Path),
    /// The node there is its mutant with this number, made at this address.
    Mutated(Path, u64, [u64; 3]),
}

impl Editor {
    /// An editor for the tests of a campaign with this seed, whose random mutants are made at `size`.
    pub fn new(campaign: u64, size: u32) -> Editor {
        Editor {
            sites: Sites::default(),
            context: Context::new(campaign, size),
            done: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// Mutates numbers in these proportions, instead of the default ones.
    pub fn proportions(mut self, proportions: NumberWeights) -> Editor {
        self.context = self.context.proportions(proportions);
        self
    }

    /// Turns to a value whose nodes are these. What was edited before is kept as it is.
    pub fn begin(&mut self, sites: &Sites) {
        self.keep();
        self.sites.copy_from(sites);
    }

    /// Draws numbers from the operands of that value, too.
    pub(crate) fn set_operands(&mut self, operands: &Operands) {
        self.context.set_operands(operands);
    }

    /// The nodes of the value as it is now.
    pub fn sites(&self) -> &Sites {
        &self.sites
    }

    /// Undoes all edits since [`Editor::begin`], the last one first.
    pub fn undo(&mut self, root: &mut dyn Node) {
        while let Some(done) = self.done.pop() {
            match done {
                Done::Replaced(path, old) => {
                    let _new = sites::at(root, &path).replace_node(old);
                }
                Done::Renumbered(path) => {
                    sites::at(root, &path).put_back_node(&mut self.context.undo);
                }
                Done::Exchanged(one, other) => {
                    swap(root, &one, &other);
                }
                Done::Mutated(path, mutant, [parent, position, number]) => {
                    self.context.set_address(parent, position, number);
                    sites::at(root, &path).restore(mutant, &mut self.context);
                }
            }
        }
    }

    /// Forgets how to undo the edits: the value stays what it is.
    pub fn keep(&mut self) {
        if !self.done.is_empty() {
            self.done.clear();
            self.context.undo.clear();
        }
    }

    /// Copies the subterm at `from` over the one at `to`; both have one type.
    pub fn copy(&mut self, root: &mut dyn Node, from: usize, to: usize) -> bool {
        let same = self.sites.all()[from].ty == self.sites.all()[to].ty;
        if from == to || !same {
            return false;
        }
        let Some(copy) = self.sites.node(root, from).copy_node() else { return false };
        let path = self.sites.path(to);
        let Ok(old) = sites::at(root, &path).replace_node(copy) else { return false };
        self.sites.copied(from, to, &mut self.scratch);
        self.done.push(Done::Replaced(path, old));
        true
    }

    /// Puts a subterm from elsewhere in the place of the one at `to`, if it has its type.
    pub fn place(&mut self, root: &mut dyn Node, to: usize, subterm: Box<dyn Node>) -> bool {
        let path = self.sites.path(to);
        let node = sites::at(root, &path);
        let Ok(old) = node.replace_node(subterm) else { return false };
        self.sites.replaced(to, node, &mut self.scratch);
        self.done.push(Done::Replaced(path, old));
        true
    }

    /// Puts a descendant of the node's own type, drawn at random, in the node's place.
    pub fn hoist(&mut self, root: &mut dyn Node, at: usize, generator: &mut Generator) -> bool {
        let ty = self.sites.all()[at].ty;
        let below = || self.sites.same(at, ty).skip(1);
        match draw(below, generator) {
            Some(from) => self.copy(root, from, at),
            None => false,
        }
    }

    /// Exchanges two subterms of one type of which neither contains the other.
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
        // The later one first: it leaves the indices before it as they are.
        self.sites.replaced(other, sites::at(root, &paths.1), &mut self.scratch);
        self.sites.replaced(one, sites::at(root, &paths.0), &mut self.scratch);
        self.done.push(Done::Exchanged(paths.0, paths.1));
        true
    }

    /// Replaces a subterm by a freshly generated one of at most `size` recursive constructors.
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

    /// Wraps a subterm: a fresh term of its type takes its place and has it inside.
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

    /// Turns the node into its mutant with this number. The address is what the random numbers of a
    /// random mutant come from.
    ///
    /// # Panics
    /// May panic when there is no such mutant.
    pub fn mutate(&mut self, root: &mut dyn Node, at: usize, mutant: u64, address: [u64; 3]) {
        let path = self.sites.path(at);
        let node = sites::at(root, &path);
        self.context.set_address(address[0], address[1], address[2]);
        node.mutate(mutant, &mut self.context);
        self.sites.replaced(at, node, &mut self.scratch);
        self.done.push(Done::Mutated(path, mutant, address));
    }

    /// Gives one number another value, brought into the range of its type; says whether it changed.
    pub fn set_number(&mut self, root: &mut dyn Node, at: usize, new: i128) -> bool {
        let path = self.sites.path(at);
        self.set_number_at(root, at, &path, new)
    }

    fn set_number_at(&mut self, root: &mut dyn Node, at: usize, path: &Path, new: i128) -> bool {
        let node = sites::at(root, path);
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

    /// Gives all numbers in the subtree at `scope` that are equal to the one at `at`, and of its type,
    /// one new value.
    pub fn rename_number(
        &mut self,
        root: &mut dyn Node,
        scope: usize,
        at: usize,
        new: i128,
    ) -> bool {
        let Site { ty, number: Some(old), .. } = self.sites.all()[at] else { return false };
        let mut changed = false;
        let mut walk = Walk::new(&self.sites, scope);
        while let Some(index) = walk.next(&self.sites) {
            let site = self.sites.all()[index];
            if site.ty == ty && site.number == Some(old) {
                changed |= self.set_number_at(root, index, walk.path(), new);
            }
        }
        changed
            | self.change_keys(
                root,
                scope,
                |site| site.ty == ty && site.number == Some(old),
                |node, _| node.set_number(new),
            )
    }

    /// Adds `by` to all numbers in the subtree at `scope`.
    pub fn translate(&mut self, root: &mut dyn Node, scope: usize, by: i128) -> bool {
        let moved = |old: i64| i128::from(old).saturating_add(by);
        let mut changed = false;
        let mut walk = Walk::new(&self.sites, scope);
        while let Some(index) = walk.next(&self.sites) {
            if let Some(old) = self.sites.all()[index].number {
                changed |= self.set_number_at(root, index, walk.path(), moved(old));
            }
        }
        changed
            | self.change_keys(
                root,
                scope,
                |site| site.number.is_some(),
                |node, site| site.number.is_some_and(|old| node.set_number(moved(old))),
            )
    }

    /// Offers `change` every node of every key of the maps in the subtree at `scope`, and of the elements
    /// of sets, where one of them is `meant`. They are not in [`Editor::sites`], since a map lends its keys
    /// only for reading. `change` says whether it did.
    fn change_keys(
        &mut self,
        root: &mut dyn Node,
        scope: usize,
        meant: impl Fn(&Site) -> bool,
        mut change: impl FnMut(&mut dyn Node, &Site) -> bool,
    ) -> bool {
        let mut changed = false;
        let mut keys = Sites::default();
        // From the last to the first: the number of values below a map may change.
        for index in self.sites.subtree(scope).rev() {
            if !self.sites.all()[index].holds {
                continue;
            }
            let path = self.sites.path(index);
            let map = sites::at(root, &path);
            // A map is copied to be undone, with all that is in it.
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

    /// Turns all nodes in the subtree at `scope` that are the same constructor without fields as the
    /// one at `at` into the pure mutant with this number of that one.
    pub fn rename_constructor(
        &mut self,
        root: &mut dyn Node,
        scope: usize,
        at: usize,
        mutant: u64,
    ) -> bool {
        let Site { ty, kind, constructor, .. } = self.sites.all()[at];
        if kind != NodeKind::Nullary || mutant >= self.sites.node(root, at).mutants().pure {
            return false;
        }
        // From the last to the first, since a mutant may have children where there were none.
        for index in self.sites.subtree(scope).rev() {
            let site = self.sites.all()[index];
            if site.ty == ty && site.constructor == constructor {
                self.mutate(root, index, mutant, [0; 3]);
            }
        }
        // What a key gives up goes with the old map.
        let mut context = Context::new(0, 0);
        self.change_keys(
            root,
            scope,
            |site| site.ty == ty && site.constructor == constructor,
            |node, _| {
                node.mutate(mutant, &mut context);
                context.undo.clear();
                true
            },
        );
        true
    }
}

/// Swaps the nodes at the ends of two paths of which none leads through the other; says whether they
/// have one type. The one is out of the value while the other is looked for.
fn swap(root: &mut dyn Node, one: &Path, other: &Path) -> bool {
    let Some(copy) = sites::at(root, one).copy_node() else { return false };
    let Ok(first) = sites::at(root, other).replace_node(copy) else { return false };
    sites::at(root, one).replace_node(first).is_ok()
}

/// One of the indices that `all` lists, drawn at random.
pub(crate) fn draw<I: Iterator<Item = usize>>(
    all: impl Fn() -> I,
    generator: &mut Generator,
) -> Option<usize> {
    let count = u32::try_from(all().count()).ok().filter(|count| *count > 0)?;
    all().nth(generator.below(count) as usize)
}

#[cfg(test)]
mod tests;

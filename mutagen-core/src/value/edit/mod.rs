//! Edits of a whole value, which go beyond the mutants of one node: subterms are copied, exchanged,
//! hoisted or wrapped, and equal numbers or names change together within a scope. Stacks of random
//! edits are one source of tests. Each edit is a function of the value and of random numbers, so a
//! seed reproduces it. Like mutants, edits are made in place and undone: an edited test costs the
//! change, not a copy of its parent. Subterms are moved where they need not be copied. An edit that
//! does not apply leaves the value as it is and returns `false`.

mod editing;
mod numbers;
mod scope;
mod sites;
mod solve;
mod stack;
mod texts;
mod twins;
mod type_tags;

pub(crate) use sites::descend;
pub use sites::{Site, Sites};
pub(crate) use solve::{Contents, solve};
pub use stack::{Donors, NoDonors, Stack, StackShape, stack};
pub use type_tags::TypeTag;
#[cfg(test)]
pub(crate) use type_tags::tag_of;

use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::literals::{Literals, Near};
use crate::value::node::{Node, NodeKind};
use crate::value::number_weights::NumberWeights;
use crate::value::operands::Operands;
use sites::{Change, Path, Scratch};
use std::rc::Rc;

/// Makes edits of one value in place, one after the other, and undoes them.
pub struct Editor {
    sites: Sites,
    context: Context,
    done: Vec<Done>,
    /// The old values of the numbers that scopes changed, with their indices.
    numbers: Vec<(u32, i64)>,
    /// Values that stand in for a subterm while it is moved, one a type.
    spares: Vec<(TypeTag, Box<dyn Node>)>,
    scratch: Scratch,
}

/// A record of one edit, for undoing it. All indices are those right after the edit.
enum Done {
    /// Another subterm replaced the one at the end of the path.
    Replaced { path: Path, old: Box<dyn Node>, change: Change },
    /// A descendant, at the end of the path `below`, replaced the one at the end of `path`. The
    /// old subterm has a spare in the place of the descendant.
    Hoisted { path: Path, below: Path, old: Box<dyn Node>, change: Change },
    /// A new subterm contains the one that was at the end of the path, at the end of `hole`. `old`
    /// is what the new subterm had there.
    Wrapped { path: Path, hole: Path, old: Box<dyn Node>, change: Change },
    /// The subterms at the ends of the two paths were exchanged.
    Exchanged { paths: [Path; 2], ty: TypeTag, changes: [Change; 2] },
    /// The number at the end of the path changed.
    Renumbered { path: Path, at: usize, old: i64 },
    /// The text at the end of the path changed.
    Rewritten { path: Path, old: Vec<u8>, change: Change },
    /// Numbers in the subtree at the end of the path changed: the last `count` in the list.
    Scope { path: Path, at: usize, count: usize },
    /// The node at the end of the path became its mutant with this number, made at this address.
    Mutated { path: Path, mutant: u64, address: [u64; 3], change: Change },
    /// All edits of this number are undone together.
    Together(usize),
}

impl Editor {
    /// An editor for the tests of a campaign with this seed; random mutants have size `size`.
    pub fn new(campaign: u64, size: u32) -> Editor {
        Editor {
            sites: Sites::default(),
            context: Context::new(campaign, size),
            done: Vec::new(),
            numbers: Vec::new(),
            spares: Vec::new(),
            scratch: Scratch::default(),
        }
    }

    /// Sets the proportions of the kinds of number mutants.
    pub fn proportions(mut self, proportions: NumberWeights) -> Editor {
        self.context = self.context.proportions(proportions);
        self
    }

    /// Starts to edit this value. Earlier edits are kept as they are.
    pub fn begin(&mut self, root: &dyn Node) {
        self.keep();
        self.sites.turn_to(root);
    }

    /// Makes the editor also draw numbers from these operands: those of the value's test.
    pub(crate) fn set_operands(&mut self, operands: &Operands) {
        self.context.set_operands(operands);
    }

    /// Makes random mutants also draw from these literals.
    pub(crate) fn set_literals(&mut self, literals: Option<&'static Literals>) {
        self.context.set_literals(literals);
    }

    /// Makes random mutants draw mostly from these literals.
    pub(crate) fn set_near(&mut self, near: Option<&Rc<Near>>) {
        self.context.set_near(near);
    }

    /// The nodes of the current value.
    pub fn sites(&self) -> &Sites {
        &self.sites
    }

    /// Undoes all edits since [`Editor::begin`], the last one first.
    pub fn undo(&mut self, root: &mut dyn Node) {
        self.undo_to(root, 0);
    }

    /// How many edits can be undone, for [`Editor::undo_to`].
    pub fn done(&self) -> usize {
        self.done.len()
    }

    /// Undoes the edits after the first `done`, the last one first.
    pub fn undo_to(&mut self, root: &mut dyn Node, done: usize) {
        while self.done.len() > done
            && let Some(last) = self.done.pop()
        {
            self.undo_one(root, last);
        }
    }

    fn undo_one(&mut self, root: &mut dyn Node, done: Done) {
        match done {
            Done::Replaced { path, old, change } => {
                let _new = root.descend(&path).replace_node(old);
                self.sites.put_back(change, &mut self.scratch);
            }
            Done::Hoisted { path, below, mut old, change } => {
                let node = root.descend(&path);
                node.swap_node(&mut *old);
                node.descend(&below).swap_node(&mut *old);
                self.sites.put_back(change, &mut self.scratch);
                let ty = self.sites.all()[change.at()].ty();
                self.keep_spare(ty, old);
            }
            Done::Wrapped { path, hole, mut old, change } => {
                let node = root.descend(&path);
                node.swap_node(&mut *old);
                node.swap_node(old.descend(&hole));
                self.sites.put_back(change, &mut self.scratch);
            }
            Done::Exchanged { paths, ty, changes: [first, second] } => {
                self.swap(root, ty, &paths);
                self.sites.put_back(second, &mut self.scratch);
                self.sites.put_back(first, &mut self.scratch);
            }
            Done::Renumbered { path, at, old } => {
                root.descend(&path).set_number(i128::from(old));
                self.sites.renumbered(at, old);
            }
            Done::Rewritten { path, old, change } => {
                root.descend(&path).set_text(&old);
                self.sites.put_back(change, &mut self.scratch);
            }
            Done::Scope { path, at, count } => self.undo_scope(root.descend(&path), at, count),
            Done::Mutated { path, mutant, address: [parent, position, number], change } => {
                self.context.set_address(parent, position, number);
                root.descend(&path).restore(mutant, &mut self.context);
                self.sites.put_back(change, &mut self.scratch);
            }
            Done::Together(count) => {
                let done = self.done.len() - count;
                self.undo_to(root, done);
            }
        }
    }

    /// Forgets how to undo the edits: the value stays as it is.
    pub fn keep(&mut self) {
        if !self.done.is_empty() {
            self.done.clear();
            self.numbers.clear();
            self.scratch.keep();
            self.context.undo.clear();
        }
    }

    /// Copies the subterm at `from` over the one at `to`; both must have one type.
    pub fn copy(&mut self, root: &mut dyn Node, from: usize, to: usize) -> bool {
        if from == to || !self.have_one_type(from, to) {
            return false;
        }
        let Some(copy) = self.sites.node(root, from).copy_node() else { return false };
        let path = self.sites.path(to);
        let Ok(old) = root.descend(&path).replace_node(copy) else { return false };
        let change = self.sites.copied(from, to, &mut self.scratch);
        self.done.push(Done::Replaced { path, old, change });
        true
    }

    /// Replaces the subterm at `to` by a subterm from elsewhere, if the types are equal.
    pub fn place(&mut self, root: &mut dyn Node, to: usize, subterm: Box<dyn Node>) -> bool {
        let path = self.sites.path(to);
        let node = root.descend(&path);
        let Ok(old) = node.replace_node(subterm) else { return false };
        let change = self.sites.replaced(to, node, &mut self.scratch);
        self.done.push(Done::Replaced { path, old, change });
        true
    }

    /// Replaces the node by a random descendant of the node's own type.
    pub fn hoist(&mut self, root: &mut dyn Node, at: usize, generator: &mut Generator) -> bool {
        let ty = self.sites.all()[at].ty();
        let below = || self.sites.same(at, ty).skip(1);
        let Some(from) = draw(below, generator) else { return false };
        let path = self.sites.path(at);
        let below = Path::from_slice(&self.sites.path(from)[path.len()..]);
        let node = root.descend(&path);
        let mut old = self.spare(ty, node);
        node.descend(&below).swap_node(&mut *old);
        node.swap_node(&mut *old);
        let change = self.sites.copied(from, at, &mut self.scratch);
        self.done.push(Done::Hoisted { path, below, old, change });
        true
    }

    /// Exchanges two subterms of one type, neither of which contains the other.
    pub fn exchange(&mut self, root: &mut dyn Node, one: usize, other: usize) -> bool {
        let (one, other) = (one.min(other), one.max(other));
        let nested = self.sites.subtree(one).contains(&other);
        if nested || !self.have_one_type(one, other) {
            return false;
        }
        let (paths, ty) = ([one, other].map(|at| self.sites.path(at)), self.sites.all()[one].ty());
        self.swap(root, ty, &paths);
        let changes = self.sites.exchanged(one, other, &mut self.scratch);
        self.done.push(Done::Exchanged { paths, ty, changes });
        true
    }

    /// Exchanges the subterms at the ends of two paths, neither of which leads through the other.
    /// Only one of them can be borrowed at a time, so a spare takes the place of the first.
    fn swap(&mut self, root: &mut dyn Node, ty: TypeTag, [one, other]: &[Path; 2]) {
        let node = root.descend(one);
        let mut spare = self.spare(ty, node);
        node.swap_node(&mut *spare);
        root.descend(other).swap_node(&mut *spare);
        root.descend(one).swap_node(&mut *spare);
        self.keep_spare(ty, spare);
    }

    /// Any value of the node's type, which stands in for a subterm.
    fn spare(&mut self, ty: TypeTag, node: &dyn Node) -> Box<dyn Node> {
        match self.spares.iter().position(|(other, _)| *other == ty) {
            Some(at) => self.spares.swap_remove(at).1,
            None => node.smallest_node(),
        }
    }

    fn keep_spare(&mut self, ty: TypeTag, spare: Box<dyn Node>) {
        if self.spares.iter().all(|(other, _)| *other != ty) {
            self.spares.push((ty, spare));
        }
    }

    fn have_one_type(&self, one: usize, other: usize) -> bool {
        self.sites.all()[one].ty() == self.sites.all()[other].ty()
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
        let path = self.sites.path(at);
        let node = root.descend(&path);
        let ty = self.sites.all()[at].ty();
        for _ in 0..TRIES {
            generator.set_budget(1);
            let mut fresh = node.generate_node(generator);
            let holes = Sites::of(&*fresh);
            let below = || holes.same(0, ty).skip(1);
            let Some(hole) = draw(below, generator) else { continue };
            let hole = holes.path(hole);
            if !node.swap_node(fresh.descend(&hole)) {
                return false;
            }
            node.swap_node(&mut *fresh);
            let change = self.sites.replaced(at, node, &mut self.scratch);
            self.done.push(Done::Wrapped { path, hole, old: fresh, change });
            return true;
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
        let change = self.sites.replaced(at, node, &mut self.scratch);
        self.done.push(Done::Mutated { path, mutant, address, change });
    }

    /// Sets a number, clamped to the range of its type; returns whether it changed.
    pub fn set_number(&mut self, root: &mut dyn Node, at: usize, new: i128) -> bool {
        let Some(old) = self.sites.all()[at].number() else { return false };
        let path = self.sites.path(at);
        let Some(new) = set(root.descend(&path), old, new) else { return false };
        self.sites.renumbered(at, new);
        self.done.push(Done::Renumbered { path, at, old });
        true
    }

    /// Gives a text other bytes, if it accepts them; returns whether it changed.
    pub fn rewrite(&mut self, root: &mut dyn Node, at: usize, new: &[u8]) -> bool {
        let path = self.sites.path(at);
        let node = root.descend(&path);
        let mut old = Vec::new();
        node.text(&mut old);
        if node.kind() != NodeKind::Text || old == new || !node.accepts_text(new) {
            return false;
        }
        node.set_text(new);
        let change = self.sites.replaced(at, node, &mut self.scratch);
        self.done.push(Done::Rewritten { path, old, change });
        true
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
        let named = self.sites.all()[at];
        let meant = |site: Site| {
            site.ty() == named.ty()
                && site.constructor() == named.constructor()
                && site.is(NodeKind::Nullary)
        };
        let mutants = self.sites.node(root, at).mutants();
        if !named.is(NodeKind::Nullary) || mutant >= mutants.pure {
            return false;
        }
        let before = self.done.len();
        // From the last to the first, because a mutant may add children.
        for index in self.sites.subtree(scope).rev() {
            if meant(self.sites.all()[index]) {
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
        self.join(before);
        true
    }

    /// Joins the edits after the first `before` into one.
    fn join(&mut self, before: usize) {
        let count = self.done.len() - before;
        if count > 1 {
            self.done.push(Done::Together(count));
        }
    }
}

/// Sets a number, and returns the new one if it differs from the old one and can be undone.
fn set(node: &mut dyn Node, old: i64, new: i128) -> Option<i64> {
    if new == i128::from(old) || !node.set_number(new) {
        return None;
    }
    match node.number().and_then(|new| i64::try_from(new).ok()) {
        Some(new) => (new != old).then_some(new),
        None => {
            // The list could not tell that the node is a number.
            node.set_number(i128::from(old));
            None
        }
    }
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
mod stack_tests;
#[cfg(test)]
mod tests;

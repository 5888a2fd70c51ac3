//! A batch: one owned value and a cursor over its mutants. It visits the nodes in level order and
//! serves each mutant of a node exactly once, in a fixed order (section III-A and algorithm 2 of
//! the paper). A mutant is made in place when it is served and undone before the next one, so
//! mutants are never stored. A waiting batch takes the memory of its value and 4 bytes for each
//! level of its position. The batch being served takes another 8 bytes for each visited node, and
//! about 100 bytes for each node that both sides of a twin have.

use crate::search::journal::Position;
use crate::search::share::Share;
use crate::value::context::Context;
use crate::value::cursor::Cursor;
use crate::value::literals::Near;
use crate::value::node::{Census, FRESH_SUBTREE, Mutants, Node, PAIRED};
use crate::value::operands::Operands;
use std::rc::Rc;

/// The mutants that are served in addition to those of the paper.
#[derive(Debug, Clone, Copy, Default)]
struct Kinds {
    regrown: bool,
    dependent: bool,
}

impl Kinds {
    /// How many mutants a node has: without fresh subtrees, with them, and with paired mutants as
    /// well.
    fn count(self, node: &dyn Node, samples: u64) -> [u64; 3] {
        let Census { mutants, fresh_subtrees, paired_mutants } = node.census();
        let count = mutants.count(samples);
        let fresh_subtrees = if self.regrown { fresh_subtrees.saturating_mul(samples) } else { 0 };
        let paired_mutants = if self.dependent { paired_mutants.count(samples) } else { 0 };
        let regrown = count.saturating_add(fresh_subtrees);
        [count, regrown, regrown.saturating_add(paired_mutants)]
    }
}

/// A value whose mutants are being served.
pub struct Batch {
    value: Box<dyn Node>,
    number: u64,
    samples: u64,
    kinds: Kinds,
    /// Which of the mutants this worker serves.
    share: Share,
    operands: Operands,
    near: Option<Rc<Near>>,
    cursor: Cursor,
    next: u64,
    /// What [`Kinds::count`] gives for the node at the cursor.
    counts: [u64; 3],
    served: Option<u64>,
    /// The number that the context gives this batch at its first paired mutant.
    name: Option<u64>,
}

impl Batch {
    /// The batch of a retained test: its number in the journal, and how often each random
    /// mutant is sampled (the paper's R).
    pub fn new(value: Box<dyn Node>, number: u64, samples: u64) -> Batch {
        let mut batch = Batch {
            value,
            number,
            samples,
            kinds: Kinds::default(),
            share: Share::WHOLE,
            operands: Operands::NONE,
            near: None,
            cursor: Cursor::root(),
            next: 0,
            counts: [0; 3],
            served: None,
            name: None,
        };
        batch.count();
        batch
    }

    /// Sets the operands that the run of the value compared. Random mutants of numbers are also
    /// drawn from them.
    pub fn operands(mut self, operands: Operands) -> Batch {
        self.operands = operands;
        self
    }

    /// Sets the literals that random mutants are mostly drawn from, of those of the code under
    /// test.
    pub fn near(mut self, near: Option<Rc<Near>>) -> Batch {
        self.near = near;
        self
    }

    /// Sets whether each node of a recursive type is also replaced by `samples` small generated
    /// values. The default is `false`, as in the paper.
    pub fn regrow(mut self, regrow: bool) -> Batch {
        self.kinds.regrown = regrow;
        self.count();
        self
    }

    /// Sets whether both sides of a [`Twin`](crate::Twin) are also mutated at the same place. The
    /// default is `false`, as in the paper.
    pub fn paired_mutants(mut self, paired_mutants: bool) -> Batch {
        self.kinds.dependent = paired_mutants;
        self.count();
        self
    }

    /// Sets which of the mutants are served. The other workers of the campaign serve the others of
    /// the same batch. The default is all.
    pub fn divide(mut self, share: Share) -> Batch {
        self.share = share;
        self.align();
        self
    }

    /// Whether other workers serve a part of the mutants.
    pub fn is_divided(&self) -> bool {
        !self.share.is_whole()
    }

    /// Passes over the mutants of the node that other workers serve.
    fn align(&mut self) {
        self.next = self.share.next(self.cursor.position(), self.next);
    }

    fn count(&mut self) {
        let node = self.cursor.node(&*self.value);
        self.counts = self.kinds.count(node, self.samples);
    }

    /// The number of the retained test.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The next mutant to serve.
    pub fn next_position(&self) -> Position {
        Position { number: self.number, node: self.cursor.position(), served: self.next }
    }

    /// Continues at a position of an earlier process, unless the batch is there or further already.
    pub fn go_on_at(&mut self, node: u64, served: u64) {
        if (node, served) <= (self.cursor.position(), self.next) || self.served.is_some() {
            return;
        }
        if node != self.cursor.position() {
            // A position after the last one leaves nothing to serve.
            let at = Cursor::at(&*self.value, node);
            let is_over = at.is_none();
            self.cursor = at.unwrap_or_else(|| Cursor::last(&*self.value));
            self.count();
            self.next = if is_over { u64::MAX } else { served };
        } else {
            self.next = served;
        }
        self.align();
    }

    /// Continues after this mutant, which was served by an earlier process.
    pub fn go_on_after(&mut self, node: u64, mutant: u64) {
        let Some(at) = Cursor::at(&*self.value, node) else { return };
        let [count, regrown, _] = self.kinds.count(at.node(&*self.value), self.samples);
        let served = match mutant {
            PAIRED.. => regrown.saturating_add(mutant - PAIRED),
            FRESH_SUBTREE.. => count.saturating_add(mutant - FRESH_SUBTREE),
            _ => mutant,
        };
        self.go_on_at(node, served.saturating_add(1));
    }

    /// How often each random mutant is sampled.
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// Whether fresh subtrees are among the mutants.
    pub fn is_regrown(&self) -> bool {
        self.kinds.regrown
    }

    /// The value: the served mutant from [`Batch::serve`] until [`Batch::restore`], otherwise the
    /// retained test itself.
    pub fn value(&self) -> &dyn Node {
        &*self.value
    }

    /// The retained test itself. `None` while a mutant is in its place.
    pub fn retained(&self) -> Option<&dyn Node> {
        self.served.is_none().then_some(&*self.value)
    }

    /// Makes the next mutant in place and returns its position and number, or `None` when all were
    /// served. If the mutant before is still in place, it is undone first, which saves a second
    /// walk to the node. `context` must be the same for all mutants of a batch.
    pub fn serve(&mut self, context: &mut Context) -> Option<(u64, u64)> {
        let Batch { value, cursor, counts, next, served, name, share, .. } = self;
        let mut node = cursor.node_mut(&mut **value);
        if let Some(before) = served.take() {
            node.restore(before, context);
        }
        while *next >= counts[2] {
            let children = node.children();
            if !cursor.advance_over(&**value, children) {
                return None;
            }
            node = cursor.node_mut(&mut **value);
            *counts = self.kinds.count(node, self.samples);
            *next = share.next(cursor.position(), 0);
        }
        let [count, regrown, _] = *counts;
        let mutant = if *next < count {
            *next
        } else if *next < regrown {
            FRESH_SUBTREE + *next - count
        } else {
            PAIRED + *next - regrown
        };
        *next = share.next(cursor.position(), *next + 1);
        *served = Some(mutant);
        context.set_address(self.number, cursor.position(), mutant);
        context.set_operands(&self.operands);
        context.set_near(self.near.as_ref());
        if mutant < PAIRED {
            node.mutate(mutant, context);
        } else {
            // The correspondence between the sides of a twin is the same for all mutants of a
            // batch.
            let name = *name.get_or_insert_with(|| context.number_batch());
            context.set_batch(Some(name));
            node.mutate(mutant, context);
            context.set_batch(None);
        }
        Some((cursor.position(), mutant))
    }

    /// Frees the memory that only a batch being served needs, because others are served before it.
    pub fn rest(&mut self) {
        self.cursor.forget();
    }

    /// Undoes the last served mutant, if there is one.
    pub fn restore(&mut self, context: &mut Context) {
        if let Some(mutant) = self.served.take() {
            self.cursor.node_mut(&mut *self.value).restore(mutant, context);
        }
    }
}

/// Turns `root` into one mutant permanently. Returns whether the position exists and its node has
/// the mutant. Any sample number is valid for a random mutant.
pub fn apply(
    root: &mut dyn Node,
    parent: u64,
    position: u64,
    mutant: u64,
    context: &mut Context,
) -> bool {
    let Some(cursor) = Cursor::at(root, position) else { return false };
    let node = cursor.node_mut(root);
    let Mutants { pure, random } = node.mutants();
    let exists = match mutant {
        PAIRED.. => {
            let Mutants { pure, random } = node.paired_mutants();
            mutant - PAIRED < pure || random > 0
        }
        FRESH_SUBTREE.. => node.fresh_subtrees() > 0,
        _ => mutant < pure || random > 0,
    };
    if !exists {
        return false;
    }
    context.set_address(parent, position, mutant);
    node.mutate(mutant, context);
    context.undo.clear();
    true
}

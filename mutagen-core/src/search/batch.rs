//! A batch: one owned value and a cursor over its mutants. Positions are served in level order, at
//! each position the mutants of that node in their fixed order, each exactly once; a mutant is made
//! in place when it is served, and undone before the next (section III-A and algorithm 2 of the
//! paper, without materialising anything). Whatever the number of mutants, a batch that waits costs
//! its value and four bytes a level of the position it is at; the one that is served also eight
//! bytes for each node that it has met, and about a hundred for each node of which both sides of a
//! twin have one.

use crate::value::context::Context;
use crate::value::cursor::Cursor;
use crate::value::node::{Census, FRESH_SUBTREE, Mutants, Node, PAIRED};
use crate::value::operands::Operands;

/// Which mutants are served beside those of the paper.
#[derive(Debug, Clone, Copy, Default)]
struct Kinds {
    regrown: bool,
    dependent: bool,
}

impl Kinds {
    /// How many mutants a node has: without fresh_subtrees, with them, and with dependent ones too.
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
    /// Apart, because most batches have none.
    operands: Option<Box<Operands>>,
    cursor: Cursor,
    next: u64,
    /// Mutants of the node at the cursor: without fresh_subtrees, with them, and with dependent
    /// ones too.
    counts: [u64; 3],
    served: Option<u64>,
    /// What the context calls it, once it has served a mutant.
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
            operands: None,
            cursor: Cursor::root(),
            next: 0,
            counts: [0; 3],
            served: None,
            name: None,
        };
        batch.count();
        batch
    }

    /// What the value's run compared: random mutants of numbers are drawn from that, too.
    pub fn operands(mut self, operands: Operands) -> Batch {
        self.operands = (!operands.is_empty()).then(|| Box::new(operands));
        self
    }

    /// Whether nodes of recursive types are also replaced by freshly generated small values, each
    /// `samples` times. By default they are not, as in the paper.
    pub fn regrow(mut self, regrow: bool) -> Batch {
        self.kinds.regrown = regrow;
        self.count();
        self
    }

    /// Whether both sides of a [`Twin`](crate::Twin) are also mutated in the same place. By default
    /// they are not, as in the paper.
    pub fn paired_mutants(mut self, paired_mutants: bool) -> Batch {
        self.kinds.dependent = paired_mutants;
        self.count();
        self
    }

    fn count(&mut self) {
        let node = self.cursor.node(&*self.value);
        self.counts = self.kinds.count(node, self.samples);
    }

    /// The number of the retained test.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The value: the served mutant from [`Batch::serve`] until [`Batch::restore`], otherwise the
    /// retained test itself.
    pub fn value(&self) -> &dyn Node {
        &*self.value
    }

    /// Makes the next mutant in place and gives its position and number; `None` when all were
    /// served. Undoes the one before first, if that was not done: to do both at once saves the way
    /// to the node. `context` must be the same for all of them.
    pub fn serve(&mut self, context: &mut Context) -> Option<(u64, u64)> {
        let Batch { value, cursor, counts, next, served, name, .. } = self;
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
            *next = 0;
        }
        let [count, regrown, _] = *counts;
        let mutant = if *next < count {
            *next
        } else if *next < regrown {
            FRESH_SUBTREE + *next - count
        } else {
            PAIRED + *next - regrown
        };
        *next += 1;
        *served = Some(mutant);
        context.set_address(self.number, cursor.position(), mutant);
        context.set_operands(self.operands.as_deref().unwrap_or(&Operands::NONE));
        if mutant < PAIRED {
            node.mutate(mutant, context);
        } else {
            // Where the sides of a twin correspond is the same for all of them.
            let name = *name.get_or_insert_with(|| context.number_batch());
            context.set_batch(Some(name));
            node.mutate(mutant, context);
            context.set_batch(None);
        }
        Some((cursor.position(), mutant))
    }

    /// Makes the batch as small as it can be, because others are served before it goes on.
    pub fn rest(&mut self) {
        self.cursor.forget();
    }

    /// Undoes the mutant served last; nothing if there is none.
    pub fn restore(&mut self, context: &mut Context) {
        if let Some(mutant) = self.served.take() {
            self.cursor.node_mut(&mut *self.value).restore(mutant, context);
        }
    }
}

/// Turns `root` into one mutant for good; says whether there is such a position, and such a mutant
/// of the node there. Random mutants may be sampled any number of times.
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

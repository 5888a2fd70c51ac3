//! What serving a mutant needs besides the value: the random numbers of its address, and a place
//! for what was taken out of the value until it is put back.

use crate::value::generate::Generator;
use crate::value::number_weights::NumberWeights;
use crate::value::operands::Operands;
use crate::value::seed::{self, Purpose};
use crate::value::undo::UndoStack;
use std::any::Any;

/// The state that [`Node::mutate`](super::node::Node::mutate) and
/// [`Node::restore`](super::node::Node::restore) share.
pub struct Context {
    /// Values taken out of the test in place, to be put back.
    pub undo: UndoStack,
    generator: Generator,
    /// What the seeds of all mutants begin with.
    root: u64,
    /// The parent of the mutants of late, and what the seeds of those begin with.
    parent: (u64, u64),
    /// The position and the mutant.
    place: [u64; 2],
    attempt: u64,
    /// The batch that serves a mutant, by a number that no other batch of this context has, and how many
    /// have one.
    batch: Option<u64>,
    batches: u64,
    /// What was found out about the node at a position of a batch.
    memory: Option<([u64; 2], Box<dyn Any>)>,
}

impl Context {
    /// A context for a campaign with this seed, whose random mutants are made at `size`.
    pub fn new(campaign: u64, size: u32) -> Context {
        let root = seed::root(campaign, Purpose::Mutant);
        Context {
            undo: UndoStack::default(),
            generator: Generator::new(seed::random(0), size),
            root,
            parent: (0, seed::then(root, 0)),
            place: [0; 2],
            attempt: 0,
            batch: None,
            batches: 0,
            memory: None,
        }
    }

    /// Mutates numbers in these proportions, instead of the default ones.
    pub fn proportions(mut self, proportions: NumberWeights) -> Context {
        self.generator = self.generator.proportions(proportions);
        self
    }

    /// Draws numbers from the operands of the parent of the mutants to come, too.
    pub(crate) fn set_operands(&mut self, operands: &Operands) {
        self.generator.set_operands(operands);
    }

    /// Sets the address (parent, position, mutant) that the next random numbers belong to.
    pub fn set_address(&mut self, parent: u64, position: u64, mutant: u64) {
        if parent != self.parent.0 {
            self.parent = (parent, seed::then(self.root, parent));
        }
        self.place = [position, mutant];
        self.attempt = 0;
    }

    /// A number for a batch that is served with this context.
    pub(crate) fn number_batch(&mut self) -> u64 {
        self.batches += 1;
        self.batches
    }

    /// Says which batch serves the mutants to come, so that what one of them finds out about a node may be
    /// remembered for the next; `None` if they are of no batch, and a node may be another each time.
    pub(crate) fn set_batch(&mut self, batch: Option<u64>) {
        self.batch = batch;
    }

    /// Takes what [`Context::remember`] kept for the node at this position of this batch.
    pub(crate) fn remembered<M: Any>(&mut self) -> Option<Box<M>> {
        let at = [self.batch?, self.place[0]];
        let (_, memory) = self.memory.take().filter(|(of, _)| *of == at)?;
        memory.downcast().ok()
    }

    /// Keeps what was found out about the node, as it is before it is mutated, for the next mutant of the
    /// same node. One thing is kept at a time.
    pub(crate) fn remember<M: Any>(&mut self, memory: Box<M>) {
        self.memory = self.batch.map(|batch| ([batch, self.place[0]], memory as Box<dyn Any>));
    }

    /// Runs `draw` until it gives a value, at most `most` times and each time with other random
    /// numbers: for a random mutant that may turn out not to be one. The first try has those that
    /// the address always has.
    pub fn attempts<R>(
        &mut self,
        most: u64,
        mut draw: impl FnMut(&mut Context) -> Option<R>,
    ) -> Option<R> {
        let outer = self.attempt;
        let drawn = (0..most).find_map(|attempt| {
            self.attempt = outer.wrapping_mul(most).wrapping_add(attempt);
            draw(self)
        });
        self.attempt = outer;
        drawn
    }

    /// Whether a random mutant is one of a kind that every `n`-th is: decided apart from the random
    /// numbers that [`Context::generator`] gives at this address.
    pub(crate) fn every(&mut self, n: u32) -> bool {
        let outer = self.attempt;
        self.attempt = !outer;
        let is = self.generator().one_in(n);
        self.attempt = outer;
        is
    }

    /// A generator seeded by the address: for random mutants, once per mutant.
    pub fn generator(&mut self) -> &mut Generator {
        // That of `seed::derive` from the whole address.
        let seed = self.place.into_iter().fold(self.parent.1, seed::then);
        let seed = if self.attempt == 0 { seed } else { seed::scramble(seed ^ self.attempt) };
        self.generator.reseed(seed::random(seed));
        &mut self.generator
    }
}

//! The state that serving a mutant needs apart from the value: the random numbers of its address,
//! and the undo stack that holds the removed parts until they are put back.

use crate::value::generate::Generator;
use crate::value::literals::{Literals, Near};
use crate::value::number_weights::NumberWeights;
use crate::value::operands::Operands;
use crate::value::seed::{self, Purpose};
use crate::value::undo::UndoStack;
use std::any::Any;
use std::rc::Rc;

/// The state that [`Node::mutate`](super::node::Node::mutate) and
/// [`Node::restore`](super::node::Node::restore) share.
pub struct Context {
    /// Values taken out of the test in place, to be put back.
    pub undo: UndoStack,
    generator: Generator,
    /// The common start of the seeds of all mutants.
    root: u64,
    /// The parent of the latest mutants, and the common start of the seeds of its mutants.
    parent: (u64, u64),
    /// The position and the mutant.
    place: [u64; 2],
    attempt: u64,
    /// The number of the batch that serves the mutant; it is unique within this context.
    batch: Option<u64>,
    /// Facts remembered about a node, with its batch and position.
    batches: u64,
    /// What the mutants of a node remember, with the batch and the position of the node.
    memory: Option<([u64; 2], Box<dyn Any>)>,
}

impl Context {
    /// A context for a campaign with this seed; generated values of random mutants have size
    /// `size`.
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

    /// Sets the proportions of the kinds of number mutants.
    pub fn proportions(mut self, proportions: NumberWeights) -> Context {
        self.generator = self.generator.proportions(proportions);
        self
    }

    /// Makes the generator also draw from these operands: those of the parent of the next mutants.
    pub(crate) fn set_operands(&mut self, operands: &Operands) {
        self.generator.set_operands(operands);
    }

    /// Makes the generator also draw from these literals.
    pub(crate) fn set_literals(&mut self, literals: Option<&'static Literals>) {
        self.generator.set_literals(literals);
    }

    /// Makes the generator draw mostly from these literals.
    pub(crate) fn set_near(&mut self, near: Option<&Rc<Near>>) {
        self.generator.set_near(near);
    }

    /// Sets the address (parent, position, mutant) that seeds the next random numbers.
    pub fn set_address(&mut self, parent: u64, position: u64, mutant: u64) {
        if parent != self.parent.0 {
            self.parent = (parent, seed::then(self.root, parent));
        }
        self.place = [position, mutant];
        self.attempt = 0;
    }

    /// A number for a batch that is served with this context, unique within the context.
    pub(crate) fn number_batch(&mut self) -> u64 {
        self.batches += 1;
        self.batches
    }

    /// Sets the batch that serves the next mutants. Within a batch, one mutant can remember facts
    /// about a node for the next mutant. With `None` nothing is remembered, because the node may
    /// change between mutants.
    pub(crate) fn set_batch(&mut self, batch: Option<u64>) {
        self.batch = batch;
    }

    /// Takes what [`Context::remember`] kept for the node at this position of this batch.
    pub(crate) fn remembered<M: Any>(&mut self) -> Option<Box<M>> {
        let at = [self.batch?, self.place[0]];
        let (_, memory) = self.memory.take().filter(|(of, _)| *of == at)?;
        memory.downcast().ok()
    }

    /// Remembers facts about the unmutated node for the next mutant of the same node. Only one
    /// entry is kept at a time.
    pub(crate) fn remember<M: Any>(&mut self, memory: Box<M>) {
        self.memory = self.batch.map(|batch| ([batch, self.place[0]], memory as Box<dyn Any>));
    }

    /// Runs `draw` until it returns a value, at most `most` times, each time with other random
    /// numbers: for a random mutant that may turn out to equal its node. The first try uses the
    /// usual random numbers of the address.
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

    /// Whether the random mutant at this address is of a kind that one in `n` mutants has. The
    /// decision does not use the random numbers that [`Context::generator`] gives at this address.
    pub(crate) fn every(&mut self, n: u32) -> bool {
        let outer = self.attempt;
        self.attempt = !outer;
        let is = self.generator().one_in(n);
        self.attempt = outer;
        is
    }

    /// The generator, seeded by the address. For random mutants; call it once per mutant.
    pub fn generator(&mut self) -> &mut Generator {
        // The same seed as `seed::derive` gives for the whole address.
        let seed = self.place.into_iter().fold(self.parent.1, seed::then);
        let seed = if self.attempt == 0 { seed } else { seed::scramble(seed ^ self.attempt) };
        self.generator.reseed(seed::random(seed));
        &mut self.generator
    }
}

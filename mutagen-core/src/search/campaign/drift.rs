//! Drift, the fourth source of tests: a random walk of edits. Each step edits the result of the
//! step before. A step is accepted if the test passes, hits most edges of the first test and does
//! not cost much more. A counterexample may be several edits away from every retained test, while
//! only the last edit shows new behaviour. Drift takes the other steps without any reward. Drift is
//! not in the paper; biology calls such walks neutral.

use super::Options;
use super::drift_window::DriftWindow;
use super::edits::Edits;
use super::entry::cost;
use super::rarity::Rarity;
use super::reached::Reached;
use crate::coverage::{Hits, Novelty};
use crate::search::address::Address;
use crate::search::journal::JournalEntry;
use crate::value::edit::{Editor, NoDonors, StackShape, stack};
use crate::value::generate::Generator;
use crate::value::literals::{Literals, Near};
use crate::value::node::Node;
use crate::value::operands::Operands;
use crate::value::seed::{self, Purpose};
use std::rc::Rc;

/// The limits for the number of tests in a drift. Between them, a drift makes 1/[`PART`] of all
/// drifted tests so far, so that the first drifts are short: they start from poor tests. The
/// drifted tests of earlier processes count as well, and so do inputs, by [`TESTS_OF_INPUT`].
const SHORTEST: u64 = 256;
const LONGEST: u64 = 5_000;
const PART: u64 = 16;

/// An input counts as this many drifted tests. With the hundreds of tests that earlier campaigns
/// have kept, drifts are long from the start.
const TESTS_OF_INPUT: u64 = 100;

/// A step may miss 1/`MISSED` of the edges of the first test. Some of these edges are accidental,
/// such as those of a stored value, and a drift that had to hit them all would be stuck there.
const MISSED: usize = 8;

/// The shape of the edits of a step. Stacks are smaller than in other edits, because steps add up.
/// The last step to a counterexample is often one edit of one side of a twin.
const STACK_SHAPE: StackShape = StackShape { another: 35, alone: 25, solved: 5 };

/// The largest cost of a drifted test, relative to the first test. There are far more large tests
/// than small ones, so a drift without this limit would end in slow tests.
const GROWTH: f64 = 1.5;

/// The current drift and its editor.
pub(super) struct Drifts {
    steps: Steps,
    /// Drifted tests made so far.
    number: u64,
    /// The number of inputs that the campaign starts from.
    inputs: u64,
    drift: Option<Drift>,
}

/// One drift.
struct Drift {
    value: Box<dyn Node>,
    /// The journal entry that the drift is at, and the steps since then.
    window: DriftWindow,
    /// The operands that the last retained test of the drift compared, or else the first test.
    operands: Operands,
    /// The literals that the search had reached when the window began.
    near: Option<Rc<Near>>,
    /// The bounds that the first test sets; `None` until the first test was run.
    start: Option<Start>,
    /// How many tests are still to come.
    left: u64,
}

/// The bounds for every step.
struct Start {
    /// The edges that the first test hit. A step must hit most of them.
    edges: Vec<u32>,
    most_cost: f64,
}

impl Drifts {
    pub(super) fn new(seed: u64, options: &Options) -> Drifts {
        Drifts { steps: Steps::new(seed, options), number: 0, inputs: 0, drift: None }
    }

    /// Makes edits also draw from these literals.
    pub(super) fn set_literals(&mut self, literals: Option<&'static Literals>) {
        self.steps.set_literals(literals);
    }

    /// Tells how many inputs the campaign starts from. They make its first drifts longer.
    pub(super) fn set_inputs(&mut self, inputs: u64) {
        self.inputs = inputs;
    }

    /// How many tests the next drift has.
    fn length(&self) -> u64 {
        let before = self.inputs.saturating_mul(TESTS_OF_INPUT).saturating_add(self.number);
        (before / PART).clamp(SHORTEST, LONGEST)
    }

    /// Continues the numbers of drifted tests after those of an earlier process.
    pub(super) fn start_at(&mut self, number: u64) {
        self.number = self.number.max(number);
    }

    /// Leaves out the next numbers, which an earlier process may have used.
    pub(super) fn pass_over(&mut self, numbers: u64) {
        self.number = self.number.saturating_add(numbers);
    }

    /// How many drifted tests were made.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// The journal entry that the next drifted tests are made from.
    pub(super) fn in_use(&self) -> Option<u64> {
        self.drift.as_ref().map(|drift| drift.window.entry())
    }

    /// Makes the next test of the drift, or starts a drift from another test if this one has ended.
    /// `None` if there is no test to start from.
    pub(super) fn next(
        &mut self,
        edits: &Edits,
        generator: &mut Generator,
        rarity: Option<&Rarity>,
        reached: &Reached,
    ) -> Option<Address> {
        // Never start a drift from a test that must not be run again.
        let goes_on = |drift: &&mut Drift| drift.left > 0 && drift.start.is_some();
        let Some(drift) = self.drift.as_mut().filter(goes_on) else {
            self.drift = None;
            let (parent, value, operands) = edits.draw_copy(generator, rarity)?;
            self.steps.begin(&*value);
            self.drift = Some(Drift {
                value,
                window: DriftWindow::begin(parent, self.number),
                operands,
                near: reached.by(parent + 1),
                start: None,
                left: self.length(),
            });
            return Some(Address::Repeated { parent });
        };
        drift.left -= 1;
        let number = self.number;
        self.number += 1;
        self.steps.make(&mut *drift.value, number, &drift.operands, drift.near.as_ref());
        if drift.window.is_full(number) {
            drift.left = 0;
        }
        Some(drift.window.address(number))
    }

    /// The drifted test in its present form.
    ///
    /// # Panics
    /// When none drifts.
    pub(super) fn value(&self) -> &dyn Node {
        let Some(drift) = &self.drift else { panic!("no test drifts") };
        &*drift.value
    }

    /// How many nodes the drifted test has, including the nodes of keys.
    ///
    /// # Panics
    /// When none drifts.
    pub(super) fn size(&self) -> u64 {
        self.steps.editor.sites().size(self.value())
    }

    /// The edges of the run that the campaign must ask for.
    pub(super) fn wants(&self) -> Hits<'_> {
        match self.drift.as_ref().map(|drift| &drift.start) {
            None => Hits::Unasked,
            Some(None) => Hits::Edges,
            Some(Some(start)) => Hits::Missed(&start.edges),
        }
    }

    /// Takes the outcome of the test. Returns whether the test was a step.
    pub(super) fn observe(&mut self, passed: bool, novelty: &Novelty) -> bool {
        let Some(drift) = &mut self.drift else { return false };
        let Some(start) = &drift.start else {
            let cost = cost(self.steps.editor.sites().weight(), novelty.load);
            drift.start = Some(Start { edges: novelty.hit.clone(), most_cost: GROWTH * cost });
            if !passed {
                drift.left = 0;
            }
            return false;
        };
        let sites = self.steps.editor.sites();
        let cost = cost(sites.weight(), novelty.load);
        let is_near = novelty.missed * MISSED <= start.edges.len();
        let is_step = passed && is_near && cost <= start.most_cost;
        if is_step {
            self.steps.editor.keep();
            drift.window.add_step(self.number - 1);
        }
        is_step
    }

    /// The address of the drift in its present form, if the journal needs an entry for it.
    pub(super) fn due(&mut self) -> Option<Address> {
        let drift = self.drift.as_mut().filter(|drift| drift.start.is_some())?;
        drift.window.due(self.number)
    }

    /// Begins a new window at this entry of the journal.
    pub(super) fn enter(&mut self, entry: &JournalEntry, reached: &Reached) {
        if let Some(drift) = &mut self.drift {
            // A step is made with the operands of the entry before it.
            if entry.tier.is_some() {
                drift.operands = entry.operands.clone();
            }
            drift.near = reached.by(entry.number + 1);
            drift.window = DriftWindow::begin(entry.number, self.number);
        }
    }

    /// Gives up the drift, without dropping its value.
    pub(super) fn give_up(&mut self) {
        std::mem::forget(self.drift.take());
    }

    /// Undoes the edits of a test that was not a step.
    pub(super) fn restore(&mut self) {
        if let Some(drift) = &mut self.drift {
            self.steps.editor.undo(&mut *drift.value);
        }
    }
}

/// Makes the edits of drifted tests. They do not depend on other tests.
pub(super) struct Steps {
    editor: Editor,
    seed: u64,
    size: u32,
    literals: Option<&'static Literals>,
}

impl Steps {
    pub(super) fn new(seed: u64, options: &Options) -> Steps {
        Steps { editor: options.editor(seed), seed, size: options.max_size, literals: None }
    }

    /// Makes edits also draw from these literals.
    pub(super) fn set_literals(&mut self, literals: Option<&'static Literals>) {
        self.literals = literals;
        self.editor.set_literals(literals);
    }

    /// Starts from a value, which later edits are made in.
    pub(super) fn begin(&mut self, value: &dyn Node) {
        self.editor.begin(value);
    }

    /// Makes the edits of the drifted test with this number. `operands` are those of the journal
    /// entry that the window began at.
    pub(super) fn make(
        &mut self,
        value: &mut dyn Node,
        number: u64,
        operands: &Operands,
        near: Option<&Rc<Near>>,
    ) {
        let random = seed::random(seed::derive(self.seed, Purpose::Drift, [number, 0, 0]));
        let mut generator = Generator::new(random, self.size);
        generator.set_literals(self.literals);
        generator.set_near(near);
        self.editor.set_near(near);
        generator.set_operands(operands);
        self.editor.set_operands(operands);
        // A key that differs from the addresses of mutants and of other edits.
        let key = [!number, u64::MAX];
        stack(&mut self.editor, value, &NoDonors, key, STACK_SHAPE, operands, generator);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drifts_are_short_at_first_unless_there_are_many_inputs() {
        let mut drifts = Drifts::new(1, &Options::default());
        assert_eq!(drifts.length(), SHORTEST);
        drifts.start_at(16_000);
        assert_eq!(drifts.length(), 1000);
        drifts.set_inputs(100);
        assert_eq!(drifts.length(), 1625);
        drifts.set_inputs(900);
        assert_eq!(drifts.length(), LONGEST);
    }
}

//! Drift: the fourth source of tests. A passed test is edited over and over, each time as it was left by
//! the edits before it, as long as it passes, hits most edges that it hit when it set out and does not
//! come to cost much more. A counterexample may be several steps away from every test that was new, of
//! which only the last one shows: the others are taken here, where nothing rewards them. It is not in
//! the paper; biology calls such walks neutral.

use super::edits::{Edits, cost};
use super::options::Options;
use super::rarity::Rarity;
use super::rebuild::JournalEntry;
use crate::coverage::{CoverageRequest, Novelty};
use crate::search::address::Address;
use crate::value::edit::{Editor, NoDonors, Sites, StackShape, stack};
use crate::value::generate::Generator;
use crate::value::node::Node;
use crate::value::operands::Operands;
use crate::value::seed::{self, Purpose};

/// How many tests a drift makes, at the least and at the most; between them, one in [`PART`] of those that
/// were made by drift before it, so that there are many short ones first. A campaign that is resumed has had
/// those already.
const SHORTEST: u64 = 256;
const LONGEST: u64 = 5_000;
const PART: u64 = 16;

/// A step may miss one in so many of the edges that the test hit which set out. Some of them are there by
/// accident, as those of what happens to be stored somewhere, and to insist on them all would keep it there.
const MISSED: usize = 8;

/// How the edits of a step are made: fewer than elsewhere, as steps add up. Where all but the last step to a
/// counterexample has been taken, that is often one edit of one side.
const HABIT: StackShape = StackShape { another: 35, alone: 25 };

/// How much a drifted test may cost, for what it cost when it set out. There are far more large tests than
/// small ones: a drift without a bound ends in one that takes long.
const GROWTH: f64 = 1.5;

/// After so many tests an entry of the log says where the drift is, so that an [`Address`] has a bit for
/// each test since. It has some more, as the entry can wait for a few tests that are retained.
const WINDOW: u64 = 56;

/// The test that drifts now, and what edits it.
pub(super) struct Drifts {
    editor: Editor,
    seed: u64,
    size: u32,
    /// Drifted tests made so far.
    number: u64,
    drift: Option<Drift>,
}

/// A test that drifts.
struct Drift {
    value: Box<dyn Node>,
    sites: Sites,
    /// The entry of the campaign's log that the drift was at when the window began.
    entry: u64,
    /// What the run of the last test of the drift that was retained compared, the first one if none was.
    operands: Operands,
    /// The number of the first test of the window, and which of them were steps.
    first: u64,
    steps: u64,
    /// Where it set out; `None` until that is known.
    start: Option<Start>,
    /// How many tests are still to come.
    left: u64,
}

/// What every step must keep to.
struct Start {
    /// The edges that the retained test hit, most of which a step must hit.
    edges: Vec<u32>,
    most_cost: f64,
}

impl Drifts {
    pub(super) fn new(seed: u64, options: &Options) -> Drifts {
        let (editor, size) = (options.editor(seed), options.max_size);
        Drifts { editor, seed, size, number: 0, drift: None }
    }

    /// Counts drifted tests from here, after those of an earlier process.
    pub(super) fn start_at(&mut self, number: u64) {
        self.number = self.number.max(number);
    }

    /// Goes on with the drift, or sets out with another test if it has come to its end. `None` if there is
    /// no test to set out with.
    pub(super) fn next(
        &mut self,
        edits: &Edits,
        generator: &mut Generator,
        rarity: Option<&Rarity>,
    ) -> Option<Address> {
        // A test that is not to be run again is none to set out with.
        let goes_on = |drift: &&mut Drift| drift.left > 0 && drift.start.is_some();
        let Some(drift) = self.drift.as_mut().filter(goes_on) else {
            return self.set_out(edits, generator, rarity);
        };
        drift.left -= 1;
        let number = self.number;
        self.number += 1;
        self.editor.begin(&drift.sites);
        let step = Step { seed: self.seed, size: self.size, operands: &drift.operands };
        step.make(&mut self.editor, &mut *drift.value, number);
        Some(drift.at(number))
    }

    fn set_out(
        &mut self,
        edits: &Edits,
        generator: &mut Generator,
        rarity: Option<&Rarity>,
    ) -> Option<Address> {
        self.drift = None;
        let (parent, value, operands) = edits.draw_copy(generator, rarity)?;
        self.drift = Some(Drift {
            sites: Sites::of(&*value),
            value,
            entry: parent,
            operands,
            first: self.number,
            steps: 0,
            start: None,
            left: (self.number / PART).clamp(SHORTEST, LONGEST),
        });
        Some(Address::Repeated { parent })
    }

    /// The test as it is now.
    ///
    /// # Panics
    /// When none drifts.
    pub(super) fn value(&self) -> &dyn Node {
        let Some(drift) = &self.drift else { panic!("no test drifts") };
        &*drift.value
    }

    /// How many nodes it has, those of keys included, unless it is only setting out.
    ///
    /// # Panics
    /// When none drifts.
    pub(super) fn size(&self) -> u64 {
        self.editor.sites().size(self.value())
    }

    /// What is to be known of the run of that test.
    pub(super) fn question(&self) -> Option<CoverageRequest<'_>> {
        self.drift.as_ref().map(|drift| match &drift.start {
            None => CoverageRequest::Edges,
            Some(start) => CoverageRequest::Missed(&start.edges),
        })
    }

    /// Learns what came of the test; whether that was a step.
    pub(super) fn observe(&mut self, passed: bool, novelty: &Novelty) -> bool {
        let Some(drift) = &mut self.drift else { return false };
        let Some(start) = &drift.start else {
            let cost = cost(drift.sites.all().len() as u64, novelty.load);
            drift.start = Some(Start { edges: novelty.hit.clone(), most_cost: GROWTH * cost });
            if !passed {
                drift.left = 0;
            }
            return false;
        };
        let cost = cost(self.editor.sites().all().len() as u64, novelty.load);
        let is_near = novelty.missed * MISSED <= start.edges.len();
        let is_step = passed && is_near && cost <= start.most_cost;
        if is_step {
            self.editor.keep();
            drift.sites.copy_from(self.editor.sites());
            drift.steps |= 1 << (self.number - 1 - drift.first);
        }
        is_step
    }

    /// The address of the drift as it is now, and the operands that go with it, if the log must say where
    /// it is.
    pub(super) fn due(&mut self) -> Option<(Address, Operands)> {
        let drift = self.drift.as_mut().filter(|drift| drift.start.is_some())?;
        let made = self.number - drift.first;
        if made < WINDOW {
            return None;
        }
        let Drift { entry: parent, first, steps: edits, operands, .. } = *drift;
        if edits == 0 {
            drift.first = self.number;
            return None;
        }
        Some((Address::Drifted { parent, first, edits }, operands))
    }

    /// Takes the entry of the log that the drift is at: a new window begins.
    pub(super) fn enter(&mut self, entry: &JournalEntry) {
        if let Some(drift) = &mut self.drift {
            (drift.entry, drift.operands) = (entry.number, entry.operands);
            (drift.first, drift.steps) = (self.number, 0);
        }
    }

    /// Undoes the edits of a test that is no step.
    pub(super) fn restore(&mut self) {
        if let Some(drift) = &mut self.drift {
            self.editor.undo(&mut *drift.value);
        }
    }
}

impl Drift {
    /// The address of the test with this number.
    fn at(&mut self, number: u64) -> Address {
        // Only if many tests in a row were retained without being a step has the window no bit more.
        if number - self.first >= u64::from(u64::BITS) - 1 {
            self.left = 0;
        }
        let edits = self.steps | 1 << (number - self.first);
        Address::Drifted { parent: self.entry, first: self.first, edits }
    }
}

/// What makes the edits of a drifted test again: none of it depends on which tests there are.
pub(super) struct Step<'o> {
    pub(super) seed: u64,
    pub(super) size: u32,
    /// The operands of the entry that the window began at.
    pub(super) operands: &'o Operands,
}

impl Step<'_> {
    /// Makes the edits of the drifted test with this number, in the value to which the editor has turned.
    pub(super) fn make(&self, editor: &mut Editor, value: &mut dyn Node, number: u64) {
        let random = seed::random(seed::derive(self.seed, Purpose::Drift, [number, 0, 0]));
        let mut generator = Generator::new(random, self.size);
        generator.set_operands(self.operands);
        editor.set_operands(self.operands);
        // Apart from the addresses of mutants and of other edits.
        stack(editor, value, &NoDonors, [!number, u64::MAX], HABIT, &mut generator);
    }
}

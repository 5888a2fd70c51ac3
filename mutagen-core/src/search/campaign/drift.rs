//! Drift: the fourth source of tests. A passed test is edited over and over, each time as it was
//! left by the edits before it, as long as it passes, hits most edges that it hit when it set out
//! and does not come to cost much more. A counterexample may be several steps away from every test
//! that was new, of which only the last one shows: the others are taken here, where nothing rewards
//! them. It is not in the paper; biology calls such walks neutral.

use super::Options;
use super::drift_window::DriftWindow;
use super::edits::{Edits, cost};
use super::rarity::Rarity;
use crate::coverage::{Hits, Novelty};
use crate::search::address::Address;
use crate::search::journal::JournalEntry;
use crate::value::edit::{Editor, NoDonors, Sites, StackShape, stack};
use crate::value::generate::Generator;
use crate::value::node::Node;
use crate::value::operands::Operands;
use crate::value::seed::{self, Purpose};

/// How many tests a drift makes, at the least and at the most; between them, one in [`PART`] of
/// those that were made by drift before it, so that there are many short ones first. A campaign
/// that is resumed has had those already.
const SHORTEST: u64 = 256;
const LONGEST: u64 = 5_000;
const PART: u64 = 16;

/// A step may miss one in so many of the edges that the test hit which set out. Some of them are
/// there by accident, as those of what happens to be stored somewhere, and to insist on them all
/// would keep it there.
const MISSED: usize = 8;

/// How the edits of a step are made: fewer than elsewhere, as steps add up. Where all but the last
/// step to a counterexample has been taken, that is often one edit of one side.
const STACK_SHAPE: StackShape = StackShape { another: 35, alone: 25 };

/// How much a drifted test may cost, for what it cost when it set out. There are far more large
/// tests than small ones: a drift without a bound ends in one that takes long.
const GROWTH: f64 = 1.5;

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
    /// Where in the journal it is, and the steps since.
    window: DriftWindow,
    /// What the run of the last test of the drift that was retained compared, the first one if none
    /// was.
    operands: Operands,
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

    /// Goes on with the drift, or sets out with another test if it has come to its end. `None` if
    /// there is no test to set out with.
    pub(super) fn next(
        &mut self,
        edits: &Edits,
        generator: &mut Generator,
        rarity: Option<&Rarity>,
    ) -> Option<Address> {
        // Never start a drift from a test that must not be run again.
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
        if drift.window.is_full(number) {
            drift.left = 0;
        }
        Some(drift.window.address(number))
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
            window: DriftWindow::begin(parent, self.number),
            operands,
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

    /// Which edges of that test's run are to be known.
    pub(super) fn wants(&self) -> Hits<'_> {
        match self.drift.as_ref().map(|drift| &drift.start) {
            None => Hits::Unasked,
            Some(None) => Hits::Edges,
            Some(Some(start)) => Hits::Missed(&start.edges),
        }
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
            drift.window.add_step(self.number - 1);
        }
        is_step
    }

    /// The address of the drift as it is now, and the operands that go with it, if the journal must
    /// say where it is.
    pub(super) fn due(&mut self) -> Option<(Address, Operands)> {
        let drift = self.drift.as_mut().filter(|drift| drift.start.is_some())?;
        Some((drift.window.due(self.number)?, drift.operands))
    }

    /// Takes the entry of the journal that the drift is at: a new window begins.
    pub(super) fn enter(&mut self, entry: &JournalEntry) {
        if let Some(drift) = &mut self.drift {
            drift.operands = entry.operands;
            drift.window = DriftWindow::begin(entry.number, self.number);
        }
    }

    /// Undoes the edits of a test that is no step.
    pub(super) fn restore(&mut self) {
        if let Some(drift) = &mut self.drift {
            self.editor.undo(&mut *drift.value);
        }
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
    /// Makes the edits of the drifted test with this number, in the value to which the editor has
    /// turned.
    pub(super) fn make(&self, editor: &mut Editor, value: &mut dyn Node, number: u64) {
        let random = seed::random(seed::derive(self.seed, Purpose::Drift, [number, 0, 0]));
        let mut generator = Generator::new(random, self.size);
        generator.set_operands(self.operands);
        editor.set_operands(self.operands);
        // Apart from the addresses of mutants and of other edits.
        stack(editor, value, &NoDonors, [!number, u64::MAX], STACK_SHAPE, &mut generator);
    }
}

//! The whole loop (serve a mutant, run it, judge it, undo it) and a bare loop over the same values.
//! Two campaigns with the same seed run the same tests: the bare loop runs copies of the values of
//! one campaign, and the other campaign is measured.

use crate::{Program, cpu};
use mutagen_core::internal::coverage::{Depth, Observation, Tier, Verdict};
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::run::outcome::Outcome;
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::campaign::{Campaign, Options};
use mutagen_core::internal::search::interface::{Search, Test};
use mutagen_core::internal::search::journal::JournalEntry;
use mutagen_core::internal::value::node::Node;
use serde_json::{Value, json};
use std::hint::black_box;

/// Two campaigns that run the same tests.
pub(crate) struct Serving<'p> {
    program: &'p Program,
    copied: Campaign<'p>,
    measured: Campaign<'p>,
    /// The prepared value whose mutants are served next.
    next: usize,
    depth: Depth,
}

impl<'p> Serving<'p> {
    pub(crate) fn new(program: &'p Program) -> Serving<'p> {
        // Both campaigns run only mutants, of all kinds.
        let options = Options { edits: 0, head_start: false, ..Options::default() };
        let campaign = || Campaign::new(&program.property, 1, options.clone());
        let (copied, measured) = (campaign(), campaign());
        Serving { program, copied, measured, next: 0, depth: Depth::EdgesOnly }
    }

    /// Serves all mutants of this many prepared values, and returns the nanoseconds per test of
    /// both loops.
    pub(crate) fn round(&mut self, executor: &mut Executor<'_>, times: u64, depth: Depth) -> Value {
        self.depth = depth;
        let (mut bare, mut whole, mut tests, mut passed) = (0.0, 0.0, 0_u64, 0_u64);
        for _ in 0..times {
            let value = self.next % self.program.parents.len();
            self.next += 1;
            let copies = self.copies(executor, value);
            tests += copies.len() as u64;
            // The order of the loops alternates.
            let turn = self.next % 2;
            for at in [turn, 1 - turn] {
                match at {
                    0 => bare += self.bare(&copies, &mut passed),
                    _ => whole += self.whole(executor, value, copies.len()),
                }
            }
        }
        let each = |nanoseconds: f64| nanoseconds / tests as f64;
        json!({
            "bare": each(bare), "whole": each(whole), "tests": tests,
            "passed": passed as f64 / tests as f64,
        })
    }

    /// The mutants of a prepared value, as the copied campaign serves them.
    fn copies(&mut self, executor: &mut Executor<'_>, value: usize) -> Vec<Box<dyn Node>> {
        enqueue(&mut self.copied, &*self.program.parents[value]);
        let mut copies = Vec::new();
        loop {
            let test = self.copied.next_test();
            let address = *test.address;
            if matches!(address, Address::Mutant { .. }) {
                copies.extend(test.value.copy_node());
            }
            let verdict = run(test, executor, Some(self.depth));
            self.copied.observe(verdict, executor.observation());
            if matches!(address, Address::Generated { .. }) {
                return copies;
            }
        }
    }

    #[inline(never)]
    fn bare(&self, values: &[Box<dyn Node>], passed: &mut u64) -> f64 {
        let start = cpu();
        for value in values {
            *passed += u64::from((self.program.call)(black_box(&**value)) == Outcome::Passed);
        }
        cpu() - start
    }

    #[inline(never)]
    fn whole(&mut self, executor: &mut Executor<'_>, value: usize, tests: usize) -> f64 {
        enqueue(&mut self.measured, &*self.program.parents[value]);
        let start = cpu();
        for _ in 0..tests {
            step(&mut self.measured, executor, Some(self.depth));
        }
        let nanoseconds = cpu() - start;
        // As in the other campaign.
        step(&mut self.measured, executor, Some(self.depth));
        nanoseconds
    }
}

/// Gives a campaign a value whose mutants it is to serve.
fn enqueue(campaign: &mut Campaign<'_>, value: &dyn Node) {
    let Some(copy) = value.copy_node() else { panic!("the value cannot be copied") };
    let number = campaign.statistics().retained;
    let address = Address::Generated { number: 0, size: 0 };
    campaign.take_up(
        JournalEntry::new(number, address, true, Some(Tier::Edge)),
        copy,
        &Observation::default(),
    );
}

/// Runs the next test and tells the campaign, as the worker does; `depth` is how much of a passed
/// run is judged, if not as much as the campaign wants.
pub(crate) fn step(campaign: &mut Campaign<'_>, executor: &mut Executor<'_>, depth: Option<Depth>) {
    let verdict = run(campaign.next_test(), executor, depth);
    campaign.observe(verdict, executor.observation());
}

/// Runs a test; `depth` is as in [`step`].
pub(crate) fn run(
    mut test: Test<'_>,
    executor: &mut Executor<'_>,
    depth: Option<Depth>,
) -> Verdict {
    test.wants.depth = depth.unwrap_or(test.wants.depth);
    match executor.test(&test) {
        Outcome::Passed => Verdict::Passed,
        Outcome::Discarded => Verdict::Discarded,
        Outcome::Failed(_) => Verdict::Failed,
    }
}

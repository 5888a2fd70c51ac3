//! The whole loop (serve a mutant, run it, judge it, undo it) against a bare loop over the same values.
//! Two campaigns with the same seed do the same, test by test: one is asked for copies of its values,
//! which the bare loop then runs, and the other is measured.

use crate::{Program, cpu};
use mutagen_core::internal::coverage::{Depth, Novelty, Tier};
use mutagen_core::internal::run::execute::Executor;
use mutagen_core::internal::run::outcome::Outcome;
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::campaign::{Campaign, JournalEntry, Options, Verdict};
use mutagen_core::internal::value::node::Node;
use mutagen_core::internal::value::operands::Operands;
use serde_json::{Value, json};
use std::hint::black_box;

/// Two campaigns that do the same.
pub(crate) struct Serving<'p> {
    program: &'p Program,
    copied: Campaign<'p>,
    measured: Campaign<'p>,
    /// The prepared value whose mutants are served next.
    next: usize,
    novelty: Novelty,
    depth: Depth,
}

impl<'p> Serving<'p> {
    pub(crate) fn new(program: &'p Program) -> Serving<'p> {
        // Nothing but mutants, in both, and all kinds of them.
        let options = Options { edits: 0, head_start: false, ..Options::default() };
        let campaign = || Campaign::new(&program.property, 1, options.clone());
        let (copied, measured) = (campaign(), campaign());
        Serving {
            program,
            copied,
            measured,
            next: 0,
            novelty: Novelty::default(),
            depth: Depth::EdgesOnly,
        }
    }

    /// Serves all mutants of so many prepared values, and gives the nanoseconds a test of both loops.
    pub(crate) fn round(&mut self, executor: &mut Executor<'_>, times: u64, depth: Depth) -> Value {
        self.depth = depth;
        let (mut bare, mut whole, mut tests, mut passed) = (0.0, 0.0, 0_u64, 0_u64);
        for _ in 0..times {
            let value = self.next % self.program.parents.len();
            self.next += 1;
            let copies = self.copies(executor, value);
            tests += copies.len() as u64;
            // The one after the other, and the next time the other way round.
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
            let address = self.copied.next_test();
            if matches!(address, Address::Mutant { .. }) {
                copies.extend(self.copied.value().copy_node());
            }
            step(&mut self.copied, executor, self.depth, &mut self.novelty);
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
            self.measured.next_test();
            step(&mut self.measured, executor, self.depth, &mut self.novelty);
        }
        let nanoseconds = cpu() - start;
        // As the other one did.
        self.measured.next_test();
        step(&mut self.measured, executor, self.depth, &mut self.novelty);
        nanoseconds
    }
}

/// Gives a campaign a value whose mutants it is to serve.
fn enqueue(campaign: &mut Campaign<'_>, value: &dyn Node) {
    let Some(copy) = value.copy_node() else { panic!("the value cannot be copied") };
    let number = campaign.statistics().retained;
    let address = Address::Generated { number: 0, size: 0 };
    campaign.resume(
        JournalEntry {
            number,
            address,
            passed: true,
            tier: Some(Tier::Edge),
            rarest: 0,
            operands: Operands::default(),
        },
        copy,
        &Novelty::default(),
    );
}

/// Runs the prepared test and tells the campaign, as the worker does.
pub(crate) fn step(
    campaign: &mut Campaign<'_>,
    executor: &mut Executor<'_>,
    depth: Depth,
    novelty: &mut Novelty,
) {
    let verdict = match executor.run(campaign.value()) {
        Outcome::Passed => Verdict::Passed,
        Outcome::Discarded => Verdict::Discarded,
        Outcome::Failed(_) => Verdict::Failed,
    };
    novelty.clear();
    // As `Campaign::depth` has it.
    let depth = if verdict == Verdict::Passed { depth } else { Depth::EdgesOnly };
    if let Some(log) = campaign.log(verdict) {
        executor.coverage().judge(log, depth, novelty);
    }
    if novelty.is_new() {
        executor.run(campaign.value());
        if let Some(log) = campaign.log(verdict) {
            executor.coverage().confirm(log, novelty);
        }
    }
    if verdict == Verdict::Passed
        && let Some(question) = campaign.question()
    {
        executor.coverage().answer(question, novelty);
    }
    campaign.observe(verdict, novelty);
}

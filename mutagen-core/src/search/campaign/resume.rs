//! How a campaign goes on after an earlier process: with its numbers, and with the tests that it
//! retained, each made again and run once.

use super::Campaign;
use super::needed::Needed;
use super::replay::{Replay, rebuild_while};
use crate::coverage::{CoverageRequest, Observation, Tier, Verdict};
use crate::search::interface::Rerun;
use crate::search::journal::{BrokenJournal, JournalEntry};
use crate::search::statistics::Statistics;
use crate::value::node::Node;
use crate::value::walk;

impl Campaign<'_> {
    /// Goes on with the R and the threshold of an earlier process of the same campaign, and without
    /// generating or editing what it has. What it retained comes next, by [`Campaign::take_up`].
    pub fn go_on_from(&mut self, before: &Statistics) {
        self.statistics.samples = self.statistics.samples.max(before.samples);
        let doubled = |threshold: u64, _| threshold.saturating_mul(2);
        self.threshold = (0..before.resets.min(64)).fold(self.options.threshold, doubled);
        self.generation.start_at(before.tests);
        self.edits.start_at(before.tests);
        self.drifts.start_at(before.tests);
    }

    /// Takes up the tests of a journal: makes each again and has it run once, so that its edges are
    /// known and its mutants are served.
    pub(super) fn take_up_all(
        &mut self,
        journal: &[JournalEntry],
        runner: &mut dyn Rerun,
    ) -> Result<(), BrokenJournal> {
        let (subject, seed, options) = (self.subject, self.seed, self.options.clone());
        let needed = Needed::of_retained(journal);
        let mut replay = Replay::restricted_to(subject, seed, options.clone(), needed);
        for &entry in journal {
            if !runner.goes_on() {
                return Ok(());
            }
            // A replay makes each value once, for which it has to copy them.
            let made = if self.copies { replay.skip_or_replay(entry)? } else { None };
            if entry.tier.is_none() {
                self.pass_over();
                continue;
            }
            let copy = made.and_then(|value| value.copy_node());
            let goes_on = &mut || runner.goes_on();
            let value = match copy {
                Some(value) => Some(value),
                None => rebuild_while(subject, seed, &options, journal, entry.address, goes_on)?,
            };
            let Some(value) = value else { return Ok(()) };
            let wants = CoverageRequest { depth: self.depth(), ..CoverageRequest::default() };
            let observation = runner.rerun(&entry, &*value, &wants);
            self.take_up(entry, value, observation);
        }
        Ok(())
    }

    /// Takes up a test that an earlier process of the same campaign retained. The entries must come
    /// in the order of the journal; of steps of drift there is nothing to take up but [that there
    /// were some](Campaign::pass_over).
    pub fn take_up(
        &mut self,
        entry: JournalEntry,
        value: Box<dyn Node>,
        observation: &Observation,
    ) {
        let Some(tier) = entry.tier else { return self.pass_over() };
        let verdict = if entry.passed { Verdict::Passed } else { Verdict::Discarded };
        self.take_in(verdict, &observation.novelty, walk::size(&*value));
        // Nothing finer than an edge is judged before.
        self.edits_enabled |= tier > Tier::Edge;
        self.generation.passed_by(entry.address);
        self.keep(entry, tier, value, &observation.novelty);
    }

    /// Counts an entry of the journal that is a step of an earlier process: a new drift sets out.
    pub fn pass_over(&mut self) {
        self.entries += 1;
    }
}

//! Resumes the campaign of an earlier process: continues its numbers, and makes each of its
//! retained tests again and runs it once.

use super::Campaign;
use super::replay::Replay;
use crate::coverage::{CoverageRequest, Observation, Tier, Verdict};
use crate::search::address::Address;
use crate::search::interface::Rerun;
use crate::search::journal::{BrokenJournal, JournalEntry};
use crate::search::statistics::Statistics;
use crate::value::node::Node;
use crate::value::walk;

impl Campaign<'_> {
    /// Continues with the R and the threshold of an earlier process of the same campaign. The tests
    /// that it generated and edited are not made again. Its retained tests follow, through
    /// [`Campaign::take_up`].
    pub fn go_on_from(&mut self, before: &Statistics) {
        self.statistics.samples = self.statistics.samples.max(before.samples);
        let doubled = |threshold: u64, _| threshold.saturating_mul(2);
        self.threshold = (0..before.resets.min(64)).fold(self.options.threshold, doubled);
        self.generation.start_at(before.tests);
        self.edits.start_at(before.tests);
        self.drifts.start_at(before.tests);
    }

    /// Makes each retained test of a journal again and runs it once, so that its edges are known
    /// and its mutants are served.
    pub(super) fn take_up_all(
        &mut self,
        journal: &[JournalEntry],
        runner: &mut dyn Rerun,
    ) -> Result<(), BrokenJournal> {
        journal.iter().for_each(|entry| self.reached.enter(entry.number, &entry.literals));
        let retained = journal.iter().filter(|entry| entry.tier.is_some());
        let wanted: Vec<u64> = retained.map(|entry| entry.number).collect();
        let (subject, literals, seed) = (self.subject, self.literals, self.seed);
        let options = self.options.clone();
        let mut replay = Replay::new(subject, seed, &options, literals, journal);
        let runner = std::cell::RefCell::new(runner);
        replay.make_entries(
            &wanted,
            &mut || runner.borrow_mut().goes_on(),
            &mut |entry, value| {
                let wants = CoverageRequest {
                    depth: self.depth(),
                    discarded: self.depth_of_discarded(),
                    ..CoverageRequest::default()
                };
                let mut runner = runner.borrow_mut();
                let observation = runner.rerun(entry, &*value, &wants);
                self.take_up(entry.clone(), value, observation);
            },
        )?;
        Ok(())
    }

    /// Adds a test that an earlier process of the same campaign retained. The entries must come in
    /// the order of the journal. Steps of an earlier drift are only counted; that drift is not
    /// continued.
    pub fn take_up(
        &mut self,
        entry: JournalEntry,
        value: Box<dyn Node>,
        observation: &Observation,
    ) {
        let Some(tier) = entry.tier else {
            self.entries += 1;
            return;
        };
        let verdict = if entry.passed { Verdict::Passed } else { Verdict::Discarded };
        self.take_in(verdict, &observation.novelty, walk::size(&*value));
        // Finer tiers are judged only after the head start.
        self.edits_enabled |= tier > Tier::Edge;
        if let Address::Generated { number, .. } = entry.address {
            self.generation.start_at(number + 1);
        }
        self.keep(entry, value, true, &observation.novelty);
    }
}

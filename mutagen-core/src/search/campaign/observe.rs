//! What the campaign learns from a test: whether it is new and in which tier, whether it is kept,
//! and what each source of tests makes of it.

use super::rarity::Rank;
use super::replay::rebuild;
use super::{Campaign, Current, Origin, unprepared};
use crate::coverage::{Novelty, Observation, Tier, Verdict};
use crate::search::batch::Batch;
use crate::search::journal::JournalEntry;
use crate::value::node::Node;
use crate::value::walk;

impl Campaign<'_> {
    /// Takes the verdict on the prepared test and what its run showed.
    #[inline]
    pub(super) fn learn(
        &mut self,
        verdict: Verdict,
        observation: &Observation,
    ) -> Option<JournalEntry> {
        let Some(current) = self.current.take() else { unprepared() };
        self.statistics.count(verdict);
        self.statistics.unstable += observation.unstable as u64;
        let novelty = &observation.novelty;
        // What a drift sets out with is in the corpus already: after a reset it is not new by being
        // run once more, but its edits are.
        let is_new = novelty.is_new() && !current.is_repeated();
        let rank = if is_new { self.rank(&current, verdict, novelty) } else { None };
        let worth = rank
            .filter(|rank| self.is_worth(&current, verdict, rank.tier))
            .filter(|rank| self.edits.keeps(rank.tier, &mut self.choice));
        let is_step = self.tell_source(&current, verdict, rank, worth, novelty);
        let retained = match worth {
            None => {
                self.restore(current);
                None
            }
            Some(rank) => self.retain_and_keep(current, verdict, rank, novelty),
        };
        match current.origin {
            Origin::Drifted => self.go_on_drifting(is_step, retained),
            _ => retained,
        }
    }

    /// Tells the source of the test what came of it; whether the test was a step of a drift.
    #[inline]
    fn tell_source(
        &mut self,
        current: &Current,
        verdict: Verdict,
        rank: Option<Rank>,
        worth: Option<Rank>,
        novelty: &Novelty,
    ) -> bool {
        match current.origin {
            Origin::Edited(slot) => {
                self.edits.observe(slot, rank.map(|rank| rank.tier), novelty.load);
                false
            }
            Origin::Drifted => self.drifts.observe(verdict == Verdict::Passed, novelty),
            Origin::Generated | Origin::Mutant(_) => {
                self.generation.observe(verdict);
                let found = worth.is_some_and(|rank| rank.tier == Tier::Edge);
                self.tests_since_new_edge = if found { 0 } else { self.tests_since_new_edge + 1 };
                self.edits_enabled |= self.tests_since_new_edge > self.options.threshold;
                false
            }
        }
    }

    /// Goes on from a step that is retained, or returns a new journal entry to continue from.
    fn go_on_drifting(
        &mut self,
        is_step: bool,
        retained: Option<JournalEntry>,
    ) -> Option<JournalEntry> {
        let entry = match retained {
            Some(entry) if is_step => entry,
            Some(_) => return retained,
            None => {
                let (address, operands) = self.drifts.due()?;
                let number = self.entries;
                self.entries += 1;
                JournalEntry { number, address, passed: true, tier: None, rarest: 0, operands }
            }
        };
        self.drifts.enter(&entry);
        Some(entry)
    }

    /// Takes in what is new about the test, and says how it compares with those before it.
    #[cold]
    #[inline(never)]
    fn rank(&mut self, current: &Current, verdict: Verdict, novelty: &Novelty) -> Option<Rank> {
        let nodes = match current.origin {
            Origin::Edited(slot) => self.edits.size(slot),
            Origin::Drifted => self.drifts.size(),
            Origin::Generated | Origin::Mutant(_) => walk::size(self.value_of(current.origin)),
        };
        self.take_in(verdict, novelty, nodes)
    }

    pub(super) fn take_in(
        &mut self,
        verdict: Verdict,
        novelty: &Novelty,
        nodes: u64,
    ) -> Option<Rank> {
        let tier = novelty.tier.filter(|_| verdict != Verdict::Failed)?;
        self.edges.insert_all(&novelty.edges);
        self.statistics.edges = self.edges.len() as u64;
        let rarity = self.rarity.as_mut().filter(|_| verdict == Verdict::Passed);
        let Some(rarity) = rarity else { return Some(Rank { tier, rarest: 0 }) };
        // How small a test is and how little it does, which is not the time that edits of it take.
        let cost = nodes + novelty.load;
        let rank = rarity.rank(novelty, tier, cost);
        rarity.enter(novelty, cost);
        Some(rank)
    }

    /// Whether a test that is new in this tier is worth keeping.
    fn is_worth(&self, current: &Current, verdict: Verdict, tier: Tier) -> bool {
        let below_passed = match &current.origin {
            Origin::Generated => false,
            Origin::Mutant(served) => served.of_passed,
            Origin::Edited(_) | Origin::Drifted => true,
        };
        match verdict {
            Verdict::Passed => tier == Tier::Edge || self.is_edited(true),
            // A broken test is kept only one step away from a valid one: section III-B.
            Verdict::Discarded => tier == Tier::Edge && below_passed,
            Verdict::Failed => false,
        }
    }

    /// Whether a test that is kept is edited.
    fn is_edited(&self, passed: bool) -> bool {
        self.copies && self.options.edits_tests(passed)
    }

    /// Keeps the test, which is worth it, and gives the entry for the journal.
    #[cold]
    #[inline(never)]
    fn retain_and_keep(
        &mut self,
        current: Current,
        verdict: Verdict,
        rank: Rank,
        novelty: &Novelty,
    ) -> Option<JournalEntry> {
        let retained = self.retain(&current, verdict, rank, novelty);
        // Before the test is kept: it may take the place of its own parent.
        self.restore(current);
        let (entry, value) = retained?;
        self.keep(entry, rank.tier, value, novelty);
        Some(entry)
    }

    /// The entry and a copy of a test, if it is not too deep.
    fn retain(
        &self,
        current: &Current,
        verdict: Verdict,
        rank: Rank,
        novelty: &Novelty,
    ) -> Option<(JournalEntry, Box<dyn Node>)> {
        let (passed, address) = (verdict == Verdict::Passed, current.address);
        let deepest = self.options.max_depth;
        if !self.options.feedback || walk::depth(self.value_of(current.origin), deepest) > deepest {
            return None;
        }
        let entry = JournalEntry {
            number: self.entries,
            address,
            passed,
            tier: Some(rank.tier),
            rarest: rank.rarest,
            operands: novelty.operands,
        };
        let value = match self.value_of(current.origin).copy_node() {
            Some(value) => value,
            // A value that cannot be copied is made a second time, the way it came about.
            None => rebuild(self.subject, self.seed, &self.options, &self.journal, address).ok()?,
        };
        Some((entry, value))
    }

    /// Gives a retained test to the sources that make tests from it.
    pub(super) fn keep(
        &mut self,
        entry: JournalEntry,
        tier: Tier,
        value: Box<dyn Node>,
        novelty: &Novelty,
    ) {
        self.statistics.retained += 1;
        self.entries += 1;
        if !self.copies {
            self.journal.push(entry);
        }
        let batch = |value| {
            Batch::new(value, entry.number, self.statistics.samples)
                .regrow(self.options.fresh_subtrees && self.edits_enabled)
                .paired_mutants(self.options.twins)
                .operands(entry.operands)
        };
        let edited = self.is_edited(entry.passed);
        if tier == Tier::Edge {
            if let Some(copy) = edited.then(|| value.copy_node()).flatten() {
                self.edits.insert(&entry, tier, copy, novelty.load);
            }
            self.batches.push(batch(value), entry.passed, novelty.edges.len() as u64);
        } else if edited {
            self.edits.insert(&entry, tier, value, novelty.load);
        }
    }
}

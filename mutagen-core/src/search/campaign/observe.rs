//! What the campaign learns from a test: in which tier it is new, whether it is kept, and what each
//! source of tests records.

use super::rarity::{Rank, Rarity};
use super::{Campaign, Origin, UNPREPARED};
use crate::coverage::{Interest, Novelty, Observation, Tier, Verdict};
use crate::search::address::Address;
use crate::search::batch::Batch;
use crate::search::interface::Search;
use crate::search::journal::{JournalEntry, Queued};
use crate::search::share::Share;
use crate::value::edit::Contents;
use crate::value::node::Node;
use crate::value::operands::{Comparison, Operands};
use crate::value::walk;

impl Interest for Campaign<'_> {
    fn is_worth_repeating(&self, verdict: Verdict, novelty: &Novelty) -> bool {
        let (Some(current), Some(tier)) = (self.current, novelty.tier) else { return false };
        if self.edits.keeps(tier, self.coin) {
            return true;
        }
        let Some(rarity) = self.rarity_of(verdict) else { return false };
        let cost = self.nodes(current) + novelty.load;
        rarity.rank(novelty, tier, cost).tier == Tier::Cheaper
    }
}

impl Campaign<'_> {
    /// Takes the verdict on the prepared test and the observation of its run.
    #[inline]
    pub(super) fn learn(
        &mut self,
        verdict: Verdict,
        observation: &Observation,
    ) -> Option<JournalEntry> {
        let current = self.current.take().expect(UNPREPARED);
        self.statistics.count(verdict);
        if verdict == Verdict::Failed {
            self.edits.keep_recorded();
        }
        self.statistics.unstable += observation.unstable as u64;
        let novelty = &observation.novelty;
        self.reached.meet(&novelty.literals);
        // The first test of a drift is in the corpus already. After a reset its edges count as new,
        // but the test itself must not be kept a second time.
        let is_new = novelty.is_new() && !self.is_repeated();
        let rank = if is_new { self.rank(current, verdict, novelty) } else { None };
        let worth = rank
            .filter(|rank| self.is_worth(current, verdict, rank.tier))
            .filter(|rank| self.edits.keeps(rank.tier, self.coin));
        let is_step = self.tell_source(current, verdict, rank, worth, novelty);
        let retained = match worth {
            None if self.received.batch(verdict).is_some() => {
                self.retain(current, verdict, None, novelty)
            }
            None => {
                let recorded = self.record(current, verdict, novelty);
                if recorded.is_none() {
                    self.restore(current);
                }
                recorded
            }
            Some(_) => self.retain(current, verdict, worth, novelty),
        };
        match current {
            Origin::Drifted => self.go_on_drifting(is_step, retained),
            _ => retained,
        }
    }

    /// Keeps the comparisons of a recorded test for the next tests, if the test has an operand.
    /// Returns the journal entry of the test.
    fn record(
        &mut self,
        current: Origin,
        verdict: Verdict,
        novelty: &Novelty,
    ) -> Option<JournalEntry> {
        let is_recorded = matches!(self.address, Address::Edited { .. });
        if !is_recorded || novelty.comparisons.is_empty() || verdict == Verdict::Failed {
            return None;
        }
        let contents = Contents::of(self.value_of(current));
        let mut left = [SHIFTED, SOLVED];
        let found = novelty.comparisons.iter().filter(|comparison| {
            if left == [0, 0] {
                return false;
            }
            let has = contents.have(comparison);
            let left = &mut left[usize::from(has)];
            let takes = *left > 0 && (has || matches!(comparison, Comparison::Numbers(..)));
            *left -= usize::from(takes);
            takes
        });
        let operands = Operands::of(found.cloned().collect());
        if operands.is_empty() {
            return None;
        }
        let passed = verdict == Verdict::Passed;
        // It takes no literals, because the entry may be replaced.
        let mut entry = JournalEntry::new(self.entries, self.address, passed, None);
        entry.operands = operands.clone();
        self.entries += 1;
        self.edits.solve_next(entry.number, operands);
        Some(entry)
    }

    /// Tells the source of the test its outcome. Returns whether the test was a step of a drift.
    #[inline]
    fn tell_source(
        &mut self,
        current: Origin,
        verdict: Verdict,
        rank: Option<Rank>,
        worth: Option<Rank>,
        novelty: &Novelty,
    ) -> bool {
        match current {
            Origin::Edited(place) => {
                self.edits.observe(place, rank.map(|rank| rank.tier), novelty.load);
                false
            }
            Origin::Drifted => self.drifts.observe(verdict == Verdict::Passed, novelty),
            Origin::Input => false,
            Origin::Received => {
                if worth.is_some_and(|rank| rank.tier == Tier::Edge) {
                    self.tests_since_new_edge = 0;
                }
                false
            }
            Origin::Generated | Origin::Mutant(_) => {
                self.generation.growth.observe(verdict);
                if self.edits_enabled {
                    self.found_otherwise.count(rank.is_some());
                }
                let found = worth.is_some_and(|rank| rank.tier == Tier::Edge);
                self.tests_since_new_edge = if found { 0 } else { self.tests_since_new_edge + 1 };
                self.edits_enabled |= self.tests_since_new_edge > self.least_threshold();
                false
            }
        }
    }

    /// Continues the drift from a retained step, or from a new journal entry that is due. Returns
    /// the entry to write.
    fn go_on_drifting(
        &mut self,
        is_step: bool,
        retained: Option<JournalEntry>,
    ) -> Option<JournalEntry> {
        let entry = match retained {
            Some(entry) if is_step => entry,
            Some(_) => return retained,
            None => {
                let address = self.drifts.due()?;
                let mut entry = JournalEntry::new(self.entries, address, true, None);
                self.entries += 1;
                entry.literals = self.reached.take(entry.number);
                entry
            }
        };
        self.drifts.enter(&entry, &self.reached);
        Some(entry)
    }

    /// Records what is new about the test, and ranks it against the tests before it.
    #[cold]
    #[inline(never)]
    fn rank(&mut self, current: Origin, verdict: Verdict, novelty: &Novelty) -> Option<Rank> {
        let nodes = self.nodes(current);
        self.take_in(verdict, novelty, nodes)
    }

    /// How many nodes a test has, including the nodes of keys.
    fn nodes(&self, current: Origin) -> u64 {
        match current {
            Origin::Edited(place) => self.edits.size(place),
            Origin::Drifted => self.drifts.size(),
            Origin::Input | Origin::Received | Origin::Generated | Origin::Mutant(_) => {
                walk::size(self.value_of(current))
            }
        }
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
        let rarity = match verdict {
            Verdict::Passed => self.rarity[0].as_mut(),
            _ if self.edits.discards_guide() => self.rarity[1].as_mut(),
            _ => None,
        };
        let Some(rarity) = rarity else { return Some(Rank { tier, rarest: 0 }) };
        // This cost is the size of the test and of its run, not the time that edits of it take.
        let cost = nodes + novelty.load;
        let rank = rarity.rank(novelty, tier, cost);
        rarity.enter(novelty, cost);
        Some(rank)
    }

    fn rarity_of(&self, verdict: Verdict) -> Option<&Rarity> {
        self.rarity[usize::from(verdict == Verdict::Discarded)].as_ref()
    }

    /// Whether a test that is new in this tier is worth keeping.
    fn is_worth(&self, current: Origin, verdict: Verdict, tier: Tier) -> bool {
        match verdict {
            Verdict::Passed => tier == Tier::Edge || self.is_edited(true),
            // A discarded test is kept only if it was made directly from a valid one (section
            // III-B), unless valid ones are scarce.
            Verdict::Discarded => {
                tier == Tier::Edge && current.is_below_passed() || self.is_edited(false)
            }
            Verdict::Failed => false,
        }
    }

    /// Whether a retained test is edited.
    pub(super) fn is_edited(&self, passed: bool) -> bool {
        self.copies && self.options.edits > 0 && (passed || self.edits.discards_guide())
    }

    /// Keeps the test and returns its journal entry. A test without a rank is kept for a batch of
    /// which this worker serves a share.
    #[cold]
    #[inline(never)]
    fn retain(
        &mut self,
        current: Origin,
        verdict: Verdict,
        rank: Option<Rank>,
        novelty: &Novelty,
    ) -> Option<JournalEntry> {
        let below_passed = current.is_below_passed();
        let value = self.copy_to_keep(current);
        let operands = match self.options.operands {
            true => operands(&novelty.comparisons, self.value_of(current)),
            false => Operands::NONE,
        };
        // The undoing must come first: the new test may replace its own parent in the corpus. Later
        // edits of the stack could take subtrees from the new test, and their addresses would not
        // tell.
        match current {
            Origin::Edited(place) => self.edits.end(place),
            _ => self.restore(current),
        }
        // Literals are taken only for an entry that is written.
        let value = value?;
        let (passed, tier) = (verdict == Verdict::Passed, rank.map(|rank| rank.tier));
        let entry = JournalEntry {
            rarest: rank.map_or(0, |rank| rank.rarest),
            operands,
            literals: self.reached.take(self.entries),
            value: self.given_text(),
            ..JournalEntry::new(self.entries, self.address, passed, tier)
        };
        Some(self.keep(entry, value, below_passed, novelty))
    }

    /// A copy of a test, unless the test is too deep.
    fn copy_to_keep(&self, current: Origin) -> Option<Box<dyn Node>> {
        let (value, deepest) = (self.value_of(current), self.options.max_depth);
        if !self.options.feedback || walk::depth(value, deepest) > deepest {
            return None;
        }
        // A value that cannot be copied is made a second time: from its text, or from the journal.
        let remade = || match self.given_text() {
            Some(text) => self.subject.parse(&text),
            None => self.remake(&self.journal, self.address, &mut || true).ok().flatten(),
        };
        value.copy_node().or_else(remade)
    }

    /// Adds a retained test to the sources that make tests from it. Returns the entry with its
    /// batch.
    pub(super) fn keep(
        &mut self,
        mut entry: JournalEntry,
        value: Box<dyn Node>,
        below_passed: bool,
        novelty: &Novelty,
    ) -> JournalEntry {
        self.statistics.retained += 1;
        self.entries += 1;
        if !self.copies {
            self.journal.push(entry.clone());
        }
        let edited = self.is_edited(entry.passed) && entry.tier.is_some();
        let queued = self.queued(&entry, below_passed, novelty.edges.len() as u64);
        if let Some(mut queued) = queued {
            if let Some(copy) = edited.then(|| value.copy_node()).flatten() {
                self.edits.insert(&entry, copy, novelty.load);
            }
            let batch = self.batch(&entry, value, queued);
            queued.place = self.batches.push(batch, entry.passed, queued.new_edges);
            entry.batch = Some(queued);
        } else if edited {
            self.edits.insert(&entry, value, novelty.load);
        }
        if entry.tier.is_some() {
            self.edits.count(entry.passed);
        }
        entry
    }

    /// The batch of a retained test.
    pub(super) fn batch(
        &self,
        entry: &JournalEntry,
        value: Box<dyn Node>,
        queued: Queued,
    ) -> Batch {
        let share = if queued.divided { self.share } else { Share::WHOLE };
        Batch::new(value, entry.number, queued.samples)
            .divide(share)
            .regrow(queued.regrown)
            .paired_mutants(self.options.twins)
            .operands(entry.operands.clone())
            .near(self.reached.by(entry.number + 1))
    }
}

/// The most comparisons of a recorded test that the next tests use, of those with an operand in the
/// test.
const SOLVED: usize = 6;

/// The most comparisons of a recorded test that the next tests use, of those of numbers without an
/// operand in the test: the last ones of the run.
const SHIFTED: usize = 2;

/// The comparisons of a run that edits of its test use.
fn operands(made: &[Comparison], value: &dyn Node) -> Operands {
    if made.is_empty() {
        return Operands::NONE;
    }
    let contents = Contents::of(value);
    Operands::of_run(made, |comparison| contents.have(comparison))
}

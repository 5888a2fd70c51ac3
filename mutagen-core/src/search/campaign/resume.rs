//! Resumes the campaign of an earlier process. It continues the numbers, the yields and the batches
//! where they were, and makes the tests of the corpus and of the waiting batches again. Each of
//! these is run once, so that the process knows which coverage has been seen. Nothing else is run
//! again.

use super::Campaign;
use super::corpus::Corpus;
use super::edits::Kept;
use super::replay::Replay;
use super::state::{MOST_TESTS, State, Waiting};
use crate::coverage::{CoverageRequest, Observation, Tier, Verdict};
use crate::search::address::Address;
use crate::search::interface::Rerun;
use crate::search::journal::{BrokenJournal, JournalEntry, Marks, Past, Place, Position, find};
use crate::search::queue::Order;
use crate::search::statistics::Statistics;
use crate::value::generate::Generator;
use crate::value::node::Node;
use crate::value::seed::{self, Purpose};
use crate::value::walk;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// The tests that a resumed campaign goes on with.
struct Plan {
    pools: [Corpus<Kept>; 2],
    /// In the order in which they were added.
    batches: Vec<Waiting>,
    /// The entries from this number on are later than the state.
    later: u64,
}

/// The values of the plan, each with the load of its run.
type Made = BTreeMap<u64, (Box<dyn Node>, u64)>;

impl Campaign<'_> {
    /// Continues with the R and the threshold of an earlier process of the same campaign, and with
    /// numbers that it cannot have used.
    pub fn go_on_from(&mut self, before: &Statistics) {
        self.statistics.samples = self.statistics.samples.max(before.samples);
        let doubled = |threshold: u64, _| threshold.saturating_mul(2);
        self.threshold = (0..before.resets.min(64)).fold(self.least_threshold(), doubled);
        let tests = before.tests.min(MOST_TESTS);
        self.generation.start_at(tests);
        self.edits.start_at(tests);
        self.drifts.start_at(tests);
    }

    /// Continues the campaign of an earlier process.
    pub(super) fn go_on(
        &mut self,
        past: &Past,
        before: &Statistics,
        runner: &mut dyn Rerun,
    ) -> Result<(), BrokenJournal> {
        let journal = &past.entries[..];
        journal.iter().for_each(|entry| self.reached.enter(entry.number, &entry.literals));
        let state = self.read_state(&past.state, journal);
        let plan = self.plan(state, journal, before, past.marks);
        let wanted: BTreeSet<u64> = {
            let kept = plan.pools.iter().flat_map(Corpus::tests).map(|kept| kept.number);
            kept.chain(plan.batches.iter().map(|batch| batch.next.number)).collect()
        };
        let wanted: Vec<u64> = wanted.into_iter().collect();
        let Some(made) = self.make_and_run(&wanted, journal, plan.later, runner)? else {
            return Ok(());
        };
        self.take_over(plan, made, past);
        if !self.copies {
            self.journal = journal.to_vec();
        }
        let last = journal.last().map_or(0, |entry| entry.number + 1);
        self.entries = self.entries.max(last);
        self.statistics.retained = before.retained;
        self.statistics.edges = self.edges.len() as u64;
        Ok(())
    }

    /// Continues from the state, and finds out which tests were in the corpus and in batches.
    fn plan(
        &mut self,
        state: Option<State>,
        journal: &[JournalEntry],
        before: &Statistics,
        marks: Option<Marks>,
    ) -> Plan {
        let mut plan = Plan { pools: self.edits.empty_pools(), batches: Vec::new(), later: 0 };
        let tests = before.tests.min(MOST_TESTS);
        self.earlier_tests = tests;
        // Otherwise the same choices would be made again as at the start of the campaign.
        let random = seed::random(seed::derive(self.own_seed(), Purpose::Choice, [tests, 0, 0]));
        self.choice = Generator::new(random, self.options.max_size);
        let numbers = state.as_ref().map(|state| tests.saturating_sub(state.tests));
        if let Some(state) = state {
            self.go_on_from(&Statistics { tests: 0, ..*before });
            self.edits.go_on_from(&state.edits);
            self.inputs.start_at(state.inputs);
            self.generation = state.generation;
            self.drifts.start_at(state.drifted);
            self.tests_since_new_edge = state.tests_since_new_edge;
            self.edits_enabled = state.edits_enabled;
            self.found_otherwise = state.found_otherwise;
            self.edges.insert_all(&state.edges);
            self.rarity = state.rarity;
            self.entries = state.entries;
            plan = Plan { pools: state.edits.pools, batches: state.batches, later: state.entries };
        } else {
            self.go_on_from(before);
        }
        // The inputs since the state come again, but those that were retained.
        let served = journal.iter().filter_map(|entry| match entry.address {
            Address::Input { number } => Some(number.saturating_add(1)),
            _ => None,
        });
        self.inputs.start_at(served.max().unwrap_or(0));
        // Each test since the state may have used a number of each kind, and so may a test that
        // was left out.
        let unused = numbers.unwrap_or(0) + self.skipped.len() as u64 + 1;
        self.generation.pass_over(unused);
        self.edits.pass_over(unused);
        self.drifts.pass_over(unused);
        self.add_later(&mut plan, journal);
        if let Some(marks) = marks {
            for (passed, first) in [true, false].into_iter().zip(marks.first) {
                let order = self.options.order;
                leave_out_served(&mut plan.batches, passed, first, marks.entries, order);
            }
        }
        plan
    }

    /// Adds the tests that were retained after the state, in the order of the journal.
    fn add_later(&mut self, plan: &mut Plan, journal: &[JournalEntry]) {
        for entry in journal.iter().filter(|entry| entry.number >= plan.later) {
            if let Some(tier) = entry.tier.filter(|_| self.is_edited(entry.passed)) {
                let kept = Kept { number: entry.number, worth: None };
                let pool = &mut plan.pools[usize::from(!entry.passed)];
                pool.insert(entry.number, tier, entry.rarest, kept);
            }
            if let Some(queued) = entry.batch {
                let first = match queued.place {
                    Place::Later => None,
                    Place::Alone => Some(None),
                    Place::Before(first) => Some(Some(first)),
                };
                // Where a batch came first, those that had been served before are not seen later.
                if let Some(first) = first {
                    let order = self.options.order;
                    leave_out_served(&mut plan.batches, entry.passed, first, u64::MAX, order);
                }
                plan.batches.push(Waiting::of(entry, queued));
            }
            let Some(tier) = entry.tier else { continue };
            self.edits.count(entry.passed);
            // Finer tiers are judged only after the head start.
            self.edits_enabled |= tier > Tier::Edge;
        }
    }

    /// Makes these tests again and runs each once. `None` if the caller stops it.
    fn make_and_run(
        &mut self,
        wanted: &[u64],
        journal: &[JournalEntry],
        later: u64,
        runner: &mut dyn Rerun,
    ) -> Result<Option<Made>, BrokenJournal> {
        let mut made = Made::new();
        let (subject, literals, seed) = (self.subject, self.literals, self.seed);
        let (options, copies) = (self.options.clone(), self.copies);
        let mut replay =
            Replay::new(subject, seed, &options, literals, journal).with_share(self.share);
        let runner = RefCell::new(runner);
        let mut run = |entry: &JournalEntry, value: Box<dyn Node>| {
            let wants = CoverageRequest {
                depth: self.depth(),
                discarded: self.depth_of_discarded(),
                ..CoverageRequest::default()
            };
            let mut runner = runner.borrow_mut();
            let novelty = &runner.rerun(entry, &*value, &wants).novelty;
            if entry.number >= later {
                let verdict = if entry.passed { Verdict::Passed } else { Verdict::Discarded };
                self.take_in(verdict, novelty, walk::size(&*value));
            }
            made.insert(entry.number, (value, novelty.load));
        };
        let mut goes_on = || runner.borrow_mut().goes_on();
        let mut is_complete = true;
        if copies {
            is_complete = replay.make_entries(wanted, &mut goes_on, &mut run)?;
        } else {
            // A value that cannot be copied leads to one test only.
            for entry in wanted.iter().filter_map(|number| find(journal, *number)) {
                let value = match entry.value {
                    Some(_) => Some(replay.entry(entry)?),
                    None => replay.make(&entry.address, &mut goes_on)?,
                };
                match value {
                    Some(value) => run(entry, value),
                    None => is_complete = false,
                }
            }
        }
        Ok(is_complete.then_some(made))
    }

    /// Takes over the corpus and the batches.
    fn take_over(&mut self, plan: Plan, mut made: Made, past: &Past) {
        let journal = &past.entries[..];
        let waiting: BTreeSet<u64> = plan.batches.iter().map(|batch| batch.next.number).collect();
        self.edits.fill(&plan.pools, |number| {
            let (value, load) = if waiting.contains(&number) {
                let (value, load) = made.get(&number)?;
                (value.copy_node()?, *load)
            } else {
                made.remove(&number)?
            };
            Some((value, find(journal, number)?, load))
        });
        // Mutants that were served after the marks were taken.
        let marked = past.marks.map_or(0, |marks| marks.entries);
        let later = journal.iter().filter(|entry| entry.number >= marked);
        let mut served: BTreeMap<u64, Vec<(u64, u64)>> = BTreeMap::new();
        for address in self.skipped.iter().chain(later.map(|entry| &entry.address)) {
            if let Address::Mutant { parent, position, mutant } = *address {
                served.entry(parent).or_default().push((position, mutant));
            }
        }
        for Waiting { passed, queued, next } in plan.batches {
            let number = next.number;
            let (Some((value, _)), Some(entry)) = (made.remove(&number), find(journal, number))
            else {
                continue;
            };
            let mut batch = self.batch(entry, value, queued);
            batch.go_on_at(next.node, next.served);
            for (position, mutant) in served.get(&number).into_iter().flatten() {
                batch.go_on_after(*position, *mutant);
            }
            self.batches.push(batch, passed, queued.new_edges);
        }
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

/// Leaves out the batches of passed or of discarded tests that were finished when this one was the
/// first, and continues the first one where it was. A batch that would have come before the first
/// one is finished, unless its journal entry has the number `later` or a higher one.
fn leave_out_served(
    batches: &mut Vec<Waiting>,
    passed: bool,
    first: Option<Position>,
    later: u64,
    order: Order,
) {
    let at = first.map(|first| batches.iter().position(|at| at.next.number == first.number));
    // It is one of another journal.
    if at == Some(None) {
        return;
    }
    let at = at.flatten();
    if let (Some(first), Some(at)) = (first, at) {
        batches[at].go_on_at(first);
    }
    let rank = |(at, batch): (usize, &Waiting)| match order {
        Order::PriorityLifo => (batch.queued.new_edges, at),
        Order::Fifo => (0, usize::MAX - at),
    };
    let last = at.map(|at| rank((at, &batches[at])));
    let ranks: Vec<(u64, usize)> = batches.iter().enumerate().map(rank).collect();
    let mut ranks = ranks.into_iter();
    batches.retain(|batch| {
        let rank = ranks.next();
        let is_other = batch.passed != passed || batch.next.number >= later;
        is_other || last.is_some_and(|last| rank <= Some(last))
    });
}

//! The campaign: which test to run next, and what its outcome changes (algorithms 1, 3, 4 and 5 of
//! the paper, and edits beside them). A pure state machine: no clock, no I/O, no threads; the same seed
//! and the same answers give the same tests. [`Campaign::next_test`] prepares a test from one of four
//! sources, [`Campaign::observe`] takes the verdict and what was new about the run, judged by the
//! caller against [`Campaign::log`].

mod batches;
mod corpus;
mod donors;
mod drift;
mod edits;
pub mod fuzzchick;
mod generation;
mod lineage;
mod options;
mod rarity;
mod rebuild;
mod sources;

pub use lineage::Needed;
pub use options::{Options, Reset};
pub use rebuild::{BrokenJournal, JournalEntry, Replay, rebuild, rebuild_while};

use crate::coverage::{CoverageRequest, Depth, Novelty, SeenCoverage, SeenEdges, Tier};
use crate::search::address::Address;
use crate::search::batch::Batch;
use crate::search::statistics::Statistics;
use crate::value::generate::Generator;
use crate::value::node::Node;
use crate::value::seed::{self, Purpose};
use crate::value::walk;
use batches::{Batches, Served};
use corpus::Slot;
use drift::Drifts;
use edits::Edits;
use generation::Generation;
pub(crate) use generation::{Growth, generate};
use rarity::{Rank, Rarity};
use sources::{Source, Sources};
use std::collections::BTreeSet;

/// What a test's outcome is to the campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The precondition held, and so did the property.
    Passed,
    /// The precondition did not hold.
    Discarded,
    /// The property does not hold.
    Failed,
}

/// Makes the values of a campaign: the argument types of a property.
pub trait Subject {
    /// A random value of the property's arguments.
    fn generate(&self, generator: &mut Generator) -> Box<dyn Node>;

    /// Whether the values can be copied. Those that cannot are mutated but not edited, and the
    /// campaign keeps its log in memory. The default is that they can.
    fn copies(&self) -> bool {
        true
    }
}

/// A campaign in progress.
pub struct Campaign<'s> {
    subject: &'s dyn Subject,
    seed: u64,
    options: Options,
    generation: Generation,
    batches: Batches,
    edits: Edits,
    drifts: Drifts,
    sources: Sources,
    /// Draws where the next test comes from, and which of many new ones are kept.
    choice: Generator,
    logs: Logs,
    /// What is known of the edges of passed tests; `None` if tests are not told apart by it.
    rarity: Option<Rarity>,
    current: Option<Current>,
    /// The test being run, if it was generated.
    generated: Option<Box<dyn Node>>,
    skipped: BTreeSet<Address>,
    /// The log, for values that cannot be copied.
    retained: Vec<JournalEntry>,
    /// How many entries the log has: tests that were retained, and steps of drift.
    entries: u64,
    copies: bool,
    boring: u64,
    /// Whether there are edits and regrown nodes, if the options want any.
    widened: bool,
    threshold: u64,
    statistics: Statistics,
}

/// What passed tests have shown and what discarded ones have: two logs, so that the many discarded tests
/// do not use up what is new about the first ones that pass.
struct Logs {
    passed: SeenCoverage,
    discarded: SeenCoverage,
    /// The edges of both, ever: not cleared by a reset.
    ever: SeenEdges,
}

/// The test being run: its address, and where its value is.
#[derive(Clone, Copy)]
struct Current {
    address: Address,
    origin: Origin,
}

#[derive(Clone, Copy)]
enum Origin {
    Generated,
    Mutant(Served),
    Edited(Slot),
    Drifted,
}

impl Origin {
    fn source(self) -> Source {
        match self {
            Origin::Generated | Origin::Mutant(_) => Source::Batches,
            Origin::Edited(_) => Source::Edits,
            Origin::Drifted => Source::Drift,
        }
    }
}

impl Logs {
    fn new(pairs: bool) -> Logs {
        let log = || if pairs { SeenCoverage::with_pairs() } else { SeenCoverage::new() };
        Logs { passed: log(), discarded: log(), ever: SeenEdges::new() }
    }
}

impl<'s> Campaign<'s> {
    /// A campaign that has run no test yet.
    pub fn new(subject: &'s dyn Subject, seed: u64, options: Options) -> Campaign<'s> {
        let size = options.max_size;
        Campaign {
            subject,
            seed,
            generation: Generation::default(),
            batches: Batches::new(options.order, options.context(seed)),
            edits: Edits::new(seed, &options),
            drifts: Drifts::new(seed, &options),
            sources: Sources::new(&options),
            choice: Generator::new(seed::random(seed::derive(seed, Purpose::Choice, [0; 3])), size),
            logs: Logs::new(options.pairs),
            rarity: (options.rarity && options.edits > 0).then(Rarity::default),
            current: None,
            generated: None,
            skipped: BTreeSet::new(),
            retained: Vec::new(),
            entries: 0,
            copies: subject.copies(),
            boring: 0,
            widened: !options.head_start,
            threshold: options.threshold,
            statistics: Statistics { samples: options.samples, ..Statistics::default() },
            options,
        }
    }

    /// Tests that are never served: those that killed an earlier worker.
    pub fn skip(&mut self, addresses: impl IntoIterator<Item = Address>) {
        self.skipped.extend(addresses);
    }

    /// Prepares the next test and gives its address: an edited test in as many of a hundred cases as the
    /// options say, or as what edits find is worth, else a mutant of the first passed batch, else one of
    /// the first discarded batch, else a generated value.
    ///
    /// # Panics
    /// When the test before was not observed.
    pub fn next_test(&mut self) -> Address {
        assert!(self.current.is_none(), "the test before was not observed");
        self.reset_when_due();
        loop {
            let current = self.edit().or_else(|| self.mutate()).unwrap_or_else(|| self.generate());
            let address = current.address;
            if self.skipped.is_empty() || !self.skipped.contains(&address) {
                self.current = Some(current);
                return address;
            }
            self.restore(current);
        }
    }

    fn edit(&mut self) -> Option<Current> {
        if self.options.edits == 0 || !self.widened || self.edits.is_empty() {
            return None;
        }
        let rarity = self.rarity.as_ref();
        match self.sources.draw(&mut self.choice) {
            Source::Batches => None,
            Source::Drift => {
                let address = self.drifts.next(&self.edits, &mut self.choice, rarity)?;
                Some(Current { address, origin: Origin::Drifted })
            }
            Source::Edits => {
                let (address, slot) = self.edits.next(&mut self.choice, self.entries, rarity)?;
                Some(Current { address, origin: Origin::Edited(slot) })
            }
        }
    }

    fn mutate(&mut self) -> Option<Current> {
        let (address, served) = self.batches.next()?;
        Some(Current { address, origin: Origin::Mutant(served) })
    }

    #[inline(never)]
    fn generate(&mut self) -> Current {
        let address = self.generation.next(self.options.max_size);
        let Address::Generated { number, size } = address else { unreachable!("it generates") };
        let value = generate(self.subject, self.seed, number, size);
        self.generated = Some(value);
        Current { address, origin: Origin::Generated }
    }

    /// The value of the test that [`Campaign::next_test`] prepared.
    ///
    /// # Panics
    /// When no test is prepared.
    pub fn value(&self) -> &dyn Node {
        match &self.current {
            Some(current) => self.value_of(current.origin),
            None => unprepared(),
        }
    }

    fn value_of(&self, origin: Origin) -> &dyn Node {
        match (origin, &self.generated) {
            (Origin::Mutant(served), _) => self.batches.value(served),
            (Origin::Edited(slot), _) => self.edits.value(slot),
            (Origin::Drifted, _) => self.drifts.value(),
            (Origin::Generated, Some(value)) => &**value,
            (Origin::Generated, None) => unreachable!("it is kept until the next one"),
        }
    }

    /// How much of a run with this verdict is to be judged. Of one that did not pass new edges alone
    /// matter: nothing finer gets it kept.
    pub fn depth(&self, verdict: Verdict) -> Depth {
        let edits = self.widened && self.options.edits > 0 && self.options.tier > Tier::Edge;
        if edits && verdict == Verdict::Passed { Depth::AllTiers } else { Depth::EdgesOnly }
    }

    /// What the campaign wants to know of the run of the prepared test, if it passes, beside what is new
    /// about it: to be answered by [`Coverage::answer`](crate::coverage::Coverage::answer).
    #[inline]
    pub fn question(&self) -> Option<CoverageRequest<'_>> {
        match self.current?.origin {
            Origin::Drifted => self.drifts.question(),
            _ => None,
        }
    }

    /// The log against which the novelty of a test with this verdict is judged; failed tests have
    /// none.
    pub fn log(&mut self, verdict: Verdict) -> Option<&mut SeenCoverage> {
        match verdict {
            Verdict::Passed => Some(&mut self.logs.passed),
            Verdict::Discarded => Some(&mut self.logs.discarded),
            Verdict::Failed => None,
        }
    }

    /// Takes the verdict on the prepared test and what is new about it to the log of that verdict, and
    /// enters it there. If the test is worth keeping it is retained, and if it is a step of a drift the next
    /// ones are made from it: the entry must be written to the campaign's log before the next test.
    ///
    /// # Panics
    /// When no test is prepared.
    pub fn observe(&mut self, verdict: Verdict, novelty: &Novelty) -> Option<JournalEntry> {
        let Some(current) = self.current.take() else { unprepared() };
        self.statistics.tests += 1;
        match verdict {
            Verdict::Passed => self.statistics.passed += 1,
            Verdict::Discarded => self.statistics.discarded += 1,
            Verdict::Failed => self.statistics.failed += 1,
        }
        // What a drift sets out with is in the corpus already: after a reset it is not new by being run once
        // more, but its edits are.
        let is_repeated = matches!(current.address, Address::Repeated { .. });
        let is_new = novelty.is_new() && !is_repeated;
        let rank = if is_new { self.rank(&current, verdict, novelty) } else { None };
        let worth = rank
            .filter(|rank| self.is_worth(&current, verdict, rank.tier))
            .filter(|rank| self.edits.keeps(rank.tier, &mut self.choice));
        let source = current.origin.source();
        self.sources.observe(source, rank.map(|rank| rank.tier), novelty.load);
        let mut is_step = false;
        match current.origin {
            Origin::Edited(slot) => {
                self.edits.observe(slot, rank.map(|rank| rank.tier), novelty.load);
            }
            Origin::Drifted => {
                is_step = self.drifts.observe(verdict == Verdict::Passed, novelty);
            }
            Origin::Generated | Origin::Mutant(_) => {
                self.generation.observe(verdict);
                let found = worth.is_some_and(|rank| rank.tier == Tier::Edge);
                self.boring = if found { 0 } else { self.boring + 1 };
                self.widened |= self.boring > self.options.threshold;
            }
        }
        let retained = match worth {
            None => {
                self.restore(current);
                None
            }
            Some(rank) => self.retain_and_keep(current, verdict, rank, novelty),
        };
        if let Origin::Drifted = current.origin {
            return self.go_on_drifting(is_step, retained);
        }
        retained
    }

    /// Goes on from a step that is retained, or gives the entry that it can be gone on from.
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

    /// Keeps the test, which is worth it, and gives the entry for the campaign's log.
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

    /// Enters what is new about the test, and says how it compares with those before it.
    #[cold]
    #[inline(never)]
    fn rank(&mut self, current: &Current, verdict: Verdict, novelty: &Novelty) -> Option<Rank> {
        let nodes = match current.origin {
            Origin::Edited(slot) => self.edits.size(slot),
            Origin::Drifted => self.drifts.size(),
            Origin::Generated | Origin::Mutant(_) => walk::size(self.value_of(current.origin)),
        };
        self.enter(verdict, novelty, nodes)
    }

    fn enter(&mut self, verdict: Verdict, novelty: &Novelty, nodes: u64) -> Option<Rank> {
        let tier = novelty.tier?;
        self.log(verdict)?.enter(novelty);
        self.logs.ever.insert_all(&novelty.edges);
        self.statistics.edges = self.logs.ever.len() as u64;
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
            Verdict::Passed => tier == Tier::Edge || self.is_edited(true, tier),
            // A broken test is kept only one step away from a valid one: section III-B.
            Verdict::Discarded => tier == Tier::Edge && below_passed,
            Verdict::Failed => false,
        }
    }

    /// Whether a test that is kept for this tier is edited.
    fn is_edited(&self, passed: bool, tier: Tier) -> bool {
        self.copies && self.options.edits_tests(passed, tier)
    }

    /// The counters so far, but for the batches that wait, which are not counted.
    #[inline]
    pub fn counters(&self) -> &Statistics {
        &self.statistics
    }

    /// The counters so far.
    pub fn statistics(&self) -> Statistics {
        Statistics { queued: self.batches.len() as u64, ..self.statistics }
    }

    /// Counts edges that were hit once and not again when the same test was repeated.
    pub fn count_unstable(&mut self, edges: u64) {
        self.statistics.unstable += edges;
    }

    /// Goes on after an earlier process of the same campaign: with its R and threshold, and without
    /// generating or editing what it has. What it retained comes next, by [`Campaign::resume`]. The
    /// counters start at 0: they are added to those of before.
    pub fn go_on_from(&mut self, before: &Statistics) {
        self.statistics.samples = self.statistics.samples.max(before.samples);
        let doubled = |threshold: u64, _| threshold.saturating_mul(2);
        self.threshold = (0..before.resets.min(64)).fold(self.options.threshold, doubled);
        self.generation.start_at(before.tests);
        self.edits.start_at(before.tests);
        self.drifts.start_at(before.tests);
    }

    /// Takes up a test that an earlier process of the same campaign retained. The entries must come in
    /// the order of the log; of steps of drift there is nothing to take up but
    /// [that there were some](Campaign::pass_over).
    pub fn resume(&mut self, entry: JournalEntry, value: Box<dyn Node>, novelty: &Novelty) {
        let Some(tier) = entry.tier else { return self.pass_over() };
        let verdict = if entry.passed { Verdict::Passed } else { Verdict::Discarded };
        self.enter(verdict, novelty, walk::size(&*value));
        // Nothing finer than an edge is judged before.
        self.widened |= tier > Tier::Edge;
        self.generation.passed_by(entry.address);
        self.keep(entry, tier, value, novelty);
    }

    /// Counts an entry of the log that is a step of an earlier process: a new drift sets out.
    pub fn pass_over(&mut self) {
        self.entries += 1;
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
            None => {
                rebuild(self.subject, self.seed, &self.options, &self.retained, address).ok()?
            }
        };
        Some((entry, value))
    }

    /// Gives a retained test to the sources that make tests from it.
    fn keep(&mut self, entry: JournalEntry, tier: Tier, value: Box<dyn Node>, novelty: &Novelty) {
        self.statistics.retained += 1;
        self.entries += 1;
        if !self.copies {
            self.retained.push(entry);
        }
        let batch = |value| {
            Batch::new(value, entry.number, self.statistics.samples)
                .regrow(self.options.regrow && self.widened)
                .paired_mutants(self.options.twins)
                .operands(entry.operands)
        };
        let edited = self.is_edited(entry.passed, tier);
        if tier == Tier::Edge {
            if let Some(copy) = edited.then(|| value.copy_node()).flatten() {
                self.edits.insert(&entry, tier, copy, novelty.load);
            }
            self.batches.push(batch(value), entry.passed, novelty.edges.len() as u64);
        } else if edited {
            self.edits.insert(&entry, tier, value, novelty.load);
        }
    }

    #[inline]
    fn restore(&mut self, current: Current) {
        match current.origin {
            // A mutant is undone when the next one is made.
            Origin::Generated | Origin::Mutant(_) => {}
            Origin::Edited(slot) => self.edits.restore(slot),
            Origin::Drifted => self.drifts.restore(),
        }
    }

    #[inline]
    fn reset_when_due(&mut self) {
        if self.boring > self.threshold
            && (self.options.reset != Reset::WhenIdle || self.batches.is_empty())
        {
            self.reset();
        }
    }

    #[cold]
    #[inline(never)]
    fn reset(&mut self) {
        if !self.options.feedback || self.options.reset == Reset::Never {
            return;
        }
        if self.options.reset == Reset::WholeCampaign {
            self.batches.clear();
        }
        self.logs.passed.clear();
        self.logs.discarded.clear();
        self.threshold = self.threshold.saturating_mul(2);
        self.statistics.samples = self.statistics.samples.saturating_mul(2);
        self.statistics.resets += 1;
        if !self.options.keep_size {
            self.generation.restart();
        }
        self.boring = 0;
    }
}

#[cold]
fn unprepared() -> ! {
    panic!("no test is prepared: call `next_test` first")
}

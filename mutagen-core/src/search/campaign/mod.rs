//! The campaign, mutagen's own search: it chooses the next test and learns from its outcome
//! (algorithms 1, 3, 4 and 5 of the paper, and edits in addition). It is a pure state machine: no
//! clock, no I/O, no threads. [`Campaign::next_test`](Search::next_test) prepares a test from one
//! of four sources: generation, batches of mutants, edits, and drift. The inputs that the campaign
//! starts from come first.

mod batches;
mod compact;
mod corpus;
mod drift;
mod drift_window;
mod edits;
mod entry;
mod family;
mod generation;
mod given;
mod inputs;
mod needed;
mod nodes_by_type;
mod observe;
mod rarity;
mod reached;
mod receive;
mod received;
mod replay;
mod resume;
#[cfg(test)]
mod resume_tests;
mod sources;
mod stacks;
mod state;
mod step_aside;
mod yields;

pub use crate::search::options::Options;
pub(crate) use generation::{Growth, generate};
pub use replay::Replay;

use crate::coverage::{CoverageRequest, Depth, Hits, Observation, SeenEdges, Verdict};
use crate::search::address::Address;
use crate::search::interface::{Rerun, Search, Subject, Test};
use crate::search::journal::{BrokenJournal, JournalEntry, Marks, Past};
use crate::search::share::{Share, SharedTest};
use crate::search::statistics::Statistics;
use crate::value::generate::Generator;
use crate::value::literals::Literals;
use crate::value::node::Node;
use crate::value::seed::{self, Purpose};
use batches::{Batches, Served};
use drift::Drifts;
use edits::{Edits, Place};
use generation::Generation;
use inputs::Inputs;
use rarity::Rarity;
use reached::Reached;
use received::Received;
use sources::TestSource;
use std::collections::BTreeSet;
use std::rc::Rc;
use yields::COINS;
use yields::Yield;

/// A campaign in progress.
pub struct Campaign<'s> {
    subject: &'s dyn Subject,
    seed: u64,
    /// Which part of the campaign this worker does.
    share: Share,
    options: Options,
    /// The literals of the code under test; `None` if there are none, or the options ignore them.
    literals: Option<&'static Literals>,
    /// The literals of functions that retained tests have reached.
    reached: Reached,
    inputs: Inputs,
    received: Received,
    generation: Generation,
    batches: Batches,
    edits: Edits,
    drifts: Drifts,
    /// Draws the source of the next test, and which of many new tests are kept.
    choice: Generator,
    /// All edges that passed or discarded tests have ever hit. A reset does not clear them.
    edges: SeenEdges,
    /// How rare the edges of passed tests are, and those of discarded ones; `None` if the search
    /// does not use it.
    rarity: [Option<Rarity>; 2],
    /// The prepared test, and its address. The address is large, so it stays in one place.
    current: Option<Origin>,
    address: Address,
    /// A random number below 2¹⁶ for the prepared test, which decides whether it is kept where many
    /// are new. It is drawn before the run, because a test that is not kept is not repeated.
    coin: u32,
    /// Whether the comparisons of the prepared test are recorded if it is an edited one.
    records: bool,
    /// The test being run, if it was generated, received, or is an input.
    generated: Option<Box<dyn Node>>,
    skipped: BTreeSet<Address>,
    /// The journal, for values that cannot be copied.
    journal: Vec<JournalEntry>,
    /// The number of the next journal entry, for a retained test or a step of drift.
    entries: u64,
    /// The tests of earlier processes.
    earlier_tests: u64,
    copies: bool,
    /// Generated tests and mutants since the last one that was kept for a new edge.
    tests_since_new_edge: u64,
    /// What generated tests and mutants find once there are edits.
    found_otherwise: Yield,
    /// Whether the head start is over, so that there are edits and fresh subtrees if the options
    /// allow them.
    edits_enabled: bool,
    threshold: u64,
    /// Whether there was a reset right before the prepared test, so that coverage must be cleared.
    was_reset: bool,
    statistics: Statistics,
}

/// The panic of a caller that asks about a test before there is one.
const UNPREPARED: &str = "no test is prepared: call `next_test` first";

/// The place of the value of the test being run.
#[derive(Clone, Copy)]
enum Origin {
    Input,
    Received,
    Generated,
    Mutant(Served),
    Edited(Place),
    Drifted,
}

impl<'s> Campaign<'s> {
    /// A campaign that has run no test yet.
    pub fn new(subject: &'s dyn Subject, seed: u64, mut options: Options) -> Campaign<'s> {
        let size = options.max_size;
        if subject.is_specified() {
            options.generated = options.generated.max(options.generated_terms);
        }
        Campaign {
            subject,
            seed,
            share: Share::WHOLE,
            literals: None,
            reached: Reached::default(),
            inputs: Inputs::default(),
            received: Received::default(),
            generation: Generation::default(),
            batches: Batches::new(options.order, options.context(seed)),
            edits: Edits::new(seed, &options),
            drifts: Drifts::new(seed, &options),
            choice: choice(seed, size),
            edges: SeenEdges::new(),
            rarity: [(); 2].map(|()| (options.rarity && options.edits > 0).then(Rarity::default)),
            current: None,
            address: Address::Generated { number: 0, size: 0 },
            coin: 0,
            records: false,
            generated: None,
            skipped: BTreeSet::new(),
            journal: Vec::new(),
            entries: 0,
            earlier_tests: 0,
            copies: subject.copies(),
            tests_since_new_edge: 0,
            found_otherwise: Yield::new(1.0, edits::MEMORY),
            edits_enabled: !options.has_head_start(),
            threshold: options.threshold,
            was_reset: false,
            statistics: Statistics { samples: options.samples, ..Statistics::default() },
            options,
        }
    }

    /// The part of the same campaign that one of its workers does. Call it before the others.
    pub fn with_share(mut self, share: Share) -> Campaign<'s> {
        let (own, options) = (share.seed(self.seed), &self.options);
        self.share = share;
        self.batches = Batches::new(options.order, options.context(own));
        self.edits = Edits::new(own, options);
        self.drifts = Drifts::new(own, options);
        self.choice = choice(own, options.max_size);
        self.threshold = self.least_threshold();
        self
    }

    /// The seed of what this worker draws for itself.
    fn own_seed(&self) -> u64 {
        self.share.seed(self.seed)
    }

    /// After how many tests without a new edge the head start is over, and the first reset comes.
    fn least_threshold(&self) -> u64 {
        self.share.threshold(self.options.threshold)
    }

    /// The same campaign with the literals of the code under test, unless the options turn them
    /// off.
    pub fn with_literals(mut self, literals: Option<&'static Literals>) -> Campaign<'s> {
        self.literals = literals.filter(|literals| self.options.literals && !literals.is_empty());
        self.reached = Reached::new(self.literals);
        self.batches.set_literals(self.literals);
        self.edits.set_literals(self.literals);
        self.drifts.set_literals(self.literals);
        self
    }

    /// The same campaign, which starts from these values. Of the texts of each, the first that is
    /// the text form of a value counts. They take the place of the head start, in which there are
    /// no edits.
    pub fn with_inputs(mut self, inputs: &'static [Vec<String>]) -> Campaign<'s> {
        self.inputs = Inputs::new(inputs, self.share);
        self.drifts.set_inputs(inputs.len() as u64);
        self.edits_enabled |= !inputs.is_empty();
        self
    }

    /// The same campaign, which can make these tests of other workers again.
    pub fn with_received(mut self, texts: &'static [Rc<str>]) -> Campaign<'s> {
        self.received.texts = texts;
        self
    }

    /// Makes tests of this campaign again from its journal.
    fn replay<'j>(&'j self, journal: &'j [JournalEntry]) -> Replay<'j> {
        Replay::new(self.subject, self.seed, &self.options, self.literals, journal)
            .with_share(self.share)
            .with_inputs(self.inputs.all())
            .with_received(self.received.texts)
    }

    /// The literals that the campaign draws from.
    pub fn literals(&self) -> Option<&'static Literals> {
        self.literals
    }

    /// The value of the test that [`next_test`](Search::next_test) prepared.
    ///
    /// # Panics
    /// When no test is prepared.
    pub fn value(&self) -> &dyn Node {
        self.value_of(self.current.expect(UNPREPARED))
    }

    /// Prepares a test: an input if there is one left. Otherwise, with the probabilities that the
    /// options give, a generated or an edited one. Otherwise it is a mutant of the first passed
    /// batch, or else of the first discarded batch, or else a generated value.
    #[inline]
    fn prepare(&mut self) -> Origin {
        loop {
            let current = self
                .received()
                .or_else(|| self.input())
                .or_else(|| self.edit())
                .or_else(|| self.mutate())
                .unwrap_or_else(|| self.generate());
            if self.skipped.is_empty() || !self.skipped.contains(&self.address) {
                return current;
            }
            self.restore(current);
            self.received.finish();
        }
    }

    #[inline]
    fn received(&mut self) -> Option<Origin> {
        if self.received.is_empty() { None } else { self.next_received() }
    }

    #[inline]
    fn input(&mut self) -> Option<Origin> {
        if self.inputs.are_over() { None } else { self.next_input() }
    }

    /// Prepares the next input.
    #[cold]
    #[inline(never)]
    fn next_input(&mut self) -> Option<Origin> {
        let (number, value) = self.inputs.next(self.subject)?;
        self.generated = Some(value);
        self.address = Address::Input { number };
        Some(Origin::Input)
    }

    /// The text of the test if it is an input or was received. Its journal entry needs no other.
    fn given_text(&self) -> Option<Rc<str>> {
        match self.address {
            Address::Input { .. } => Some(self.inputs.text()),
            Address::Received { .. } => self.received.text(),
            _ => None,
        }
    }

    fn edit(&mut self) -> Option<Origin> {
        if self.options.edits == 0 || !self.edits_enabled || self.edits.is_empty() {
            return None;
        }
        let rarity = self.rarity.each_ref().map(Option::as_ref);
        let source = match self.edits.goes_on() {
            true => TestSource::Edits,
            false => {
                let worth = self.edits.worth_of(self.found_otherwise);
                sources::draw(&self.options, worth, &mut self.choice)
            }
        };
        match source {
            TestSource::Batches => None,
            TestSource::Generation => Some(self.generate()),
            TestSource::Drift if self.edits.has_passed() => {
                self.address =
                    self.drifts.next(&self.edits, &mut self.choice, rarity[0], &self.reached)?;
                Some(Origin::Drifted)
            }
            TestSource::Edits | TestSource::Drift => {
                let (choice, address) = (&mut self.choice, &mut self.address);
                let place =
                    self.edits.next(choice, self.entries, rarity, &self.reached, address)?;
                Some(Origin::Edited(place))
            }
        }
    }

    fn mutate(&mut self) -> Option<Origin> {
        let ([parent, position, mutant], served) = self.batches.next()?;
        self.address = Address::Mutant { parent, position, mutant };
        Some(Origin::Mutant(served))
    }

    #[inline]
    fn generate(&mut self) -> Origin {
        let (number, size) = self.generate_next();
        self.address = Address::Generated { number, size };
        Origin::Generated
    }

    /// Generates the next value, and returns its number and size in registers: to read an address
    /// right after it was written field by field takes 8 ns.
    #[inline(never)]
    fn generate_next(&mut self) -> (u64, u32) {
        let (number, size) = self.generation.next(self.options.max_size, self.share);
        self.generated = Some(generate(self.subject, self.literals, self.seed, number, size));
        (number, size)
    }

    fn value_of(&self, origin: Origin) -> &dyn Node {
        match (origin, &self.generated) {
            (Origin::Mutant(served), _) => self.batches.value(served),
            (Origin::Edited(place), _) => self.edits.value(place),
            (Origin::Drifted, _) => self.drifts.value(),
            (Origin::Generated | Origin::Received | Origin::Input, Some(value)) => &**value,
            (Origin::Generated | Origin::Received | Origin::Input, None) => {
                unreachable!("it is kept until the next one")
            }
        }
    }

    /// The coverage request for a test.
    #[inline]
    fn wants(&self, current: Origin) -> CoverageRequest<'_> {
        CoverageRequest {
            depth: self.depth(),
            discarded: self.depth_of_discarded(),
            records: match current {
                Origin::Edited(_) => self.records,
                _ => false,
            },
            hits: match current {
                Origin::Drifted => self.drifts.wants(),
                _ => Hits::Unasked,
            },
            forget: self.was_reset,
            remember: !self.is_repeated(),
        }
    }

    /// How finely the run of a passed test is judged.
    fn depth(&self) -> Depth {
        let edits = self.edits_enabled && self.options.edits > 0;
        match self.options.coverage {
            false => Depth::Nothing,
            true if edits => Depth::AllTiers,
            true => Depth::EdgesOnly,
        }
    }

    /// How finely the run of a discarded test is judged.
    fn depth_of_discarded(&self) -> Depth {
        match self.depth() {
            Depth::AllTiers if !self.edits.discards_guide() => Depth::EdgesOnly,
            depth => depth,
        }
    }

    #[inline]
    fn restore(&mut self, current: Origin) {
        match current {
            // The batches undo a mutant when they make the next one.
            Origin::Input | Origin::Received | Origin::Generated | Origin::Mutant(_) => {}
            Origin::Edited(place) => {
                // The journal replaces an entry by the next one of the same number.
                if self.edits.restore(place) {
                    self.entries -= 1;
                }
            }
            Origin::Drifted => self.drifts.restore(),
        }
    }

    /// Whether the test is a retained test that a drift starts from.
    fn is_repeated(&self) -> bool {
        matches!(self.address, Address::Repeated { .. })
    }

    #[inline]
    fn reset_when_due(&mut self) {
        self.was_reset = false;
        if self.tests_since_new_edge > self.threshold && self.batches.is_empty() {
            self.reset();
        }
    }

    #[cold]
    #[inline(never)]
    fn reset(&mut self) {
        if !self.options.feedback || !self.options.reset {
            return;
        }
        self.was_reset = true;
        self.threshold = self.threshold.saturating_mul(2);
        self.statistics.samples = self.statistics.samples.saturating_mul(2);
        self.statistics.resets += 1;
        if !self.options.keep_size {
            self.generation.growth = Growth::default();
        }
        self.tests_since_new_edge = 0;
    }
}

/// The generator of a worker's choices.
fn choice(own_seed: u64, size: u32) -> Generator {
    Generator::new(seed::random(seed::derive(own_seed, Purpose::Choice, [0; 3])), size)
}

impl Origin {
    /// Whether the test was made from a passed one.
    fn is_below_passed(self) -> bool {
        match self {
            Origin::Input | Origin::Received | Origin::Generated => false,
            Origin::Mutant(served) => served.is_of_passed(),
            Origin::Edited(place) => place.is_of_passed(),
            Origin::Drifted => true,
        }
    }
}

impl Search for Campaign<'_> {
    fn next_test(&mut self) -> Test<'_> {
        assert!(self.current.is_none(), "the test before was not observed");
        self.reset_when_due();
        let current = self.prepare();
        self.current = Some(current);
        self.coin = self.choice.below(COINS);
        self.records = self.edits.records(self.choice.below(COINS));
        let (value, wants) = (self.value_of(current), self.wants(current));
        Test { address: &self.address, value, wants, interest: Some(self) }
    }

    fn observe(&mut self, verdict: Verdict, observation: &Observation) -> Option<JournalEntry> {
        if self.options.coverage {
            let entry = self.learn(verdict, observation);
            self.received.finish();
            return entry;
        }
        // Without coverage, a made-up edge marks a test as worth mutating.
        let is_idle = verdict == Verdict::Passed && self.batches.is_empty();
        let made_up = if is_idle { Observation::of_edges(&[0]) } else { Observation::default() };
        self.learn(verdict, &made_up)
    }

    #[inline]
    fn counters(&self) -> &Statistics {
        &self.statistics
    }

    fn statistics(&self) -> Statistics {
        Statistics { queued: self.batches.len() as u64, ..self.statistics }
    }

    fn skip(&mut self, addresses: &[Address]) {
        self.skipped.extend(addresses);
    }

    fn receive(&mut self, number: u64, test: SharedTest) {
        self.received.push(number, test);
    }

    fn offer(&mut self, text: Rc<str>) {
        self.received.offer(text);
    }

    fn take_unreadable(&mut self) -> Vec<u64> {
        self.inputs.take_unreadable()
    }

    fn step_aside(&mut self) {
        self.leave_the_way();
    }

    fn resume(
        &mut self,
        past: &Past,
        before: &Statistics,
        runner: &mut dyn Rerun,
    ) -> Result<(), BrokenJournal> {
        self.go_on(past, before, runner)
    }

    fn marks(&self) -> Marks {
        Marks { entries: self.entries, first: self.batches.first() }
    }

    fn state(&self) -> Vec<u8> {
        self.state_bytes()
    }

    fn compact(
        &self,
        journal: Vec<JournalEntry>,
        failures: &[Address],
    ) -> Option<Vec<JournalEntry>> {
        self.needed_entries(journal, failures)
    }

    fn remake(
        &self,
        journal: &[JournalEntry],
        address: Address,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Box<dyn Node>>, BrokenJournal> {
        self.replay(journal).make(&address, goes_on)
    }
}

//! FuzzChick's algorithm (Lampropoulos, Hicks and Pierce, OOPSLA 2019), the baseline that the paper
//! compares with: random mutants of interesting tests, energies as AFL gives them, one map of hit
//! counts for all tests. It is a [`Search`] as mutagen's campaign is, so that a comparison has the
//! same executor and the same counters. A test executable that calls [`register`] can run it.
//!
//! As in the published tool, generated values have one size, and sequences exactly as many
//! elements; what a mutator makes anew has QuickChick's default size.
//!
//! What differs from it: execution time, which its energy depends on, is replaced by the sum of all
//! hit counts, so that the same seed gives the same run; edges are those of the code under test,
//! where it sees each pair of basic blocks that follow each other, across calls too; and its last
//! commit's temporary code that wipes all queues every 1024 tests is left out.

mod energy;
mod mutate;

use energy::Energy;
use mutagen_core::Generator;
use mutagen_core::internal::coverage::{CoverageRequest, Depth, Hits, Observation, Tier, Verdict};
use mutagen_core::internal::run::searches;
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::donated::Donated;
use mutagen_core::internal::search::interface::{Rerun, Search, Subject, Test};
use mutagen_core::internal::search::journal::{BrokenJournal, JournalEntry, Past};
use mutagen_core::internal::search::statistics::Statistics;
use mutagen_core::internal::value::node::Node;
use mutagen_core::internal::value::seed::{self, Purpose};
use mutate::Mutator;
use std::collections::BTreeSet;

/// The name under which a worker finds the search.
pub const NAME: &str = "fuzzchick";

/// Makes the search known to the workers of this executable: before the property runs.
pub fn register() {
    searches::register(NAME, |subject, seed, options| {
        Box::new(FuzzChick::new(subject, seed, options.max_size))
    });
}

/// What the search wants to know of each run.
const WANTS: CoverageRequest<'static> = CoverageRequest {
    depth: Depth::Nothing,
    discarded: Depth::Nothing,
    hits: Hits::Counts,
    records: false,
    forget: false,
    remember: false,
};

/// After so many tests that were generated because there were no seeds, all that passed are taken
/// up again.
const RESTORE: u64 = 1000;

/// The size of what a mutator makes anew.
const FRESH: u32 = 7;

/// Entries of the map of hit counts; edges beyond share them.
const MAP: usize = 1 << 16;

/// A search by FuzzChick's algorithm.
pub struct FuzzChick<'s> {
    subject: &'s dyn Subject,
    seed: u64,
    size: u32,
    /// Values generated so far.
    generated: u64,
    mutator: Mutator,
    /// The bits of each edge's count that no test has had yet.
    virgin: Vec<u8>,
    /// Passed tests that are mutated now, the last first.
    favoured: Vec<Seed>,
    /// Passed tests found since then.
    found: Vec<Seed>,
    /// Discarded tests that are mutated when no passed ones wait, the last first.
    discarded: Vec<Seed>,
    /// Discarded tests found since then.
    found_discarded: Vec<Seed>,
    /// All passed tests that were ever interesting.
    saved: Vec<Seed>,
    /// The values of the log's entries.
    values: Vec<Box<dyn Node>>,
    energy: Energy,
    /// Mutants made so far.
    mutants: u64,
    /// Tests still to be generated, with no seeds left, before the saved ones are taken up again.
    fuel: u64,
    current: Option<(Address, Box<dyn Node>)>,
    skipped: BTreeSet<Address>,
    statistics: Statistics,
}

/// A test to be mutated: its number in the log, and how many mutants it is good for.
#[derive(Debug, Clone, Copy)]
struct Seed {
    number: u64,
    energy: u64,
}

impl<'s> FuzzChick<'s> {
    /// A search that has run no test yet, and that generates values of this size.
    pub fn new(subject: &'s dyn Subject, seed: u64, size: u32) -> FuzzChick<'s> {
        FuzzChick {
            subject,
            seed,
            size,
            generated: 0,
            mutator: Mutator::new(FRESH),
            virgin: vec![u8::MAX; MAP],
            favoured: Vec::new(),
            found: Vec::new(),
            discarded: Vec::new(),
            found_discarded: Vec::new(),
            saved: Vec::new(),
            values: Vec::new(),
            energy: Energy::default(),
            mutants: 0,
            fuel: RESTORE,
            current: None,
            skipped: BTreeSet::new(),
            statistics: Statistics::default(),
        }
    }

    fn enqueue(&mut self, entry: &JournalEntry, value: Box<dyn Node>, hits: &[(u32, u8)]) {
        let seed = Seed { number: entry.number, energy: self.energy.of(hits, !entry.passed) };
        if entry.passed {
            self.found.push(seed);
            self.saved.push(seed);
        } else {
            self.found_discarded.push(seed);
        }
        self.values.push(value);
        self.statistics.retained += 1;
    }

    /// Whether any edge has a bit in its count that it never had; and enters them.
    fn is_new(&mut self, hits: &[(u32, u8)]) -> bool {
        let mut new = false;
        for &(edge, count) in hits {
            let virgin = &mut self.virgin[edge as usize % MAP];
            self.statistics.edges += u64::from(*virgin == u8::MAX);
            new |= *virgin & count != 0;
            *virgin &= !count;
        }
        new
    }

    /// The next test to be mutated: favoured ones, then those found meanwhile, then discarded ones,
    /// and those found meanwhile; of each the newest first. One generated test in between whenever
    /// a discarded one is used up; and when there are none of any, a thousand before all that ever
    /// passed are taken up again.
    fn parent(&mut self) -> Option<u64> {
        loop {
            self.favoured.pop_if(|seed| seed.energy == 0);
            if let Some(seed) = self.favoured.last_mut() {
                return Some(seed.spend());
            }
            if !self.found.is_empty() {
                self.favoured.append(&mut self.found);
                continue;
            }
            if self.discarded.pop_if(|seed| seed.energy == 0).is_some() {
                return None;
            }
            if let Some(seed) = self.discarded.last_mut() {
                return Some(seed.spend());
            }
            if !self.found_discarded.is_empty() {
                self.discarded.append(&mut self.found_discarded);
                continue;
            }
            let out_of_fuel = self.fuel == 0;
            self.fuel = if out_of_fuel { RESTORE } else { self.fuel - 1 };
            if !out_of_fuel || self.saved.is_empty() {
                return None;
            }
            self.favoured.clone_from(&self.saved);
        }
    }

    fn mutant(&mut self) -> Option<(Address, Box<dyn Node>)> {
        let parent = self.parent()?;
        let copy = self.values[parent as usize].copy_node()?;
        let number = self.mutants;
        self.mutants += 1;
        let value = mutated(&mut self.mutator, copy, self.seed, parent, number);
        let donated = Donated::NONE;
        let address = Address::Edited { parent, number, edits: 0, solved: 0, retained: 0, donated };
        Some((address, value))
    }

    fn generated(&mut self) -> (Address, Box<dyn Node>) {
        let (number, size) = (self.generated, self.size);
        self.generated += 1;
        let value = generated(self.subject, self.seed, number, size);
        (Address::Generated { number, size }, value)
    }
}

impl Search for FuzzChick<'_> {
    fn next_test(&mut self) -> Test<'_> {
        let prepared = loop {
            let prepared = self.mutant().unwrap_or_else(|| self.generated());
            if !self.skipped.contains(&prepared.0) {
                break prepared;
            }
        };
        let (address, value) = self.current.insert(prepared);
        Test { address, value: &**value, wants: WANTS, interest: None }
    }

    fn observe(&mut self, verdict: Verdict, observation: &Observation) -> Option<JournalEntry> {
        let Some((address, value)) = self.current.take() else {
            panic!("no test is prepared: call `next_test` first")
        };
        let hits = &observation.counts;
        self.statistics.count(verdict);
        self.energy.observe(hits);
        if !self.is_new(hits) || verdict == Verdict::Failed {
            return None;
        }
        let passed = verdict == Verdict::Passed;
        let number = self.values.len() as u64;
        let entry = JournalEntry::new(number, address, passed, Some(Tier::Edge));
        self.enqueue(&entry, value, hits);
        Some(entry)
    }

    fn counters(&self) -> &Statistics {
        &self.statistics
    }

    fn statistics(&self) -> Statistics {
        let discarded = self.discarded.len() + self.found_discarded.len();
        let queued = self.favoured.len() + self.found.len() + discarded;
        Statistics { queued: queued as u64, samples: 1, ..self.statistics }
    }

    fn skip(&mut self, addresses: &[Address]) {
        self.skipped.extend(addresses);
    }

    fn resume(
        &mut self,
        past: &Past,
        before: &Statistics,
        runner: &mut dyn Rerun,
    ) -> Result<(), BrokenJournal> {
        let journal = &past.entries[..];
        for entry in journal {
            if !runner.goes_on() {
                return Ok(());
            }
            let value = rebuild(self.subject, self.seed, journal, entry.address)?;
            let hits = &runner.rerun(entry, &*value, &WANTS).counts;
            self.is_new(hits);
            self.generated = self.generated.max(before.tests);
            self.mutants = self.mutants.max(before.tests);
            self.enqueue(entry, value, hits);
        }
        Ok(())
    }

    /// A line of ancestors and nothing else: soon done.
    fn remake(
        &self,
        journal: &[JournalEntry],
        address: Address,
        _: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Box<dyn Node>>, BrokenJournal> {
        rebuild(self.subject, self.seed, journal, address).map(Some)
    }
}

impl Seed {
    /// Uses one unit of its energy, and gives its number.
    fn spend(&mut self) -> u64 {
        self.energy = self.energy.saturating_sub(1);
        self.number
    }
}

fn generated(subject: &dyn Subject, seed: u64, number: u64, size: u32) -> Box<dyn Node> {
    let random = seed::random(seed::derive(seed, Purpose::Generation, [number, 0, 0]));
    subject.generate(&mut Generator::new(random, size).filled())
}

fn mutated(
    mutator: &mut Mutator,
    mut value: Box<dyn Node>,
    seed: u64,
    parent: u64,
    number: u64,
) -> Box<dyn Node> {
    let random = seed::random(seed::derive(seed, Purpose::Mutant, [parent, number, 0]));
    mutator.mutate(&mut *value, random);
    value
}

/// Makes the value of an address of such a search again from its log.
///
/// # Errors
/// When the log lacks an ancestor.
pub fn rebuild(
    subject: &dyn Subject,
    seed: u64,
    log: &[JournalEntry],
    address: Address,
) -> Result<Box<dyn Node>, BrokenJournal> {
    let mut steps = Vec::new();
    let mut at = address;
    let mut value = loop {
        match at {
            Address::Generated { number, size } => {
                break generated(subject, seed, number, size);
            }
            Address::Edited { parent, number, .. } => {
                let later = steps.last().is_some_and(|&(last, _)| parent >= last);
                let entry = usize::try_from(parent).ok().and_then(|parent| log.get(parent));
                let Some(entry) = entry.filter(|_| !later) else {
                    return Err(BrokenJournal { address });
                };
                steps.push((parent, number));
                at = entry.address;
            }
            Address::Input { .. }
            | Address::Received { .. }
            | Address::Mutant { .. }
            | Address::Repeated { .. }
            | Address::Drifted { .. }
            | Address::Solved { .. } => return Err(BrokenJournal { address }),
        }
    };
    let mut mutator = Mutator::new(FRESH);
    for (parent, number) in steps.into_iter().rev() {
        value = mutated(&mut mutator, value, seed, parent, number);
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use mutagen_core::Mutate;
    use mutagen_core::text::print;

    struct Lists;

    impl Subject for Lists {
        fn generate(&self, generator: &mut Generator) -> Box<dyn Node> {
            Box::new(<(Vec<u8>, u8)>::generate(generator))
        }
    }

    /// Runs a search in which the sum of the numbers is the count of edge 0.
    fn run(tests: u64) -> (Vec<String>, Vec<JournalEntry>, Statistics) {
        let mut search = FuzzChick::new(&Lists, 5, 10);
        let (mut texts, mut log) = (Vec::new(), Vec::new());
        for _ in 0..tests {
            let Test { address: &address, value, .. } = search.next_test();
            let text = print(value);
            let again = rebuild(&Lists, 5, &log, address).unwrap();
            assert_eq!(print(&*again), text, "{address}");
            let value = value.downcast_ref::<(Vec<u8>, u8)>().unwrap();
            let sum = value.0.iter().fold(0_u8, |sum, number| sum.wrapping_add(*number));
            let verdict = if value.1 < 5 { Verdict::Passed } else { Verdict::Discarded };
            let mut observation = Observation::default();
            observation.counts.push((0, sum.max(1)));
            log.extend(search.observe(verdict, &observation));
            texts.push(text);
        }
        (texts, log, search.statistics())
    }

    #[test]
    fn every_test_can_be_made_again_and_the_same_seed_gives_the_same_tests() {
        let (texts, log, statistics) = run(3000);
        assert_eq!(texts, run(3000).0);
        assert_eq!(statistics.tests, 3000);
        let mutants = log.iter().filter(|e| matches!(e.address, Address::Edited { .. })).count();
        assert!(mutants > 0, "a mutant with a new bit is retained");
        // Eight bits of one edge are all there is to find.
        assert!((1..=8).contains(&log.len()), "{}", log.len());
    }

    #[test]
    fn seeds_are_used_up_newest_first_favoured_ones_before_discarded_ones() {
        let mut search = FuzzChick::new(&Lists, 1, 10);
        let seed = |number, energy| Seed { number, energy };
        search.favoured = vec![seed(0, 1), seed(1, 2)];
        search.found = vec![seed(2, 1), seed(3, 1)];
        search.discarded = vec![seed(4, 1)];
        search.found_discarded = vec![seed(5, 1), seed(6, 1)];
        let mut next = |count| (0..count).map(|_| search.parent()).collect::<Vec<_>>();
        assert_eq!(next(5), [Some(1), Some(1), Some(0), Some(3), Some(2)]);
        // A generated test after each discarded seed.
        assert_eq!(next(6), [Some(4), None, Some(6), None, Some(5), None]);
        search.discarded = vec![seed(7, 1)];
        assert_eq!(search.parent(), Some(7));
        // What was found while a discarded test was mutated comes before the generated one.
        search.found = vec![seed(8, 1)];
        assert_eq!([search.parent(), search.parent()], [Some(8), None]);
    }

    #[test]
    fn a_thousand_generated_tests_without_any_seed_bring_all_that_passed_back() {
        let mut search = FuzzChick::new(&Lists, 1, 10);
        search.saved = vec![Seed { number: 0, energy: 1 }, Seed { number: 1, energy: 1 }];
        for _ in 0..2 {
            assert!((0..RESTORE).all(|_| search.parent().is_none()));
            assert_eq!([search.parent(), search.parent()], [Some(1), Some(0)]);
        }
        search.saved.clear();
        assert!((0..2 * RESTORE).all(|_| search.parent().is_none()));
    }

    #[test]
    fn generated_lists_have_as_many_elements_as_the_size_is() {
        for number in 0..20 {
            let value = generated(&Lists, 1, number, 3);
            let (list, _) = value.downcast_ref::<(Vec<u8>, u8)>().unwrap();
            assert_eq!(list.len(), 3);
        }
    }
}

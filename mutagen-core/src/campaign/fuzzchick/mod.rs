//! FuzzChick's algorithm (Lampropoulos, Hicks and Pierce, OOPSLA 2019), the baseline that the paper
//! compares with: random mutants of interesting tests, energies as AFL gives them, one map of hit
//! counts for all tests. The same two calls as [`Campaign`](super::Campaign), so that a comparison has
//! the same executor and the same counters.
//!
//! What differs from the published tool: execution time, which its energy depends on, is replaced by the
//! sum of all hit counts, so that the same seed gives the same run; its last commit's temporary
//! code that wipes all queues every 1024 tests is left out; and values are generated as for every other
//! search here, of sizes that grow to the largest, where the published scripts for the
//! information-flow machines have one small size.

mod energy;
mod mutate;

use super::generation::{self, Generation};
use super::{BrokenLog, Retained, Subject, Verdict};
use crate::address::Address;
use crate::coverage::{Operands, Tier};
use crate::mutate::Node;
use crate::seed::{self, Purpose};
use crate::statistics::Statistics;
use energy::Energy;
use mutate::Mutator;
use std::collections::{BTreeSet, VecDeque};

/// Generated tests in a row of which the favoured seeds are taken up again.
const RESTORE: u64 = 1000;

/// Entries of the map of hit counts; edges beyond share them.
const MAP: usize = 1 << 16;

/// A search by FuzzChick's algorithm.
pub struct FuzzChick<'s> {
    subject: &'s dyn Subject,
    seed: u64,
    max_size: u32,
    generation: Generation,
    mutator: Mutator,
    /// The bits of each edge's count that no test has had yet.
    virgin: Vec<u8>,
    /// Passed tests that are mutated now, front to back.
    favoured: VecDeque<Seed>,
    /// Passed tests found since then.
    found: VecDeque<Seed>,
    discarded: VecDeque<Seed>,
    /// All passed tests that were ever interesting.
    saved: Vec<Seed>,
    /// The values of the log's entries.
    values: Vec<Box<dyn Node>>,
    energy: Energy,
    /// Mutants made so far.
    mutants: u64,
    /// Tests generated since seeds were taken up again.
    random: u64,
    /// A discarded seed was used up: the next test is generated.
    refresh: bool,
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
    /// A search that has run no test yet.
    pub fn new(subject: &'s dyn Subject, seed: u64, max_size: u32) -> FuzzChick<'s> {
        FuzzChick {
            subject,
            seed,
            max_size,
            generation: Generation::default(),
            mutator: Mutator::new(max_size),
            virgin: vec![u8::MAX; MAP],
            favoured: VecDeque::new(),
            found: VecDeque::new(),
            discarded: VecDeque::new(),
            saved: Vec::new(),
            values: Vec::new(),
            energy: Energy::default(),
            mutants: 0,
            random: 0,
            refresh: false,
            current: None,
            skipped: BTreeSet::new(),
            statistics: Statistics::default(),
        }
    }

    /// Tests that are never served: those that killed an earlier worker.
    pub fn skip(&mut self, addresses: impl IntoIterator<Item = Address>) {
        self.skipped.extend(addresses);
    }

    /// Prepares the next test and gives its address.
    pub fn next_test(&mut self) -> Address {
        loop {
            let (address, value) = self.mutant().unwrap_or_else(|| self.generated());
            if !self.skipped.contains(&address) {
                self.current = Some((address, value));
                return address;
            }
        }
    }

    /// The value of the test that [`FuzzChick::next_test`] prepared.
    ///
    /// # Panics
    /// When no test is prepared.
    pub fn value(&self) -> &dyn Node {
        match &self.current {
            Some((_, value)) => &**value,
            None => panic!("no test is prepared: call `next_test` first"),
        }
    }

    /// Takes the verdict on the prepared test and the counts of all edges that it hit. If the test is
    /// interesting it is retained: the entry must be written to the log before the next test.
    ///
    /// # Panics
    /// When no test is prepared.
    pub fn observe(&mut self, verdict: Verdict, hits: &[(u32, u8)]) -> Option<Retained> {
        let Some((address, value)) = self.current.take() else {
            panic!("no test is prepared: call `next_test` first")
        };
        self.statistics.tests += 1;
        match verdict {
            Verdict::Passed => self.statistics.passed += 1,
            Verdict::Discarded => self.statistics.discarded += 1,
            Verdict::Failed => self.statistics.failed += 1,
        }
        self.generation.observe(verdict);
        self.energy.observe(hits);
        if !self.is_new(hits) || verdict == Verdict::Failed {
            return None;
        }
        let passed = verdict == Verdict::Passed;
        let entry = Retained {
            number: self.values.len() as u64,
            address,
            passed,
            tier: Some(Tier::Edge),
            rarest: 0,
            operands: Operands::default(),
        };
        self.enqueue(entry, value, hits);
        Some(entry)
    }

    /// Takes up a test that an earlier process retained. The entries must come in the order of the log;
    /// `tests` is how many tests that process ran.
    pub fn resume(
        &mut self,
        entry: Retained,
        value: Box<dyn Node>,
        hits: &[(u32, u8)],
        tests: u64,
    ) {
        self.is_new(hits);
        self.generation.passed_by(entry.address);
        self.mutants = self.mutants.max(tests);
        self.enqueue(entry, value, hits);
    }

    /// The counters so far, but for the tests that wait, which are not counted.
    #[inline]
    pub fn counters(&self) -> &Statistics {
        &self.statistics
    }

    /// The counters so far.
    pub fn statistics(&self) -> Statistics {
        let queued = self.favoured.len() + self.found.len() + self.discarded.len();
        Statistics { queued: queued as u64, samples: 1, ..self.statistics }
    }

    fn enqueue(&mut self, entry: Retained, value: Box<dyn Node>, hits: &[(u32, u8)]) {
        let seed = Seed { number: entry.number, energy: self.energy.of(hits, !entry.passed) };
        if entry.passed {
            self.found.push_back(seed);
            self.saved.push(seed);
        } else {
            self.discarded.push_back(seed);
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

    /// The next test to be mutated: favoured ones front to back, then those found meanwhile, then
    /// discarded ones; one generated test in between whenever a discarded one is used up.
    fn parent(&mut self) -> Option<u64> {
        if std::mem::take(&mut self.refresh) {
            return None;
        }
        if self.random >= RESTORE {
            self.random = 0;
            self.favoured.extend(&self.saved);
        }
        if self.favoured.is_empty() {
            self.favoured = std::mem::take(&mut self.found);
        }
        if let Some(number) = spend(&mut self.favoured) {
            return Some(number);
        }
        let number = spend(&mut self.discarded)?;
        self.refresh = self.discarded.front().is_none_or(|front| front.number != number);
        Some(number)
    }

    fn mutant(&mut self) -> Option<(Address, Box<dyn Node>)> {
        let parent = self.parent()?;
        let copy = self.values[parent as usize].copy_node()?;
        let number = self.mutants;
        self.mutants += 1;
        let value = mutated(&mut self.mutator, copy, self.seed, parent, number);
        Some((Address::Edited { parent, number, retained: 0 }, value))
    }

    fn generated(&mut self) -> (Address, Box<dyn Node>) {
        self.random += 1;
        let address = self.generation.next(self.max_size);
        let Address::Generated { number, size } = address else { unreachable!("it generates") };
        (address, generation::generate(self.subject, self.seed, number, size))
    }
}

/// Uses one unit of the energy of the first seed, and takes it out when that was the last.
fn spend(seeds: &mut VecDeque<Seed>) -> Option<u64> {
    let first = seeds.front_mut()?;
    first.energy = first.energy.saturating_sub(1);
    let Seed { number, energy } = *first;
    if energy == 0 {
        seeds.pop_front();
    }
    Some(number)
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
    max_size: u32,
    log: &[Retained],
    address: Address,
) -> Result<Box<dyn Node>, BrokenLog> {
    let mut steps = Vec::new();
    let mut at = address;
    let mut value = loop {
        match at {
            Address::Generated { number, size } => {
                break generation::generate(subject, seed, number, size);
            }
            Address::Edited { parent, number, .. } => {
                let later = steps.last().is_some_and(|&(last, _)| parent >= last);
                let entry = usize::try_from(parent).ok().and_then(|parent| log.get(parent));
                let Some(entry) = entry.filter(|_| !later) else {
                    return Err(BrokenLog { address });
                };
                steps.push((parent, number));
                at = entry.address;
            }
            Address::Mutant { .. } | Address::Repeated { .. } | Address::Drifted { .. } => {
                return Err(BrokenLog { address });
            }
        }
    };
    let mut mutator = Mutator::new(max_size);
    for (parent, number) in steps.into_iter().rev() {
        value = mutated(&mut mutator, value, seed, parent, number);
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::print;
    use crate::{Generator, Mutate};

    struct Lists;

    impl Subject for Lists {
        fn generate(&self, generator: &mut Generator) -> Box<dyn Node> {
            Box::new(<(Vec<u8>, u8)>::generate(generator))
        }
    }

    /// Runs a search in which the sum of the numbers is the count of edge 0.
    fn run(tests: u64) -> (Vec<String>, Vec<Retained>, Statistics) {
        let mut search = FuzzChick::new(&Lists, 5, 10);
        let (mut texts, mut log) = (Vec::new(), Vec::new());
        for _ in 0..tests {
            let address = search.next_test();
            let text = print(search.value());
            let again = rebuild(&Lists, 5, 10, &log, address).unwrap();
            assert_eq!(print(&*again), text, "{address}");
            let value = search.value().downcast_ref::<(Vec<u8>, u8)>().unwrap();
            let sum = value.0.iter().fold(0_u8, |sum, number| sum.wrapping_add(*number));
            let verdict = if value.1 < 5 { Verdict::Passed } else { Verdict::Discarded };
            log.extend(search.observe(verdict, &[(0, sum.max(1))]));
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
    fn favoured_seeds_are_used_up_one_after_the_other_and_found_ones_next() {
        let mut search = FuzzChick::new(&Lists, 1, 10);
        for (number, energy) in [(0, 2), (1, 1)] {
            search.favoured.push_back(Seed { number, energy });
        }
        search.found.push_back(Seed { number: 2, energy: 1 });
        search.discarded.push_back(Seed { number: 3, energy: 1 });
        let parents: Vec<Option<u64>> = (0..6).map(|_| search.parent()).collect();
        assert_eq!(parents, [Some(0), Some(0), Some(1), Some(2), Some(3), None]);
    }
}

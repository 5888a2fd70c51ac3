//! Tests that a campaign goes on after the death of its process as if nothing had happened: with
//! the same corpus, batches and numbers, and no test twice. The verdicts are made up.

use super::*;
use crate::coverage::Tier;
use crate::search::journal::find;
use crate::value::mutate::Mutate;
use crate::value::operands::Comparison;
use crate::value::text;
use std::collections::BTreeMap;

/// Lists of bytes.
struct Bytes;

impl Subject for Bytes {
    fn generate(&self, generator: &mut Generator) -> Box<dyn Node> {
        Box::new(Vec::<u8>::generate(generator))
    }

    fn parse(&self, text: &str) -> Option<Box<dyn Node>> {
        Some(Box::new(text::parse::<Vec<u8>>(text).ok()?.value))
    }
}

const SEED: u64 = 23;

/// What is on the disk, and what was run.
#[derive(Default)]
struct Disk {
    journal: BTreeMap<u64, JournalEntry>,
    state: Vec<u8>,
    marks: Option<Marks>,
    /// The observations of retained tests.
    observations: BTreeMap<u64, Observation>,
    values: BTreeMap<u64, String>,
    served: BTreeSet<Address>,
    statistics: Statistics,
    /// The resets of earlier processes.
    earlier_resets: u64,
    tests: u64,
}

impl Disk {
    fn past(&self) -> Past {
        let entries = self.journal.values().cloned().collect();
        Past { entries, state: self.state.clone(), marks: self.marks }
    }

    /// Runs a test of the campaign. Returns its address.
    fn run(&mut self, campaign: &mut Campaign<'_>) -> Address {
        let test = campaign.next_test();
        let (address, is_recorded) = (*test.address, test.wants.records);
        assert!(self.served.insert(address) || is_again(address), "{address} was served before");
        let value = text::print(campaign.value());
        let number = self.tests as u32;
        self.tests += 1;
        let tier = match number % 13 {
            0 | 8 if number % 2000 < 120 => Some(Tier::Edge),
            3 => Some(Tier::Bucket),
            5 => Some(Tier::BucketedSet),
            _ => None,
        };
        let hit = [number, number + 1_000_000, number % 7];
        let hit = if tier == Some(Tier::Edge) { &hit[..1 + number as usize % 3] } else { &hit };
        let observation = tier.map(|tier| Observation::of_run(tier, hit, 9));
        let mut observation = observation.unwrap_or_default();
        if is_recorded {
            let pairs = (0..9).filter_map(|n| Comparison::numbers(n * 9, 250 - n, 1));
            observation.novelty.comparisons = pairs.collect();
        }
        let verdict = if number % 4 == 1 { Verdict::Discarded } else { Verdict::Passed };
        if let Some(entry) = campaign.observe(verdict, &observation) {
            self.observations.insert(entry.number, observation);
            self.values.insert(entry.number, value);
            self.journal.insert(entry.number, entry);
        }
        if matches!(address, Address::Mutant { .. } | Address::Generated { .. }) {
            self.marks = Some(campaign.marks());
        }
        self.statistics.tests += 1;
        self.statistics.samples = campaign.statistics().samples;
        self.statistics.resets = self.earlier_resets + campaign.statistics().resets;
        address
    }
}

/// Whether an address may be served several times: a test is run again before each drift, and the
/// number of a recorded test is used again if nothing needs its entry.
fn is_again(address: Address) -> bool {
    matches!(address, Address::Repeated { .. } | Address::Solved { .. })
}

/// Gives the observations of retained tests again, and counts them.
struct Again<'d>(&'d BTreeMap<u64, Observation>, Vec<u64>);

impl Rerun for Again<'_> {
    fn goes_on(&mut self) -> bool {
        true
    }

    fn rerun(
        &mut self,
        entry: &JournalEntry,
        _: &dyn Node,
        _: &CoverageRequest<'_>,
    ) -> &Observation {
        self.1.push(entry.number);
        &self.0[&entry.number]
    }
}

fn options() -> Options {
    Options { corpus: 60, edits: 40, threshold: 150, ..Options::default() }
}

fn resumed(disk: &Disk, killers: &[Address]) -> (Campaign<'static>, Vec<u64>) {
    let mut campaign = Campaign::new(&Bytes, SEED, options());
    campaign.skip(killers);
    let mut again = Again(&disk.observations, Vec::new());
    campaign.resume(&disk.past(), &disk.statistics, &mut again).unwrap();
    (campaign, again.1)
}

/// The corpus without its worths, and the waiting batches.
fn remembered(campaign: &Campaign<'_>) -> (Vec<Vec<u64>>, Vec<state::Waiting>) {
    let bytes = campaign.state();
    let journal: Vec<JournalEntry> = numbers(campaign).map(entry).collect();
    let state = campaign.read_state(&bytes, &journal).expect("its own state");
    let pools = state.edits.pools.each_ref();
    let pools = pools.map(|pool| pool.tests().iter().map(|kept| kept.number).collect());
    (pools.to_vec(), state.batches)
}

fn numbers(campaign: &Campaign<'_>) -> std::ops::Range<u64> {
    0..campaign.entries
}

fn entry(number: u64) -> JournalEntry {
    JournalEntry::new(number, Address::Generated { number, size: 0 }, true, None)
}

/// Whether both know the same batches at the same positions. The new edges of a batch are not
/// needed once it is the first.
fn same_batches(one: &[state::Waiting], other: &[state::Waiting]) -> bool {
    let key = |batch: &state::Waiting| (batch.passed, batch.next, batch.queued.samples);
    one.iter().map(key).eq(other.iter().map(key))
}

#[test]
fn a_resumed_campaign_has_the_corpus_and_the_batches_and_serves_no_test_twice() {
    for (state_every, compact_every) in [(u64::MAX, u64::MAX), (700, u64::MAX), (300, 900)] {
        let mut disk = Disk::default();
        let mut killers = Vec::new();
        let mut campaign = Campaign::new(&Bytes, SEED, options());
        let (mut deaths, mut left_out) = (0, 0);
        for test in 1..8000 {
            disk.run(&mut campaign);
            if test % state_every == 0 {
                disk.state = campaign.state();
            }
            if test % compact_every == 0 {
                let kept = campaign.compact(disk.past().entries, &killers).unwrap();
                left_out += disk.journal.len() - kept.len();
                disk.journal = kept.into_iter().map(|entry| (entry.number, entry)).collect();
            }
            if test % 487 == 0 {
                // Some deaths are those of a test, others come from outside between two tests.
                let before = remembered(&campaign);
                deaths += 1;
                if deaths % 2 == 0 {
                    let killer = *campaign.next_test().address;
                    if !is_again(killer) {
                        killers.push(killer);
                        disk.served.insert(killer);
                    }
                    disk.statistics.tests += 1;
                }
                let (next, again) = resumed(&disk, &killers);
                let (pools, batches) = remembered(&next);
                assert_eq!(pools, before.0, "the corpus after death {deaths}");
                if deaths % 2 == 1 {
                    assert!(same_batches(&batches, &before.1), "after death {deaths}");
                }
                let alive: BTreeSet<u64> = pools.iter().flatten().copied().collect();
                let waiting = batches.iter().map(|batch| batch.next.number);
                let alive: Vec<u64> = alive.into_iter().chain(waiting).collect();
                assert!(again.iter().all(|number| alive.contains(number)), "{again:?}");
                let once: BTreeSet<&u64> = again.iter().collect();
                assert_eq!(once.len(), again.len(), "each is run once");
                assert_eq!(next.statistics.samples, disk.statistics.samples);
                disk.earlier_resets = disk.statistics.resets;
                campaign = next;
            }
        }
        assert!(deaths > 10 && disk.statistics.resets > 0, "{:?}", disk.statistics);
        assert!(compact_every == u64::MAX || left_out > 800, "{left_out} entries left out");
    }
}

#[test]
fn yields_costs_and_numbers_survive() {
    let mut disk = Disk::default();
    let mut campaign = Campaign::new(&Bytes, SEED, options());
    (0..4000).for_each(|_| _ = disk.run(&mut campaign));
    disk.state = campaign.state();
    let (next, _) = resumed(&disk, &[]);
    let both = [&campaign, &next].map(|campaign| {
        let state = campaign.read_state(&campaign.state(), &disk.past().entries).unwrap();
        let numbers = [state.edits.number, state.drifted];
        (state, numbers)
    });
    let [(before, numbers), (after, later)] = both;
    assert_eq!(before.tests, after.tests);
    assert_eq!(after.entries, before.entries);
    let later = later.map(|number| number - 1);
    assert_eq!(later, numbers, "a number may have been used in a test that was not counted");
    assert_eq!(after.found_otherwise, before.found_otherwise);
    assert_eq!((&after.rarity, &after.edges), (&before.rarity, &before.edges));
    assert_eq!(after.edits.pools, before.edits.pools, "wins and costs as well");
    assert_eq!(next.threshold, campaign.threshold);
    assert_eq!(next.tests_since_new_edge, campaign.tests_since_new_edge);
}

#[test]
fn a_state_that_does_not_fit_the_journal_is_not_used() {
    let mut disk = Disk::default();
    let mut campaign = Campaign::new(&Bytes, SEED, options());
    (0..3000).for_each(|_| _ = disk.run(&mut campaign));
    let state = campaign.state();
    let entries = disk.past().entries;
    assert!(campaign.read_state(&state, &entries).is_some());
    assert!(campaign.read_state(&state, &entries[entries.len() / 2..]).is_none());
    assert!(campaign.read_state(&[], &entries).is_none());
    let of = |seed, options| Campaign::new(&Bytes, seed, options).read_state(&state, &entries);
    assert!(of(SEED + 1, options()).is_none());
    assert!(of(SEED, Options { corpus: 61, ..options() }).is_none());
    assert!(of(SEED, Options { rarity: false, ..options() }).is_none());
    // A counter that the next test would overflow.
    let mut full = campaign.read_state(&state, &entries).unwrap();
    full.drifted = u64::MAX;
    assert!(campaign.read_state(&postcard::to_stdvec(&full).unwrap(), &entries).is_none());
    // Damaged states give another campaign or none, but no panic.
    for at in (0..state.len()).step_by(state.len() / 40) {
        let mut damaged = state.clone();
        damaged[at] ^= 1 << (at % 8);
        disk.state = damaged;
        let (mut campaign, _) = resumed(&disk, &[]);
        let address = *campaign.next_test().address;
        assert!(!address.to_string().is_empty());
        campaign.observe(Verdict::Passed, &Observation::of_edges(&[5]));
    }
}

#[test]
fn a_compacted_journal_leads_to_the_corpus_the_batches_the_drift_and_the_failures() {
    let mut disk = Disk::default();
    let mut campaign = Campaign::new(&Bytes, SEED, options());
    let mut failures = Vec::new();
    let mut shorter = 0;
    for test in 0..3000 {
        let address = disk.run(&mut campaign);
        if test % 400 == 399 {
            failures.push((address, disk.values.clone()));
        }
        if test % 250 != 0 {
            continue;
        }
        let journal = disk.past().entries;
        let killed: Vec<Address> = failures.iter().map(|(address, _)| *address).collect();
        let made = |journal: &[JournalEntry], address| {
            let value = campaign.remake(journal, address, &mut || true);
            value.map(|value| text::print(&*value.unwrap()))
        };
        let before: Vec<_> = killed.iter().map(|address| made(&journal, *address)).collect();
        let kept = campaign.compact(journal.clone(), &killed).unwrap();
        let after: Vec<_> = killed.iter().map(|address| made(&kept, *address)).collect();
        assert_eq!(before, after, "failures after test {test}");
        assert!(after.iter().all(Result::is_ok));
        let (pools, batches) = remembered(&campaign);
        let waiting = batches.iter().map(|batch| batch.next.number);
        for number in pools.into_iter().flatten().chain(waiting) {
            let value = made(&kept, Address::Repeated { parent: number }).unwrap();
            assert_eq!(value, disk.values[&number], "entry {number} after test {test}");
        }
        let literals = |entry: &&JournalEntry| !entry.literals.is_empty();
        assert_eq!(journal.iter().filter(literals).count(), kept.iter().filter(literals).count());
        for entry in &kept {
            let old = find(&journal, entry.number).unwrap();
            assert_eq!((entry.tier, entry.batch), (old.tier, old.batch));
        }
        shorter += journal.len() - kept.len();
        disk.journal = kept.into_iter().map(|entry| (entry.number, entry)).collect();
        // The next tests are made from what is left.
        let journal = disk.past().entries;
        for _ in 0..20 {
            let address = *campaign.next_test().address;
            let value = text::print(campaign.value());
            assert_eq!(made_again(&journal, address), Ok(value), "at {address}");
            campaign.observe(Verdict::Passed, &Observation::default());
        }
        let entries = campaign.entries;
        disk.journal.retain(|number, _| *number < entries);
    }
    assert!(shorter > 200, "{shorter} entries left out");
}

fn made_again(journal: &[JournalEntry], address: Address) -> Result<String, BrokenJournal> {
    let value = Campaign::new(&Bytes, SEED, options()).remake(journal, address, &mut || true)?;
    Ok(text::print(&*value.unwrap()))
}

#[test]
fn crafted_addresses_and_journals_end_soon_with_an_error() {
    let chain = |length: u64| -> Vec<JournalEntry> {
        let step = |number| match number {
            0 => Address::Generated { number, size: 3 },
            _ => Address::Drifted { parent: number - 1, first: number, edits: u64::MAX },
        };
        (0..length).map(|n| JournalEntry::new(n, step(n), true, None)).collect()
    };
    let donated = |text: &str| text.parse().unwrap();
    let edited = |parent, edits, donated| Address::Edited {
        parent,
        number: u64::MAX,
        edits,
        solved: 255,
        retained: u64::MAX,
        donated,
    };
    for address in [
        Address::Generated { number: 0, size: u32::MAX },
        Address::Generated { number: u64::MAX, size: 11 },
        Address::Mutant { parent: 0, position: u64::MAX, mutant: 0 },
        Address::Mutant { parent: 0, position: 0, mutant: u64::MAX },
        Address::Mutant { parent: u64::MAX, position: 0, mutant: 0 },
        Address::Drifted { parent: 0, first: u64::MAX, edits: 0 },
        Address::Drifted { parent: 9, first: u64::MAX, edits: 1 },
        Address::Solved { parent: 0, number: u64::MAX, stack: 0, edits: 0 },
        Address::Solved { parent: 0, number: 0, stack: u64::MAX, edits: 255 },
        Address::Repeated { parent: 9 },
        edited(0, 255, donated("-:1")),
        edited(0, 1, donated("9:0:1")),
        edited(0, 8, donated("-:7:256,-:6:256")),
        edited(9, 1, donated("0:0:1")),
    ] {
        let error = made_again(&chain(1), address).unwrap_err();
        assert!(error.to_string().contains(&address.to_string()), "{error}");
    }
    let last = Address::Drifted { parent: 0, first: u64::MAX, edits: u64::MAX };
    assert!(made_again(&chain(1), last).is_ok(), "numbers wrap");
    // An entry that needs itself, or a later one.
    let mut cycle = chain(4);
    cycle[1].address = Address::Repeated { parent: 3 };
    assert!(made_again(&cycle, Address::Repeated { parent: 3 }).is_err());
    cycle[1].address = Address::Repeated { parent: 1 };
    assert!(made_again(&cycle, Address::Repeated { parent: 3 }).is_err());
    // A text that is no such value.
    let mut broken = chain(2);
    broken[1].value = Some("[1, 2".into());
    assert!(made_again(&broken, Address::Repeated { parent: 1 }).is_err());
    broken[1].value = Some("[300]".into());
    assert!(made_again(&broken, Address::Repeated { parent: 1 }).is_err());
    broken[1].value = Some("[30]".into());
    assert_eq!(made_again(&broken, Address::Repeated { parent: 1 }), Ok("[30]".to_owned()));
}

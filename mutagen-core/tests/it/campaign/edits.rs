//! Tests random edits in the campaign, with made-up verdicts and novelty: how many tests are edits,
//! which tests are kept for edits, and that each can be rebuilt from the journal. No property runs
//! here and nothing is instrumented.

use crate::subjects::{Bytes, rebuild, without_head_start};
use Verdict::{Discarded, Passed};
use mutagen_core::internal::coverage::{Depth, Observation, Tier, Verdict};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::campaign::{Campaign, Needed, Options, Replay};
use mutagen_core::internal::search::interface::{Search, Subject, Test};
use mutagen_core::internal::search::journal::JournalEntry;
use mutagen_core::internal::value::node::Node;
use mutagen_core::internal::value::operands::Operands;
use mutagen_core::{Generator, Mutate, Twin, text};
use std::collections::BTreeSet;

/// A subject whose two sides are edited together or separately.
struct Sides;

impl Subject for Sides {
    fn generate(&self, generator: &mut Generator) -> Box<dyn Node> {
        Box::new((bool::generate(generator), Twin::<Vec<Option<u8>>>::generate(generator)))
    }
}

/// Runs a test. The number of the test decides the tier in which it is new.
fn answer(campaign: &mut Campaign<'_>, test: u64) -> (Address, String, Option<JournalEntry>) {
    let address = campaign.next_test().address;
    let value = text::print(campaign.value());
    let tier = match test % 11 {
        0 => Some(Tier::Edge),
        3 => Some(Tier::Bucket),
        5 | 7 => Some(Tier::BucketedSet),
        _ => None,
    };
    let number = test as u32;
    let hit = if tier == Some(Tier::Edge) { [number; 3] } else { [0, number % 7, 7 + number % 5] };
    let observation = tier.map(|tier| Observation::of_run(tier, &hit, value.len() as u64));
    let observation = observation.unwrap_or_default();
    let verdict = if test % 4 == 1 { Discarded } else { Passed };
    let retained = campaign.observe(verdict, &observation);
    (address, value, retained)
}

#[test]
fn so_many_of_a_hundred_tests_are_edits_of_passed_tests() {
    for percent in [0, 30, 90] {
        let options = Options { edits: percent, ..without_head_start() };
        let mut campaign = Campaign::new(&Bytes, 4, options);
        let mut passed = Vec::new();
        let (mut edits, mut drifted) = (0, 0);
        for test in 0..4000 {
            let (address, _, retained) = answer(&mut campaign, test);
            match address {
                Address::Edited { parent, .. } => {
                    assert!(passed.contains(&parent), "{parent} did not pass");
                    edits += 1;
                }
                Address::Drifted { .. } | Address::Repeated { .. } => drifted += 1,
                Address::Generated { .. } | Address::Mutant { .. } => {}
            }
            passed.extend(retained.filter(|entry| entry.passed).map(|entry| entry.number));
        }
        let most = percent * 20;
        for made in [edits, drifted] {
            assert!((most * 9 / 10..=most * 11 / 10).contains(&made), "{made} at {percent} %");
        }
    }
}

#[test]
fn batches_have_a_head_start_until_new_edges_have_become_rare() {
    let options = Options { edits: 100, threshold: 100, ..Options::default() };
    let mut campaign = Campaign::new(&Bytes, 3, options);
    for test in 0..=151 {
        let Test { address, wants, .. } = campaign.next_test();
        assert_eq!(wants.depth, Depth::EdgesOnly, "before test {test}");
        assert!(!matches!(address, Address::Edited { .. }), "{address} is test {test}");
        let new = if test <= 50 && test % 10 == 0 { vec![test] } else { Vec::new() };
        campaign.observe(Passed, &Observation::of_edges(&new));
    }
    let Test { address, wants, .. } = campaign.next_test();
    assert_eq!(wants.depth, Depth::AllTiers);
    assert!(matches!(address, Address::Edited { .. }), "{address} after the head start");
}

#[test]
fn a_campaign_that_goes_on_after_its_head_start_has_no_other() {
    let mut campaign = Campaign::new(&Bytes, 3, Options { edits: 100, ..Options::default() });
    let value: Box<dyn Node> = Box::new(vec![1_u8, 2, 3]);
    let (address, operands) = (Address::Generated { number: 0, size: 3 }, Operands::default());
    let entry = |tier| JournalEntry { number: 0, address, passed: true, tier, rarest: 0, operands };
    campaign.take_up(entry(Some(Tier::Set)), value, &Observation::default());
    assert!(matches!(campaign.next_test().address, Address::Edited { .. }));
}

#[test]
fn tests_new_in_a_finer_tier_are_kept_to_be_edited_but_get_no_batch() {
    let mut campaign = Campaign::new(&Bytes, 4, without_head_start());
    assert_eq!(campaign.next_test().wants.depth, Depth::AllTiers);
    let mut finer = Observation::default();
    finer.novelty.tier = Some(Tier::Set);
    let kept = campaign.observe(Passed, &finer).unwrap();
    assert_eq!((kept.tier, campaign.statistics().queued), (Some(Tier::Set), 0));
    let edited = (0..50).find_map(|_| {
        let address = campaign.next_test().address;
        campaign.observe(Discarded, &finer);
        matches!(address, Address::Edited { parent: 0, .. }).then_some(address)
    });
    assert!(edited.is_some());
    assert_eq!(campaign.statistics().retained, 1, "a discarded one is not edited");
    let coarse = Options { edits: 0, ..Options::default() };
    let mut campaign = Campaign::new(&Bytes, 4, coarse);
    assert_eq!(campaign.next_test().wants.depth, Depth::EdgesOnly);
    assert_eq!(campaign.observe(Passed, &finer), None);
}

/// The numbers of kept tests, new in a set and new in a bucket. Of 4000 tests, every third is new
/// in a set and every fiftieth in a bucket.
fn kept(options: Options) -> [usize; 2] {
    let mut campaign = Campaign::new(&Bytes, 4, options);
    let mut kept = [0, 0];
    for test in 0..4000 {
        campaign.next_test();
        let mut observation = Observation::default();
        observation.novelty.tier = match test {
            _ if test % 50 == 1 => Some(Tier::Bucket),
            _ if test % 3 == 0 => Some(Tier::Set),
            _ => None,
        };
        if campaign.observe(Passed, &observation).is_some() {
            kept[usize::from(observation.novelty.tier == Some(Tier::Bucket))] += 1;
        }
    }
    kept
}

#[test]
fn where_a_third_of_the_tests_is_new_in_a_set_only_some_of_these_are_kept() {
    let options = Options { edits: 90, drift: false, rarity: false, ..without_head_start() };
    let [sets, buckets] = kept(options);
    // Of 100 new tests, 5 · 100/35 are kept.
    assert!((150..250).contains(&sets), "{sets} of 1307");
    assert_eq!(buckets, 80, "those new in a more telling tier are all kept");
}

/// Checks that every test of a campaign whose corpus overflows can be rebuilt from its journal.
/// Returns the journal.
fn made_again(subject: &dyn Subject, options: &Options) -> Vec<JournalEntry> {
    let mut campaign = Campaign::new(subject, 9, options.clone());
    let mut history = Replay::new(subject, 9, options, Needed::default(), None);
    let (mut log, mut kept) = (Vec::new(), Vec::new());
    let mut edited = 0;
    for test in 0..4000 {
        let (address, value, retained) = answer(&mut campaign, test);
        assert_eq!(text::print(&*history.value(address).unwrap()), value, "at {address}");
        if matches!(address, Address::Edited { .. }) {
            edited += 1;
            if edited % 100 == 0 {
                let alone = rebuild(subject, 9, options, &log, address).unwrap();
                assert_eq!(text::print(&*alone), value, "at {address}");
            }
        }
        if let Some(entry) = retained {
            kept.push(text::print(history.push(entry).unwrap().unwrap()));
            log.push(entry);
        }
    }
    let needed = Needed::of_retained(&log);
    let mut restricted = Replay::new(subject, 9, options, needed, None);
    for (entry, value) in log.iter().zip(&kept) {
        let again = restricted.push(*entry).unwrap().map(text::print);
        let passed_over = again.is_none() && entry.tier.is_none();
        assert!(passed_over || again.as_ref() == Some(value), "{} is {again:?}", entry.number);
    }
    let held = restricted.held();
    assert!(held <= options.corpus + 1, "{held} tests are held of which nothing is made");
    assert!(edited > 500 && log.len() > 300, "{edited} edits, {} retained", log.len());
    log
}

#[test]
fn edited_tests_can_be_made_again_from_the_log_even_when_the_corpus_overflows() {
    let options = Options { corpus: 40, edits: 60, ..without_head_start() };
    let log = made_again(&Bytes, &options);
    let cheaper = log.iter().filter(|entry| entry.tier == Some(Tier::Cheaper)).count();
    let sets: BTreeSet<u32> = log
        .iter()
        .filter(|entry| entry.tier > Some(Tier::Cheaper))
        .map(|entry| entry.rarest)
        .collect();
    assert!(cheaper > 5 && sets.len() > 5, "{cheaper} cheaper, rarest edges {sets:?}");
}

#[test]
fn so_can_edits_of_both_sides_of_a_twin() {
    made_again(&Sides, &Options { corpus: 40, edits: 60, ..without_head_start() });
}

#[test]
fn a_test_is_no_longer_made_again_when_nobody_wants_it() {
    let options = Options { corpus: 40, edits: 60, ..without_head_start() };
    let log = made_again(&Bytes, &options);
    let address = log.iter().rev().map(|entry| entry.address);
    let address = address.into_iter().find(|at| matches!(at, Address::Edited { .. })).unwrap();
    let asked = std::cell::Cell::new(0);
    let made = |until| {
        let go_on = &mut || {
            asked.set(asked.get() + 1);
            asked.get() < until
        };
        Campaign::new(&Bytes, 9, options.clone()).remake(&log, address, go_on).unwrap()
    };
    assert!(made(100).is_none());
    assert_eq!(asked.replace(0), 100);
    assert!(made(usize::MAX).is_some());
    assert!(asked.get() > 300, "{} entries", asked.get());
}

#[test]
fn the_parent_of_an_edit_is_itself_again_afterwards() {
    let mut campaign = Campaign::new(&Bytes, 2, Options { edits: 100, ..without_head_start() });
    campaign.next_test();
    let parent = campaign.value().downcast_ref::<Vec<u8>>().unwrap().clone();
    let entry = campaign.observe(Passed, &Observation::of_edges(&[1])).unwrap();
    let options = Options { edits: 100, ..without_head_start() };
    let log = [entry];
    let mut seen = BTreeSet::new();
    for _ in 0..200 {
        let address = campaign.next_test().address;
        let value = campaign.value().downcast_ref::<Vec<u8>>().unwrap().clone();
        let again = rebuild(&Bytes, 2, &options, &log, address).unwrap();
        assert_eq!(again.downcast_ref::<Vec<u8>>(), Some(&value), "from {parent:?}");
        seen.insert(value);
        campaign.observe(Discarded, &Observation::default());
    }
    assert!(seen.len() > 20, "{} different edits", seen.len());
}

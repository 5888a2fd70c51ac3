//! Tests random edits in the campaign, with made-up verdicts and novelty: how many tests are edits,
//! which tests are kept for edits, and that each can be rebuilt from the journal. No property runs
//! here and nothing is instrumented.

use crate::subjects::{Bytes, History, rebuild, without_head_start};
use Verdict::{Discarded, Passed};
use mutagen_core::internal::coverage::{Depth, Observation, Tier, Verdict};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::campaign::{Campaign, Options};
use mutagen_core::internal::search::interface::{Search, Subject, Test};
use mutagen_core::internal::search::journal::JournalEntry;
use mutagen_core::internal::value::literals::{Literal, Literals, Occurring};
use mutagen_core::internal::value::node::Node;
use mutagen_core::internal::value::operands::Comparison;
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
pub(super) fn answer(
    campaign: &mut Campaign<'_>,
    test: u64,
) -> (Address, String, Option<JournalEntry>) {
    let Test { address: &address, wants, .. } = campaign.next_test();
    let is_recorded = wants.records;
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
    let mut observation = observation.unwrap_or_default();
    if tier.is_some() || is_recorded {
        let pairs = (0..30).filter_map(|n| Comparison::numbers(n * 5, 250 - test % 97 - n, 1));
        observation.novelty.comparisons = pairs.collect();
    }
    if test.is_multiple_of(50) {
        observation.novelty.literals = vec![number / 50];
    }
    let verdict = if test % 4 == 1 { Discarded } else { Passed };
    let retained = campaign.observe(verdict, &observation);
    (address, value, retained)
}

#[test]
fn so_many_of_a_hundred_tests_are_edits_of_passed_tests() {
    for percent in [0, 30, 90] {
        let options = Options { edits: percent, discards: false, ..without_head_start() };
        let mut campaign = Campaign::new(&Bytes, 4, options);
        let mut passed = Vec::new();
        let (mut edits, mut drifted) = (0, 0);
        for test in 0..20_000 {
            let address = *campaign.next_test().address;
            // A test that is kept ends its stack of edits, so few are.
            let new = if test % 40 == 0 { vec![test] } else { Vec::new() };
            let verdict = if test % 4 == 1 { Discarded } else { Passed };
            let retained = campaign.observe(verdict, &Observation::of_edges(&new));
            match address {
                Address::Edited { parent, .. } => {
                    assert!(passed.contains(&parent), "{parent} did not pass");
                    edits += 1;
                }
                Address::Drifted { .. } | Address::Repeated { .. } => drifted += 1,
                Address::Generated { .. }
                | Address::Input { .. }
                | Address::Received { .. }
                | Address::Mutant { .. }
                | Address::Solved { .. } => {}
            }
            passed.extend(retained.filter(|entry| entry.passed).map(|entry| entry.number));
        }
        let most = percent * 100;
        for made in [edits, drifted] {
            assert!((most * 9 / 10..=most * 11 / 10).contains(&made), "{made} at {percent} %");
        }
    }
}

#[test]
fn batches_have_a_head_start_until_new_edges_have_become_rare() {
    let options = Options { edits: 100, drift: false, threshold: 100, ..Options::default() };
    let mut campaign = Campaign::new(&Bytes, 3, options);
    for test in 0..=151 {
        let Test { address: &address, wants, .. } = campaign.next_test();
        assert_eq!(wants.depth, Depth::EdgesOnly, "before test {test}");
        assert!(!matches!(address, Address::Edited { .. }), "{address} is test {test}");
        let new = if test <= 50 && test % 10 == 0 { vec![test] } else { Vec::new() };
        campaign.observe(Passed, &Observation::of_edges(&new));
    }
    let Test { address: &address, wants, .. } = campaign.next_test();
    assert_eq!(wants.depth, Depth::AllTiers);
    assert!(matches!(address, Address::Edited { .. }), "{address} after the head start");
}

#[test]
fn a_campaign_that_goes_on_after_its_head_start_has_no_other() {
    let options = Options { edits: 100, drift: false, ..Options::default() };
    let mut campaign = Campaign::new(&Bytes, 3, options);
    let value: Box<dyn Node> = Box::new(vec![1_u8, 2, 3]);
    let address = Address::Generated { number: 0, size: 3 };
    let entry = JournalEntry::new(0, address, true, Some(Tier::Set));
    campaign.take_up(entry, value, &Observation::default());
    assert!(matches!(*campaign.next_test().address, Address::Edited { .. }));
}

/// A campaign with one retained test that is new in this tier and has no batch.
fn with_a_finer_test(
    options: Options,
    verdict: Verdict,
    tier: Tier,
) -> (Campaign<'static>, Observation) {
    let mut campaign = Campaign::new(&Bytes, 4, options);
    assert_eq!(campaign.next_test().wants.depth, Depth::AllTiers);
    let mut finer = Observation::default();
    finer.novelty.tier = Some(tier);
    let kept = campaign.observe(verdict, &finer).unwrap();
    assert_eq!((kept.tier, campaign.statistics().queued), (Some(tier), 0));
    assert_eq!(kept.passed, verdict == Passed);
    (campaign, finer)
}

/// The parents of edits among the next tests, which are all discarded.
fn parents(campaign: &mut Campaign<'_>, observation: &Observation) -> BTreeSet<u64> {
    let parents = (0..50).filter_map(|_| {
        let address = *campaign.next_test().address;
        campaign.observe(Discarded, observation);
        match address {
            Address::Edited { parent, .. } => Some(parent),
            _ => None,
        }
    });
    parents.collect()
}

#[test]
fn tests_new_in_a_finer_tier_are_kept_to_be_edited_but_get_no_batch() {
    let options = Options { discards: false, ..without_head_start() };
    let (mut campaign, finer) = with_a_finer_test(options, Passed, Tier::Set);
    assert_eq!(parents(&mut campaign, &finer), BTreeSet::from([0]));
    assert_eq!(campaign.statistics().retained, 1, "a discarded one is not edited");
    let coarse = Options { edits: 0, ..Options::default() };
    let mut campaign = Campaign::new(&Bytes, 4, coarse);
    assert_eq!(campaign.next_test().wants.depth, Depth::EdgesOnly);
    assert_eq!(campaign.observe(Passed, &finer), None);
}

#[test]
fn discarded_tests_are_kept_and_edited_as_long_as_passed_ones_are_scarce() {
    let options = Options { drift: false, ..without_head_start() };
    let (mut campaign, finer) = with_a_finer_test(options, Discarded, Tier::Bucket);
    let edited = parents(&mut campaign, &finer);
    let discarded = campaign.statistics().retained;
    assert_eq!(discarded, 51, "each is new in a bucket, so none is left out by thinning");
    assert!(edited.len() > 1, "{edited:?} are edited");
    let new = |test| Observation::of_run(Tier::Edge, &[test], 9);
    let mut passed = 0;
    while campaign.next_test().wants.discarded != Depth::EdgesOnly {
        passed += 1;
        campaign.observe(Passed, &new(passed));
    }
    assert_eq!(passed, 512, "passed tests are plenty");
    campaign.observe(Passed, &new(0));
    for test in 0..400 {
        let address = *campaign.next_test().address;
        // The turn of a discarded test may last some stacks.
        let is_edited = matches!(address, Address::Edited { parent, .. } if parent < discarded);
        assert!(test < 100 || !is_edited, "{address} is test {test}");
        assert_eq!(campaign.observe(Discarded, &finer), None, "as in the paper");
    }
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

/// The seed of the campaigns that [`made_again`] checks.
const SEED: u64 = 11;

/// Checks that every test of a campaign whose corpus overflows can be rebuilt from its journal.
/// Returns the journal.
fn made_again(
    subject: &dyn Subject,
    options: &Options,
    literals: Option<&'static Literals>,
) -> Vec<JournalEntry> {
    let mut campaign = Campaign::new(subject, SEED, options.clone()).with_literals(literals);
    let mut history = History::new(subject, SEED, options, literals);
    let (mut kept, mut heights) = (Vec::new(), BTreeSet::new());
    let (mut edited, mut higher, mut solved, mut replaced) = (0, 0, 0, 0);
    let (mut taken, mut full) = (0, 0);
    for test in 0..12_000 {
        let (address, value, retained) = answer(&mut campaign, test);
        assert_eq!(history.print(address), value, "at {address}");
        match address {
            Address::Edited { number, edits, donated, .. } => {
                assert!(heights.insert((number, edits)), "{address} was a test before");
                edited += 1;
                higher += u32::from(edits > 1);
                taken += donated.entries().count();
                full += u32::from(!donated.has_room());
            }
            Address::Solved { .. } => solved += 1,
            _ => {}
        }
        if let Some(entry) = retained {
            let number = entry.number as usize;
            replaced += kept.len() - number;
            kept.truncate(number);
            kept.push(history.push(entry));
        }
    }
    let log = history.journal;
    assert!(taken > 200 && full * 200 < edited, "{taken} subtrees taken, {full} of {edited} full");
    let retained = log.iter().filter(|entry| entry.tier.is_some()).count();
    assert!(edited > 500 && retained > 300, "{edited} edits, {retained} retained");
    assert!(higher > 200, "{higher} have several edits");
    assert!(solved > 50 && replaced > 5, "{solved} solved, {replaced} entries replaced");
    let discarded = |address: Address| match address {
        Address::Edited { parent, .. } => !log[parent as usize].passed,
        _ => false,
    };
    let discarded = log.iter().filter(|entry| discarded(entry.address)).count();
    assert!(discarded > 5, "{discarded} retained tests are edits of discarded ones");
    log
}

#[test]
fn edited_tests_can_be_made_again_from_the_log_even_when_the_corpus_overflows() {
    let options = Options { corpus: 40, edits: 60, ..without_head_start() };
    let log = made_again(&Bytes, &options, None);
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
    made_again(&Sides, &Options { corpus: 40, edits: 60, ..without_head_start() }, None);
}

/// Literals of made-up code.
pub(super) fn literals() -> &'static Literals {
    let all = (0..100_u8).map(|at| match at % 2 {
        0 => Literal::Text(format!("word-{at}")),
        _ => Literal::Integer(1000 + i128::from(at)),
    });
    let all = all.map(|literal| Occurring { literal, places: Vec::new() });
    let literals = Literals::new(all.collect(), Vec::new(), Vec::new()).unwrap();
    Box::leak(Box::new(literals))
}

#[test]
fn so_can_edits_that_draw_from_the_literals_reached_so_far() {
    let options = Options { corpus: 40, edits: 60, ..without_head_start() };
    let log = made_again(&Bytes, &options, Some(literals()));
    let reached: usize = log.iter().map(|entry| entry.literals.len()).sum();
    assert!(reached > 70, "{reached} literals are in the journal");
}

#[test]
fn a_test_is_no_longer_made_again_when_nobody_wants_it() {
    let options = Options { corpus: 40, edits: 60, ..without_head_start() };
    let log = made_again(&Bytes, &options, None);
    let address = log.iter().rev().map(|entry| entry.address);
    let address = address.into_iter().find(|at| matches!(at, Address::Edited { .. })).unwrap();
    let asked = std::cell::Cell::new(0);
    let made = |until| {
        let go_on = &mut || {
            asked.set(asked.get() + 1);
            asked.get() < until
        };
        Campaign::new(&Bytes, SEED, options.clone()).remake(&log, address, go_on).unwrap()
    };
    assert!(made(3).is_none());
    assert_eq!(asked.replace(0), 3);
    assert!(made(usize::MAX).is_some());
    assert!((5..log.len()).contains(&asked.get()), "{} of {} entries", asked.get(), log.len());
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
        let address = *campaign.next_test().address;
        let value = campaign.value().downcast_ref::<Vec<u8>>().unwrap().clone();
        let again = rebuild(&Bytes, 2, &options, &log, address).unwrap();
        assert_eq!(again.downcast_ref::<Vec<u8>>(), Some(&value), "from {parent:?}");
        seen.insert(value);
        campaign.observe(Discarded, &Observation::default());
    }
    assert!(seen.len() > 20, "{} different edits", seen.len());
}

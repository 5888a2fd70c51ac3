//! Tests the campaign with made-up verdicts and edges: which test is next, which tests are kept,
//! and when the seen coverage is reset. No property runs here and nothing is instrumented.

mod drift;
mod edits;
mod inputs;
mod journal;
mod share;

use crate::subjects::{Bytes, rebuild, without_head_start};
use mutagen_core::internal::coverage::{Observation, Tier, Verdict};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::campaign::{Campaign, Options};
use mutagen_core::internal::search::interface::{Search, Subject, Test};
use mutagen_core::internal::search::journal::JournalEntry;
use mutagen_core::internal::search::queue::Order;
use mutagen_core::internal::search::statistics::Statistics;
use mutagen_core::internal::value::node::{FRESH_SUBTREE, Mutants, Node};
use mutagen_core::{Generator, Mutate};
use std::collections::BTreeSet;

/// A value with 5 mutants that only their addresses distinguish.
struct Five;

impl Mutate for Five {
    fn smallest() -> Self {
        Five
    }
    fn generate(_: &mut Generator) -> Self {
        Five
    }
    fn copy(_: &Self) -> Option<Self> {
        Some(Five)
    }
    mutagen_core::internal::macros::own_node!();
}

impl Node for Five {
    fn mutants(&self) -> Mutants {
        Mutants { pure: 5, random: 0 }
    }
    fn mutate(&mut self, _: u64, _: &mut mutagen_core::internal::value::context::Context) {}
    fn restore(&mut self, _: u64, _: &mut mutagen_core::internal::value::context::Context) {}
}

struct Fives;

impl Subject for Fives {
    fn generate(&self, _: &mut Generator) -> Box<dyn Node> {
        Box::new(Five)
    }
}

use Verdict::{Discarded, Passed};

/// The options without edits, which would be drawn from the other tests.
fn batches_alone() -> Options {
    Options { edits: 0, ..without_head_start() }
}

fn generated(number: u64) -> Address {
    // The size of `Five` does not grow: it is 0 until tests have passed or been discarded.
    Address::Generated { number, size: 0 }
}

fn mutant(parent: u64, mutant: u64) -> Address {
    Address::Mutant { parent, position: 0, mutant }
}

/// Runs the campaign on scripted answers and returns the addresses of the tests.
fn script(options: Options, answers: &[(Verdict, &[u32])]) -> Vec<Address> {
    let options = Options { max_size: 0, ..options };
    let mut campaign = Campaign::new(&Fives, 0, options);
    let mut addresses = Vec::new();
    for (verdict, edges) in answers {
        addresses.push(*campaign.next_test().address);
        campaign.observe(*verdict, &Observation::of_edges(edges));
    }
    addresses.push(*campaign.next_test().address);
    addresses
}

#[test]
fn the_newest_test_is_mutated_first_among_equals_and_the_older_batch_goes_on_afterwards() {
    let one: &[u32] = &[1];
    let nothing: &[u32] = &[];
    let served = script(
        batches_alone(),
        &[
            (Passed, one),     // generated 0 becomes parent 0
            (Passed, nothing), // mutant 0 of 0
            (Passed, one),     // mutant 1 of 0 becomes parent 1
            (Passed, nothing), // then all five of parent 1
            (Passed, nothing),
            (Passed, nothing),
            (Passed, nothing),
            (Passed, nothing),
            (Passed, nothing), // and the rest of parent 0
            (Passed, nothing),
            (Passed, nothing),
        ],
    );
    let expected = [
        generated(0),
        mutant(0, 0),
        mutant(0, 1),
        mutant(1, 0),
        mutant(1, 1),
        mutant(1, 2),
        mutant(1, 3),
        mutant(1, 4),
        mutant(0, 2),
        mutant(0, 3),
        mutant(0, 4),
        generated(1),
    ];
    assert_eq!(served, expected);
}

#[test]
fn without_lifo_a_batch_is_finished_before_the_next() {
    let one: &[u32] = &[1];
    let fifo = Options { order: Order::Fifo, ..batches_alone() };
    let served = script(
        fifo,
        &[(Passed, one), (Passed, one), (Passed, &[]), (Passed, &[]), (Passed, &[]), (Passed, &[])],
    );
    assert_eq!(served[1..6], [0, 1, 2, 3, 4].map(|number| mutant(0, number)));
    assert_eq!(served[6], mutant(1, 0));
}

#[test]
fn a_test_with_more_new_edges_goes_before_newer_ones_with_fewer() {
    let served = script(
        batches_alone(),
        &[
            (Passed, &[1, 2, 3]),    // parent 0, three edges
            (Passed, &[4]),          // mutant 0 of 0 becomes parent 1, one edge: it must wait
            (Passed, &[5, 6, 7, 8]), // mutant 1 of 0 becomes parent 2, four edges: at once
        ],
    );
    assert_eq!(served, [generated(0), mutant(0, 0), mutant(0, 1), mutant(2, 0)]);
}

#[test]
fn passed_batches_go_before_discarded_ones_whatever_their_edges() {
    let served = script(
        batches_alone(),
        &[
            (Passed, &[1]),          // parent 0
            (Discarded, &[2, 3, 4]), // mutant 0 of 0 becomes parent 1, discarded
            (Passed, &[]),
            (Passed, &[]),
            (Passed, &[]),
            (Passed, &[]),
        ],
    );
    assert_eq!(served[1..6], [0, 1, 2, 3, 4].map(|number| mutant(0, number)));
    assert_eq!(served[6], mutant(1, 0));
}

#[test]
fn a_discarded_test_is_kept_below_a_passed_parent_only() {
    let served = script(
        batches_alone(),
        &[
            (Discarded, &[1]), // generated: has no parent, not kept
            (Passed, &[2]),    // generated: parent 0
            (Discarded, &[3]), // mutant 0 of 0: kept, parent 1
            (Passed, &[]),
            (Passed, &[]),
            (Passed, &[]),
            (Passed, &[]),
            (Discarded, &[4]), // mutant 0 of the discarded parent 1: not kept
            (Discarded, &[5]), // mutant 1: not kept
            (Passed, &[6]),    // mutant 2 passes: kept, parent 2
        ],
    );
    assert_eq!(served[..2], [generated(0), generated(1)]);
    assert_eq!(served[7..10], [mutant(1, 0), mutant(1, 1), mutant(1, 2)]);
    assert_eq!(served[10], mutant(2, 0));
}

#[test]
fn the_edges_of_passed_and_discarded_tests_are_counted_once() {
    let mut campaign = Campaign::new(&Fives, 0, batches_alone());
    for (verdict, edges) in [(Discarded, [1, 2]), (Passed, [2, 3])] {
        campaign.next_test();
        campaign.observe(verdict, &Observation::of_edges(&edges));
    }
    assert_eq!(campaign.statistics().edges, 3);
}

/// Runs tests without novelty until the given number of resets. Returns the samples after each.
fn resets(options: Options, tests: usize) -> Vec<(usize, u64)> {
    let mut campaign = Campaign::new(&Bytes, 1, options);
    let mut seen = Vec::new();
    for test in 0..tests {
        let forgets = campaign.next_test().wants.forget;
        let before = campaign.statistics().resets;
        assert_eq!(forgets, before > seen.len() as u64, "what was seen is forgotten at a reset");
        if forgets {
            seen.push((test, campaign.statistics().samples));
        }
        let edges: &[u32] = if test < 2 { &[7] } else { &[] };
        campaign
            .observe(if test % 2 == 0 { Discarded } else { Passed }, &Observation::of_edges(edges));
        campaign.statistics();
    }
    seen
}

#[test]
fn a_reset_forgets_what_was_seen_and_doubles_the_samples_and_the_threshold() {
    let options = Options { threshold: 100, feedback: true, ..batches_alone() };
    let seen = resets(options, 2000);
    let samples: Vec<u64> = seen.iter().map(|(_, samples)| *samples).collect();
    assert_eq!(samples, [2, 4, 8, 16]);
    let gaps: Vec<usize> = seen.windows(2).map(|pair| pair[1].0 - pair[0].0).collect();
    assert_eq!(gaps, [201, 401, 801], "each threshold is twice the one before");
}

#[test]
fn without_reset_nothing_is_forgotten_and_the_samples_stay() {
    let options = Options { threshold: 100, ..Options::of_preset("paper-no-reset") };
    assert!(!options.reset);
    assert_eq!(resets(options, 2000), []);
}

#[test]
fn a_reset_waits_until_no_batch_is_left() {
    let options = Options { threshold: 2, ..batches_alone() };
    let mut campaign = Campaign::new(&Fives, 0, options);
    for test in 0..6 {
        campaign.next_test();
        let edges: &[u32] = if test == 0 { &[1] } else { &[] };
        campaign.observe(Passed, &Observation::of_edges(edges));
        assert_eq!(campaign.statistics().resets, 0, "the batch of five is not finished");
    }
}

#[test]
fn doubled_samples_reach_the_batches_made_after_the_reset() {
    struct Number;
    impl Subject for Number {
        fn generate(&self, generator: &mut Generator) -> Box<dyn Node> {
            Box::new(u64::generate(generator))
        }
    }
    let options = Options { threshold: 3, ..batches_alone() };
    let mut campaign = Campaign::new(&Number, 0, options);
    let mut batch_sizes = Vec::new();
    for _ in 0..4 {
        // A test with a new edge, then tests without novelty until the campaign generates again.
        let Address::Generated { .. } = *campaign.next_test().address else {
            panic!("must generate")
        };
        campaign.observe(Passed, &Observation::of_edges(&[1]));
        let mut served = 0;
        loop {
            let address = *campaign.next_test().address;
            let last = matches!(address, Address::Generated { .. });
            campaign.observe(Passed, &Observation::of_edges(&[]));
            if last {
                break;
            }
            served += 1;
        }
        batch_sizes.push(served);
        // Tests without novelty until the next reset is due. All are generated and none is kept.
        while campaign.statistics().resets < batch_sizes.len() as u64 {
            campaign.next_test();
            campaign.observe(Discarded, &Observation::of_edges(&[]));
        }
    }
    assert_eq!(batch_sizes, [1, 2, 4, 8]);
}

#[test]
fn without_feedback_every_test_is_generated() {
    let mut campaign = Campaign::new(&Bytes, 0, Options::of_preset("generation"));
    for number in 0..50 {
        let address = *campaign.next_test().address;
        assert!(matches!(address, Address::Generated { number: n, .. } if n == number));
        assert_eq!(campaign.observe(Passed, &Observation::of_edges(&[number as u32])), None);
    }
}

#[test]
fn a_share_of_the_programs_of_a_specification_is_generated_whatever_waits() {
    struct Programs;
    impl Subject for Programs {
        fn generate(&self, generator: &mut Generator) -> Box<dyn Node> {
            Bytes.generate(generator)
        }
        fn is_specified(&self) -> bool {
            true
        }
    }
    let options = Options { head_start: false, ..Options::default() };
    let generated = |subject: &dyn Subject, options: &Options| {
        let mut campaign = Campaign::new(subject, 0, options.clone());
        let mut count = 0;
        for number in 0..4000 {
            let address = *campaign.next_test().address;
            count += u32::from(matches!(address, Address::Generated { .. }));
            let edges: &[u32] = if number == 0 { &[1] } else { &[] };
            campaign.observe(Passed, &Observation::of_edges(edges));
        }
        count
    };
    let (programs, others) = (generated(&Programs, &options), generated(&Bytes, &options));
    // Of the rest, a tenth is generated because no batch waits.
    assert!((1100..1700).contains(&programs), "{programs} of 4000");
    assert!(others < 500, "{others} of 4000");
    let off = Options { generated_terms: 0, ..options };
    assert_eq!(generated(&Programs, &off), others);
}

#[test]
fn generation_starts_at_size_0_and_grows_to_the_limit() {
    let mut campaign = Campaign::new(&Bytes, 0, Options::of_preset("generation"));
    let mut sizes = Vec::new();
    for _ in 0..120 {
        let Address::Generated { size, .. } = *campaign.next_test().address else { unreachable!() };
        sizes.push(size);
        campaign.observe(Discarded, &Observation::of_edges(&[]));
    }
    assert_eq!((sizes[0], sizes[9], sizes[10], sizes[99], sizes[119]), (0, 0, 1, 9, 10));
}

#[test]
fn the_same_seed_gives_the_same_tests_and_another_seed_others() {
    let run = |seed| {
        let mut campaign = Campaign::new(&Bytes, seed, batches_alone());
        let mut seen = BTreeSet::new();
        (0..3000)
            .map(|test| {
                let Test { address: &address, wants, .. } = campaign.next_test();
                if wants.forget {
                    seen.clear();
                }
                let value = campaign.value().downcast_ref::<Vec<u8>>().unwrap().clone();
                let new = value.iter().map(|byte| u32::from(*byte)).max().unwrap_or(0) % 64;
                let verdict = if test % 3 == 0 { Discarded } else { Passed };
                let edges: Vec<u32> = if seen.contains(&new) { vec![] } else { vec![new] };
                if verdict == Passed {
                    seen.insert(new);
                }
                campaign.observe(verdict, &Observation::of_edges(&edges));
                (address, value)
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(run(5), run(5));
    assert_ne!(run(5), run(6));
}

#[test]
fn every_address_leads_back_to_the_value_that_was_tested() {
    let options = Options { threshold: 50, ..batches_alone() };
    let mut campaign = Campaign::new(&Bytes, 9, options.clone());
    let mut log = Vec::new();
    let mut depths = BTreeSet::new();
    for test in 0..2000_u32 {
        let address = *campaign.next_test().address;
        let value = campaign.value().downcast_ref::<Vec<u8>>().unwrap().clone();
        let again = rebuild(&Bytes, 9, &options, &log, address).unwrap();
        assert_eq!(again.downcast_ref::<Vec<u8>>(), Some(&value), "at {address}");
        if let Address::Mutant { parent, .. } = address {
            depths.insert(parent);
        }
        let edges: &[u32] = if test % 7 == 0 { &[test] } else { &[] };
        log.extend(campaign.observe(
            if test % 5 == 4 { Discarded } else { Passed },
            &Observation::of_edges(edges),
        ));
    }
    assert!(depths.len() > 20, "too few parents to say anything: {}", depths.len());
}

#[test]
fn a_log_that_lacks_an_ancestor_is_an_error_that_says_what_to_do() {
    let address = Address::Mutant { parent: 3, position: 0, mutant: 0 };
    let Err(error) = rebuild(&Bytes, 0, &batches_alone(), &[], address) else {
        panic!("must fail")
    };
    assert!(error.to_string().contains("run the campaign again"), "{error}");
}

#[test]
fn an_address_of_a_mutant_that_there_is_not_is_an_error_and_no_panic() {
    let log = [JournalEntry::new(0, generated(0), true, Some(Tier::Edge))];
    let options = batches_alone();
    let rebuilt = |subject: &dyn Subject, address| rebuild(subject, 0, &options, &log, address);
    assert!(rebuilt(&Fives, mutant(0, 4)).is_ok());
    for none in [5, u64::from(u32::MAX), FRESH_SUBTREE, u64::MAX] {
        let Err(error) = rebuilt(&Fives, mutant(0, none)) else { panic!("{none} must fail") };
        assert!(error.to_string().contains("run the campaign again"), "{error}");
    }
    // The empty list has one mutant and no element that could have random mutants.
    assert!(rebuilt(&Bytes, mutant(0, 0)).is_ok());
    assert!(rebuilt(&Bytes, mutant(0, 1)).is_err());
    let beyond = Address::Mutant { parent: 0, position: 1, mutant: 0 };
    assert!(rebuilt(&Bytes, beyond).is_err());
}

#[test]
fn a_campaign_that_goes_on_has_the_samples_and_the_threshold_and_generates_nothing_twice() {
    let options = Options { threshold: 3, max_size: 0, ..batches_alone() };
    let before = Statistics { tests: 50, samples: 4, resets: 2, ..Statistics::default() };
    let mut campaign = Campaign::new(&Fives, 0, options);
    campaign.go_on_from(&before);
    let entry = JournalEntry::new(0, generated(7), true, Some(Tier::Edge));
    campaign.take_up(entry, Box::new(Five), &Observation::of_edges(&[1]));
    assert_eq!(campaign.statistics().samples, 4);
    let mut tests = Vec::new();
    // A threshold of 3, doubled twice, allows 13 tests without novelty.
    while campaign.statistics().resets == 0 {
        tests.push(*campaign.next_test().address);
        campaign.observe(Passed, &Observation::default());
    }
    let statistics = campaign.statistics();
    assert_eq!((tests.len(), statistics.tests, statistics.samples), (14, 14, 8));
    assert_eq!(tests[..5], [0, 1, 2, 3, 4].map(|number| mutant(0, number)));
    let next = |number: u64| generated(50 + number);
    assert_eq!(tests[5..], (0..9).map(next).collect::<Vec<_>>());
}

#[test]
fn a_skipped_address_is_never_served() {
    let mut campaign = Campaign::new(&Fives, 0, Options { max_size: 0, ..batches_alone() });
    campaign.skip(&[mutant(0, 1)]);
    let mut served = vec![*campaign.next_test().address];
    campaign.observe(Passed, &Observation::of_edges(&[1]));
    for _ in 0..4 {
        served.push(*campaign.next_test().address);
        campaign.observe(Passed, &Observation::of_edges(&[]));
    }
    assert_eq!(served[1..], [mutant(0, 0), mutant(0, 2), mutant(0, 3), mutant(0, 4)]);
}

#[test]
fn the_size_starts_again_at_0_after_a_reset_unless_it_is_kept() {
    let size_after_reset = |keep_size| {
        let options = Options { threshold: 150, keep_size, ..batches_alone() };
        let mut campaign = Campaign::new(&Bytes, 0, options);
        for _ in 0..400 {
            let address = *campaign.next_test().address;
            if campaign.statistics().resets == 1 {
                let Address::Generated { size, .. } = address else { panic!("{address:?}") };
                return size;
            }
            campaign.observe(Discarded, &Observation::of_edges(&[]));
        }
        panic!("no reset");
    };
    assert_eq!((size_after_reset(false), size_after_reset(true)), (0, 10));
}

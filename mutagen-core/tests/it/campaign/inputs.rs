//! Tests the inputs that a campaign starts from: they come first and once, their mutants follow,
//! and a process that resumes the campaign goes on after them.

use crate::subjects::{Bytes, Stiff, without_head_start};
use mutagen_core::internal::coverage::{CoverageRequest, Observation, Verdict};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::campaign::{Campaign, Options};
use mutagen_core::internal::search::interface::{Rerun, Search};
use mutagen_core::internal::search::journal::{JournalEntry, Past};
use mutagen_core::internal::search::statistics::Statistics;
use mutagen_core::internal::value::node::Node;
use mutagen_core::text;
const TEXTS: [&str; 5] = ["[1, 2, 3]", "no value", "[4]", "[5, 6]", "[]"];

fn inputs() -> &'static [Vec<String>] {
    TEXTS.map(|text| vec![text.to_owned()]).to_vec().leak()
}

fn campaign(options: Options) -> Campaign<'static> {
    Campaign::new(&Bytes, 3, options).with_inputs(inputs())
}

fn batches_alone() -> Options {
    Options { edits: 0, ..without_head_start() }
}

/// The next test: its address and its text.
fn next(campaign: &mut Campaign<'_>) -> (Address, String) {
    let test = campaign.next_test();
    (*test.address, text::print(test.value))
}

fn input(number: u64) -> Address {
    Address::Input { number }
}

#[test]
fn inputs_come_first_in_order_and_once() {
    let mut campaign = campaign(without_head_start());
    for number in [0, 2, 3, 4] {
        let (address, text) = next(&mut campaign);
        assert_eq!((address, text.as_str()), (input(number), TEXTS[number as usize]));
        campaign.observe(Verdict::Passed, &Observation::of_edges(&[number as u32]));
    }
    for _ in 0..2000 {
        let (address, _) = next(&mut campaign);
        assert!(!matches!(address, Address::Input { .. }), "{address}");
        campaign.observe(Verdict::Passed, &Observation::default());
    }
}

#[test]
fn inputs_that_are_no_values_are_passed_over_and_told_once() {
    let mut campaign = campaign(without_head_start());
    assert_eq!(next(&mut campaign).0, input(0));
    campaign.observe(Verdict::Passed, &Observation::default());
    assert!(campaign.take_unreadable().is_empty());
    assert_eq!(next(&mut campaign).0, input(2));
    assert_eq!(campaign.take_unreadable(), [1]);
    assert!(campaign.take_unreadable().is_empty());
}

#[test]
fn many_that_are_no_values_do_not_hold_up_other_tests() {
    let mut texts = vec![vec!["no value".to_owned()]; 100];
    texts.push(vec!["none either".to_owned(), "[9]".to_owned(), "[8]".to_owned()]);
    let campaign = Campaign::new(&Bytes, 3, without_head_start());
    let mut campaign = campaign.with_inputs(texts.leak());
    assert!(matches!(next(&mut campaign).0, Address::Generated { .. }));
    campaign.observe(Verdict::Passed, &Observation::default());
    // The first of its texts that is a value counts, and the journal has it.
    assert_eq!(next(&mut campaign), (input(100), "[9]".to_owned()));
    let entry = campaign.observe(Verdict::Passed, &Observation::of_edges(&[7])).unwrap();
    assert_eq!(entry.value.as_deref(), Some("[9]"));
    assert_eq!(campaign.take_unreadable(), (0..100).collect::<Vec<u64>>());
}

#[test]
fn all_inputs_run_before_any_other_test_however_long_they_are() {
    let text = format!("[{}]", ["1"; 400].join(", "));
    let inputs = vec![vec![text]; 100];
    let campaign = Campaign::new(&Bytes, 3, without_head_start());
    let mut campaign = campaign.with_inputs(inputs.leak());
    for number in 0..100 {
        assert_eq!(next(&mut campaign).0, input(number));
        campaign.observe(Verdict::Passed, &Observation::default());
    }
    assert!(matches!(next(&mut campaign).0, Address::Generated { .. }));
}

/// How many tests the first drift has of a campaign with so many inputs.
fn first_drift(inputs: u32) -> usize {
    let texts: Vec<Vec<String>> = (0..inputs).map(|_| vec!["[1]".to_owned()]).collect();
    let campaign = Campaign::new(&Bytes, 3, without_head_start());
    let mut campaign = campaign.with_inputs(texts.leak());
    let (mut starts, mut drifted) = (0, 0);
    for number in 0.. {
        match next(&mut campaign).0 {
            Address::Repeated { .. } => starts += 1,
            Address::Drifted { .. } => drifted += 1,
            _ => {}
        }
        if starts == 2 {
            break;
        }
        let edges = if number < inputs { vec![number] } else { Vec::new() };
        campaign.observe(Verdict::Passed, &Observation::of_edges(&edges));
    }
    drifted
}

#[test]
fn drifts_are_long_from_the_start_where_there_are_many_inputs() {
    assert_eq!(first_drift(1), 256);
    assert_eq!(first_drift(800), 5000);
}

#[test]
fn an_input_with_a_new_edge_is_mutated_and_made_again_from_the_journal_alone() {
    let mut campaign = campaign(batches_alone());
    let mut journal: Vec<JournalEntry> = Vec::new();
    for new in [true, false, false, false] {
        next(&mut campaign);
        let edges: &[u32] = if new { &[7] } else { &[] };
        journal.extend(campaign.observe(Verdict::Passed, &Observation::of_edges(edges)));
    }
    assert_eq!(journal.len(), 1);
    assert_eq!((journal[0].address, journal[0].value.as_deref()), (input(0), Some(TEXTS[0])));
    let (address, text) = next(&mut campaign);
    assert!(matches!(address, Address::Mutant { parent: 0, .. }), "{address}");
    let other = Campaign::new(&Bytes, 3, batches_alone());
    let remade = other.remake(&journal, address, &mut || true).unwrap().unwrap();
    assert_eq!(text::print(&*remade), text);
    // An input that was not retained, as one that failed, is made from the inputs.
    assert!(other.remake(&journal, input(2), &mut || true).is_err());
    let remade = campaign.remake(&[], input(2), &mut || true).unwrap().unwrap();
    assert_eq!(text::print(&*remade), TEXTS[2]);
    assert!(campaign.remake(&[], input(1), &mut || true).is_err(), "it is no value");
    assert!(campaign.remake(&[], input(9), &mut || true).is_err());
}

/// Runs tests again without an observation.
struct Quiet(Observation);

impl Rerun for Quiet {
    fn goes_on(&mut self) -> bool {
        true
    }

    fn rerun(&mut self, _: &JournalEntry, _: &dyn Node, _: &CoverageRequest<'_>) -> &Observation {
        &self.0
    }
}

#[test]
fn a_resumed_campaign_goes_on_after_the_inputs_of_the_earlier_process() {
    for with_state in [true, false] {
        let mut first = campaign(without_head_start());
        let mut past = Past::default();
        for number in [0, 2] {
            next(&mut first);
            let observation = Observation::of_edges(&[number]);
            past.entries.extend(first.observe(Verdict::Passed, &observation));
        }
        if with_state {
            past.state = first.state();
        }
        let mut second = campaign(without_head_start());
        // The third input has ended the process.
        second.skip(&[input(3)]);
        let before = Statistics { tests: 3, passed: 2, failed: 1, ..Statistics::default() };
        second.resume(&past, &before, &mut Quiet(Observation::default())).unwrap();
        assert_eq!(next(&mut second), (input(4), TEXTS[4].to_owned()), "{with_state}");
        second.observe(Verdict::Passed, &Observation::default());
        assert!(!matches!(next(&mut second).0, Address::Input { .. }));
    }
}

#[test]
fn a_resumed_campaign_makes_an_input_that_cannot_be_copied_from_its_text() {
    let stiff = || Campaign::new(&Stiff, 3, batches_alone()).with_inputs(inputs());
    let mut first = stiff();
    let mut past = Past::default();
    next(&mut first);
    past.entries.extend(first.observe(Verdict::Passed, &Observation::of_edges(&[7])));
    assert_eq!(past.entries[0].address, input(0));
    let mut second = stiff();
    let before = Statistics { tests: 1, passed: 1, ..Statistics::default() };
    second.resume(&past, &before, &mut Quiet(Observation::default())).unwrap();
    let is_mutant = |_| {
        let address = next(&mut second).0;
        second.observe(Verdict::Passed, &Observation::default());
        matches!(address, Address::Mutant { parent: 0, .. })
    };
    assert!((0..20).any(is_mutant));
}

#[test]
fn the_same_seed_and_inputs_give_the_same_run() {
    let run = |options: &Options| -> Vec<(Address, String)> {
        let mut campaign = campaign(options.clone());
        let tests = (0..500).map(|test| {
            let made = next(&mut campaign);
            let edges: &[u32] = if test % 9 == 0 { &[test] } else { &[] };
            campaign.observe(Verdict::Passed, &Observation::of_edges(edges));
            made
        });
        tests.collect()
    };
    assert_eq!(run(&Options::default()), run(&Options::default()));
}

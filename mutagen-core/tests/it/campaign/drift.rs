//! Tests drift in the campaign, with made-up verdicts and novelty: where a drift starts, which
//! tests are steps, that its tests can be rebuilt from the journal, and when the next drift starts.
//! No property runs here and nothing is instrumented.

use crate::subjects::{Bytes, History, rebuild, without_head_start};
use Verdict::{Discarded, Failed, Passed};
use mutagen_core::internal::coverage::{Hits, Observation, Tier, Verdict};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::campaign::{Campaign, Options};
use mutagen_core::internal::search::interface::Search;
use mutagen_core::internal::search::journal::JournalEntry;
use mutagen_core::internal::value::operands::Comparison;
use mutagen_core::text;

/// The edges that retained tests hit.
const EDGES: [u32; 16] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53];

/// Options with which nearly every test is an edit.
fn edits_alone() -> Options {
    Options { edits: 100, ..without_head_start() }
}

/// A campaign with one retained test, and the journal entry of the test.
fn begun(options: Options) -> (Campaign<'static>, JournalEntry) {
    let mut campaign = Campaign::new(&Bytes, 11, options);
    campaign.next_test();
    let observation = Observation::of_run(Tier::Set, &EDGES, 40);
    let entry = campaign.observe(Passed, &observation).unwrap();
    (campaign, entry)
}

/// The edges that a drift requests.
#[derive(Debug, PartialEq)]
enum Asked {
    Edges,
    Missed(Vec<u32>),
}

/// The request of the search for the next test, and the test's address.
fn next_asking(campaign: &mut Campaign<'_>) -> (Address, Option<Asked>) {
    let test = campaign.next_test();
    let asked = match test.wants.hits {
        Hits::Edges => Some(Asked::Edges),
        Hits::Missed(edges) => Some(Asked::Missed(edges.to_vec())),
        Hits::Unasked | Hits::Counts => None,
    };
    (*test.address, asked)
}

/// Continues until a drift requests something of a run that is not yet observed.
fn drifted(campaign: &mut Campaign<'_>) -> (Address, Asked) {
    for _ in 0..100 {
        if let (address, Some(asked)) = next_asking(campaign) {
            return (address, asked);
        }
        campaign.observe(Discarded, &Observation::default());
    }
    panic!("nothing drifts");
}

/// Like [`drifted`], but returns only the test's address.
fn next_drifted(campaign: &mut Campaign<'_>) -> Address {
    drifted(campaign).0
}

/// A run with this amount of work that missed this many of the requested edges.
fn run(load: u64, missed: usize) -> Observation {
    let mut observation = Observation::default();
    observation.novelty.load = load;
    observation.novelty.missed = missed;
    observation
}

/// A run of a test that hits [`EDGES`] again. It does more work than the others, so that none of
/// the edits makes a test too expensive for a step.
fn old() -> Observation {
    let mut old = Observation::of_run(Tier::Set, &EDGES, 4_000);
    old.novelty.tier = None;
    old
}

/// Starts a drift from the test that hit [`EDGES`].
fn set_out(campaign: &mut Campaign<'_>) {
    assert_eq!(drifted(campaign), (Address::Repeated { parent: 0 }, Asked::Edges));
    assert_eq!(campaign.observe(Passed, &old()), None, "it is not retained a second time");
}

fn bytes(campaign: &Campaign<'_>) -> Vec<u8> {
    campaign.value().downcast_ref::<Vec<u8>>().unwrap().clone()
}

#[test]
fn a_drift_sets_out_with_a_retained_test_as_it_is_and_asks_whether_its_edges_are_hit() {
    let (mut campaign, entry) = begun(edits_alone());
    let parent =
        rebuild(&Bytes, 11, &edits_alone(), std::slice::from_ref(&entry), entry.address).unwrap();
    assert!(matches!(next_drifted(&mut campaign), Address::Repeated { parent: 0 }));
    assert_eq!(Some(&bytes(&campaign)), parent.downcast_ref::<Vec<u8>>());
    campaign.observe(Passed, &old());
    let first = Address::Drifted { parent: 0, first: 0, edits: 1 };
    assert_eq!(drifted(&mut campaign), (first, Asked::Missed(EDGES.to_vec())));
}

#[test]
fn what_a_drift_sets_out_with_takes_nothing_from_its_edits_that_is_new_again_after_a_reset() {
    let (mut campaign, _) = begun(edits_alone());
    let mut next = |kept: bool| {
        loop {
            let test = campaign.next_test();
            if test.wants.hits == Hits::Unasked {
                campaign.observe(Discarded, &Observation::default());
                continue;
            }
            assert_eq!(test.wants.remember, kept, "what is remembered is not new again");
            let again = Observation::of_run(Tier::Edge, &[61], 40);
            return assert_eq!(campaign.observe(Passed, &again).is_some(), kept);
        }
    };
    next(false);
    next(true);
}

#[test]
fn the_next_test_is_made_from_the_last_step_and_not_from_what_was_none() {
    let (mut campaign, _) = begun(edits_alone());
    set_out(&mut campaign);
    let no_steps = [
        (Discarded, run(40, 2), "it was discarded"),
        (Failed, run(40, 2), "it failed"),
        (Passed, run(40, 3), "it missed more than an eighth"),
        (Passed, run(40_000, 0), "it costs too much"),
    ];
    let mut steps = 0;
    for (at, (verdict, novelty, why)) in no_steps.into_iter().enumerate() {
        for (at, verdict, novelty) in
            [(2 * at, verdict, &novelty), (2 * at + 1, Passed, &run(40, 2))]
        {
            let edits = steps | 1 << at;
            let address = next_drifted(&mut campaign);
            assert_eq!(address, Address::Drifted { parent: 0, first: 0, edits }, "{why}");
            assert_eq!(campaign.observe(verdict, novelty), None, "the log can wait");
        }
        steps |= 2 << (2 * at);
    }
    assert_eq!(steps, 0b1010_1010);
}

#[test]
fn the_log_says_where_a_drift_is_before_its_addresses_are_full_and_where_a_step_is_retained() {
    let (mut campaign, _) = begun(edits_alone());
    set_out(&mut campaign);
    let mut tests = 0;
    let entry = loop {
        next_drifted(&mut campaign);
        tests += 1;
        if let Some(entry) = campaign.observe(Passed, &run(40, if tests % 2 == 0 { 0 } else { 3 }))
        {
            break entry;
        }
    };
    let edits = (0..tests).filter(|at| at % 2 == 1).fold(0, |edits, at| edits | 1 << at);
    assert_eq!(tests, 56);
    assert_eq!(entry.address, Address::Drifted { parent: 0, first: 0, edits });
    assert_eq!((entry.number, entry.tier), (1, None));
    assert_eq!(next_drifted(&mut campaign), Address::Drifted { parent: 1, first: 56, edits: 1 });
    let mut new = Observation::of_run(Tier::Set, &[2, 7], 40);
    new.novelty.missed = 3;
    let off = campaign.observe(Passed, &new).unwrap();
    assert_eq!((off.number, off.tier.is_some()), (2, true), "it is retained, but is no step");
    let address = next_drifted(&mut campaign);
    assert_eq!(address, Address::Drifted { parent: 1, first: 56, edits: 2 });
    let new = Observation::of_run(Tier::Set, &[2, 8], 40);
    let on = campaign.observe(Passed, &new).unwrap();
    assert_eq!((on.number, on.tier.is_some(), on.address), (3, true, address));
    assert_eq!(next_drifted(&mut campaign), Address::Drifted { parent: 3, first: 58, edits: 1 });
    assert_eq!(campaign.statistics().retained, 3, "steps alone are not retained");
}

#[test]
fn a_drift_whose_entry_waits_for_retained_tests_ends_when_its_addresses_are_full() {
    let (mut campaign, _) = begun(edits_alone());
    set_out(&mut campaign);
    for test in 0..64 {
        let address = next_drifted(&mut campaign);
        let edits = if test == 0 { 1 } else { 1 | 1 << test };
        assert_eq!(address, Address::Drifted { parent: 0, first: 0, edits });
        // One step, and then tests that are retained without being a step. Each of them takes the
        // place of the entry.
        let mut observation = run(40, 0);
        if test > 0 {
            observation = Observation::of_run(Tier::Set, &[2, 100 + test], 40);
            observation.novelty.missed = 3;
        }
        assert_eq!(campaign.observe(Passed, &observation).is_some(), test > 0);
    }
    let address = next_drifted(&mut campaign);
    assert!(matches!(address, Address::Repeated { .. }), "{address}");
}

#[test]
fn steps_lead_away_from_the_test_that_set_out_and_back_to_it_when_the_next_one_does() {
    let (mut campaign, entry) = begun(edits_alone());
    set_out(&mut campaign);
    let parent =
        rebuild(&Bytes, 11, &edits_alone(), std::slice::from_ref(&entry), entry.address).unwrap();
    let parent = parent.downcast_ref::<Vec<u8>>().unwrap();
    let mut steps = Vec::new();
    while let Address::Drifted { .. } = next_drifted(&mut campaign) {
        steps.push(bytes(&campaign));
        campaign.observe(Passed, &run(10, 0));
    }
    assert_eq!(steps.len(), 256, "the length of a first drift");
    let far = |step: &&Vec<u8>| !step.iter().zip(parent).any(|(now, then)| now == then);
    let far = steps[200..].iter().filter(far).count();
    assert!(far > 40, "{far} of the last have no byte where it was");
    assert_eq!(&bytes(&campaign), parent, "the next one sets out where the first did");
}

#[test]
fn every_test_of_a_drift_is_made_again_from_the_log_though_the_corpus_changes() {
    let options = Options { corpus: 10, edits: 90, ..without_head_start() };
    let mut campaign = Campaign::new(&Bytes, 5, options.clone());
    let mut history = History::new(&Bytes, 5, &options, None);
    let mut drifted = 0;
    for test in 0..6000_u32 {
        let (address, asked) = next_asking(&mut campaign);
        let value = text::print(campaign.value());
        assert_eq!(history.print(address), value, "at {address}");
        let mut observation = match test % 61 {
            0 => Observation::of_run(Tier::Bucket, &[test % 5, 5 + test % 3], 9),
            _ => run(9, 2),
        };
        observation.novelty.comparisons = vec![Comparison::Numbers(u64::from(test % 90), 200, 1)];
        if asked.is_some() {
            drifted += 1;
            observation.novelty.missed = [2, 0, 0][test as usize % 3];
        }
        let verdict = if test % 4 == 1 { Discarded } else { Passed };
        if let Some(entry) = campaign.observe(verdict, &observation) {
            assert!(entry.number <= history.journal.len() as u64);
            history.push(entry);
        }
    }
    let log = history.journal;
    let is_step = |entry: &JournalEntry| {
        entry.tier.is_none() && matches!(entry.address, Address::Drifted { .. })
    };
    let steps = log.iter().filter(|entry| is_step(entry)).count();
    let retained = log.iter().filter(|entry| entry.tier.is_some()).count();
    assert!(drifted > 1000 && steps > 15, "{drifted} drifted, {steps} steps");
    assert_eq!(campaign.statistics().retained, retained as u64);
}

#[test]
fn a_test_that_is_not_to_be_run_again_is_none_to_set_out_with() {
    let (mut campaign, _) = begun(edits_alone());
    campaign.skip(&[Address::Repeated { parent: 0 }]);
    let novelty = Observation::of_run(Tier::Set, &[2, 3, 99], 40);
    let mut retained = 0;
    while retained == 0 {
        let address = *campaign.next_test().address;
        assert!(matches!(address, Address::Edited { .. }), "{address}");
        retained += u32::from(campaign.observe(Passed, &novelty).is_some());
    }
    assert_eq!(next_drifted(&mut campaign), Address::Repeated { parent: 1 });
}

#[test]
fn without_drift_nothing_is_asked_and_every_edit_is_made_from_a_retained_test() {
    let (mut campaign, _) = begun(Options { drift: false, ..edits_alone() });
    for _ in 0..300 {
        let (address, asked) = next_asking(&mut campaign);
        assert!(matches!(address, Address::Edited { parent: 0, .. }), "{address}");
        assert_eq!(asked, None);
        assert_eq!(campaign.observe(Passed, &run(40, 2)), None);
    }
}

#[test]
fn an_earlier_process_leaves_its_steps_in_the_log_and_a_new_drift_sets_out() {
    let (mut before, first) = begun(edits_alone());
    set_out(&mut before);
    let step = (0..60).find_map(|_| {
        next_drifted(&mut before);
        before.observe(Passed, &run(40, 2))
    });
    let step = step.unwrap();
    let mut campaign = Campaign::new(&Bytes, 11, edits_alone());
    campaign.go_on_from(&before.statistics());
    let journal = [first, step];
    for entry in journal.clone() {
        let value = rebuild(&Bytes, 11, &edits_alone(), &journal, entry.address).unwrap();
        campaign.take_up(entry, value, &Observation::of_run(Tier::Set, &EDGES, 40));
    }
    assert_eq!(campaign.statistics().retained, 1);
    set_out(&mut campaign);
    let address = next_drifted(&mut campaign);
    let first = before.statistics().tests;
    assert_eq!(address, Address::Drifted { parent: 0, first, edits: 1 }, "not made before");
    let new = Observation::of_run(Tier::Set, &[9], 40);
    assert_eq!(campaign.observe(Passed, &new).map(|entry| entry.number), Some(2));
}

//! Tests how the workers of a campaign divide it: each mutant of a batch that they share is served
//! by one of them, and what one retains is run by the others.

use crate::subjects::{Bytes, Stiff, without_head_start};
use mutagen_core::internal::coverage::{Observation, Verdict};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::campaign::{Campaign, Options};
use mutagen_core::internal::search::interface::Search;
use mutagen_core::internal::search::journal::JournalEntry;
use mutagen_core::internal::search::share::{Share, SharedBatch, SharedTest};
use mutagen_core::text;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

const SEED: u64 = 11;

fn batches_alone() -> Options {
    Options { edits: 0, samples: 3, ..without_head_start() }
}

fn worker(worker: u32, workers: u32, options: Options) -> Campaign<'static> {
    Campaign::new(&Bytes, SEED, options).with_share(Share { worker, workers })
}

fn shared(text: &str, batch: Option<SharedBatch>) -> SharedTest {
    SharedTest { text: text.to_owned(), passed: true, edges: vec![1], batch }
}

const BATCH: SharedBatch = SharedBatch { samples: 3, regrown: false, new_edges: 1 };

/// Runs the next test, which passes and hits these new edges; its text is offered to others.
fn run(campaign: &mut Campaign<'_>, new: &[u32]) -> (Address, String, Option<JournalEntry>) {
    let test = campaign.next_test();
    let (address, text) = (*test.address, text::print(test.value));
    if !matches!(address, Address::Received { .. }) {
        campaign.offer(Rc::from(&*text));
    }
    let entry = campaign.observe(Verdict::Passed, &Observation::of_edges(new));
    (address, text, entry)
}

/// The places of the mutants of one batch that a campaign serves until it generates.
fn mutants(campaign: &mut Campaign<'_>, parent: u64) -> Vec<(u64, u64)> {
    let mut served = Vec::new();
    loop {
        match run(campaign, &[]).0 {
            Address::Mutant { parent: of, position, mutant } => {
                assert_eq!(of, parent);
                served.push((position, mutant));
            }
            Address::Generated { .. } => return served,
            other => panic!("{other}"),
        }
    }
}

/// All mutants of a value, as a campaign without other workers serves them.
fn all_mutants(text: &str) -> Vec<(u64, u64)> {
    let mut alone = worker(0, 1, batches_alone());
    alone.receive(0, shared(text, Some(BATCH)));
    assert_eq!(run(&mut alone, &[1]).0, Address::Received { number: 0 });
    mutants(&mut alone, 0)
}

#[test]
fn each_mutant_of_a_shared_batch_is_served_by_one_worker() {
    let all = all_mutants("[7, 8, 9]");
    assert!(all.len() > 20, "{}", all.len());
    for workers in [2, 3, 5] {
        let mut served: Vec<(u64, u64)> = Vec::new();
        for at in 0..workers {
            let mut campaign = worker(at, workers, batches_alone());
            campaign.receive(0, shared("[7, 8, 9]", Some(BATCH)));
            run(&mut campaign, &[1]);
            let share = mutants(&mut campaign, 0);
            let mean = all.len() / workers as usize;
            assert!((mean / 2..=mean * 2).contains(&share.len()), "{} of {}", share.len(), mean);
            served.extend(share);
        }
        served.sort_unstable();
        let mut all = all.clone();
        all.sort_unstable();
        assert_eq!(served, all);
    }
}

#[test]
fn the_share_of_a_batch_is_served_where_the_test_shows_nothing_new() {
    let mut campaign = worker(1, 2, batches_alone());
    campaign.receive(0, shared("[7, 8]", Some(BATCH)));
    let (address, _, entry) = run(&mut campaign, &[]);
    let entry = entry.expect("the batch needs an entry");
    assert_eq!((address, entry.tier), (Address::Received { number: 0 }, None));
    assert!(entry.value.is_some() && entry.batch.is_some_and(|batch| batch.divided));
    assert!(!mutants(&mut campaign, entry.number).is_empty());
    // Without a batch, nothing is left of such a test.
    campaign.receive(1, shared("[7, 9]", None));
    let (address, _, entry) = run(&mut campaign, &[]);
    assert_eq!((address, entry), (Address::Received { number: 1 }, None));
}

#[test]
fn a_test_that_two_workers_find_at_once_has_one_batch() {
    let mut campaign = worker(0, 2, batches_alone());
    let (_, text, entry) = run(&mut campaign, &[1]);
    let entry = entry.unwrap();
    assert!(entry.batch.unwrap().divided);
    let shared_batch = SharedBatch::of(entry.batch.unwrap());
    campaign.receive(0, shared(&text, shared_batch));
    // Its share is served once, and the test is not run a second time.
    let own = mutants(&mut campaign, entry.number);
    let of_share =
        |(position, mutant): &&(u64, u64)| Share { worker: 0, workers: 2 }.takes(position + mutant);
    let all = all_mutants(&text);
    assert_eq!(own, all.iter().filter(of_share).copied().collect::<Vec<_>>());
    // A batch with more samples is another one.
    let more = shared_batch.map(|batch| SharedBatch { samples: 6, ..batch });
    campaign.receive(1, shared(&text, more));
    assert_eq!(run(&mut campaign, &[]).0, Address::Received { number: 1 });
}

#[test]
fn a_test_that_others_cannot_have_is_mutated_by_its_worker_alone() {
    let mut campaign = worker(1, 2, batches_alone());
    let first = *campaign.next_test().address;
    let entry = campaign.observe(Verdict::Passed, &Observation::of_edges(&[1])).unwrap();
    assert_eq!(first, Address::Generated { number: 0, size: 0 });
    assert!(!entry.batch.unwrap().divided);
    let text = "[]";
    let all = all_mutants(text).len();
    assert_eq!(mutants(&mut campaign, entry.number).len(), all);
}

#[test]
fn a_received_test_that_cannot_be_copied_is_mutated_too() {
    let share = Share { worker: 1, workers: 2 };
    let mut campaign = Campaign::new(&Stiff, SEED, batches_alone()).with_share(share);
    campaign.receive(0, shared("[7, 8, 9]", Some(BATCH)));
    let entry = run(&mut campaign, &[1]).2.expect("it has a batch");
    assert!(!mutants(&mut campaign, entry.number).is_empty());
}

#[test]
fn generated_values_and_inputs_are_divided() {
    let inputs: &'static [Vec<String>] =
        ["[1]", "[2]", "[3]"].map(|text| vec![text.to_owned()]).to_vec().leak();
    let (mut served, mut generated) = (Vec::new(), BTreeMap::<u64, u32>::new());
    for at in 0..2 {
        let mut campaign = worker(at, 2, batches_alone()).with_inputs(inputs);
        for _ in 0..20 {
            match run(&mut campaign, &[]).0 {
                Address::Input { number } => served.push(number),
                Address::Generated { number, .. } => *generated.entry(number).or_default() += 1,
                other => panic!("{other}"),
            }
        }
    }
    assert_eq!(served, [0, 2, 1]);
    assert_eq!(generated.remove(&0), Some(2));
    assert!(generated.len() > 30 && generated.values().all(|times| *times == 1));
}

#[test]
fn workers_draw_different_edits_from_one_test() {
    let edited = |at: u32| {
        let mut campaign = worker(at, 2, Options { edits: 100, ..without_head_start() });
        campaign.receive(0, shared("[7, 8, 9, 10]", None));
        run(&mut campaign, &[1]);
        (0..200).map(|_| run(&mut campaign, &[]).1).collect::<BTreeSet<String>>()
    };
    let (first, second) = (edited(0), edited(1));
    let common = first.intersection(&second).count();
    assert!(first.len() > 50 && common < first.len() / 2, "{common} of {}", first.len());
    assert_eq!(first, edited(0));
}

/// Runs a worker that receives a test now and then, and returns its journal and its tests.
fn course(at: u32) -> (Vec<JournalEntry>, Vec<(Address, String)>) {
    let mut campaign = worker(at, 2, Options { corpus: 30, ..without_head_start() });
    let (mut journal, mut tests) = (Vec::new(), Vec::new());
    for test in 0..3000_u32 {
        if test.is_multiple_of(97) {
            let batch = Some(BATCH).filter(|_| test.is_multiple_of(2));
            campaign.receive(u64::from(test / 97), shared(&format!("[{}, 3]", test / 97), batch));
        }
        let new = if test.is_multiple_of(13) { vec![test] } else { Vec::new() };
        let (address, text, entry) = run(&mut campaign, &new);
        tests.push((address, text));
        journal.extend(entry);
    }
    (journal, tests)
}

#[test]
fn a_worker_that_receives_the_same_runs_the_same_and_each_test_can_be_made_again() {
    for at in [0, 1] {
        let (journal, tests) = course(at);
        assert_eq!(course(at).1, tests);
        let received: Vec<Rc<str>> = (0..31).map(|at| Rc::from(format!("[{at}, 3]"))).collect();
        let again = worker(at, 2, Options { corpus: 30, ..without_head_start() })
            .with_received(received.leak());
        // The entry of a recorded test is replaced by the next one of its number.
        let mut entries: BTreeMap<u64, JournalEntry> = BTreeMap::new();
        journal.into_iter().for_each(|entry| _ = entries.insert(entry.number, entry));
        let journal: Vec<JournalEntry> = entries.into_values().collect();
        let mut kinds = BTreeSet::new();
        for (address, text) in tests.iter().step_by(7) {
            let value = again.remake(&journal, *address, &mut || true).unwrap().unwrap();
            assert_eq!(&text::print(&*value), text, "{address}");
            kinds.insert(address.to_string().split(' ').next().unwrap().to_owned());
        }
        assert!(kinds.len() >= 5, "{kinds:?}");
    }
    assert_ne!(course(0).1, course(1).1);
}

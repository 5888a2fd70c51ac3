//! Tests of the shared page: both sides of it are in this process.

use super::*;
use crate::mutated::{VERSIONS, slowest, write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let name = format!("mutagen-page-{}-{name}", std::process::id());
        Scratch(std::env::temp_dir().join(name))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn mutant(mutant: u64) -> Address {
    Address::Mutant { parent: mutant, position: mutant, mutant }
}

fn begin(page: &Page, test: u64, address: Address) {
    page.begin(test, &address.first_words(), &address);
}

#[test]
fn what_one_side_writes_the_other_reads() {
    let scratch = Scratch::new("both");
    let supervisor = Page::create(&scratch.0).unwrap();
    let worker = Page::open(&scratch.0).unwrap();
    assert_eq!(supervisor.running(), None);
    begin(&worker, 40, mutant(3));
    assert_eq!(supervisor.running(), Some(Running { run: 1, test: 40, address: mutant(3) }));
    worker.end();
    assert_eq!(supervisor.running(), None);
    let before = supervisor.progress();
    let address = Address::Generated { number: u64::MAX, size: 7 };
    begin(&worker, 40, address);
    assert_ne!(supervisor.progress(), before);
    assert_eq!(supervisor.running(), Some(Running { run: 2, test: 40, address }));

    assert!(!worker.stop_requested());
    supervisor.stop();
    assert!(worker.stop_requested());
    assert_eq!(worker.stopped(), Duration::ZERO);
    supervisor.set_stopped(Duration::from_millis(7));
    assert_eq!(worker.stopped(), Duration::from_millis(7));

    let words = std::array::from_fn(|at| at as u64 + 1);
    let all = Statistics {
        tests: 97,
        passed: 50,
        discarded: 36,
        failed: 4,
        silenced: 7,
        ..Statistics::from_words(words)
    };
    worker.publish(&all);
    assert_eq!(supervisor.statistics(), all);
    worker.count(&Statistics { tests: 99, passed: 51, discarded: 37, edges: 200, ..all });
    let counted = Statistics { tests: 99, passed: 51, discarded: 37, ..all };
    assert_eq!(supervisor.statistics(), counted, "only what a test may change");

    worker.publish_silenced(&[3, 4]);
    assert_eq!(supervisor.silenced()[..3], [3, 4, 0]);
}

#[test]
fn a_run_whose_end_was_never_told_is_followed_by_a_new_one() {
    let scratch = Scratch::new("no-end");
    let page = Page::create(&scratch.0).unwrap();
    begin(&page, 0, mutant(1));
    begin(&page, 1, mutant(2));
    assert_eq!(page.running(), Some(Running { run: 2, test: 1, address: mutant(2) }));
    page.end();
    page.end();
    assert_eq!(page.running(), None);
}

#[test]
fn a_test_that_has_run_for_long_is_not_taken_for_the_one_after_it() {
    let scratch = Scratch::new("since");
    let page = Page::create(&scratch.0).unwrap();
    begin(&page, 1, mutant(1));
    let seen = page.progress();
    assert_eq!(page.running_since(seen).map(|running| running.test), Some(1));
    // The test ends and the next one begins between two reads of the supervisor.
    page.end();
    assert_eq!(page.running_since(seen), None);
    begin(&page, 2, mutant(2));
    assert_eq!(page.running_since(seen), None);
    assert_eq!(page.running_since(page.progress()).map(|running| running.test), Some(2));
}

#[test]
fn a_worker_that_is_alive_between_tests_makes_progress_and_runs_none() {
    let scratch = Scratch::new("alive");
    let page = Page::create(&scratch.0).unwrap();
    for _ in 0..2 {
        let seen = page.progress();
        page.alive();
        assert_ne!(page.progress(), seen);
        assert_eq!(page.running(), None);
        begin(&page, 3, mutant(1));
        assert_eq!(page.running().map(|running| running.test), Some(3));
        page.end();
    }
}

#[test]
fn a_page_made_again_does_not_disturb_who_has_the_old_one() {
    let scratch = Scratch::new("again");
    let old = Page::create(&scratch.0).unwrap();
    begin(&old, 5, mutant(5));
    let new = Page::create(&scratch.0).unwrap();
    assert_eq!(new.running(), None);
    assert_eq!(old.running().map(|running| running.test), Some(5));
}

#[test]
fn a_file_that_is_no_page_is_refused() {
    let scratch = Scratch::new("foreign");
    fs::write(&scratch.0, vec![0; LENGTH]).unwrap();
    assert!(matches!(Page::open(&scratch.0), Err(ProtocolError::Page { .. })));
    fs::write(&scratch.0, "short").unwrap();
    assert!(matches!(Page::open(&scratch.0), Err(ProtocolError::Page { .. })));
    fs::remove_file(&scratch.0).unwrap();
    assert!(matches!(Page::open(&scratch.0), Err(ProtocolError::File { .. })));
}

#[test]
fn a_test_is_never_read_half_from_one_run_and_half_from_the_next() {
    let scratch = Scratch::new("torn");
    let supervisor = Page::create(&scratch.0).unwrap();
    let worker = Page::open(&scratch.0).unwrap();
    let enough = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let mut test = 0;
            while !enough.load(Ordering::Relaxed) {
                begin(&worker, test, mutant(test));
                worker.end();
                test += 1;
            }
        });
        let mut read = 0;
        while read < 10_000 {
            if let Some(running) = supervisor.running() {
                assert_eq!(running.address, mutant(running.test));
                assert_eq!(running.run, running.test + 1);
                read += 1;
            }
        }
        enough.store(true, Ordering::Relaxed);
    });
}

#[test]
fn a_worker_knows_whether_its_supervisor_is_there() {
    let scratch = Scratch::new("orphan");
    let page = Page::create(&scratch.0).unwrap();
    assert!(!page.is_supervised(), "the parent of this process made no page");
    let parent = u64::from(std::os::unix::process::parent_id());
    page.layout().supervisor.store(parent, Ordering::Relaxed);
    assert!(page.is_supervised());
    page.heartbeat(7);
    assert!(page.cpu_nanoseconds() > 0);
    assert_eq!(page.search_nanoseconds(), 7);
}

#[test]
fn last_words_belong_to_the_run_in_which_they_were_said() {
    let scratch = Scratch::new("words");
    let page = Page::create(&scratch.0).unwrap();
    assert_eq!((page.said(), page.fallen(Some(6))), (None, None));
    begin(&page, 4, mutant(1));
    page.say("first");
    page.fall(6, 0, &[3, 2]);
    page.fall(11, 0, &[9]);
    let fall = Fall { signal: 6, is_testing: true, frames: vec![3, 2] };
    assert_eq!((page.said().as_deref(), page.fallen(None)), (Some("first"), Some(fall)));
    page.end();
    assert_eq!(page.said().as_deref(), Some("first"), "also right after the test");
    assert_eq!((page.phase(), page.last()), (Phase::Judging, Some((4, mutant(1)))));
    begin(&page, 5, mutant(2));
    assert_eq!((page.said(), page.fallen(None)), (None, None));
    page.fail(5, &"x".repeat(2 * MESSAGE));
    assert_eq!((page.failed(), page.said().unwrap().len()), (5, MESSAGE));
}

#[test]
fn a_fall_of_another_thread_is_that_of_the_end_although_tests_went_on() {
    let scratch = Scratch::new("thread");
    let page = Page::create(&scratch.0).unwrap();
    begin(&page, 4, mutant(1));
    page.fall(11, 77, &[3, 2]);
    page.end();
    begin(&page, 5, mutant(2));
    // The abort after an overflow, in the same thread.
    page.fall(6, 77, &[9]);
    let fall = Some(Fall { signal: 11, is_testing: false, frames: vec![3, 2] });
    assert_eq!((page.fallen(Some(6)), page.fallen(Some(11))), (fall.clone(), fall));
    // The process has survived it.
    assert_eq!((page.fallen(None), page.fallen(Some(8))), (None, None));
    page.fall(8, 0, &[1]);
    let fall = Fall { signal: 8, is_testing: true, frames: vec![1] };
    assert_eq!(page.fallen(Some(8)), Some(fall));
}

#[test]
fn panics_of_threads_are_counted_and_the_first_is_kept() {
    let scratch = Scratch::new("panics");
    let page = Page::create(&scratch.0).unwrap();
    assert_eq!(page.thread_panics(), None);
    page.thread_panicked(&"é".repeat(THREAD_MESSAGE));
    page.thread_panicked("second");
    let (count, message) = page.thread_panics().unwrap();
    assert_eq!((count, message.len()), (2, THREAD_MESSAGE));
    page.own();
    assert_eq!(page.thread_panics().unwrap().0, 2, "those of the process before count");
}

#[test]
fn a_new_owner_has_no_last_words_of_the_one_before() {
    let scratch = Scratch::new("owner");
    let page = Page::create(&scratch.0).unwrap();
    begin(&page, 4, mutant(1));
    page.say("first");
    page.fall(6, 77, &[3]);
    page.own();
    assert_eq!((page.said(), page.fallen(Some(6))), (None, None));
}

#[test]
fn each_phase_is_read_as_it_was_written() {
    let scratch = Scratch::new("phase");
    let page = Page::create(&scratch.0).unwrap();
    for phase in Phase::ALL {
        page.enter(phase);
        assert_eq!(page.phase(), phase);
    }
}

#[test]
fn a_link_in_place_of_a_page_is_refused() {
    let scratch = Scratch::new("link");
    let target = Scratch::new("link-target");
    Page::create(&target.0).unwrap();
    std::os::unix::fs::symlink(&target.0, &scratch.0).unwrap();
    assert!(matches!(Page::open(&scratch.0), Err(ProtocolError::File { .. })));
}

/// Reads all that a page holds, and says whether it is what the test below has written.
fn is_as_written(page: &Page) -> bool {
    let running = page.running();
    assert_eq!(running.as_ref().map(|running| running.test), running.and(page.last()).map(|x| x.0));
    // A byte that is no text is replaced by a character of three.
    let said = page.said();
    assert!(said.as_ref().is_none_or(|said| said.len() <= 3 * MESSAGE));
    let panics = page.thread_panics();
    assert!(panics.as_ref().is_none_or(|(_, first)| first.len() <= 3 * THREAD_MESSAGE));
    let falls = [None, Some(6), Some(11)].map(|signal| page.fallen(signal));
    assert!(falls.iter().flatten().all(|fall| fall.frames.len() <= FRAMES));
    let statistics = page.statistics();
    assert!(statistics.discarded <= statistics.tests);
    let (phase, since) = (page.phase(), page.running_since(page.progress()));
    let numbers = [page.owner(), page.spare(), page.spare_test(), page.failed()];
    let times = [page.cpu_nanoseconds(), page.search_nanoseconds()];
    // A worker goes on with it.
    let written = (running, since, said.as_deref(), phase, statistics.tests)
        == (
            Some(Running { run: 1, test: 40, address: mutant(3) }),
            running,
            Some("x is 3"),
            Phase::Printing,
            40,
        )
        && panics.is_some_and(|(count, first)| count == 1 && first == "a thread")
        && falls[1].as_ref().is_some_and(|fall| fall.frames == [3, 2])
        && numbers == [u64::from(std::process::id()), 7, 30, 40]
        && times == [0, 0];
    page.alive();
    begin(page, 41, mutant(4));
    assert_eq!(page.running().map(|running| running.address), Some(mutant(4)));
    page.end();
    page.own();
    assert_eq!((page.running(), page.said(), page.fallen(Some(6))), (None, None, None));
    written
}

#[test]
fn a_mutated_page_is_refused_or_read_within_its_bounds() {
    let scratch = Scratch::new("mutated");
    let page = Page::create(&scratch.0).unwrap();
    page.own();
    page.set_spare(7, 30);
    begin(&page, 40, mutant(3));
    page.fail(40, "x is 3");
    page.enter(Phase::Printing);
    page.thread_panicked("a thread");
    page.fall(6, 0, &[3, 2]);
    page.publish(&Statistics { tests: 40, passed: 30, discarded: 10, ..Statistics::default() });
    drop(page);
    let bytes = fs::read(&scratch.0).unwrap();
    assert!(is_as_written(&Page::open(&scratch.0).unwrap()));
    let (mut number, mut same, mut other, mut refused) = (0, 0, 0, 0);
    let slowest = slowest(VERSIONS, &bytes, |version| {
        // Another length is refused, so every other version gets the right one.
        number += 1;
        let mut version = version.to_vec();
        version.resize(if number % 2 == 0 { LENGTH } else { version.len() }, 0);
        write(&scratch.0, &version);
        let is_page = version.len() == LENGTH && version.starts_with(&MAGIC.to_ne_bytes());
        match Page::open(&scratch.0) {
            Ok(page) => {
                assert!(is_page);
                let is_same = is_as_written(&page);
                same += u64::from(is_same);
                other += u64::from(!is_same);
            }
            Err(error) => {
                assert!(!is_page);
                refused += 1;
                let (text, name) = (error.to_string(), scratch.0.display().to_string());
                assert!(text.starts_with(&name) && text.contains("one version"), "{text}");
            }
        }
    });
    assert!(slowest < Duration::from_secs(1), "{slowest:?}");
    assert!(same > 100 && other > 1000 && refused > 1000, "{same} {other} {refused}");
}

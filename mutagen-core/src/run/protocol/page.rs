//! The page that supervisor and worker share: a small file that both map. The worker stores the
//! address of each test there before the test runs, so that the supervisor knows it after a crash.
//! Each word has one writer.

#![allow(unsafe_code)]

use super::ProtocolError;
use super::stopwatch::cpu_nanoseconds;
use crate::search::address::Address;
use crate::search::statistics::Statistics;
use memmap2::{MmapOptions, MmapRaw};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// The first word of the file. Its last byte is the version of the layout and of the whole
/// protocol.
const MAGIC: u64 = 0x6d75_7461_6765_6e03;

/// The length of the file in bytes.
const LENGTH: usize = 4096;

/// The layout of the page, in the byte order of the machine.
#[repr(C)]
struct Layout {
    magic: AtomicU64,
    /// Process number of the supervisor.
    supervisor: AtomicU64,
    /// Not 0 when the worker must end.
    stop: AtomicU64,
    /// Keeps the words of the two sides in different cache lines.
    _apart: [AtomicU64; 13],
    /// Odd while a test runs, even between tests. It grows at each start and each end of a test.
    state: AtomicU64,
    /// Number of the running test, or of the last one.
    test: AtomicU64,
    address: [AtomicU64; 4],
    /// The donors of the test, if it is an edited one.
    donated: [AtomicU64; Address::WORDS - 4],
    /// CPU time of the worker, in nanoseconds.
    cpu: AtomicU64,
    /// CPU time of the testing thread since the campaign began, in nanoseconds.
    search: AtomicU64,
    statistics: [AtomicU64; Statistics::WORDS],
}

const _: () = assert!(size_of::<Layout>() <= LENGTH);

/// The shared page.
#[derive(Debug)]
pub struct Page {
    map: MmapRaw,
}

/// The test that a worker was running when the page was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Running {
    /// The test's number in the campaign, from 1.
    pub test: u64,
    /// How the test was made.
    pub address: Address,
    /// The number of the run in this worker, from 1. Two runs of one test have different numbers.
    pub run: u64,
}

/// The number of the current run in this state, or of the last one.
fn run(state: u64) -> u64 {
    state.div_ceil(2)
}

impl Page {
    /// Makes a page for a new worker and replaces the file. For the supervisor.
    ///
    /// # Errors
    /// When the file cannot be made or mapped.
    pub fn create(path: &Path) -> Result<Page, ProtocolError> {
        let failed = |error| ProtocolError::File { path: path.to_owned(), error };
        // The file is made anew, because truncating it would kill a process that still maps the old
        // file.
        match fs::remove_file(path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
            _ => {}
        }
        let mut file = File::create_new(path).map_err(failed)?;
        // The bytes are written, not only reserved: with a full disk, a write fails, while an
        // access to the mapping kills the process.
        file.write_all(&[0; LENGTH]).map_err(failed)?;
        let page = Page::map(path)?;
        page.layout().supervisor.store(u64::from(std::process::id()), Ordering::Relaxed);
        page.layout().magic.store(MAGIC, Ordering::Release);
        Ok(page)
    }

    /// Opens the page that the supervisor made. For the worker.
    ///
    /// # Errors
    /// When the file cannot be mapped or is not a page of this version.
    pub fn open(path: &Path) -> Result<Page, ProtocolError> {
        let page = Page::map(path)?;
        if page.layout().magic.load(Ordering::Acquire) != MAGIC {
            return Err(ProtocolError::Page { path: path.to_owned() });
        }
        Ok(page)
    }

    fn map(path: &Path) -> Result<Page, ProtocolError> {
        let failed = |error| ProtocolError::File { path: path.to_owned(), error };
        let file = File::options().read(true).write(true).open(path).map_err(failed)?;
        // Reading a mapping past the end of its file kills the process.
        if file.metadata().map_err(failed)?.len() != LENGTH as u64 {
            return Err(ProtocolError::Page { path: path.to_owned() });
        }
        let map = MmapOptions::new().len(LENGTH).map_raw(&file).map_err(failed)?;
        Ok(Page { map })
    }

    #[inline]
    fn layout(&self) -> &Layout {
        // SAFETY: the mapping is `LENGTH` bytes long, readable and writable, starts at a page
        // boundary and lives as long as `self`; `Layout` fits (asserted above) and is made of
        // atomics, for which all bits are valid and which another process may change at any time.
        // Nobody shortens the file: it is only removed and made anew.
        unsafe { &*self.map.as_ptr().cast::<Layout>() }
    }

    /// Announces the next test: its number in the campaign, from 1, and its address. A test that is
    /// run again to find unstable edges keeps its number.
    #[inline]
    pub fn begin(&self, test: u64, address: Address) {
        let layout = self.layout();
        let state = layout.state.load(Ordering::Relaxed);
        // A reader that sees one of the next stores also sees that the previous run has ended.
        fence(Ordering::Release);
        layout.test.store(test, Ordering::Relaxed);
        for (word, value) in layout.address.iter().zip(address.first_words()) {
            word.store(value, Ordering::Relaxed);
        }
        if let Some(donated) = address.more_words() {
            for (word, value) in layout.donated.iter().zip(donated) {
                word.store(value, Ordering::Relaxed);
            }
        }
        // The new state is odd and greater, even if the end of the previous run was not announced.
        layout.state.store(state.wrapping_add(1) | 1, Ordering::Release);
    }

    /// Announces that the test has ended, by a return or by a panic.
    #[inline]
    pub fn end(&self) {
        let state = &self.layout().state;
        state.store((state.load(Ordering::Relaxed) | 1).wrapping_add(1), Ordering::Relaxed);
    }

    /// Signals that the worker is busy although no test is running, because it makes retained tests
    /// again.
    pub fn alive(&self) {
        let state = &self.layout().state;
        state.store(state.load(Ordering::Relaxed).wrapping_add(2), Ordering::Relaxed);
    }

    /// Publishes only the counters that change with a test that did not fail and shows nothing new,
    /// if there was no reset. It is called after every test and must be cheap. The number of
    /// discarded tests follows from these counters.
    #[inline]
    pub fn count(&self, statistics: &Statistics) {
        for (word, value) in self.layout().statistics.iter().zip(statistics.first_words()) {
            word.store(value, Ordering::Relaxed);
        }
    }

    /// Publishes all counters of the campaign.
    #[inline]
    pub fn publish(&self, statistics: &Statistics) {
        for (word, value) in self.layout().statistics.iter().zip(statistics.to_words()) {
            word.store(value, Ordering::Relaxed);
        }
    }

    /// Writes the CPU time of this process and that of the testing thread since the campaign began,
    /// and asks for a stop if the supervisor is gone. It takes two system calls, so it is not for
    /// every test. For the worker.
    pub fn heartbeat(&self, search_nanoseconds: u64) {
        let layout = self.layout();
        layout.cpu.store(cpu_nanoseconds(), Ordering::Relaxed);
        layout.search.store(search_nanoseconds, Ordering::Relaxed);
        let parent = u64::from(std::os::unix::process::parent_id());
        if parent != layout.supervisor.load(Ordering::Relaxed) {
            self.stop();
        }
    }

    /// Asks the worker to end after the running test.
    pub fn stop(&self) {
        self.layout().stop.store(1, Ordering::Relaxed);
    }

    /// Whether the worker must end.
    #[inline]
    pub fn stop_requested(&self) -> bool {
        self.layout().stop.load(Ordering::Relaxed) != 0
    }

    /// The test that is running, or was when the worker died; `None` between tests. For the
    /// supervisor.
    pub fn running(&self) -> Option<Running> {
        let layout = self.layout();
        // If the worker keeps moving while this loop reads, no test hangs, so `None` is a correct
        // answer.
        for _ in 0..64 {
            let state = layout.state.load(Ordering::Acquire);
            if state.is_multiple_of(2) {
                return None;
            }
            let test = layout.test.load(Ordering::Relaxed);
            let first = layout.address.each_ref().map(|word| word.load(Ordering::Relaxed));
            let more = layout.donated.each_ref().map(|word| word.load(Ordering::Relaxed));
            fence(Ordering::Acquire);
            if layout.state.load(Ordering::Relaxed) == state {
                let address = Address::from_first_and_more(first, more)?;
                return Some(Running { test, address, run: run(state) });
            }
        }
        None
    }

    /// The test that is running, if none has begun or ended since [`Page::progress`] was
    /// `progress`. For the supervisor.
    pub fn running_since(&self, progress: u64) -> Option<Running> {
        // The number is read together with the test. If it were read before or after, the next test
        // could begin in between.
        self.running().filter(|running| running.run == run(progress))
    }

    /// A number that changes when a test begins or ends, and when the worker signals between tests
    /// that it is [alive](Page::alive). For the supervisor.
    pub fn progress(&self) -> u64 {
        self.layout().state.load(Ordering::Relaxed)
    }

    /// The counters published last.
    pub fn statistics(&self) -> Statistics {
        let words = &self.layout().statistics;
        let read = std::array::from_fn(|at| words[at].load(Ordering::Relaxed));
        let statistics = Statistics::from_words(read);
        let Statistics { tests, passed, failed, .. } = statistics;
        // Words that are read during a write may belong to different tests, so that the difference
        // could be negative.
        Statistics { discarded: tests.saturating_sub(passed.saturating_add(failed)), ..statistics }
    }

    /// The worker's CPU time in nanoseconds, as of its last heartbeat.
    pub fn cpu_nanoseconds(&self) -> u64 {
        self.layout().cpu.load(Ordering::Relaxed)
    }

    /// CPU time of the testing thread since the campaign began, in nanoseconds, as of the worker's
    /// last heartbeat.
    pub fn search_nanoseconds(&self) -> u64 {
        self.layout().search.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::PathBuf;
    use std::sync::atomic::AtomicBool;

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

    #[test]
    fn what_one_side_writes_the_other_reads() {
        let scratch = Scratch::new("both");
        let supervisor = Page::create(&scratch.0).unwrap();
        let worker = Page::open(&scratch.0).unwrap();
        assert_eq!(supervisor.running(), None);
        worker.begin(40, mutant(3));
        assert_eq!(supervisor.running(), Some(Running { run: 1, test: 40, address: mutant(3) }));
        worker.end();
        assert_eq!(supervisor.running(), None);
        let before = supervisor.progress();
        let address = Address::Generated { number: u64::MAX, size: 7 };
        worker.begin(40, address);
        assert_ne!(supervisor.progress(), before);
        assert_eq!(supervisor.running(), Some(Running { run: 2, test: 40, address }));

        assert!(!worker.stop_requested());
        supervisor.stop();
        assert!(worker.stop_requested());

        let words = std::array::from_fn(|at| at as u64 + 1);
        let all = Statistics {
            tests: 90,
            passed: 50,
            discarded: 36,
            failed: 4,
            ..Statistics::from_words(words)
        };
        worker.publish(&all);
        assert_eq!(supervisor.statistics(), all);
        worker.count(&Statistics { tests: 92, passed: 51, discarded: 37, edges: 200, ..all });
        let counted = Statistics { tests: 92, passed: 51, discarded: 37, ..all };
        assert_eq!(supervisor.statistics(), counted, "only what a test may change");
    }

    #[test]
    fn a_run_whose_end_was_never_told_is_followed_by_a_new_one() {
        let scratch = Scratch::new("no-end");
        let page = Page::create(&scratch.0).unwrap();
        page.begin(0, mutant(1));
        page.begin(1, mutant(2));
        assert_eq!(page.running(), Some(Running { run: 2, test: 1, address: mutant(2) }));
        page.end();
        page.end();
        assert_eq!(page.running(), None);
    }

    #[test]
    fn a_test_that_has_run_for_long_is_not_taken_for_the_one_after_it() {
        let scratch = Scratch::new("since");
        let page = Page::create(&scratch.0).unwrap();
        page.begin(1, mutant(1));
        let seen = page.progress();
        assert_eq!(page.running_since(seen).map(|running| running.test), Some(1));
        // The test ends and the next one begins between two reads of the supervisor.
        page.end();
        assert_eq!(page.running_since(seen), None);
        page.begin(2, mutant(2));
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
            page.begin(3, mutant(1));
            assert_eq!(page.running().map(|running| running.test), Some(3));
            page.end();
        }
    }

    #[test]
    fn a_page_made_again_does_not_disturb_who_has_the_old_one() {
        let scratch = Scratch::new("again");
        let old = Page::create(&scratch.0).unwrap();
        old.begin(5, mutant(5));
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
                    worker.begin(test, mutant(test));
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
    fn a_worker_whose_supervisor_is_gone_stops_at_its_next_heartbeat() {
        let scratch = Scratch::new("orphan");
        let page = Page::create(&scratch.0).unwrap();
        let parent = u64::from(std::os::unix::process::parent_id());
        page.layout().supervisor.store(parent, Ordering::Relaxed);
        page.heartbeat(7);
        assert!(!page.stop_requested());
        assert!(page.cpu_nanoseconds() > 0);
        assert_eq!(page.search_nanoseconds(), 7);
        page.layout().supervisor.store(parent + 1, Ordering::Relaxed);
        page.heartbeat(8);
        assert!(page.stop_requested());
    }
}

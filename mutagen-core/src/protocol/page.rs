//! The page that supervisor and worker share: a small file mapped by both. The worker writes the
//! address of each test before it runs it and the campaign's figures now and then, with a few plain
//! stores; when it dies, what it was doing is still there.

use super::ProtocolError;
use crate::address::Address;
use crate::statistics::Statistics;
use memmap2::MmapMut;
use std::fs::OpenOptions;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

/// First word of the file; its last digit is the version of the layout.
const MAGIC: u64 = 0x6d75_7461_6765_6e01;

/// Words of the page, by place.
const WORDS: usize = 32;
const STOP: usize = 1;
/// Number of the test that runs or ran last; see [`RUNNING`].
const TEST: usize = 2;
/// Whether a test is running: 0 between tests, so that a death there is not blamed on one.
const RUNNING: usize = 3;
const ADDRESS: usize = 4;
/// Counts the tests begun, which a hang is noticed by; unlike [`TEST`] it never repeats.
const BEGUN: usize = 8;
const STATISTICS: usize = 16;

/// The shared page.
pub struct Page {
    map: MmapMut,
}

/// What a worker was running when the page was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Running {
    /// The test's number in the campaign, from 1.
    pub test: u64,
    /// How it was made.
    pub address: Address,
    /// How many tests the worker had begun.
    pub begun: u64,
}

impl Page {
    /// Makes a page for a new worker, replacing the file.
    ///
    /// # Errors
    /// When the file cannot be made or mapped.
    pub fn create(path: &Path) -> Result<Page, ProtocolError> {
        let bytes = vec![0; WORDS * 8];
        let written = std::fs::write(path, bytes);
        written.map_err(|error| ProtocolError::File { path: path.to_owned(), error })?;
        let page = Page::map(path)?;
        page.word(0).store(MAGIC, Ordering::Release);
        Ok(page)
    }

    /// Opens the page that a supervisor made.
    ///
    /// # Errors
    /// When the file cannot be mapped or is not such a page.
    pub fn open(path: &Path) -> Result<Page, ProtocolError> {
        let page = Page::map(path)?;
        if page.word(0).load(Ordering::Acquire) != MAGIC {
            return Err(ProtocolError::Page { path: path.to_owned() });
        }
        Ok(page)
    }

    fn map(path: &Path) -> Result<Page, ProtocolError> {
        let error = |error| ProtocolError::File { path: path.to_owned(), error };
        let file = OpenOptions::new().read(true).write(true).open(path).map_err(error)?;
        // SAFETY: the file belongs to one campaign and is only ever accessed through the atomic
        // words of `Page`; nobody shortens it while it is mapped.
        let map = unsafe { MmapMut::map_mut(&file) }.map_err(error)?;
        if map.len() < WORDS * 8 {
            return Err(ProtocolError::Page { path: path.to_owned() });
        }
        Ok(Page { map })
    }

    fn word(&self, at: usize) -> &AtomicU64 {
        debug_assert!(at < WORDS);
        // SAFETY: a mapping starts at a page boundary and `map` checked that it has `WORDS` words,
        // so the place is in bounds and aligned; the memory is shared with another process, which
        // also uses atomic accesses only.
        unsafe { &*self.map.as_ptr().cast::<AtomicU64>().add(at) }
    }

    /// Says which test is about to run.
    #[inline]
    pub fn begin(&self, test: u64, address: Address) {
        let begun = self.word(BEGUN).load(Ordering::Relaxed);
        self.word(TEST).store(test, Ordering::Relaxed);
        for (at, word) in address.to_words().into_iter().enumerate() {
            self.word(ADDRESS + at).store(word, Ordering::Relaxed);
        }
        self.word(BEGUN).store(begun + 1, Ordering::Relaxed);
        self.word(RUNNING).store(1, Ordering::Release);
    }

    /// Says that the test has ended.
    #[inline]
    pub fn end(&self) {
        self.word(RUNNING).store(0, Ordering::Release);
    }

    /// The test that is running; `None` between tests. While the worker lives the answer may mix two
    /// tests; it is exact once the worker is dead.
    pub fn running(&self) -> Option<Running> {
        if self.word(RUNNING).load(Ordering::Acquire) == 0 {
            return None;
        }
        let words = [0, 1, 2, 3].map(|at| self.word(ADDRESS + at).load(Ordering::Relaxed));
        Some(Running {
            test: self.word(TEST).load(Ordering::Relaxed),
            address: Address::from_words(words)?,
            begun: self.word(BEGUN).load(Ordering::Relaxed),
        })
    }

    /// Asks the worker to end after the running test.
    pub fn stop(&self) {
        self.word(STOP).store(1, Ordering::Relaxed);
    }

    /// Whether the worker is to end.
    #[inline]
    pub fn stop_requested(&self) -> bool {
        self.word(STOP).load(Ordering::Relaxed) != 0
    }

    /// Writes the campaign's figures.
    pub fn publish(&self, statistics: &Statistics) {
        for (at, word) in statistics.to_words().into_iter().enumerate() {
            self.word(STATISTICS + at).store(word, Ordering::Relaxed);
        }
    }

    /// The figures written last.
    pub fn statistics(&self) -> Statistics {
        Statistics::from_words(std::array::from_fn(|at| {
            self.word(STATISTICS + at).load(Ordering::Relaxed)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_one_side_writes_the_other_reads() {
        let path = std::env::temp_dir().join(format!("mutagen-page-{}", std::process::id()));
        let supervisor = Page::create(&path).unwrap();
        let worker = Page::open(&path).unwrap();
        assert_eq!(supervisor.running(), None);
        let address = Address::Mutant { parent: 5, position: 1, mutant: 2 };
        worker.begin(3, address);
        assert_eq!(supervisor.running(), Some(Running { test: 3, address, begun: 1 }));
        worker.end();
        assert_eq!(supervisor.running(), None);
        assert!(!worker.stop_requested());
        supervisor.stop();
        assert!(worker.stop_requested());
        let statistics =
            Statistics { tests: 1, passed: 2, unstable: 3, samples: 4, ..Statistics::default() };
        worker.publish(&statistics);
        assert_eq!(supervisor.statistics(), statistics);
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_file_that_is_no_page_is_an_error() {
        let path = std::env::temp_dir().join(format!("mutagen-no-page-{}", std::process::id()));
        std::fs::write(&path, vec![7; WORDS * 8]).unwrap();
        assert!(matches!(Page::open(&path), Err(ProtocolError::Page { .. })));
        std::fs::write(&path, b"short").unwrap();
        assert!(matches!(Page::open(&path), Err(ProtocolError::Page { .. })));
        std::fs::remove_file(path).unwrap();
    }
}

//! The spare of a worker: a fork that waits and takes over if the worker dies. The spare has the
//! whole state of the search, so that it runs the tests since the fork again, as they were, leaves
//! out the test that killed the worker, and goes on. A death therefore costs milliseconds, and the
//! tests after it are those of the seed.

#![allow(unsafe_code)]

use crate::run::protocol::Deadly;
use std::fs::File;
use std::io::Read;
use std::time::{Duration, Instant};

/// The time between two spares. The tests since the last one are run again after a death. Each page
/// of memory that changes after a fork is copied, which takes longer than the fork.
const PAUSE: Duration = Duration::from_millis(900);

/// A spare may take 1/`SHARE` of the time.
const SHARE: u32 = 200;

/// The spare of this worker.
#[derive(Debug)]
pub(super) struct Spare {
    /// Its process number, if there is one.
    process: Option<libc::pid_t>,
    due: Instant,
    /// The threads of this process without those of the property. A fork has only the thread that
    /// forked, so that a property with threads of its own would wait for them for ever.
    threads: Option<usize>,
}

/// What a fork of a worker became.
pub(super) enum Fork {
    /// This is still the worker.
    Worker,
    /// This is the spare that has taken over. These tests killed a worker since the fork.
    Successor(Vec<Deadly>),
}

impl Spare {
    /// None yet. Call it before code of the property runs. The first one is made after a moment,
    /// since most campaigns that find something find it soon.
    pub(super) fn none() -> Spare {
        Spare { process: None, due: Instant::now() + PAUSE / 4, threads: threads() }
    }

    /// Whether it is time for another spare.
    pub(super) fn is_due(&self) -> bool {
        cfg!(target_os = "linux") && Instant::now() >= self.due
    }

    /// Whether this process has the threads that a fork would have, so that a spare can be made.
    pub(super) fn is_possible(&self) -> bool {
        threads() == self.threads
    }

    /// Takes a spare that was made in this time.
    pub(super) fn begin(&mut self, process: libc::pid_t, start: Instant) {
        self.process = Some(process);
        self.due = start + PAUSE.max(start.elapsed() * SHARE);
    }

    /// Puts the next attempt off.
    pub(super) fn put_off(&mut self) {
        self.due = Instant::now() + PAUSE;
    }

    /// The same in the fork, which has no spare and one thread.
    pub(super) fn become_successor(&mut self) {
        (self.process, self.threads) = (None, Some(1));
    }

    /// Makes another spare due.
    pub(super) fn make_due(&mut self) {
        self.due = Instant::now();
    }

    /// Ends the spare.
    pub(super) fn end(&mut self) {
        if let Some(process) = self.process.take() {
            // SAFETY: the process is a child of this one that was not waited for.
            unsafe {
                libc::kill(process, libc::SIGKILL);
                libc::waitpid(process, std::ptr::null_mut(), 0);
            }
        }
    }
}

/// The number of threads of this process, if it can be found out. It allocates nothing, because it
/// is called at times that differ from run to run, and code under test may compare addresses.
fn threads() -> Option<usize> {
    let file = File::open("/proc/self/stat").ok()?;
    let mut buffer = [0; 1024];
    let length = (&file).read(&mut buffer).ok()?;
    number_of_threads(&buffer[..length])
}

/// The same for the content of such a file. The name of the program, in parentheses, may have
/// spaces and parentheses.
fn number_of_threads(stat: &[u8]) -> Option<usize> {
    let name_end = stat.iter().rposition(|byte| *byte == b')')?;
    let text = str::from_utf8(&stat[name_end + 1..]).ok()?;
    text.split_ascii_whitespace().nth(17)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threads_of_this_process_are_counted() {
        let stat = b"7 (a) b) S 1 1 1 0 -1 4194304 1 0 0 0 0 0 0 0 20 0 3 0 100 1 1\n";
        assert_eq!(number_of_threads(stat), Some(3));
        assert_eq!(number_of_threads(b"7 (a"), None);
        if cfg!(target_os = "linux") {
            let counted = || threads().unwrap();
            let before = std::fs::read_dir("/proc/self/task").unwrap().count();
            std::thread::scope(|scope| {
                let more = scope.spawn(counted).join().unwrap();
                assert!(more > 1 && before > 0, "{more} threads, {before} before");
            });
        }
    }
}

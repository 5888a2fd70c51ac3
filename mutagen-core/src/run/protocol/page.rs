//! The page that supervisor and worker share: a small file that both map. The worker stores the
//! address of each test there before the test runs, and what it does between tests, so that the
//! supervisor knows both after a crash. The panic hook and the handler of fatal signals leave their
//! last words there. Each word has one writer.

#![allow(unsafe_code)]

use super::ProtocolError;
use super::phase::{Fall, Phase};
use super::stopwatch::cpu_nanoseconds;
use crate::search::address::Address;
use crate::search::statistics::Statistics;
use memmap2::{MmapOptions, MmapRaw};
use rustix::fs::OFlags;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering, fence};
use std::time::Duration;

/// The first word of the file. Its last byte is the version of the layout and of the whole
/// protocol.
const MAGIC: u64 = 0x6d75_7461_6765_6e07;

/// The length of the file in bytes.
const LENGTH: usize = 32 * 1024;

/// The most bytes of a message that are kept.
const MESSAGE: usize = 16 * 1024;

/// The most bytes of a thread's message that are kept.
const THREAD_MESSAGE: usize = 2 * 1024;

/// The most frames of a stack that are kept.
pub const FRAMES: usize = 48;

/// The most kinds of failures that a campaign can silence.
pub const MOST_SILENCED: usize = 32;

/// The layout of the page, in the byte order of the machine.
#[repr(C)]
struct Layout {
    magic: AtomicU64,
    /// Process number of the supervisor.
    supervisor: AtomicU64,
    /// Keeps what changes with each test in two cache lines.
    _apart: [AtomicU64; 6],
    /// Odd while a test runs, even between tests. It grows at each start and each end of a test.
    state: AtomicU64,
    /// What the worker does, a [`Phase`].
    phase: AtomicU64,
    /// Number of the running test, or of the last one.
    test: AtomicU64,
    /// Not 0 when the worker must end. The supervisor writes it once.
    stop: AtomicU64,
    address: [AtomicU64; 4],
    statistics: [AtomicU64; Statistics::WORDS],
    /// The donors of the test, if it is an edited one.
    donated: [AtomicU64; Address::WORDS - 4],
    /// Process number of the process that the page belongs to, and of its spare.
    owner: AtomicU64,
    spare: AtomicU64,
    /// The number of the last test before the spare was made.
    spare_test: AtomicU64,
    /// The number of the last test that failed.
    failed: AtomicU64,
    /// The run whose message is kept, and the length of the message.
    said: AtomicU64,
    length: AtomicU64,
    /// The run whose stack is kept, the thread, the signal, and the number of frames.
    fallen: AtomicU64,
    thread: AtomicU64,
    signal: AtomicU64,
    depth: AtomicU64,
    frames: [AtomicU64; FRAMES],
    /// CPU time of the worker, in nanoseconds.
    cpu: AtomicU64,
    /// CPU time of the testing thread since the campaign began, in nanoseconds.
    search: AtomicU64,
    message: [AtomicU8; MESSAGE],
    /// Panics of other threads than the testing one, and the message of the first.
    panics: AtomicU64,
    panic_length: AtomicU64,
    panic_message: [AtomicU8; THREAD_MESSAGE],
    /// For how long everything was stopped, in nanoseconds. The supervisor writes it.
    stopped: AtomicU64,
    /// How many tests failed in each silenced kind.
    silenced: [AtomicU64; MOST_SILENCED],
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

/// Writes as much of a text as there is room for, and then its length.
fn write_text(bytes: &[AtomicU8], length: &AtomicU64, text: &str) {
    for (byte, value) in bytes.iter().zip(text.bytes()) {
        byte.store(value, Ordering::Relaxed);
    }
    length.store(text.len().min(bytes.len()) as u64, Ordering::Release);
}

/// Reads a text. Another process may change it meanwhile.
fn read_text(bytes: &[AtomicU8], length: &AtomicU64) -> String {
    let length = (length.load(Ordering::Acquire) as usize).min(bytes.len());
    let bytes = bytes[..length].iter().map(|byte| byte.load(Ordering::Relaxed));
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}

impl Layout {
    #[inline]
    fn set_address(&self, first: &[u64; 4], address: &Address) {
        let store = |(word, value): (&AtomicU64, &u64)| word.store(*value, Ordering::Relaxed);
        self.address.iter().zip(first).for_each(store);
        if let Some(donated) = address.more_words() {
            self.donated.iter().zip(&donated).for_each(store);
        }
    }

    fn address(&self) -> Option<Address> {
        let first = self.address.each_ref().map(|word| word.load(Ordering::Relaxed));
        let more = self.donated.each_ref().map(|word| word.load(Ordering::Relaxed));
        Address::from_first_and_more(first, more)
    }
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
        // A link in place of the page would lead to a file of somebody else.
        let mut options = File::options();
        options.read(true).write(true).custom_flags(OFlags::NOFOLLOW.bits() as i32);
        let file = options.open(path).map_err(failed)?;
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
    /// run again to find unstable edges keeps its number. `first` is the address's
    /// [`Address::first_words`].
    #[inline]
    pub fn begin(&self, test: u64, first: &[u64; 4], address: &Address) {
        let layout = self.layout();
        let state = layout.state.load(Ordering::Relaxed);
        // A reader that sees one of the next stores also sees that the previous run has ended.
        fence(Ordering::Release);
        layout.test.store(test, Ordering::Relaxed);
        layout.set_address(first, address);
        // The new state is odd and greater, even if the end of the previous run was not announced.
        layout.state.store(state.wrapping_add(1) | 1, Ordering::Release);
        layout.phase.store(Phase::Running as u64, Ordering::Relaxed);
    }

    /// Announces that the test has ended, by a return or by a panic, and that it is judged now.
    #[inline]
    pub fn end(&self) {
        let state = &self.layout().state;
        self.enter(Phase::Judging);
        state.store((state.load(Ordering::Relaxed) | 1).wrapping_add(1), Ordering::Relaxed);
    }

    /// Announces a phase between tests.
    #[inline]
    pub fn enter(&self, phase: Phase) {
        self.layout().phase.store(phase as u64, Ordering::Relaxed);
    }

    /// Announces which test is being made, as far as it is known, so that a death while it is made
    /// is attributed.
    #[inline]
    pub fn announce(&self, test: u64, address: Address) {
        let layout = self.layout();
        layout.test.store(test, Ordering::Relaxed);
        layout.set_address(&address.first_words(), &address);
    }

    /// Makes this process the owner. The last words of the process before it are forgotten. For the
    /// worker.
    pub fn own(&self) {
        self.layout().said.store(0, Ordering::Relaxed);
        self.layout().fallen.store(0, Ordering::Relaxed);
        self.layout().owner.store(u64::from(std::process::id()), Ordering::Relaxed);
    }

    /// The process number of the owner; 0 before it has opened the page.
    pub fn owner(&self) -> u64 {
        self.layout().owner.load(Ordering::Relaxed)
    }

    /// Announces the process that can take over from this one after this test; 0 for none.
    pub fn set_spare(&self, process: u64, test: u64) {
        self.layout().spare_test.store(test, Ordering::Relaxed);
        self.layout().spare.store(process, Ordering::Relaxed);
    }

    /// The number of the last test before the spare was made.
    pub fn spare_test(&self) -> u64 {
        self.layout().spare_test.load(Ordering::Relaxed)
    }

    /// The process number of the spare; 0 for none.
    pub fn spare(&self) -> u64 {
        self.layout().spare.load(Ordering::Relaxed)
    }

    /// Announces that the running test, or the last one, has failed for this reason. The
    /// supervisor reads both if the property has closed the socket.
    pub fn fail(&self, test: u64, message: &str) {
        self.say(message);
        self.layout().failed.store(test, Ordering::Release);
    }

    /// The number of the last failed test; 0 for none.
    pub fn failed(&self) -> u64 {
        self.layout().failed.load(Ordering::Acquire)
    }

    /// Keeps a message for the current run: the text of its first panic. A long message is cut. It
    /// allocates nothing.
    pub fn say(&self, message: &str) {
        let layout = self.layout();
        write_text(&layout.message, &layout.length, message);
        layout.said.store(self.said_now(), Ordering::Release);
    }

    /// The message of the current run, or of the last one, if there is one.
    pub fn said(&self) -> Option<String> {
        let layout = self.layout();
        if !self.is_of_this_run(&layout.said) {
            return None;
        }
        Some(read_text(&layout.message, &layout.length))
    }

    /// Counts a panic of another thread than the testing one, and keeps the message of the first.
    pub fn thread_panicked(&self, message: &str) {
        let layout = self.layout();
        if layout.panics.fetch_add(1, Ordering::Relaxed) == 0 {
            write_text(&layout.panic_message, &layout.panic_length, message);
        }
    }

    /// How many panics of other threads there were, and the message of the first; `None` if there
    /// were none.
    pub fn thread_panics(&self) -> Option<(u64, String)> {
        let layout = self.layout();
        let count = layout.panics.load(Ordering::Relaxed);
        (count > 0).then(|| (count, read_text(&layout.panic_message, &layout.panic_length)))
    }

    /// Marks a message or a stack: the number of the run, from 1, so that 0 is none.
    fn said_now(&self) -> u64 {
        run(self.progress()) + 1
    }

    /// Whether this mark is that of the current run, or of the last one.
    fn is_of_this_run(&self, mark: &AtomicU64) -> bool {
        mark.load(Ordering::Acquire) == self.said_now()
    }

    /// Keeps the stack at a fatal signal, or at a panic outside a test if `signal` is 0. `thread`
    /// is 0 for the testing thread. Only the first one of a run is kept, and of another thread:
    /// the testing thread may begin further runs while that thread ends the process. It allocates
    /// nothing and is called by a signal handler.
    pub fn fall(&self, signal: i32, thread: u64, frames: &[u64]) {
        let layout = self.layout();
        let is_of_one_thread = thread != 0
            && layout.thread.load(Ordering::Relaxed) == thread
            && layout.fallen.load(Ordering::Acquire) != 0;
        if is_of_one_thread || self.is_of_this_run(&layout.fallen) {
            return;
        }
        for (word, frame) in layout.frames.iter().zip(frames) {
            word.store(*frame, Ordering::Relaxed);
        }
        layout.depth.store(frames.len().min(FRAMES) as u64, Ordering::Relaxed);
        layout.signal.store(signal as u64, Ordering::Relaxed);
        layout.thread.store(thread, Ordering::Relaxed);
        layout.fallen.store(self.said_now(), Ordering::Release);
    }

    /// The stack at the fatal signal that ended the owner, if it is known. `ended_by` is the signal
    /// that the process died of, if it died of one. A stack of an earlier run counts only if its
    /// signal is the one that ended the process: the process has survived other signals.
    pub fn fallen(&self, ended_by: Option<i32>) -> Option<Fall> {
        let layout = self.layout();
        let mark = layout.fallen.load(Ordering::Acquire);
        let signal = layout.signal.load(Ordering::Relaxed) as i32;
        let is_testing = layout.thread.load(Ordering::Relaxed) == 0;
        // After an overflow of the stack, std ends the process by an abort.
        let overflows = [libc::SIGSEGV, libc::SIGBUS].contains(&signal);
        let is_end = signal != 0 && ended_by == Some(signal)
            || overflows && ended_by == Some(libc::SIGABRT) && !is_testing;
        if mark == 0 || mark != self.said_now() && !is_end {
            return None;
        }
        let depth = (layout.depth.load(Ordering::Relaxed) as usize).min(FRAMES);
        let frames = layout.frames[..depth].iter().map(|frame| frame.load(Ordering::Relaxed));
        Some(Fall { signal, is_testing, frames: frames.collect() })
    }

    /// What the worker does, or did when it died.
    pub fn phase(&self) -> Phase {
        let phase = self.layout().phase.load(Ordering::Relaxed) as usize;
        Phase::ALL.get(phase).copied().unwrap_or(Phase::Idle)
    }

    /// The number and the address of the test that was announced last, if there is one. For the
    /// supervisor, after the worker has ended.
    pub fn last(&self) -> Option<(u64, Address)> {
        let layout = self.layout();
        Some((layout.test.load(Ordering::Relaxed), layout.address()?))
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

    /// Publishes how many tests failed in each silenced kind. For the worker.
    #[inline]
    pub fn publish_silenced(&self, counts: &[u64]) {
        for (word, count) in self.layout().silenced.iter().zip(counts) {
            word.store(*count, Ordering::Relaxed);
        }
    }

    /// How many tests failed in each silenced kind.
    pub fn silenced(&self) -> [u64; MOST_SILENCED] {
        self.layout().silenced.each_ref().map(|word| word.load(Ordering::Relaxed))
    }

    /// Writes the CPU time of this process and that of the testing thread since the campaign began.
    /// It takes two system calls, so it is not for every test. For the worker.
    pub fn heartbeat(&self, search_nanoseconds: u64) {
        let layout = self.layout();
        layout.cpu.store(cpu_nanoseconds(), Ordering::Relaxed);
        layout.search.store(search_nanoseconds, Ordering::Relaxed);
    }

    /// Whether the supervisor is still the parent of this process.
    pub fn is_supervised(&self) -> bool {
        let parent = u64::from(std::os::unix::process::parent_id());
        parent == self.layout().supervisor.load(Ordering::Relaxed)
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

    /// Tells for how long the worker was stopped so far, together with the supervisor. For the
    /// supervisor.
    pub fn set_stopped(&self, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.layout().stopped.store(nanoseconds, Ordering::Relaxed);
    }

    /// For how long the worker was stopped so far. Whoever keeps a limit of time adds the
    /// difference.
    pub fn stopped(&self) -> Duration {
        Duration::from_nanos(self.layout().stopped.load(Ordering::Relaxed))
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
            let address = layout.address();
            fence(Ordering::Acquire);
            if layout.state.load(Ordering::Relaxed) == state {
                return Some(Running { test, address: address?, run: run(state) });
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
        let Statistics { tests, passed, failed, silenced, .. } = statistics;
        // Words that are read during a write may belong to different tests, so that the difference
        // could be negative.
        let others = [passed, failed, silenced].into_iter().fold(0, u64::saturating_add);
        Statistics { discarded: tests.saturating_sub(others), ..statistics }
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
mod tests;

//! A campaign to be supervised, and the tasks of its workers.

use super::ShrinkLimits;
use super::pace::Limits;
use crate::campaigns::{Program, RunFolder};
use crate::corpus::Corpus;
use mutagen_core::internal::run::metamorphic::LeftOut;
use mutagen_core::internal::run::protocol::{Mode, Task};
use mutagen_core::internal::run::regressions::Kept;
use mutagen_core::internal::run::thread::STACK;
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::options::Options;
use mutagen_core::internal::search::share::Share;
use mutagen_core::internal::search::statistics::Statistics;
use mutagen_core::internal::value::literals::Literals;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A counterexample that is kept and runs before the campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Regression {
    /// The file, relative to the folder of the package.
    pub file: PathBuf,
    /// What is kept, and where in the file.
    pub kept: Kept,
}

impl Regression {
    /// The file and the line of the entry.
    pub fn place(&self) -> String {
        format!("{}:{}", self.file.display(), self.kept.line)
    }
}

/// The campaign to run, and its limits.
pub struct SupervisedCampaign {
    /// The test executable.
    pub program: Program,
    /// The property's path in it.
    pub path: String,
    /// The working directory: the folder of the property's package.
    pub folder: PathBuf,
    /// The folder for the campaign's own files.
    pub files: RunFolder,
    /// The crates that are instrumented on purpose, as `name@version` if there are several
    /// versions.
    pub instrumented: Vec<String>,
    /// The seed.
    pub seed: u64,
    /// The number of workers, at least 1.
    pub workers: u32,
    /// The share of the worker whose run is repeated, alone; `None` otherwise.
    pub repeated: Option<Share>,
    /// The name of a search that the executable registers and that replaces mutagen's search.
    pub search: Option<String>,
    /// The options of the search.
    pub options: Options,
    /// The literals of the code under test.
    pub literals: Literals,
    /// The texts of each input that the campaign starts from.
    pub inputs: Vec<Vec<String>>,
    /// Where retained tests are added; `None` if they are not kept.
    pub corpus: Option<Corpus>,
    /// Whether the summary says what came of each input.
    pub tells_inputs: bool,
    /// The stack size of the testing thread, in bytes.
    pub stack_bytes: usize,
    /// The most memory of a worker, in bytes; 0 for no limit.
    pub memory_bytes: u64,
    /// Whether a crash of the property may leave a core file.
    pub core_files: bool,
    /// Whether to continue after a counterexample.
    pub keep_going: bool,
    /// Kinds of failures that are silenced, besides those of the property.
    pub silenced: Vec<String>,
    /// Which parts of a specification are left out.
    pub left_out: LeftOut,
    /// Whether a failure that does not repeat leaves the exit code as it is without it.
    pub ignore_flaky: bool,
    /// Whether failures are run again, to tell whether they repeat.
    pub confirm: bool,
    /// How to shrink what failed; `None` to leave it as it is.
    pub shrink: Option<ShrinkLimits>,
    /// Whether the report also has the test that was shrunk.
    pub shows_original: bool,
    /// The kept counterexamples, which run first.
    pub regressions: Vec<Regression>,
    /// The most tests to run.
    pub max_tests: Option<u64>,
    /// The limit of CPU time of the testing thread.
    pub max_cpu: Option<Duration>,
    /// The time limit of the campaign.
    pub max_time: Option<Duration>,
    /// The time limit of one test.
    pub timeout: Duration,
    /// Whether to report the last new edges.
    pub show_edges: bool,
    /// Whether to show the output of the property.
    pub verbose: bool,
    /// Additional environment variables for the workers.
    pub environment: Vec<(String, String)>,
}

/// Where a worker begins.
#[derive(Debug, Clone, Default)]
pub(super) struct Start {
    /// The index of the worker, from 0.
    pub worker: u32,
    /// Whether it resumes from the journal of an earlier process.
    pub resume: bool,
    /// Tests that killed an earlier process.
    pub skip: Vec<Address>,
    /// Failed tests that earlier processes have told.
    pub found: Vec<Address>,
    /// The failures that are known, and how often each was counted.
    pub known: Vec<(String, u64)>,
    /// The counters of earlier processes.
    pub before: Statistics,
    /// The CPU time of earlier processes.
    pub used: Duration,
}

impl SupervisedCampaign {
    /// A campaign of a property, with nothing but the search: no limits but that of a test, and
    /// what is found is neither run again nor shrunk nor kept. Its literals and its limits are to
    /// be set.
    pub fn bare(
        program: Program,
        files: RunFolder,
        path: String,
        folder: PathBuf,
        timeout: Duration,
    ) -> SupervisedCampaign {
        SupervisedCampaign {
            program,
            path,
            folder,
            files,
            instrumented: Vec::new(),
            seed: 0,
            workers: 1,
            repeated: None,
            search: None,
            options: Options::default(),
            literals: Literals::default(),
            inputs: Vec::new(),
            corpus: None,
            tells_inputs: false,
            stack_bytes: STACK,
            memory_bytes: 0,
            core_files: false,
            keep_going: false,
            silenced: Vec::new(),
            left_out: LeftOut::default(),
            ignore_flaky: false,
            confirm: false,
            shrink: None,
            shows_original: false,
            regressions: Vec::new(),
            max_tests: None,
            max_cpu: None,
            max_time: None,
            timeout,
            show_edges: false,
            verbose: false,
            environment: Vec::new(),
        }
    }

    /// The limits of a worker that starts now.
    pub(super) fn limits(&self) -> Limits {
        let start = Instant::now();
        Limits {
            start,
            end: self.max_time.and_then(|time| start.checked_add(time)),
            timeout: self.timeout,
            memory: if self.memory_bytes == 0 { u64::MAX } else { self.memory_bytes },
            waits_when_stopped: false,
        }
    }

    pub(super) fn has_literals(&self) -> bool {
        self.options.literals && !self.literals.is_empty()
    }

    /// Which part of the campaign a worker does.
    fn share(&self, worker: u32) -> Share {
        Share { worker, workers: self.workers.max(1) }
    }

    /// The task of a worker.
    pub(super) fn task(&self, mode: Mode, start: Start) -> Task {
        let share = self.share(start.worker);
        let (is_shared, is_repeated) = (!share.is_whole(), self.repeated.is_some());
        let nanoseconds = |time: Duration| u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        let left =
            |most: Duration| share.part(nanoseconds(most)).saturating_sub(nanoseconds(start.used));
        Task {
            mode,
            page: self.files.page(share),
            log: self.files.journal(share),
            literals: self.has_literals().then(|| self.files.literals()),
            inputs: (!self.inputs.is_empty()).then(|| self.files.inputs()),
            share: self.repeated.unwrap_or(share),
            exchange: is_shared.then(|| self.files.exchange()),
            received: (is_shared || is_repeated).then(|| self.files.received(share)),
            tell_retained: self.corpus.is_some(),
            tell_inputs: self.tells_inputs,
            seed: self.seed,
            max_tests: self.max_tests.map(|most| share.part(most)),
            max_cpu_nanoseconds: self.max_cpu.map(left),
            keep_going: self.keep_going,
            search: self.search.clone(),
            options: self.options.clone(),
            stack_bytes: self.stack_bytes,
            resume: start.resume,
            skip: start.skip,
            found: start.found,
            instrumented: self.instrumented.clone(),
            show_edges: self.show_edges,
            memory_bytes: self.memory_bytes,
            core_files: self.core_files,
            known: start.known,
            silenced: self.silenced.clone(),
            left_out: self.left_out.clone(),
            before: start.before,
        }
    }
}

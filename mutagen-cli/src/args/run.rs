//! The arguments of `cargo mutagen run`, and the limits of a test, which other commands have, too.

use super::{BuildOptions, INPUTS, MessageFormat, OUTPUT, SEARCH, SHRINKING};
use clap::builder::RangedI64ValueParser;
use clap::{Args, ValueEnum};
use mutagen_core::internal::run::metamorphic::LeftOut;
use mutagen_core::internal::run::regressions::{UnknownUse, Use};
use mutagen_core::internal::search::options::{Options, OptionsError};
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

/// The most workers of a campaign.
const MOST_WORKERS: u32 = 1024;

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct Run {
    /// Path of the property, its last segments, or any text that only one path contains
    ///
    /// With several properties, the campaigns take turns and share `--max-time`. The one that still
    /// finds most comes first. The exit code is that of the worst.
    #[arg(value_name = "PROPERTY", required_unless_present = "all")]
    pub properties: Vec<String>,

    /// Run all properties of the selected packages, except those that are ignored
    #[arg(long, conflicts_with = "properties")]
    pub all: bool,

    /// Seed; the same seed gives the same run (default: random)
    ///
    /// The report prints the seed. The same seed, options and build give the same tests.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// End after this number of tests
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_tests: Option<u64>,

    /// End after this time, for example 30s, 5m or 1h30m
    #[arg(long, value_name = "TIME", value_parser = positive_time)]
    pub max_time: Option<Duration>,

    /// End when the test thread has used this much CPU time
    #[arg(long, value_name = "TIME", value_parser = positive_time)]
    pub max_cpu: Option<Duration>,

    /// The limits of one test.
    #[command(flatten)]
    pub limits: TestLimits,

    /// Whether flaky failures count: fail or ignore
    ///
    /// A failure is flaky if it does not repeat each time. With `ignore`, such a failure is
    /// reported, and the exit code is that of the rest.
    #[arg(
        long, value_enum, default_value_t, value_name = "WHAT", help_heading = SEARCH,
        hide_possible_values = true
    )]
    pub flaky: Flaky,

    /// Largest size of a generated test
    ///
    /// Same as `--search max-size=N`.
    #[arg(
        long, value_name = "N", default_value_t = Options::default().max_size,
        help_heading = SEARCH
    )]
    pub max_size: u32,

    /// Keep searching after a counterexample, and count all of them
    ///
    /// Tests that fail in the same way are one counterexample; the report has the first and the
    /// smallest of them, and their number.
    #[arg(long, help_heading = SEARCH)]
    pub keep_going: bool,

    /// Which kinds of failures are silenced.
    #[command(flatten)]
    pub silenced: Silenced,

    /// Which parts of a specification are left out.
    #[command(flatten)]
    pub left_out: PartsLeftOut,

    /// Processes that share the campaign; 0 for one per core
    ///
    /// The workers divide the first tests and give one another the tests that they retain. With
    /// several workers, a seed does not decide which tests run, but the run of each worker can be
    /// repeated. `--max-tests` and `--max-cpu` are limits for all workers together.
    #[arg(
        long, value_name = "N", default_value_t = 1, value_parser = workers(),
        help_heading = SEARCH
    )]
    pub workers: u32,

    /// Repeat the run of one worker, whose folder this is
    ///
    /// The report of a run with several workers prints the command. The worker receives what it
    /// received then, and runs the same tests.
    #[arg(
        long, hide_short_help = true, value_name = "FOLDER", conflicts_with = "workers",
        requires = "seed", help_heading = SEARCH
    )]
    pub repeat_worker: Option<PathBuf>,

    /// Kept counterexamples: write, read or off
    ///
    /// Counterexamples are kept in `mutagen-regressions`, beside the manifest of the package. With
    /// `write`, they run first and new ones are kept. With `read`, they run first and new ones are
    /// only printed. Default: `MUTAGEN_REGRESSIONS`, or `read` where `CI` is set, or `write`.
    #[arg(
        long, value_enum, value_name = "HOW", help_heading = SHRINKING, hide_possible_values = true
    )]
    pub regressions: Option<UseRegressions>,

    /// Leave a counterexample as it was found
    #[arg(long, conflicts_with_all = ["shrink_to_any", "show_original"], help_heading = SHRINKING)]
    pub no_shrink: bool,

    /// Time limit for shrinking one counterexample
    #[arg(
        long, hide_short_help = true, value_name = "TIME", default_value = "5s",
        value_parser = positive_time, help_heading = SHRINKING
    )]
    pub shrink_time: Duration,

    /// Tests that shrinking one counterexample may run
    #[arg(
        long, hide_short_help = true, value_name = "N", default_value_t = 1_000_000,
        help_heading = SHRINKING, value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub shrink_tests: u64,

    /// Accept any smaller test that fails
    ///
    /// By default, a smaller test must fail in the same way: at the same place, or with the same
    /// message apart from its values.
    #[arg(long, hide_short_help = true, help_heading = SHRINKING)]
    pub shrink_to_any: bool,

    /// Also report the test that was shrunk
    #[arg(long, hide_short_help = true, help_heading = SHRINKING)]
    pub show_original: bool,

    /// Folder of retained tests, to start from and to add to
    ///
    /// Default: `mutagen/corpus/PACKAGE/TARGET/MODULES/PROPERTY` in the target folder. With
    /// `--seed`, no corpus is read or written, so that only the seed and your own inputs decide
    /// which tests run.
    #[arg(
        long, hide_short_help = true, value_name = "FOLDER",
        conflicts_with_all = ["seed", "inputs"], help_heading = INPUTS
    )]
    pub corpus: Option<PathBuf>,

    /// Start from the inputs of an earlier run, whose folder this is
    ///
    /// The command that repeats a run has this flag if the run started from inputs.
    #[arg(long, hide_short_help = true, value_name = "FOLDER", help_heading = INPUTS)]
    pub inputs: Option<PathBuf>,

    /// Tune the search; `cargo mutagen search-options` lists the keys
    ///
    /// For experiments and measurements: the defaults are right for normal use. Separate options by
    /// commas, for example `--search paper,samples=3`.
    #[arg(
        long, value_name = "KEY[=VALUE],…", value_parser = valid_options, help_heading = SEARCH
    )]
    pub search: Vec<String>,

    /// What to build.
    #[command(flatten)]
    pub build: BuildOptions,

    /// Show the source lines of the edges that were discovered last
    #[arg(long, help_heading = OUTPUT)]
    pub show_edges: bool,

    /// Format of the report: human or json
    ///
    /// With `json`, standard output has one line of JSON, printed when the run ends. The readable
    /// report goes to standard error. With several properties, there is a line for each, printed
    /// when its campaign ends, and no readable report. docs/messages.md describes the line, and
    /// `cargo mutagen schema` prints its JSON Schema.
    #[arg(
        long, value_enum, default_value_t, value_name = "FORMAT", help_heading = OUTPUT,
        hide_possible_values = true
    )]
    pub message_format: MessageFormat,

    /// Append an ordinary test for each counterexample to this file
    ///
    /// What is in the file stays as it is.
    #[arg(long, hide_short_help = true, value_name = "FILE", help_heading = OUTPUT)]
    pub emit: Option<PathBuf>,

    /// The flags of the command that repeats this run, without the options of the search.
    #[arg(skip)]
    pub repeated: Vec<String>,

    /// Those of them that `replay` has as well.
    #[arg(skip)]
    pub replayed: Vec<String>,

    /// All flags that each of several campaigns takes over.
    #[arg(skip)]
    pub shared: Vec<String>,
}

impl Run {
    /// How regressions are used.
    ///
    /// # Errors
    /// When the environment has an unknown setting.
    pub fn use_of_regressions(&self) -> Result<Use, UnknownUse> {
        match self.regressions {
            Some(UseRegressions::Write) => Ok(Use::Write),
            Some(UseRegressions::Read) => Ok(Use::Read),
            Some(UseRegressions::Off) => Ok(Use::Off),
            None => Use::of_environment(),
        }
    }

    /// The number of workers.
    pub fn workers(&self) -> u32 {
        match self.workers {
            0 => available_parallelism().map_or(1, |cores| cores.get() as u32).min(MOST_WORKERS),
            workers => workers,
        }
    }

    /// The options of the search.
    ///
    /// # Errors
    /// When `--search` has an unknown option.
    pub fn options(&self) -> Result<Options, OptionsError> {
        let mut options = Options { max_size: self.max_size, ..Options::default() };
        self.search.iter().try_for_each(|text| options.apply(text))?;
        Ok(options)
    }
}

/// The limits of one test.
#[derive(Debug, Clone, Args)]
pub struct TestLimits {
    /// Time limit of one test; a longer test fails
    ///
    /// A test that exceeds the limit is reported as a counterexample that hangs.
    #[arg(
        long, value_name = "TIME", default_value = "1s", value_parser = positive_time,
        help_heading = SEARCH
    )]
    pub timeout: Duration,

    /// Stack of the thread that runs the tests, in MiB
    #[arg(
        long, hide_short_help = true, value_name = "MIB", default_value_t = 256,
        help_heading = SEARCH,
        value_parser = clap::value_parser!(u32).range(1..=65536)
    )]
    pub stack: u32,

    /// Memory that the tests may use, for example 2G; 0 for no limit
    ///
    /// A test that exceeds the limit is reported as a counterexample, and so are many tests that
    /// together exceed it. Default: 4G, but at most 3/4 of the machine's memory and of the limit of
    /// the control group, divided by the number of workers.
    #[arg(long, value_name = "SIZE", value_parser = bytes, help_heading = SEARCH)]
    pub max_memory: Option<u64>,

    /// Let a crash of the property leave a core file
    #[arg(long, hide_short_help = true, help_heading = SEARCH)]
    pub core: bool,
}

/// Kinds of failures that are known.
#[derive(Debug, Clone, Args)]
pub struct Silenced {
    /// Pass over tests that fail in this kind, which is known
    ///
    /// A kind is what the property names with `Outcome::failed_as`. A test that fails in a silenced
    /// kind is no counterexample, and the summary counts such tests. The flag can be repeated.
    /// `#[property(silence = [...])]` silences a kind for all runs.
    #[arg(
        long = "silence", hide_short_help = true, value_name = "KIND", help_heading = SEARCH
    )]
    pub kinds: Vec<String>,
}

/// Which parts of a specification are left out.
#[derive(Debug, Args)]
pub struct PartsLeftOut {
    /// Leave out this implementation, law or operation of a `#[metamorphic]` module
    ///
    /// An operation is left out with its implementations. Implementations that call it run its
    /// base. The flag can be repeated.
    #[arg(long, hide_short_help = true, value_name = "NAME", help_heading = SEARCH)]
    pub without: Vec<String>,

    /// Compare only this implementation or law, or those of this operation
    ///
    /// The flag can be repeated.
    #[arg(long, hide_short_help = true, value_name = "NAME", help_heading = SEARCH)]
    pub only: Vec<String>,
}

impl PartsLeftOut {
    /// The names as the worker takes them.
    pub fn names(&self) -> LeftOut {
        LeftOut { without: self.without.clone(), only: self.only.clone() }
    }
}

/// How regressions are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum UseRegressions {
    /// Kept counterexamples run first, and new ones are kept
    Write,
    /// Kept counterexamples run first, and new ones are printed
    Read,
    /// Neither
    Off,
}

/// What a failure that does not repeat counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Flaky {
    /// As much as any other
    #[default]
    Fail,
    /// Nothing
    Ignore,
}

/// A number of workers.
fn workers() -> RangedI64ValueParser<u32> {
    clap::value_parser!(u32).range(..=i64::from(MOST_WORKERS))
}

/// A number of bytes: `500M` is 500 MiB.
fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
        "" => 0,
        "K" | "KIB" => 10,
        "M" | "MIB" => 20,
        "G" | "GIB" => 30,
        _ => return Err("the unit must be K, M or G, for example 500M".to_owned()),
    };
    let number: u64 = digits.parse().map_err(|_| "not a size, for example 500M".to_owned())?;
    number.checked_mul(1 << shift).ok_or_else(|| "more than any machine has".to_owned())
}

pub(super) fn positive_time(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("the time must be above zero, for example 10s".to_owned()),
        Ok(time) => Ok(time),
        Err(error) => Err(error.to_string()),
    }
}

fn valid_options(text: &str) -> Result<String, OptionsError> {
    Options::default().apply(text).map(|()| text.to_owned())
}

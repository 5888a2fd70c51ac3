//! The command line. Cargo's own flags have cargo's names, spelling and short forms.

pub use crate::instrument::{BuildOptions, Color};

use clap::error::Result as ClapResult;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use mutagen_core::internal::run::regressions::{UnknownUse, Use};
use mutagen_core::internal::search::address::Address;
use mutagen_core::internal::search::options::{Options, OptionsError};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// How long one test may run by default.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(1);

/// The heading of flags that decide which tests run and when one fails.
const SEARCH: &str = "Search";

/// The heading of flags about what becomes of counterexamples.
const SHRINKING: &str = "Counterexamples";
/// The heading of flags that decide from which tests a campaign starts.
const INPUTS: &str = "Inputs";
/// The heading of flags that decide what is built.
pub(crate) const CODE: &str = "Code under test";
/// The heading of flags that decide how it is built.
pub(crate) const BUILD: &str = "Build";
/// The heading of flags that decide what is printed.
pub(crate) const OUTPUT: &str = "Output";

/// Flags under these headings are part of the command that repeats a run.
const REPEATED: [&str; 2] = [SEARCH, CODE];

/// Flags that the command to repeat a run gives as search options instead.
const AS_OPTIONS: [&str; 2] = ["max_size", "search"];

/// Coverage-guided property-based testing by exhaustive mutation.
#[derive(Debug, Parser)]
#[command(
    name = "cargo-mutagen",
    bin_name = "cargo mutagen",
    version,
    arg_required_else_help = true,
    max_term_width = 100
)]
#[command(
    after_help = "Exit codes: 0 no counterexample, 1 counterexample, 2 wrong usage or set-up,\n\
    3 no test met the precondition, 130 interrupted, cargo's own when the build fails."
)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the properties of the selected packages
    #[command(visible_alias = "ls")]
    List(List),
    /// Run a property on generated and mutated tests, guided by coverage
    #[command(visible_alias = "r")]
    Run(Box<Run>),
    /// Run one test again, and show everything that it prints
    Replay(Box<Replay>),
    /// Manage the tests that campaigns start from
    Corpus {
        /// What to do with them.
        #[command(subcommand)]
        command: CorpusCommand,
    },
    /// Manage the counterexamples that are kept in `mutagen-regressions`
    Regressions {
        /// What to do with them.
        #[command(subcommand)]
        command: RegressionsCommand,
    },
    /// List the failures that earlier runs have found and kept on disk
    ///
    /// Nothing is built and no test runs.
    Failures(Failures),
    /// List the options that `run --search` takes
    SearchOptions,
    /// Kill the workers of a command that was killed; the command starts this itself
    #[command(hide = true)]
    Guard {
        /// What marks the processes that the workers started
        mark: String,
    },
}

/// Arguments of `list`.
#[derive(Debug, Args)]
pub struct List {
    /// What to build.
    #[command(flatten)]
    pub build: BuildOptions,
}

/// Arguments of `failures`.
#[derive(Debug, Args)]
pub struct Failures {
    /// Full name of a property, or its last segments (default: all properties)
    pub property: Option<String>,

    /// Package with the property: name, folder or cargo spec
    #[arg(short = 'p', long = "package", value_name = "SPEC", help_heading = CODE)]
    pub packages: Vec<String>,

    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH", help_heading = CODE)]
    pub manifest_path: Option<PathBuf>,

    /// Folder for everything that was built
    #[arg(long, value_name = "FOLDER", help_heading = BUILD)]
    pub target_dir: Option<PathBuf>,

    /// Do not use the network
    #[arg(long, help_heading = BUILD)]
    pub offline: bool,

    /// Format of the list: human or json
    ///
    /// With `json`, standard output has one line of JSON: an array of runs.
    #[arg(
        long, value_enum, default_value_t, value_name = "FORMAT", help_heading = OUTPUT,
        hide_possible_values = true
    )]
    pub message_format: MessageFormat,
}

impl Failures {
    /// Where the build would be, and the selected packages.
    pub fn build(&self) -> BuildOptions {
        BuildOptions {
            packages: self.packages.clone(),
            manifest_path: self.manifest_path.clone(),
            target_dir: self.target_dir.clone(),
            offline: self.offline,
            ..BuildOptions::default()
        }
    }
}

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
        long, value_name = "TIME", default_value = "5s", value_parser = positive_time,
        help_heading = SHRINKING
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
    /// Default: `mutagen/corpus/PACKAGE/TARGET/PROPERTY` in the target folder. With `--seed`, no
    /// corpus is read or written, so that the seed decides which tests run.
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
    /// report goes to standard error.
    #[arg(
        long, value_enum, default_value_t, value_name = "FORMAT", help_heading = OUTPUT,
        hide_possible_values = true
    )]
    pub message_format: MessageFormat,

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
        long, value_name = "MIB", default_value_t = 256, help_heading = SEARCH,
        value_parser = clap::value_parser!(u32).range(1..=65536)
    )]
    pub stack: u32,

    /// Memory that the tests may use, for example 2G; 0 for no limit
    ///
    /// A test that exceeds the limit is reported as a counterexample, and so are many tests that
    /// together exceed it. Default: 4G, but at most 3/4 of the machine's memory and of the limit of
    /// the control group.
    #[arg(long, value_name = "SIZE", value_parser = bytes, help_heading = SEARCH)]
    pub max_memory: Option<u64>,

    /// Let a crash of the property leave a core file
    #[arg(long, hide_short_help = true, help_heading = SEARCH)]
    pub core: bool,
}

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// Path of the property, its last segments, or any text that only one path contains
    pub property: String,

    /// File with a value in its text form, or a file of regressions; `-` for standard input
    ///
    /// Default: the property's own file in `mutagen-regressions`.
    #[arg(conflicts_with_all = ["text", "address"])]
    pub file: Option<PathBuf>,

    /// Value in its text form, as a report shows it after `value:`
    #[arg(long, conflicts_with = "address", help_heading = SEARCH)]
    pub text: Option<String>,

    /// Address of a test of an earlier run, as its report shows it
    ///
    /// The test is made again by the program of that run. Then the property of today runs on it.
    #[arg(long, value_name = "ADDRESS", help_heading = SEARCH)]
    pub address: Option<Address>,

    /// Number of the run that the address belongs to (default: the newest)
    #[arg(long, value_name = "N", requires = "address", help_heading = SEARCH)]
    pub run: Option<u32>,

    /// The limits of the test.
    #[command(flatten)]
    pub limits: TestLimits,

    /// Print the command line that runs the test in a debugger, and run nothing
    #[arg(long, conflicts_with = "emit_test", help_heading = OUTPUT)]
    pub debug: bool,

    /// Print a `#[test]` function that calls the property with the value, and run nothing
    #[arg(long, help_heading = OUTPUT)]
    pub emit_test: bool,

    /// What to build.
    #[command(flatten)]
    pub build: BuildOptions,
}

/// What to do with corpora.
#[derive(Debug, Subcommand)]
pub enum CorpusCommand {
    /// List the properties that have a corpus, with the number and size of its tests
    List(CorpusList),
    /// Remove the tests that add nothing to the coverage of the others
    Minimize(Box<CorpusMinimize>),
    /// Add those tests of other folders that add to the coverage
    Merge(Box<CorpusMerge>),
    /// Remove the corpus of a property, or of all
    Clear(CorpusClear),
}

/// Arguments of `corpus list`.
#[derive(Debug, Args)]
pub struct CorpusList {
    /// Where the corpora are.
    #[command(flatten)]
    pub at: Place,
}

/// Arguments of `corpus clear`.
#[derive(Debug, Args)]
pub struct CorpusClear {
    /// Name of the property as `corpus list` prints it, or its last segments
    #[arg(required_unless_present = "all")]
    pub property: Option<String>,

    /// Remove all corpora
    #[arg(long, conflicts_with = "property")]
    pub all: bool,

    /// Where the corpora are.
    #[command(flatten)]
    pub at: Place,
}

/// Arguments of `corpus minimize`.
#[derive(Debug, Args)]
pub struct CorpusMinimize {
    /// Path of the property, its last segments, or any text that only one path contains
    pub property: String,

    /// Folder of the corpus, if it is not the default
    #[arg(long, value_name = "FOLDER", help_heading = INPUTS)]
    pub corpus: Option<PathBuf>,

    /// The limits of one test.
    #[command(flatten)]
    pub limits: TestLimits,

    /// What to build.
    #[command(flatten)]
    pub build: BuildOptions,
}

/// Arguments of `corpus merge`.
#[derive(Debug, Args)]
pub struct CorpusMerge {
    /// The property and its corpus.
    #[command(flatten)]
    pub into: CorpusMinimize,

    /// Folders with tests in their text form
    #[arg(required = true, value_name = "FOLDER")]
    pub folders: Vec<PathBuf>,
}

/// Where mutagen's files are.
#[derive(Debug, Clone, Args)]
pub struct Place {
    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH", help_heading = CODE)]
    pub manifest_path: Option<PathBuf>,

    /// Folder for everything that was built
    #[arg(long, value_name = "FOLDER", help_heading = BUILD)]
    pub target_dir: Option<PathBuf>,

    /// Do not use the network
    #[arg(long, help_heading = BUILD)]
    pub offline: bool,
}

impl Place {
    /// Where the build would be.
    pub fn build(&self) -> BuildOptions {
        BuildOptions {
            manifest_path: self.manifest_path.clone(),
            target_dir: self.target_dir.clone(),
            offline: self.offline,
            ..BuildOptions::default()
        }
    }
}

/// What to do with regressions.
#[derive(Debug, Subcommand)]
pub enum RegressionsCommand {
    /// Remove the kept counterexamples that can no longer be read
    ///
    /// A kept counterexample can no longer be read when the types of the arguments have changed
    /// too much. Each one that is removed is listed.
    Prune(Box<Prune>),
}

/// Arguments of `regressions prune`.
#[derive(Debug, Args)]
pub struct Prune {
    /// Path of the property, its last segments, or any text that only one path contains (default:
    /// all properties)
    pub property: Option<String>,

    /// List the entries and remove none
    #[arg(long)]
    pub dry_run: bool,

    /// The limits of the processes that read the entries.
    #[command(flatten)]
    pub limits: TestLimits,

    /// What to build.
    #[command(flatten)]
    pub build: BuildOptions,
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

/// What is written to the standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum MessageFormat {
    /// The counterexample and the summary, for people
    #[default]
    Human,
    /// One line of JSON when the campaign has ended
    Json,
}

impl Arguments {
    /// Parses the arguments of a process.
    ///
    /// # Errors
    /// When the arguments are wrong or request help.
    pub fn parse_from_process(arguments: impl Iterator<Item = OsString>) -> ClapResult<Arguments> {
        let matches = Arguments::command().try_get_matches_from(without_cargos(arguments))?;
        let mut arguments = Arguments::from_arg_matches(&matches)?;
        if let (Command::Run(run), Some((name, matches))) =
            (&mut arguments.command, matches.subcommand())
        {
            let command = Arguments::command();
            if let Some(run_flags) = command.find_subcommand(name) {
                let replay_flags = command.find_subcommand("replay").unwrap_or(run_flags);
                run.repeated = given(run_flags, matches, is_repeated);
                run.replayed = given(run_flags, matches, |flag| {
                    let same = |known: &Arg| known.get_id() == flag.get_id();
                    is_repeated(flag) && replay_flags.get_arguments().any(same)
                });
                run.shared = given(run_flags, matches, is_shared);
            }
        }
        Ok(arguments)
    }
}

/// Whether the command that repeats a run needs this flag.
fn is_repeated(flag: &Arg) -> bool {
    let decides = flag.get_help_heading().is_some_and(|heading| REPEATED.contains(&heading));
    decides && !AS_OPTIONS.contains(&flag.get_id().as_str())
}

/// Whether each of several campaigns takes this flag over. The others concern all campaigns
/// together.
fn is_shared(flag: &Arg) -> bool {
    !["all", "max_time", "message_format", "quiet"].contains(&flag.get_id().as_str())
}

/// The flags that were given on a subcommand's command line, as far as they are wanted.
fn given(
    definition: &clap::Command,
    matches: &ArgMatches,
    is_wanted: impl Fn(&Arg) -> bool,
) -> Vec<String> {
    let mut words = Vec::new();
    for flag in definition.get_arguments().filter(|flag| is_wanted(flag)) {
        let id = flag.get_id().as_str();
        let given = matches.value_source(id) == Some(ValueSource::CommandLine);
        let (true, Some(long)) = (given, flag.get_long()) else { continue };
        if !flag.get_action().takes_values() {
            words.push(format!("--{long}"));
            continue;
        }
        for value in matches.get_raw(id).into_iter().flatten() {
            words.push(format!("--{long}"));
            words.push(value.to_string_lossy().into_owned());
        }
    }
    words
}

/// The arguments of the process, without the `mutagen` that cargo inserts as the first one.
fn without_cargos(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.get(1).is_some_and(|first| first == "mutagen") {
        arguments.remove(1);
    }
    arguments
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

fn positive_time(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("the time must be above zero, for example 10s".to_owned()),
        Ok(time) => Ok(time),
        Err(error) => Err(error.to_string()),
    }
}

fn valid_options(text: &str) -> Result<String, OptionsError> {
    Options::default().apply(text).map(|()| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn try_parse(line: &str) -> ClapResult<Arguments> {
        Arguments::parse_from_process(line.split(' ').map(OsString::from))
    }

    fn parse(line: &str) -> Arguments {
        try_parse(line).unwrap()
    }

    fn run(line: &str) -> Run {
        match parse(line).command {
            Command::Run(run) => *run,
            other => panic!("not `run`: {other:?}"),
        }
    }

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn cargos_word_in_front_makes_no_difference() {
        for line in ["cargo-mutagen mutagen run p --seed 7", "cargo-mutagen run p --seed 7"] {
            let run = run(line);
            assert_eq!((run.properties, run.seed), (vec!["p".to_owned()], Some(7)));
            assert_eq!(run.limits.timeout, DEFAULT_TIMEOUT);
        }
    }

    #[test]
    fn the_guard_is_hidden() {
        assert!(matches!(parse("x guard 1-2").command, Command::Guard { .. }));
        let help = Arguments::command().render_long_help().to_string();
        assert!(help.contains("search-options") && !help.contains("guard"), "{help}");
    }

    #[test]
    fn no_time_and_no_tests_are_refused() {
        for flag in ["--timeout 0s", "--max-time 0ms", "--max-cpu 0s", "--max-tests 0"] {
            assert!(try_parse(&format!("x r p {flag}")).is_err(), "{flag}");
        }
    }

    #[test]
    fn times_are_written_as_people_write_them() {
        let run = run("x r p --max-time 1m30s --timeout 250ms");
        assert_eq!(run.max_time, Some(Duration::from_secs(90)));
        assert_eq!(run.limits.timeout, Duration::from_millis(250));
    }

    #[test]
    fn cargos_flags_have_cargos_short_forms() {
        let Command::List(list) = parse("x ls -p a -F f,g -v -j 2").command else {
            panic!("must be `list`")
        };
        assert_eq!(list.build.packages, ["a"]);
        assert_eq!(list.build.features, ["f,g"]);
        assert!(list.build.verbose && list.build.jobs == Some(2));
    }

    #[test]
    fn flags_of_the_search_change_its_options() {
        assert_eq!(run("x run p").options(), Ok(Options::default()));
        let options = run("x run p --search edits=5,drift=off --max-size 3 --search samples=2");
        let options = options.options().unwrap().to_string();
        assert_eq!(options, "edits=5,drift=off,samples=2,max-size=3");
        assert_eq!(run("x run p --search paper").options(), Ok(Options::paper()));
        let error = try_parse("x run p --search edist=1").unwrap_err().to_string();
        assert!(error.contains("no search option `edist`; the nearest is `edits`"), "{error}");
    }

    #[test]
    fn flags_that_decide_which_tests_run_are_repeated_and_no_others() {
        let line = "x run p --seed 3 --max-time 3s --max-cpu 2s --max-tests 9 -v -q -j 2 \
                    --color never --show-edges --message-format json --target-dir d --offline \
                    --locked --frozen --max-size 2 --search paper";
        assert_eq!(run(line).repeated, [""; 0]);
        let flags = "--timeout 1m30s --stack 8 --keep-going --package a@1.2.0 --package b \
                     --workspace --exclude c --features f,g --all-features --no-default-features \
                     --profile dev --target t --manifest-path m --instrument i --fidelity exact \
                     --no-trace-cmp";
        assert_eq!(run(&format!("x run p {flags}")).repeated.join(" "), flags);
    }
}

//! The command line. Cargo's own flags have cargo's names, spelling and short forms.

pub use crate::instrument::{BuildOptions, Color};

mod gaps;
mod kept;
mod relations;
mod run;

pub use gaps::Gaps;
pub use kept::{
    CorpusClear, CorpusCommand, CorpusList, CorpusMerge, CorpusMinimize, Place, Prune,
    RegressionsCommand, Replay,
};
pub use relations::Relations;
pub use run::{Flaky, Run, Silenced, TestLimits, UseRegressions};

use clap::error::Result as ClapResult;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
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

/// Flags under these headings that are not: the command gives the first two as search options, and
/// repeats the run of one worker.
const NOT_REPEATED: [&str; 3] = ["max_size", "search", "workers"];

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
    /// Find tests of a specification for lines that the suite of a crate does not reach
    Gaps(Box<Gaps>),
    /// Run one test again, and show everything that it prints
    Replay(Box<Replay>),
    /// Look for relations between the operations of a `#[metamorphic]` module
    ///
    /// Terms of its operations that are equal on all inputs are printed as implementations to
    /// paste, and terms that are nearly always equal as suspects.
    Relations(Box<Relations>),
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
    /// Print the JSON Schema of what `--message-format json` writes
    Schema,
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

    /// What is written.
    #[command(flatten)]
    pub output: Output,
}

/// What a command writes.
#[derive(Debug, Clone, Args)]
pub struct Output {
    /// Format of the output: human or json
    ///
    /// With `json`, standard output has one line of JSON, which docs/messages.md describes. `cargo
    /// mutagen schema` prints its JSON Schema.
    #[arg(
        long, value_enum, default_value_t, value_name = "FORMAT", help_heading = OUTPUT,
        hide_possible_values = true
    )]
    pub message_format: MessageFormat,
}

impl Output {
    /// Whether programs read the output.
    pub fn is_json(&self) -> bool {
        self.message_format == MessageFormat::Json
    }
}

/// Arguments of `failures`.
#[derive(Debug, Args)]
pub struct Failures {
    /// Full name of a property, or its last segments (default: all properties)
    pub property: Option<String>,

    /// Package with the property: name, folder or cargo spec
    #[arg(short = 'p', long = "package", value_name = "SPEC", help_heading = CODE)]
    pub packages: Vec<String>,

    /// Where the runs are.
    #[command(flatten)]
    pub at: Place,

    /// What is written.
    #[command(flatten)]
    pub output: Output,
}

impl Failures {
    /// Where the build would be, and the selected packages.
    pub fn build(&self) -> BuildOptions {
        BuildOptions { packages: self.packages.clone(), ..self.at.build() }
    }
}

/// What is written to the standard output.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum MessageFormat {
    /// Text for people
    #[default]
    Human,
    /// One line of JSON for programs
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
    decides && !NOT_REPEATED.contains(&flag.get_id().as_str())
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

#[cfg(test)]
mod tests {
    use super::*;
    use mutagen_core::internal::search::options::Options;

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
                    --locked --frozen --max-size 2 --search paper --workers 2";
        assert_eq!(run(line).repeated, [""; 0]);
        let flags = "--timeout 1m30s --stack 8 --keep-going --silence trap --silence x \
                     --package a@1.2.0 --package b --workspace --exclude c --features f,g \
                     --all-features --no-default-features --profile dev --target t \
                     --manifest-path m --instrument i --fidelity exact --no-trace-cmp";
        assert_eq!(run(&format!("x run p {flags}")).repeated.join(" "), flags);
        let checked = run("x run p --checks all");
        assert_eq!([&checked.repeated, &checked.replayed], [&["--checks", "all"]; 2]);
    }

    #[test]
    fn a_profile_says_which_checks_there_are_so_nothing_else_may() {
        assert!(try_parse("x run p --checks own").is_ok());
        let error = try_parse("x run p --checks own --profile dev").unwrap_err().to_string();
        assert!(error.contains("--checks <WHICH>") && error.contains("--profile"), "{error}");
    }
}

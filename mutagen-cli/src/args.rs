//! The command line. Cargo's own flags have cargo's names, spelling and short forms.

use crate::build::Fidelity;
use clap::{Args, Parser, Subcommand, ValueEnum};
use mutagen_core::internal::value::number_weights::Weights;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// How long one test may run if nothing is said; the default of `--timeout`.
pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(1);

/// Coverage-guided property-based testing by exhaustive mutation.
#[derive(Debug, Parser)]
#[command(
    name = "cargo-mutagen",
    bin_name = "cargo mutagen",
    version,
    arg_required_else_help = true
)]
#[command(
    after_help = "Exit codes: 0 no counterexample, 1 counterexample, 2 wrong usage or set-up, \
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
    /// Lists the properties of the selected packages
    #[command(visible_alias = "ls")]
    List(List),
    /// Runs a property on generated and mutated tests, guided by coverage
    #[command(visible_alias = "r")]
    Run(Run),
}

/// Arguments of `list`.
#[derive(Debug, Args)]
pub struct List {
    /// Cargo's flags.
    #[command(flatten)]
    pub cargo: Cargo,
}

/// Arguments of `run`.
#[derive(Debug, Args)]
pub struct Run {
    /// The property: its path, the end of its path, or a part that only one has
    pub property: String,

    /// Seed of the campaign; the same seed gives the same run. Default: random, and printed
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// End after this time, as in `30s`, `5m` or `1h 30m`
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    pub max_time: Option<Duration>,

    /// End after this much CPU time of the testing thread
    #[arg(long, value_name = "TIME", value_parser = some_time)]
    pub max_cpu: Option<Duration>,

    /// End after this number of tests
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub max_tests: Option<u64>,

    /// A single test that runs longer is a counterexample: it hangs
    #[arg(
        long, value_name = "TIME", default_value = "1s", value_parser = some_time
    )]
    pub timeout: Duration,

    /// Count counterexamples and go on, instead of ending at the first. After one that ended the process,
    /// tests of batches that had been begun are run and counted again
    #[arg(long)]
    pub keep_going: bool,

    /// Say which edges were new last, with file and line
    #[arg(long)]
    pub show_edges: bool,

    /// Stack of the thread that the property runs on, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub stack: u32,

    /// Largest size of a generated test
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub max_size: u32,

    /// Random mutants of integers: shares of fresh values, neighbours, boundary values, flipped signs and
    /// bits, and any bits. Default: 4,1,1,1,1
    #[arg(long, value_name = "SHARES")]
    pub integers: Option<Weights>,

    /// Random mutants of floats, in the same way. Default: 3,1,1,2,1
    #[arg(long, value_name = "SHARES")]
    pub floats: Option<Weights>,

    /// Mutate nothing: every test is generated
    #[arg(long, help_heading = "Ablations")]
    pub no_feedback: bool,

    /// Do not replace nodes of recursive types by freshly generated small values; the paper does not
    #[arg(long, help_heading = "Ablations")]
    pub no_regrow: bool,

    /// Do not mutate both sides of a `Twin` in the same place; the paper does not
    #[arg(long, help_heading = "Ablations")]
    pub no_twins: bool,

    /// Edit tests and regrow nodes from the first test on; otherwise not until a thousand mutants or
    /// generated tests in a row found no new edge
    #[arg(long, help_heading = "Ablations")]
    pub no_head_start: bool,

    /// Let random edits not make the sides of a `Twin` alike again
    #[arg(long, help_heading = "Ablations")]
    pub no_align: bool,

    /// Let every random edit change one side of a `Twin` half of the time, instead of keeping to both
    /// sides in most stacks, and making a quarter of the steps of drift one edit of one side
    #[arg(long, help_heading = "Ablations")]
    pub no_together: bool,

    /// Let no test drift: make every random edit of a test as it was when it was kept
    #[arg(long, help_heading = "Ablations")]
    pub no_drift: bool,

    /// Do not prefer tests with rare edges when one is chosen to be edited, nor keep a place for the
    /// cheapest test of an edge
    #[arg(long, help_heading = "Ablations")]
    pub no_rarity: bool,

    /// Keep every test that is new in the set of its edges, also where many are new
    #[arg(long, help_heading = "Ablations")]
    pub no_thinning: bool,

    /// How many of a hundred tests are random edits of tests that passed; 0, --no-regrow and --no-twins
    /// together give the algorithm of the paper
    #[arg(long, value_name = "PERCENT", default_value_t = 70, value_parser = clap::value_parser!(u32).range(0..=100), help_heading = "Search")]
    pub edits: u32,

    /// Serve batches first in, first out, whatever they found
    #[arg(long, help_heading = "Ablations")]
    pub no_lifo: bool,

    /// Never reset the logs of seen edges; random mutants are sampled a fixed number of times
    #[arg(long, help_heading = "Ablations")]
    pub no_reset: bool,

    /// Samples of each random mutant, at the start. Default: 1, or 25 with `--no-reset`
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Ablations")]
    pub samples: Option<u64>,

    /// What to write to the standard output
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    pub message_format: MessageFormat,

    /// Cargo's flags.
    #[command(flatten)]
    pub cargo: Cargo,
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

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Cargo's flags, and what to instrument.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Build")]
pub struct Cargo {
    /// Package with the property: its name, its folder, or cargo's spec such as `shop@1.2.0`. Default:
    /// the members that depend on `mutagen-core`
    #[arg(short, long, value_name = "SPEC")]
    pub package: Vec<String>,
    /// All members of the workspace that have properties
    #[arg(long)]
    pub workspace: bool,
    /// Leave out this member
    #[arg(long, value_name = "SPEC")]
    pub exclude: Vec<String>,
    /// Instrument this package too; it may come from the registry
    #[arg(long, value_name = "PKG")]
    pub instrument: Vec<String>,
    /// Let instrumented code say what it compares, and draw numbers and characters from that, too. A
    /// test takes about twice as long; it pays where branches ask for certain numbers
    #[arg(long)]
    pub trace_cmp: bool,
    /// What the counters tell apart; more detail costs speed. Each level is built apart
    #[arg(long, value_enum, default_value_t, value_name = "LEVEL")]
    pub fidelity: Fidelity,
    /// Features to activate, separated by commas or spaces
    #[arg(short = 'F', long, value_name = "FEATURES")]
    pub features: Vec<String>,
    /// Activate all features
    #[arg(long)]
    pub all_features: bool,
    /// Do not activate the `default` feature
    #[arg(long)]
    pub no_default_features: bool,
    /// Build with this profile. Default: optimised, with debug assertions and overflow checks
    #[arg(long, value_name = "NAME")]
    pub profile: Option<String>,
    /// Build for this target
    #[arg(long, value_name = "TRIPLE")]
    pub target: Option<String>,
    /// Folder for everything that is built; instrumented builds go into `mutagen/` inside it
    #[arg(long, value_name = "DIRECTORY")]
    pub target_dir: Option<PathBuf>,
    /// Path to Cargo.toml
    #[arg(long, value_name = "PATH")]
    pub manifest_path: Option<PathBuf>,
    /// Number of parallel jobs of the build
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<u32>,
    /// Require that Cargo.lock is up to date
    #[arg(long)]
    pub locked: bool,
    /// Do not use the network
    #[arg(long)]
    pub offline: bool,
    /// Both `--locked` and `--offline`
    #[arg(long)]
    pub frozen: bool,
    /// Say more: how the build is done, and what the property prints
    #[arg(short, long)]
    pub verbose: bool,
    /// Print no progress
    #[arg(short, long)]
    pub quiet: bool,
    /// When to use colours
    #[arg(long, value_enum, default_value_t, value_name = "WHEN")]
    pub color: Color,
}

/// The arguments of the process, without the `mutagen` that cargo puts in front of them.
pub fn without_cargos(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.collect();
    if arguments.get(1).is_some_and(|first| first == "mutagen") {
        arguments.remove(1);
    }
    arguments
}

/// A time that is not none.
fn some_time(text: &str) -> Result<Duration, String> {
    match humantime::parse_duration(text) {
        Ok(Duration::ZERO) => Err("a time above zero is needed, for example 10s".to_owned()),
        Ok(time) => Ok(time),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn parse(line: &str) -> Arguments {
        let words = line.split(' ').map(OsString::from);
        Arguments::try_parse_from(without_cargos(words)).unwrap()
    }

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn cargos_word_in_front_makes_no_difference() {
        for line in ["cargo-mutagen mutagen run p --seed 7", "cargo-mutagen run p --seed 7"] {
            let Command::Run(run) = parse(line).command else { panic!("must be `run`") };
            assert_eq!((run.property.as_str(), run.seed), ("p", Some(7)));
            assert_eq!(run.timeout, DEFAULT_TIMEOUT);
        }
    }

    #[test]
    fn no_time_and_no_tests_are_refused() {
        for flag in ["--timeout 0s", "--max-time 0ms", "--max-cpu 0s", "--max-tests 0"] {
            let line = format!("x r p {flag}");
            assert!(Arguments::try_parse_from(line.split(' ')).is_err(), "{flag}");
        }
    }

    #[test]
    fn times_are_written_as_people_write_them() {
        let Command::Run(run) = parse("x r p --max-time 1m30s --timeout 250ms").command else {
            panic!("must be `run`")
        };
        assert_eq!(run.max_time, Some(Duration::from_secs(90)));
        assert_eq!(run.timeout, Duration::from_millis(250));
    }

    #[test]
    fn cargos_flags_have_cargos_short_forms() {
        let Command::List(list) = parse("x ls -p a -F f,g -v -j 2").command else {
            panic!("must be `list`")
        };
        assert_eq!(list.cargo.package, ["a"]);
        assert_eq!(list.cargo.features, ["f,g"]);
        assert!(list.cargo.verbose && list.cargo.jobs == Some(2));
    }
}

//! The arguments of the commands for what runs leave behind: tests to be replayed, regressions, and
//! corpora.

use super::run::{Silenced, TestLimits};
use super::{BUILD, BuildOptions, CODE, INPUTS, OUTPUT, Output, SEARCH};
use crate::source::Source;
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// Arguments of `replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// Path of the property, its last segments, or any text that only one path contains
    pub property: String,

    /// File with a value in its text form, or a file of regressions; `-` for standard input
    ///
    /// Default: the property's own file in `mutagen-regressions`. For a property of one text or one
    /// slice of bytes, a file that is no text form is the text or the bytes themselves.
    #[arg(conflicts_with_all = ["text", "address"])]
    pub file: Option<PathBuf>,

    /// Value in its text form: all arguments, for example `(7, "a")`
    #[arg(long, conflicts_with = "address", help_heading = SEARCH)]
    pub text: Option<String>,

    /// Address of a test of an earlier run, as its report shows it
    ///
    /// The test is made again by the program of that run. Then the property of today runs on it.
    #[arg(long, value_name = "ADDRESS", help_heading = SEARCH)]
    pub address: Option<Source>,

    /// Number of the run that the address belongs to (default: the newest)
    #[arg(long, value_name = "N", requires = "address", help_heading = SEARCH)]
    pub run: Option<u32>,

    /// The limits of the test.
    #[command(flatten)]
    pub limits: TestLimits,

    /// Which kinds of failures are silenced.
    #[command(flatten)]
    pub silenced: Silenced,

    /// Print the command line that runs the test in a debugger, and run nothing
    #[arg(long, conflicts_with = "emit_test", help_heading = OUTPUT)]
    pub debug: bool,

    /// Print a `#[test]` function that calls the property with the value, and run nothing
    #[arg(long, help_heading = OUTPUT)]
    pub emit_test: bool,

    /// What to build.
    #[command(flatten)]
    pub build: BuildOptions,

    /// What is written.
    #[command(flatten)]
    pub output: Output,
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

    /// What is written.
    #[command(flatten)]
    pub output: Output,
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

    /// What is written.
    #[command(flatten)]
    pub output: Output,
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

    /// Which kinds of failures are silenced.
    #[command(flatten)]
    pub silenced: Silenced,

    /// What to build.
    #[command(flatten)]
    pub build: BuildOptions,

    /// What is written.
    #[command(flatten)]
    pub output: Output,
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
    /// too much. Each one that is removed is listed. Files that belong to no property are named,
    /// and removed with `--orphaned`.
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

    /// Also remove the files that belong to no property of this build
    ///
    /// Such a file is left when a property is renamed or removed. A property that only another
    /// feature or target has is not in the build either, so see `--dry-run` first.
    #[arg(long, conflicts_with = "property")]
    pub orphaned: bool,

    /// The limits of the processes that read the entries.
    #[command(flatten)]
    pub limits: TestLimits,

    /// What to build.
    #[command(flatten)]
    pub build: BuildOptions,

    /// What is written.
    #[command(flatten)]
    pub output: Output,
}

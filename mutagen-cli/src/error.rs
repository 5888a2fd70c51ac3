//! The errors that can stop the command, each with advice for the user.

use crate::exit_code::Exit;
use crate::instrument::BuildError;
use crate::select::{SelectError, indent};
use derive_more::{Display, Error, From};
use mutagen_core::internal::run::protocol::ProtocolError;
use mutagen_core::internal::run::regressions::{RegressionError, UnknownUse};
use mutagen_core::internal::search::options::OptionsError;
use std::io;
use std::path::PathBuf;

/// Why the command failed.
#[derive(Debug, Display, Error, From)]
pub enum CliError {
    /// The instrumented build failed.
    #[display("{_0}")]
    Build(BuildError),
    /// The name selects no property, or several.
    #[display("{_0}")]
    Select(SelectError),
    /// An option of the search is wrong.
    #[display("{_0}")]
    Options(OptionsError),
    /// The regressions of a property cannot be read or written.
    #[display("{_0}")]
    Regressions(RegressionError),
    /// `MUTAGEN_REGRESSIONS` has an unknown value.
    #[display("{_0}")]
    Use(UnknownUse),
    /// A file of the campaign could not be used.
    #[display("{_0}")]
    Protocol(ProtocolError),
    /// A folder for the campaign's files could not be created.
    #[from(ignore)]
    #[display(
        "{}: {error}; check that the folder is writable and the disk is not full",
        path.display()
    )]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A file of a campaign could not be read or written.
    #[from(ignore)]
    #[display(
        "{}: {error}; check that it can be read and written and that the disk is not full",
        path.display()
    )]
    CampaignFile {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The executable of a campaign is no longer the one that the campaign began with.
    #[from(ignore)]
    #[display(
        "{}: the program of the campaign was changed: it was {linked} and is {found}; run the \
         command again, and let nothing write to the program meanwhile",
        path.display()
    )]
    ProgramChanged {
        /// The executable.
        path: PathBuf,
        /// Its digest at the start.
        linked: String,
        /// Its digest now.
        found: String,
    },
    /// No run of a property is on disk.
    #[from(ignore)]
    #[display(
        "no run of a property `{name}` is kept in {}{}",
        folder.display(),
        if kept.is_empty() {
            format!("; `cargo mutagen run {name}` makes one")
        } else {
            format!("; the nearest are:{}\n`cargo mutagen failures` shows all", indent(kept))
        }
    )]
    NotKept {
        /// The requested name.
        name: String,
        /// The folder that was searched.
        folder: PathBuf,
        /// The full names of the most similar properties of which runs are kept.
        kept: Vec<String>,
    },
    /// There is no corpus of this property, or in this folder.
    #[from(ignore)]
    #[display(
        "there is no corpus `{property}`{}",
        if names.is_empty() {
            "; `cargo mutagen run` without `--seed` makes one".to_owned()
        } else {
            format!("; there are:{}", indent(names))
        }
    )]
    NoCorpus {
        /// The name or folder that was asked for.
        property: String,
        /// The names of those that there are.
        names: Vec<String>,
    },
    /// A flag is for the campaign of one property.
    #[from(ignore)]
    #[display(
        "`--corpus`, `--inputs` and `--repeat-worker` are for one property, since each has folders \
         of its own; leave them out, or run the properties one by one"
    )]
    OneProperty,
    /// The inputs of a property could not all be run.
    #[from(ignore)]
    #[display("the corpus is unchanged, because not all of its tests were run: {_0}")]
    Unfinished(#[error(not(source))] String),
    /// A name means several corpora.
    #[from(ignore)]
    #[display("`{property}` means several corpora; write one of:{}", indent(names))]
    SeveralCorpora {
        /// The name that was asked for.
        property: String,
        /// The names that it can mean.
        names: Vec<String>,
    },
    /// A signal of the user ended the command.
    #[from(ignore)]
    #[display("interrupted; nothing was changed")]
    Interrupted(#[error(not(source))] u8),
    /// The property has no kept counterexamples.
    #[from(ignore)]
    #[display(
        "{}: no counterexample of the property is kept there; give a file, `--text` or `--address`",
        file.display()
    )]
    NothingKept {
        /// The file of its regressions.
        file: PathBuf,
    },
    /// A line of a file of regressions that was asked for is that of no entry.
    #[from(ignore)]
    #[display(
        "{}:{line}: this line belongs to no entry; entries begin in these lines: {}",
        file.display(),
        entries.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
    )]
    NoEntry {
        /// The file.
        file: PathBuf,
        /// The line that was asked for, from 1.
        line: usize,
        /// The lines in which the entries begin.
        entries: Vec<usize>,
    },
    /// The file of a value cannot be read.
    #[from(ignore)]
    #[display("{}: {error}; check the name of the file", file.display())]
    ReplayFile {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The run that an address belongs to is not on disk.
    #[from(ignore)]
    #[display(
        "{} of the property is not on disk, so the test cannot be made again; `cargo mutagen \
         failures` lists the runs that are",
        run.map_or("a run".to_owned(), |run| format!("run {run}"))
    )]
    NoRun {
        /// The number of the run, if one was given.
        run: Option<u32>,
    },
    /// A folder is not that of a worker, or a run has no such worker.
    #[display(
        "{}: not the folder of a worker; the report of a run with several workers prints the \
         command that repeats one of them",
        path.display()
    )]
    NoWorker {
        /// The folder.
        path: PathBuf,
    },
    /// An address does not say which worker has made the test.
    #[display(
        "the run has {workers} workers: begin the address with one of them, as the report does, \
         for example `worker 1 generated 7 size 3`"
    )]
    WhichWorker {
        /// The number of workers of the run.
        workers: u32,
    },
    /// There is no test function for a value.
    #[from(ignore)]
    #[display("no test function can be written: {_0}")]
    NotEmitted(#[error(not(source))] String),
    /// The standard output cannot be written.
    #[from(ignore)]
    #[display("cannot write to the standard output: {_0}; check that its disk is not full")]
    Output(io::Error),
    /// The worker could not be started.
    #[from(ignore)]
    #[display("{}: cannot start the test executable: {error}; build again", path.display())]
    Start {
        /// The executable.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// No test of the property can run.
    #[from(ignore)]
    #[display("`{property}` cannot be run: {why}")]
    CannotRun {
        /// The property's path.
        property: String,
        /// The reason, with advice.
        why: String,
    },
    /// A worker ended because of an error of its own.
    #[from(ignore)]
    #[display("the worker could not go on: {_0}")]
    Worker(#[error(not(source))] String),
    /// The worker could not be waited for.
    #[from(ignore)]
    #[display("cannot wait for the worker: {_0}; run the command again")]
    Wait(io::Error),
    /// The handler of Ctrl-C and other signals could not be installed.
    #[from(ignore)]
    #[display("cannot handle Ctrl-C: {_0}; run the command in an ordinary terminal")]
    Interrupt(io::Error),
}

impl CliError {
    /// The exit code for this error.
    pub fn exit(&self) -> Exit {
        match self {
            CliError::Interrupted(code) => Exit::Signal(*code),
            CliError::Build(error) => error.cargo_exit_code().map_or(Exit::Usage, Exit::Cargo),
            _ => Exit::Usage,
        }
    }
}

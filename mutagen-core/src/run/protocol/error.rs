//! The errors between a supervisor and its worker.

use crate::search::journal::BrokenJournal;
use derive_more::{Display, Error, From};
use std::io;
use std::path::PathBuf;

/// The start of what a worker says about an error of its own.
pub const OWN_ERROR: &str = "mutagen worker: ";

/// The reason why a worker cannot do its task, or why a supervisor cannot read what its worker
/// wrote.
#[derive(Debug, Display, Error, From)]
pub enum ProtocolError {
    /// The task, or another message of the supervisor, cannot be read.
    #[display(
        "a message of the supervisor cannot be read ({_0}): build the command and the crate with \
         one version of mutagen"
    )]
    #[from]
    Task(serde_json::Error),
    /// A file of the campaign cannot be used.
    #[display("{}: {error}; check that the folder exists and the disk is not full", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The shared page has another version.
    #[display(
        "{}: not the page of a campaign of this version; build the command and the crate with one \
         version of mutagen",
        path.display()
    )]
    Page {
        /// The file.
        path: PathBuf,
    },
    /// The file of the literals cannot be read or written.
    #[display(
        "{}: the literals of the code under test are not usable ({why}); run the campaign again, \
         or add `--search literals=off`",
        path.display()
    )]
    Literals {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// The file of the inputs cannot be read or written.
    #[display(
        "{}: the inputs of the campaign are not usable ({why}); run the campaign again",
        path.display()
    )]
    Inputs {
        /// The file.
        path: PathBuf,
        /// The reason.
        why: String,
    },
    /// What the workers of the campaign give one another cannot be read or written.
    #[display(
        "{}: the workers of the campaign cannot exchange their tests ({error}); run the campaign \
         again",
        path.display()
    )]
    Exchange {
        /// The file.
        path: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The supervisor does not listen.
    #[display("the supervisor cannot be reached ({_0}): start the worker by `cargo mutagen run`")]
    Channel(io::Error),
    /// The file of the journal is something else.
    #[display(
        "{}: not the log of a campaign of this version; delete the file and run the campaign again",
        path.display()
    )]
    NoLog {
        /// The file.
        path: PathBuf,
    },
    /// A line of the journal cannot be read.
    #[display(
        "{}, line {line}: not an entry of a campaign's log; delete the file and run the campaign \
         again",
        path.display()
    )]
    Log {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// The task names a search that is not registered in this executable.
    #[display("no search is registered as `{name}`: call its `register` before the property runs")]
    UnknownSearch {
        /// The name of the search.
        name: String,
    },
    /// The journal does not lead to the test.
    #[display("{_0}")]
    #[from]
    Rebuild(BrokenJournal),
}

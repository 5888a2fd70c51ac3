//! What a campaign leaves on disk, and how it is read again.
//!
//! Each run of a property has a folder of its own ([`RunFolder`]):
//! `target/mutagen/campaigns/PACKAGE/TARGET/PROPERTY/RUN/`. It holds the executable as it was at
//! the start ([`Program`]), the seed and the options ([`RunInfo`]), and an append-only file of what
//! was found ([`Records`], lines of [`Record`]). [`read`] reads such a file, whatever has happened
//! to it, and [`fold`] puts its records together. [`kept`] finds all runs on disk.

mod folder;
mod info;
mod kept;
mod known;
mod limits;
mod name;
mod open;
mod program;
mod read;
mod record;
mod records;
#[cfg(test)]
mod samples;

#[cfg(test)]
pub(crate) use samples::candidate;

pub use folder::{JOURNAL, KEPT_RUNS, RECEIVED, RunFolder, worker_folder};
pub use info::RunInfo;
pub use kept::{KeptProperty, KeptRun, State, kept};
pub use known::{KnownFailure, KnownValue, fold};
pub(crate) use name::component;
pub use name::target_name;
pub use program::Program;
pub use read::read;
pub use record::{Finding, Form, Record, Reduction};
pub use records::Records;

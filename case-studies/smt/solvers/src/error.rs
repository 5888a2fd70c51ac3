//! The errors of this crate, each with what to do about it.

use derive_more::{Display, Error};
use std::io;
use std::path::PathBuf;

/// Why a solver cannot be fetched or run. What a solver does is no error but a verdict.
#[derive(Debug, Display, Error)]
pub enum SolverError {
    /// `solvers.toml` is wrong.
    #[display("solvers.toml: {why}")]
    Catalogue {
        /// The entry, and what is wrong.
        why: String,
    },
    /// No solver has this name.
    #[display("there is no solver `{name}`; take from: {}", known.join(", "))]
    Unknown {
        /// The name.
        name: String,
        /// All names.
        known: Vec<String>,
    },
    /// The solver is not in the cache.
    #[display("{name} is not there; get it: cargo run -p smt-solvers -- fetch {name}")]
    Absent {
        /// Its name.
        name: String,
    },
    /// There is no folder for the cache.
    #[display("neither HOME nor XDG_CACHE_HOME is set; name a folder for solvers in SMT_CACHE")]
    NoCache,
    /// A file of the cache could not be read or written.
    #[display("{}: {error}; check that the folder is writable and the disk is not full, or name \
               another one in SMT_CACHE", path.display())]
    Cache {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The disk of the cache is full.
    #[display("{name}: no space is left for {}; free some, or name another folder in SMT_CACHE",
              path.display())]
    Full {
        /// The solver.
        name: String,
        /// The cache.
        path: PathBuf,
    },
    /// The client of a registry cannot be started.
    #[display("{name}: `{client}` cannot be started ({error}); install it")]
    Client {
        /// The solver.
        name: String,
        /// The client.
        client: String,
        /// Why not.
        error: io::Error,
    },
    /// The client of a registry failed.
    #[display(
        "{name}: `{client}` failed: {said}; check the network and the client's settings, \
               then run the same command again"
    )]
    Fetch {
        /// The solver.
        name: String,
        /// The client.
        client: String,
        /// The last line that it printed.
        said: String,
    },
    /// The registry has no file for this machine that is pinned.
    #[display("{name}: there is no pinned file for this machine: {got}; it runs on {wanted}")]
    Platform {
        /// The solver.
        name: String,
        /// What the client got or said.
        got: String,
        /// The files that are pinned.
        wanted: String,
    },
    /// A file has another hash than the pinned one.
    #[display(
        "{name}: {file} has the SHA-256 {got}, and {wanted} is pinned; nothing was kept. \
               If the registry has a new file on purpose, change solvers.toml"
    )]
    Hash {
        /// The solver.
        name: String,
        /// The file.
        file: String,
        /// Its hash.
        got: String,
        /// The pinned one.
        wanted: String,
    },
    /// A solver, or the program that hosts it, cannot be started.
    #[display("{name} cannot be started: {why}; install what is missing, or fetch it again")]
    Start {
        /// The solver.
        name: String,
        /// Why not.
        why: String,
    },
    /// A process could not be started or watched.
    #[display("the process of {name}: {error}")]
    Process {
        /// The solver.
        name: String,
        /// What failed.
        error: io::Error,
    },
    /// A solver cannot be run in this way.
    #[display("{name} cannot be run as {way}; take one that can: {others}")]
    Way {
        /// The solver.
        name: String,
        /// The way.
        way: String,
        /// What can.
        others: String,
    },
}

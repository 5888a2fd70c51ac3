//! The task of a worker, which the supervisor writes into an environment variable.

use super::ProtocolError;
use crate::search::address::Address;
use crate::search::options::Options;
use crate::search::statistics::Statistics;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

/// The name of the environment variable.
const VARIABLE: &str = "MUTAGEN_TASK";

/// A worker's task.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Whether to run a campaign or to confirm one test.
    pub mode: Mode,
    /// The file of the shared page.
    pub page: PathBuf,
    /// The file of the journal.
    pub log: PathBuf,
    /// The file of the [literals](crate::value::literals::Literals) of the code under test; `None`
    /// if the campaign has none.
    #[serde(default)]
    pub literals: Option<PathBuf>,
    /// The campaign's seed.
    pub seed: u64,
    /// The maximum number of tests; `None` for no limit.
    pub max_tests: Option<u64>,
    /// The maximum CPU time of the testing thread, in nanoseconds; `None` for no limit.
    pub max_cpu_nanoseconds: Option<u64>,
    /// Whether to continue after a counterexample.
    pub keep_going: bool,
    /// The name of a [registered](crate::run::searches::register) search that runs instead of
    /// mutagen's.
    #[serde(default)]
    pub search: Option<String>,
    /// The options of the search.
    pub options: Options,
    /// The stack size of the thread that the property runs on, in bytes.
    pub stack_bytes: usize,
    /// Whether to resume from the journal of an earlier worker of this campaign.
    pub resume: bool,
    /// Tests that killed an earlier worker. They are not run again.
    pub skip: Vec<Address>,
    /// The crates that are instrumented on purpose. Their edges count, whatever the crates are for.
    #[serde(default)]
    pub instrumented: Vec<String>,
    /// Whether to send the last new edges.
    #[serde(default)]
    pub show_edges: bool,
    /// The counters of earlier workers of this campaign. The numbers of tests, R and resets
    /// continue from there.
    pub before: Statistics,
}

/// The mode of a worker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// Run a campaign.
    Run,
    /// Send one test of the campaign as text, and run it again.
    Confirm {
        /// The address of the test.
        address: Address,
    },
}

impl Task {
    /// The environment variable and its value, to start the worker with.
    ///
    /// # Errors
    /// When a path is not valid Unicode.
    pub fn to_env(&self) -> Result<(&'static str, String), ProtocolError> {
        Ok((VARIABLE, serde_json::to_string(self)?))
    }

    /// The task that this process was started for; `None` if it is not a worker.
    pub fn from_env() -> Option<Result<Task, ProtocolError>> {
        let text = std::env::var_os(VARIABLE)?;
        Some(serde_json::from_str(&text.to_string_lossy()).map_err(ProtocolError::from))
    }
}

//! What a worker is to do: written by the supervisor into one environment variable.

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
    /// A campaign, or one test again.
    pub mode: Mode,
    /// The file of the shared page.
    pub page: PathBuf,
    /// The file of the log of retained tests.
    pub log: PathBuf,
    /// The campaign's seed.
    pub seed: u64,
    /// After how many tests to end; `None` for no limit.
    pub max_tests: Option<u64>,
    /// After how much CPU time of the testing thread to end, in nanoseconds; `None` for no limit.
    pub max_cpu_nanoseconds: Option<u64>,
    /// Whether to go on after a counterexample.
    pub keep_going: bool,
    /// The name of a [registered](crate::run::searches::register) search that runs instead of
    /// mutagen's.
    #[serde(default)]
    pub search: Option<String>,
    /// The options of the search.
    pub options: Options,
    /// The stack of the thread that the property runs on, in bytes.
    pub stack_bytes: usize,
    /// Whether to take up the retained tests of an earlier worker of this campaign.
    pub resume: bool,
    /// Tests that killed an earlier worker: not to be run again.
    pub skip: Vec<Address>,
    /// Whether to tell which edges were new last.
    #[serde(default)]
    pub show_edges: bool,
    /// What earlier workers of this campaign came to: numbers of tests, R and resets go on from there.
    pub before: Statistics,
}

/// What a worker runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mode {
    /// A campaign.
    Run,
    /// One test of the campaign, shown and run once more.
    Confirm {
        /// Its address.
        address: Address,
    },
}

impl Task {
    /// The environment variable and its value, for the worker to be started with.
    ///
    /// # Errors
    /// When a path is not valid Unicode.
    pub fn to_env(&self) -> Result<(&'static str, String), ProtocolError> {
        Ok((VARIABLE, serde_json::to_string(self)?))
    }

    /// The task this process was started for; `None` if it is no worker.
    pub fn from_env() -> Option<Result<Task, ProtocolError>> {
        let text = std::env::var_os(VARIABLE)?;
        Some(serde_json::from_str(&text.to_string_lossy()).map_err(ProtocolError::from))
    }
}

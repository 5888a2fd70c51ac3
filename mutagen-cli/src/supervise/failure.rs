//! A counterexample as the supervisor reports it.

use derive_more::Display;
use mutagen_core::internal::search::address::Address;
use std::time::Duration;

/// A counterexample: a test that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The test's number in the campaign, from 1.
    pub test: u64,
    /// How the test was made.
    pub address: Address,
    /// The arguments as `{:#?}` prints them.
    pub value: String,
    /// How the test failed.
    pub how: How,
    /// Whether the test failed again when it was repeated alone. Only tests that killed their
    /// worker or hung are repeated.
    pub repeated: bool,
    /// Time from the start of the campaign until the failure.
    pub found: Duration,
    /// CPU time of the testing thread from the start of the campaign. For a test that killed its
    /// worker, it is the time of the last heartbeat before. A test that hung counts with its time
    /// limit.
    pub search: Duration,
}

/// How a test failed.
#[derive(Debug, Clone, PartialEq, Eq, Display)]
pub enum How {
    /// The property did not hold, or panicked.
    #[display("{_0}")]
    Failed(String),
    /// The process ended during the test.
    #[display("the process {_0} while the test ran")]
    Died(String),
    /// The test exceeded its time limit.
    #[display("the test was still running after {}", humantime::format_duration(*_0))]
    Hung(Duration),
}

impl How {
    /// The kind of failure, as one word for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            How::Failed(_) => "failed",
            How::Died(_) => "died",
            How::Hung(_) => "hung",
        }
    }
}

//! A counterexample as the supervisor reports it.

use derive_more::Display;
use mutagen_core::internal::search::address::Address;
use std::time::Duration;

/// A test that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Its number in the campaign, from 1.
    pub test: u64,
    /// How it was made.
    pub address: Address,
    /// The arguments as `{:#?}` prints them.
    pub value: String,
    /// In which way it failed.
    pub how: How,
    /// Whether it failed when it was run alone once more: of a test that killed its worker or hung.
    /// One that failed in the campaign is not run once more.
    pub repeated: bool,
    /// When it was found, from the start of the campaign.
    pub found: Duration,
    /// CPU time of the testing thread from the start of the campaign. Of a test that killed its
    /// worker as of the last heartbeat before it; the time of a test that hung is its limit.
    pub search: Duration,
}

/// In which way a test failed.
#[derive(Debug, Clone, PartialEq, Eq, Display)]
pub enum How {
    /// The property does not hold, or panicked.
    #[display("{_0}")]
    Failed(String),
    /// The process ended while the test ran.
    #[display("the process {_0} while the test ran")]
    Died(String),
    /// The test ran longer than a test may.
    #[display("the test was still running after {}", humantime::format_duration(*_0))]
    Hung(Duration),
}

impl How {
    /// One word for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            How::Failed(_) => "failed",
            How::Died(_) => "died",
            How::Hung(_) => "hung",
        }
    }
}

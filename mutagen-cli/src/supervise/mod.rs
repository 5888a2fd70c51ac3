//! Runs a campaign in a worker process and survives whatever the property does to the process.
//! After an abort, a stack overflow, a kill or a hang, the supervisor reads from the shared page
//! which test was running. The worker's spare takes over, or a new worker resumes from the journal.
//! Fresh processes then print the failed tests and run them again.

mod addresses;
#[cfg(test)]
mod alone;
mod arrivals;
mod blame;
mod campaign;
mod confirm;
mod death;
mod events;
mod failure;
mod findings;
mod guard;
mod interrupt;
mod lane;
mod memory;
mod orphans;
mod output;
mod pace;
mod process;
mod reach;
mod regressions;
mod relations;
mod replay;
mod shrink;
mod summary;
mod supervisor;
mod threads;
mod watch;

pub use campaign::{Regression, SupervisedCampaign};
pub use failure::{Class, Failure, Keeping, Kind, Shrunk, Smallest};
pub(crate) use guard::guard;
pub use interrupt::Interrupt;
pub use memory::limit_default;
pub use reach::{Reaching, Shortened, is_specification};
pub use relations::{Related, relate};
pub use replay::{Remade, ReplayEnd, ReplayedTest, remake, replay};
pub use shrink::ShrinkLimits;
pub use summary::{InputRun, RegressionCounts, SilencedKind, Summary, WorkerSummary};
pub(crate) use supervisor::end;

use crate::campaigns::Records;
use crate::error::CliError;
use crate::status::Status;
use supervisor::Supervisor;

/// A text as a worker has told it, with a mark at its end if there is more.
fn marked_if_cut(text: String, is_cut: bool) -> String {
    if is_cut { text + "…" } else { text }
}

/// What is said about a property that has closed the socket of its worker.
const SOCKET_LOST: &str =
    "the property closes files that it has not opened, so that the worker could not go on";

/// Runs a campaign to its end. What it finds is written to the records at once.
///
/// # Errors
/// When no worker can be started, or no test of the property can be run. Every later error is a
/// note in the summary.
pub fn supervise(
    campaign: &SupervisedCampaign,
    records: Records,
    interrupt: &Interrupt,
    status: &mut Status,
) -> Result<Summary, CliError> {
    Supervisor::new(campaign, records, interrupt, status).run()
}

//! What a worker does at a moment, and how it fell: the words of the shared page that say where a
//! process ended.

use derive_more::Display;
use serde::{Deserialize, Serialize};

/// What a worker does. User code can run in each phase but `Idle`, and can end the process there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Display, Serialize, Deserialize)]
pub enum Phase {
    /// Nothing of the user's.
    #[display("idle")]
    Idle,
    /// It prepares the campaign: it looks up edges, and makes the first values of the types.
    #[display("preparing")]
    Preparing,
    /// It makes retained tests again: those of an earlier worker, or to compact the journal.
    #[display("resuming")]
    Resuming,
    /// It makes the next test, and drops what the test before left.
    #[display("making")]
    Making,
    /// It runs the property.
    #[display("running")]
    Running,
    /// It judges the test: it copies the value if it keeps the test.
    #[display("judging")]
    Judging,
    /// It prints a value.
    #[display("printing")]
    Printing,
    /// It copies a value that it examines.
    #[display("copying")]
    Copying,
    /// It drops a value that it examines.
    #[display("dropping")]
    Dropping,
    /// It ends because of an error of its own, which says nothing about the property.
    #[display("given up")]
    GivenUp,
}

impl Phase {
    /// All phases, in the order of their numbers.
    pub(super) const ALL: [Phase; 10] = [
        Phase::Idle,
        Phase::Preparing,
        Phase::Resuming,
        Phase::Making,
        Phase::Running,
        Phase::Judging,
        Phase::Printing,
        Phase::Copying,
        Phase::Dropping,
        Phase::GivenUp,
    ];
}

/// The stack of a worker at a fatal signal, or at a panic outside a test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fall {
    /// The number of the signal; 0 for a panic.
    pub signal: i32,
    /// Whether it is the stack of the thread that runs the tests. Another thread is one that the
    /// property has started, perhaps in an earlier test.
    pub is_testing: bool,
    /// Return addresses, innermost first, relative to a function of the executable.
    pub frames: Vec<u64>,
}

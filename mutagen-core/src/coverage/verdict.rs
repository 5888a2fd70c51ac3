//! Defines the verdict on a test, as far as coverage and the search tell tests apart.

use serde::{Deserialize, Serialize};

/// The verdict on a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// The precondition held, and so did the property.
    Passed,
    /// The precondition did not hold.
    Discarded,
    /// The property does not hold.
    Failed,
}

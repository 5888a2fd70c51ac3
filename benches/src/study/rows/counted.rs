//! What a trial counted in a second run of its seed: tests and distinct valid values.

use serde::{Deserialize, Serialize};

/// What a campaign of a fixed CPU time came to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Counted {
    /// The limit in CPU seconds.
    pub limit: f64,
    /// CPU seconds of the testing thread.
    pub time: f64,
    /// Tests, discarded and failing ones included.
    pub tests: u64,
    /// Tests that met the precondition and held.
    pub passed: u64,
    /// Tests that failed.
    pub failed: u64,
    /// Different values among those that passed.
    pub distinct: u64,
    /// Edges that passed or discarded tests hit.
    pub edges: u64,
}

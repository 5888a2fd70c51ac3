//! What a campaign counts while it runs.

/// Plain counters of one campaign; the worker publishes them in the shared page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Tests whose verdict the campaign has taken.
    pub tests: u64,
    /// Tests that met the precondition and held.
    pub passed: u64,
    /// Tests that did not meet the precondition.
    pub discarded: u64,
    /// Tests that failed.
    pub failed: u64,
    /// Distinct edges ever logged by passed tests or by discarded ones.
    pub edges: u64,
    /// Batches that still have mutants to serve, both queues together.
    pub queued: u64,
    /// Samples of a random mutant in a batch made now (the paper's R).
    pub samples: u64,
    /// Times the logs were reset.
    pub resets: u64,
    /// Tests retained, that is given a batch.
    pub retained: u64,
    /// Edges seen once and not again when the same test was repeated.
    pub unstable: u64,
}

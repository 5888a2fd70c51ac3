//! The levels of coverage detail.

use clap::ValueEnum;

/// The level of detail of the coverage: how finely the counters of an instrumented crate
/// distinguish branches. Each level has its own build. `docs/hot-loop.md` has the cost and the
/// benefit of each level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, ValueEnum)]
pub enum Fidelity {
    /// No counters: random testing with an otherwise identical build, for comparison
    None,
    /// Counters after optimisation: `a && b`, and a choice between two constants, are one edge
    Plain,
    /// Counters after optimisation without the passes that fold branches: `a && b`, match arms and
    /// conditional changes have an edge each; a choice between two constants is one edge
    #[default]
    Branches,
    /// Counters before optimisation: every branch in the source has an edge, including
    /// `if c { 3 } else { 7 }`
    Exact,
}

//! The levels of coverage detail.

use clap::ValueEnum;

/// The level of detail of the coverage: how finely the counters of an instrumented crate
/// distinguish branches. Each level has its own build. `docs/hot-loop.md` has the cost and the
/// benefit of each level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, ValueEnum)]
pub enum Fidelity {
    /// No counters: random testing with an otherwise identical build, for comparison
    None,
    /// Counters after optimisation: `a && b`, and a choice between two constants, can be one edge
    Plain,
    /// Counters after optimisation without the passes that merge branches: each operand of
    /// `a && b`, each match arm and each conditional assignment has its own edge; a choice
    /// between two constants is one edge
    #[default]
    Branches,
    /// Counters before optimisation: every branch in the source has an edge, including
    /// `if c { 3 } else { 7 }`
    Exact,
}

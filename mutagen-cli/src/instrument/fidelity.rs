//! How much of a program's branching its counters show.

use clap::ValueEnum;

/// A level of fidelity: what the counters of an instrumented crate tell apart. Each level has a build
/// of its own. What a level costs and what it finds is in `docs/hot-loop.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, ValueEnum)]
pub enum Fidelity {
    /// No counters at all: random testing with the same build otherwise, to compare with
    None,
    /// Counters after optimisation: `a && b`, and a choice between two constants, are one edge
    Plain,
    /// The same with the optimisations off that fold branches: `a && b`, match arms and conditional
    /// changes have an edge each; a choice between two constants is one edge
    #[default]
    Branches,
    /// Counters before optimisation: every branch in the source has an edge, also
    /// `if c { 3 } else { 7 }`
    Exact,
}

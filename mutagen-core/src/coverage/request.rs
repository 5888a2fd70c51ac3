//! Defines what a search can ask about the run of a test.

use super::novelty::Novelty;
use super::verdict::Verdict;

/// How much of a run is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Depth {
    /// Nothing is judged, and no run is new.
    #[default]
    Nothing,
    /// Only new edges: [`Tier::Edge`](super::Tier::Edge) or nothing, and no load.
    EdgesOnly,
    /// All tiers, and the load.
    AllTiers,
}

/// The edges of a run that are requested, new or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hits<'e> {
    /// None.
    #[default]
    Unasked,
    /// Which edges a passed run hit.
    Edges,
    /// The number of these edges that a passed run did not hit:
    /// [`Novelty::missed`](super::Novelty::missed).
    Missed(&'e [u32]),
    /// The count of each edge that counts, for any verdict:
    /// [`Observation::counts`](super::Observation::counts).
    Counts,
}

/// What a search wants to know of the run of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoverageRequest<'e> {
    /// How much of the run is judged if the test passes.
    pub depth: Depth,
    /// How much of the run is judged if the test is discarded.
    pub discarded: Depth,
    /// Which edges of the run are requested as well.
    pub hits: Hits<'e>,
    /// Whether the comparisons of the first run are recorded and returned, new or not:
    /// [`Novelty::comparisons`](super::Novelty::comparisons).
    pub records: bool,
    /// Whether the coverage of earlier tests is forgotten first.
    pub forget: bool,
    /// Whether the run's novelty is recorded, so that it is not new in later tests.
    pub remember: bool,
}

impl Default for CoverageRequest<'_> {
    fn default() -> Self {
        let (depth, hits) = (Depth::Nothing, Hits::Unasked);
        CoverageRequest {
            depth,
            discarded: depth,
            hits,
            records: false,
            forget: false,
            remember: true,
        }
    }
}

/// Decides which tests are worth a second run.
pub trait Interest {
    /// Whether a test that was new is run again, so that what was new is known to be repeatable.
    /// The search does not keep other tests.
    fn is_worth_repeating(&self, verdict: Verdict, novelty: &Novelty) -> bool;
}

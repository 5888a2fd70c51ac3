//! What a search may want to know of the run of a test.

/// How much of a run is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Depth {
    /// Nothing: no run is new.
    #[default]
    Nothing,
    /// New edges alone: [`Tier::Edge`](super::Tier::Edge) or nothing, and no load.
    EdgesOnly,
    /// All tiers, and the load.
    AllTiers,
}

/// The edges of a run that are asked for, whether they are new or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hits<'e> {
    /// None.
    #[default]
    Unasked,
    /// Which edges a passed run hit.
    Edges,
    /// How many of these edges a passed run did not hit:
    /// [`Novelty::missed`](super::Novelty::missed).
    Missed(&'e [u32]),
    /// The count of each edge that counts, whatever came of the test:
    /// [`Observation::counts`](super::Observation::counts).
    Counts,
}

/// What a search wants to know of the run of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CoverageRequest<'e> {
    /// How much of the run is judged if the test passes. Of a discarded test new edges alone
    /// matter: nothing finer gets it kept.
    pub depth: Depth,
    /// Which of its edges are asked for as well.
    pub hits: Hits<'e>,
    /// Whether what earlier tests have shown is forgotten first.
    pub forget: bool,
    /// Whether what the run shows is old for the tests after it.
    pub remember: bool,
}

impl Default for CoverageRequest<'_> {
    fn default() -> Self {
        let (depth, hits) = (Depth::Nothing, Hits::Unasked);
        CoverageRequest { depth, hits, forget: false, remember: true }
    }
}

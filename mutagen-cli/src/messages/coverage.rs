//! What the report of a campaign tells of its coverage.

use mutagen_core::internal::coverage as core;
use mutagen_core::internal::run::protocol;
use schemars::JsonSchema;
use serde::Serialize;

/// What the coverage of a campaign tells about the property.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct CoverageFindings {
    /// The functions with edges that the first run of a test hit and its repetition did not.
    pub first_only: Functions,
    /// The functions with edges that were set aside, since several repetitions alone hit them.
    pub set_aside: Functions,
    /// Where most of the discarded tests ended, the most frequent place first. Empty unless more
    /// tests were discarded than passed.
    pub discards: Vec<DiscardPlace>,
    /// Set if nearly all edges that were hit do not count.
    pub ignored: Option<IgnoredEdges>,
}

impl From<&core::CoverageFindings> for CoverageFindings {
    fn from(findings: &core::CoverageFindings) -> CoverageFindings {
        let core::CoverageFindings { first_only, set_aside, discards, ignored } = findings;
        CoverageFindings {
            first_only: first_only.into(),
            set_aside: set_aside.into(),
            discards: discards.iter().map(DiscardPlace::from).collect(),
            ignored: ignored.as_ref().map(IgnoredEdges::from),
        }
    }
}

/// The names of some functions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct Functions {
    /// The first functions, at most 5.
    pub first: Vec<String>,
    /// How many more there are.
    pub more: u64,
}

impl From<&core::Names> for Functions {
    fn from(core::Names { first, more }: &core::Names) -> Functions {
        Functions { first: first.clone(), more: *more as u64 }
    }
}

/// A place where discarded tests ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct DiscardPlace {
    /// The function.
    pub function: String,
    /// The source file, if it is known.
    pub file: Option<String>,
    /// The line in the source file, from 1, if it is known.
    pub line: Option<u32>,
    /// How many of the discarded tests ended there, in per cent.
    pub percent: u32,
}

impl From<&core::GaveUp> for DiscardPlace {
    fn from(place: &core::GaveUp) -> DiscardPlace {
        let core::GaveUp { function, file, line, percent } = place.clone();
        DiscardPlace { function, file, line, percent }
    }
}

/// The edges that were hit and do not count.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct IgnoredEdges {
    /// How many edges that were hit do not count.
    pub ignored: u64,
    /// How many edges were hit.
    pub hit: u64,
    /// The crate that has most of them, if it is one whose code differs from process to process.
    pub of_crate: Option<String>,
}

impl From<&core::IgnoredEdges> for IgnoredEdges {
    fn from(edges: &core::IgnoredEdges) -> IgnoredEdges {
        let core::IgnoredEdges { ignored, hit, of_crate } = edges;
        IgnoredEdges { ignored: *ignored as u64, hit: *hit as u64, of_crate: of_crate.clone() }
    }
}

/// An edge that no test of the campaign had hit before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(deny_unknown_fields)]
pub struct NewEdge {
    /// The number of the edge in the process.
    pub edge: u32,
    /// The number of the test that hit it, from 1.
    pub test: u64,
    /// Whether that test passed; otherwise it was discarded.
    pub passed: bool,
    /// The function, if the executable has symbols.
    pub function: Option<String>,
    /// The source file, if it is known.
    pub file: Option<String>,
    /// The line in the source file, from 1, if it is known.
    pub line: Option<u32>,
}

impl From<&protocol::NewEdge> for NewEdge {
    fn from(edge: &protocol::NewEdge) -> NewEdge {
        let protocol::NewEdge { edge, test, passed, function, file, line } = edge.clone();
        NewEdge { edge, test, passed, function, file, line }
    }
}

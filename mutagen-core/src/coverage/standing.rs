//! What was found out about edges: which count, and of which the number of hits says something.

use super::caps::Caps;

/// What was found out about an edge when it was first new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Unknown,
    Counts,
    /// In code that says nothing about the property.
    Ignored,
    /// Hit in one run of a test and not in the other.
    Unstable,
    /// Hit in both, but not equally often: it counts as an edge, and its count says nothing.
    Inexact,
}

/// The standing of every edge.
#[derive(Debug, Default)]
pub(super) struct Standings {
    standings: Vec<Standing>,
    caps: Caps,
    unstable: Vec<u32>,
    ignored: usize,
}

impl Standings {
    /// Takes the lengths of all modules. What is known of edges stays.
    pub(super) fn fit(&mut self, lens: &[usize]) {
        self.caps.fit(lens);
        self.standings.resize(lens.iter().sum(), Standing::Unknown);
    }

    /// The standing of an edge.
    pub(super) fn get(&self, edge: u32) -> Standing {
        self.standings[edge as usize]
    }

    /// Changes the standing of an edge.
    pub(super) fn set(&mut self, edge: u32, standing: Standing) {
        match standing {
            Standing::Unknown | Standing::Counts => {}
            Standing::Ignored => self.ignored += 1,
            Standing::Unstable => self.unstable.push(edge),
            Standing::Inexact => {}
        }
        self.standings[edge as usize] = standing;
        let cap = match standing {
            Standing::Unknown | Standing::Counts => u8::MAX,
            Standing::Inexact => 1,
            Standing::Ignored | Standing::Unstable => 0,
        };
        self.caps.set(edge, cap);
    }

    /// What the counters are taken for.
    pub(super) fn caps(&self) -> &Caps {
        &self.caps
    }

    /// The unstable edges, in the order in which they were found.
    pub(super) fn unstable(&self) -> &[u32] {
        &self.unstable
    }

    /// The number of edges that do not count because of where they are.
    pub(super) fn ignored(&self) -> usize {
        self.ignored
    }
}

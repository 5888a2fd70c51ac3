//! The last new edges, for `--show-edges`. They are kept as numbers while the campaign runs, and
//! mapped to source lines only when they are sent.

use crate::coverage::{Coverage, Frame};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, VecDeque};
use std::fmt;

/// How many new edges are kept.
const KEPT: usize = 16;

/// An edge that no test of the campaign had hit before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewEdge {
    /// The number of the edge in the process.
    pub edge: u32,
    /// The number of the test that hit it.
    pub test: u64,
    /// Whether that test passed; otherwise it was discarded.
    pub passed: bool,
    /// The function, if the executable has symbols.
    pub function: Option<String>,
    /// The source file.
    pub file: Option<String>,
    /// The line in the source file, from 1.
    pub line: Option<u32>,
}

impl fmt::Display for NewEdge {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(out, "{file}:{line}")?,
            (Some(file), None) => write!(out, "{file}")?,
            (None, _) => write!(out, "edge {}", self.edge)?,
        }
        match &self.function {
            Some(function) => write!(out, " in {function}"),
            None => Ok(()),
        }
    }
}

/// The last new edges of a campaign.
#[derive(Debug, Default)]
pub struct NewEdges {
    known: BTreeSet<u32>,
    /// Edge, test, and whether the test passed.
    last: VecDeque<(u32, u64, bool)>,
    untold: bool,
}

impl NewEdges {
    /// Records the edges that were new in the seen edges of one verdict. They may not be new to the
    /// campaign.
    pub fn enter(&mut self, test: u64, passed: bool, edges: &[u32]) {
        for &edge in edges {
            if self.known.insert(edge) {
                if self.last.len() == KEPT {
                    self.last.pop_front();
                }
                self.last.push_back((edge, test, passed));
                self.untold = true;
            }
        }
    }

    /// Excludes edges that an earlier worker of the same campaign has sent.
    pub fn skip(&mut self, edges: &[u32]) {
        self.known.extend(edges);
    }

    /// The last new edges, the newest last, if there is one since the last call.
    pub fn tell(&mut self, coverage: &Coverage) -> Option<Vec<NewEdge>> {
        if !std::mem::take(&mut self.untold) {
            return None;
        }
        let place = |&(edge, test, passed): &(u32, u64, bool)| {
            let frame = coverage.locate(edge).map(|location| location.frame().clone());
            let (function, file, line) = match frame {
                Some(Frame { function, file, line }) => (Some(function), file, line),
                None => (None, None, None),
            };
            let function = function.filter(|function| !function.is_empty());
            NewEdge { edge, test, passed, function, file, line }
        };
        Some(self.last.iter().map(place).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_is_told_once_and_the_last_ones_are_kept() {
        let coverage = Coverage::acquire();
        let mut edges = NewEdges::default();
        assert_eq!(edges.tell(&coverage), None);
        edges.skip(&[3]);
        edges.enter(1, true, &[1, 2, 3]);
        edges.enter(2, false, &[2, 4]);
        let told = |edges: &mut NewEdges| {
            let told = edges.tell(&coverage).unwrap_or_default();
            told.iter().map(|new| (new.edge, new.test, new.passed)).collect::<Vec<_>>()
        };
        assert_eq!(told(&mut edges), [(1, 1, true), (2, 1, true), (4, 2, false)]);
        edges.enter(3, true, &[4]);
        assert_eq!(told(&mut edges), []);
        edges.enter(4, true, &(10..40).collect::<Vec<u32>>());
        let last = told(&mut edges);
        assert_eq!((last.len(), last[0].0, last[KEPT - 1].0), (KEPT, 24, 39));
    }

    #[test]
    fn a_place_is_written_as_compilers_write_it() {
        let mut edge = NewEdge {
            edge: 7,
            test: 1,
            passed: true,
            function: Some("shop::price".into()),
            file: Some("src/lib.rs".into()),
            line: Some(3),
        };
        assert_eq!(edge.to_string(), "src/lib.rs:3 in shop::price");
        edge.line = None;
        assert_eq!(edge.to_string(), "src/lib.rs in shop::price");
        (edge.file, edge.function) = (None, None);
        assert_eq!(edge.to_string(), "edge 7");
    }
}

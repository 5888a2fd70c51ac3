//! What the coverage of a campaign tells the user about the property: the functions in which the
//! runs of one test differed, where discarded tests ended, and whether nearly all code that ran is
//! ignored.

use super::Coverage;
use super::discards::GaveUp;
use super::filter;
use super::ignored_hits::IgnoredEdges;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// How many functions are named.
const NAMED: usize = 5;

/// The names of some functions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Names {
    /// The first functions.
    pub first: Vec<String>,
    /// The number of further functions.
    pub more: usize,
}

impl Names {
    /// Each name once, in this order.
    fn of(names: impl Iterator<Item = String>) -> Names {
        let mut known = BTreeSet::new();
        let mut first = Vec::new();
        for name in names {
            if known.insert(name.clone()) && first.len() < NAMED {
                first.push(name);
            }
        }
        let more = known.len() - first.len();
        Names { first, more }
    }
}

/// What the coverage of a campaign tells about the property.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverageFindings {
    /// The functions with edges that the first run of a test hit and its repetition did not.
    pub first_only: Names,
    /// The functions with edges that were set aside.
    pub set_aside: Names,
    /// Where most of the discarded tests ended, the most frequent place first. Empty unless more
    /// tests were discarded than passed.
    #[serde(default)]
    pub discards: Vec<GaveUp>,
    /// Set if nearly all edges that were hit do not count.
    pub ignored: Option<IgnoredEdges>,
}

impl Coverage {
    /// What the counters tell about the property: all but the discards. Slow: it looks functions
    /// up.
    #[inline(never)]
    pub(super) fn findings(&self) -> CoverageFindings {
        CoverageFindings {
            first_only: self.names_of(self.first_only()),
            set_aside: self.names_of(self.set_aside()),
            discards: Vec::new(),
            ignored: self.ignored_hits.nearly_all(),
        }
    }

    /// The functions with these edges, those outside std first.
    fn names_of(&self, edges: impl Iterator<Item = u32>) -> Names {
        let (mut own, mut of_std) = (Vec::new(), Vec::new());
        for edge in edges {
            let frames = self.locate(edge).map(|location| location.frames).unwrap_or_default();
            match frames.iter().find(|frame| !filter::is_library(frame)).or(frames.last()) {
                Some(frame) if filter::is_library(frame) => of_std.push(frame.function.clone()),
                Some(frame) => own.push(frame.function.clone()),
                None => of_std.push(format!("edge {edge}")),
            }
        }
        Names::of(own.into_iter().chain(of_std))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_functions_are_named_once_each_and_the_others_counted() {
        let names = |count: usize| Names::of((0..2 * count).map(|at| format!("shop::f{}", at / 2)));
        assert_eq!(names(0), Names::default());
        let few = Names { first: vec!["shop::f0".into(), "shop::f1".into()], more: 0 };
        assert_eq!(names(2), few);
        assert_eq!((names(12).first.len(), names(12).more), (NAMED, 7));
    }
}

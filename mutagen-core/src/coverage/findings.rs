//! What the coverage of a campaign tells the user about the property: the functions in which the
//! runs of one test differed, and whether nearly all code that ran is ignored.

use super::Coverage;
use super::filter::{self, Ignored};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// How many functions are named.
const NAMED: usize = 5;

/// The fewest ignored edges that are worth a remark.
const MANY: usize = 50;

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

/// The edges that were hit and do not count, where nearly all do not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct IgnoredEdges {
    /// Their number.
    pub ignored: usize,
    /// The number of all edges that were hit.
    pub hit: usize,
    /// The crate of most of them, if it is one whose edges do not count. Otherwise they belong to
    /// the engine, to generators, or to code of std that differs from process to process.
    pub of_crate: Option<String>,
}

/// What the coverage of a campaign tells about the property.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CoverageFindings {
    /// The functions with edges that the first run of a test hit and its repetition did not.
    pub first_only: Names,
    /// The functions with edges that were set aside.
    pub set_aside: Names,
    /// Set if nearly all edges that were hit do not count.
    pub ignored: Option<IgnoredEdges>,
}

/// How many of the edges that were hit count, and why the others do not.
#[derive(Debug, Default)]
pub(super) struct IgnoredHits {
    counting: usize,
    ignored: BTreeMap<Ignored, usize>,
}

impl IgnoredHits {
    /// Records an edge that was hit for the first time.
    pub(super) fn record(&mut self, judged: Result<(), Ignored>) {
        match judged {
            Ok(()) => self.counting += 1,
            Err(why) => *self.ignored.entry(why).or_default() += 1,
        }
    }

    /// The ignored edges, if there are many and more than 95 % of all.
    fn nearly_all(&self) -> Option<IgnoredEdges> {
        let ignored: usize = self.ignored.values().sum();
        let hit = ignored + self.counting;
        if ignored < MANY || ignored * 100 <= hit * 95 {
            return None;
        }
        let (most, _) = self.ignored.iter().max_by_key(|&(_, &edges)| edges)?;
        let of_crate = match most {
            Ignored::Crate(name) => Some((*name).to_owned()),
            Ignored::Engine | Ignored::Unrepeatable => None,
        };
        Some(IgnoredEdges { ignored, hit, of_crate })
    }
}

impl Coverage {
    /// What the tests so far tell about the property. Slow: it looks functions up.
    #[inline(never)]
    pub fn findings(&self) -> CoverageFindings {
        CoverageFindings {
            first_only: self.names_of(self.first_only()),
            set_aside: self.names_of(self.set_aside()),
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

    #[test]
    fn a_remark_needs_many_ignored_edges_and_hardly_any_others() {
        let of = |counting: usize, engine: usize, table: usize| {
            let mut hits = IgnoredHits::default();
            (0..counting).for_each(|_| hits.record(Ok(())));
            (0..engine).for_each(|_| hits.record(Err(Ignored::Engine)));
            (0..table).for_each(|_| hits.record(Err(Ignored::Crate("hashbrown"))));
            hits.nearly_all()
        };
        assert_eq!(of(0, 0, 49), None);
        assert_eq!(of(5, 0, 95), None);
        let of_crate = Some("hashbrown".to_owned());
        assert_eq!(of(4, 10, 86), Some(IgnoredEdges { ignored: 96, hit: 100, of_crate }));
        assert_eq!(of(0, 50, 0), Some(IgnoredEdges { ignored: 50, hit: 50, of_crate: None }));
    }
}

//! Counts the edges that were hit and do not count, and says when these are nearly all.

use super::filter::Ignored;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The fewest ignored edges that are worth a remark.
const MANY: usize = 50;

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
    pub(super) fn nearly_all(&self) -> Option<IgnoredEdges> {
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

#[cfg(test)]
mod tests {
    use super::*;

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

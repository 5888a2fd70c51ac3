//! Compares the 2 runs of a test that was new. The first run is the test's own: what it hit is what
//! the test is judged by. The repetition shows which edges do not depend on the test alone.

use super::agreement::{Agreement, HitBy};
use super::edge_status::EdgeStatus;
use super::novelty::{Novelty, SeenCoverage, Tier};
use super::passes::new_edges;
use super::passes::set_hash::{Tally, bucket};
use super::request::Depth;
use super::{Coverage, Span};
use std::ops::Range;

/// How the 2 runs of a test differed.
#[derive(Debug, Default)]
struct Differences {
    /// The places that only the second run hit.
    second_only: Vec<u32>,
    /// Whether an edge was hit by one run only.
    any: bool,
    /// Whether the status of an edge changed.
    is_status_changed: bool,
}

impl Coverage {
    /// Compares the 2 runs of a new test. The caller repeats the test and passes the log of the
    /// same outcome.
    ///
    /// The test is judged by its first run. An edge that the repetition did not hit stays new, but
    /// is kept out of the sets of edges until the runs of 8 tests agree on it. An edge that only
    /// the repetition hit is set aside after several such tests. A set of edges that is new only
    /// because it lacks an edge of the repetition is not new. An edge whose counts were in
    /// different buckets still counts, but from then on its number of hits does not. One such
    /// difference is enough, because only the number is lost.
    ///
    /// If only new edges were asked for, only those are compared. Returns the number of edges on
    /// which the runs of a test differed for the first time.
    #[inline(never)]
    pub fn confirm(&mut self, log: &mut SeenCoverage, novelty: &mut Novelty) -> usize {
        let before = self.confirmations.differing;
        if novelty.sets.is_none() {
            self.confirm_edges(&novelty.places);
        } else {
            let differences = self.compare_runs();
            if differences.any || differences.is_status_changed {
                self.judge_first_run(log, &differences, novelty);
            }
        }
        self.confirmations.differing - before
    }

    /// Whether the property has state: one of the last confirmed tests hit an edge that its
    /// repetition did not.
    pub(crate) fn has_state(&self) -> bool {
        self.confirmations.has_state()
    }

    /// The edges that the first run of a test hit and its repetition did not, ascending.
    pub fn first_only(&self) -> impl Iterator<Item = u32> + '_ {
        self.confirmations.first_only.iter().copied()
    }

    /// The edges that were ever set aside, ascending: several repetitions hit them when the first
    /// run of the same test had not.
    pub fn set_aside(&self) -> impl Iterator<Item = u32> + '_ {
        self.confirmations.set_aside.iter().copied()
    }

    /// Whether the edge at a place is in no set because of the property's state.
    #[inline]
    pub(super) fn is_stateful(&self, place: u32) -> bool {
        self.statuses[place as usize] == EdgeStatus::Stateful
    }

    /// The places of stateful edges that the last run hit.
    pub(super) fn stateful_hit(&self) -> impl Iterator<Item = u32> + '_ {
        let places = self.confirmations.agreements.keys().copied();
        places.filter(|&place| self.is_stateful(place) && self.count(place) != 0)
    }

    /// Compares new edges with the repetition.
    fn confirm_edges(&mut self, new: &[u32]) {
        let mut has_state = false;
        for &place in new {
            let hit = if self.count(place) != 0 { HitBy::Both } else { HitBy::FirstOnly };
            has_state |= hit == HitBy::FirstOnly;
            self.record(place, hit);
        }
        self.confirmations.conclude(has_state);
    }

    /// Compares the counts of this run with the saved ones.
    fn compare_runs(&mut self) -> Differences {
        // This run may be the first to hit a row. The saved counts of the first run are 0 there.
        new_edges::promote_hot(&mut self.active);
        self.take_counts(1);
        let [first, second] = &self.counts;
        let is_hit = |place: &u32| first[*place as usize] != 0 && second[*place as usize] != 0;
        // Edges without a record need none: they agree.
        let agreed: Vec<u32> =
            self.confirmations.agreements.keys().copied().filter(is_hit).collect();
        let differs = |block: &Range<usize>| first[block.clone()] != second[block.clone()];
        let blocks = self.active.spans.iter().flat_map(Span::hot_edges).filter(differs);
        let buckets = |place: usize| [first[place], second[place]].map(bucket);
        let differing = blocks.flatten().map(|place| (place as u32, buckets(place)));
        let differing: Vec<(u32, [u8; 2])> =
            differing.filter(|(_, [first, second])| first != second).collect();
        let mut differences = Differences::default();
        for place in agreed {
            differences.is_status_changed |= self.record(place, HitBy::Both);
        }
        let mut has_state = false;
        for (place, buckets) in differing {
            let can_be_new = self.can_be_new(place);
            let hit = match buckets {
                [_, 0] => HitBy::FirstOnly,
                [0, _] => HitBy::SecondOnly,
                _ => {
                    if self.cap(place) > 1 {
                        self.set_status(place, EdgeStatus::Inexact);
                        if let Some(agreement) = self.confirmations.agreements.get_mut(&place) {
                            agreement.make_inexact();
                        }
                        differences.is_status_changed = true;
                    }
                    continue;
                }
            };
            if can_be_new || self.statuses[place as usize] == EdgeStatus::SetAside {
                differences.any = true;
                has_state |= hit == HitBy::FirstOnly;
                differences.is_status_changed |= self.record(place, hit);
                if hit == HitBy::SecondOnly {
                    differences.second_only.push(place);
                }
            }
        }
        self.confirmations.conclude(has_state);
        differences
    }

    /// Records which runs of a test hit an edge. Returns whether the status of the edge changed.
    fn record(&mut self, place: u32, hit: HitBy) -> bool {
        let status = self.statuses[place as usize];
        let number = self.numbering.number(place);
        let confirmations = &mut self.confirmations;
        if hit == HitBy::Both && !confirmations.agreements.contains_key(&place) {
            return false;
        }
        let agreement =
            confirmations.agreements.entry(place).or_insert_with(|| Agreement::new(status));
        agreement.record(hit);
        let new = agreement.status();
        if agreement.is_restored() {
            confirmations.agreements.remove(&place);
        }
        if new == status {
            return false;
        }
        confirmations.given_back += u32::from(status == EdgeStatus::SetAside);
        confirmations.note(number, new);
        self.set_status(place, new);
        true
    }

    /// Judges the first run again, after the edges on which the runs differ are known.
    fn judge_first_run(
        &mut self,
        log: &mut SeenCoverage,
        differences: &Differences,
        novelty: &mut Novelty,
    ) {
        self.put_counts(0);
        if differences.is_status_changed {
            self.judge(log, Depth::AllTiers, novelty);
        }
        let is_set = matches!(novelty.tier, Some(Tier::Set | Tier::BucketedSet));
        if is_set && self.is_old_with(log, &differences.second_only, novelty.tier) {
            let load = novelty.load;
            novelty.clear();
            novelty.load = load;
        }
    }

    /// Whether the first run would not be new in this tier if it had hit these edges as well.
    fn is_old_with(&mut self, log: &SeenCoverage, places: &[u32], tier: Option<Tier>) -> bool {
        let counting = places.iter().filter(|&&place| self.cap(place) != 0);
        let counting: Vec<u32> = counting.copied().collect();
        if counting.is_empty() {
            return false;
        }
        for &place in &counting {
            self.put_count(place, self.counts[1][place as usize]);
        }
        let hash = match tier {
            Some(Tier::Set) => {
                let mut set = Tally::default();
                for span in self.active.looked_at() {
                    set.add(self.tallier.edges(span));
                }
                set.hash()
            }
            _ => self.tally().hash(),
        };
        counting.iter().for_each(|&place| self.put_count(place, 0));
        match tier {
            Some(Tier::Set) => log.sets.contains(hash),
            _ => log.bucketed_sets.contains(hash),
        }
    }

    /// Saves all counts that the passes read.
    pub(super) fn take_counts(&mut self, run: usize) {
        let counts = &mut self.counts[run];
        for span in self.active.looked_at() {
            for block in span.hot_edges() {
                span.counters_of(&block).copy_to(&mut counts[block]);
            }
        }
    }

    /// Restores the counts that [`take_counts`](Coverage::take_counts) saved.
    fn put_counts(&mut self, run: usize) {
        let counts = &self.counts[run];
        for span in self.active.looked_at() {
            for block in span.hot_edges() {
                span.counters_of(&block).put(&counts[block]);
            }
        }
    }

    fn put_count(&self, place: u32, count: u8) {
        if let Some((module, at)) = self.counter(place) {
            module.counters.within(&(at..at + 1)).put(&[count]);
        }
    }
}

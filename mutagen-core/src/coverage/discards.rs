//! Where the precondition gives up: a sample of the discarded tests, and for each the edge that
//! marks where it ended. That is an edge that the test hit once and passed tests rarely hit. Of
//! several such edges, the rarest among discarded tests is taken, because an edge of progress is
//! hit by all tests that came as far. A sample is taken of fewer and fewer tests, so it costs
//! nothing and is spread over the campaign. It depends on the tests alone, and the search does not
//! see it.

use super::passes::new_edges;
use super::{Coverage, Verdict, filter};
use crate::value::seed::scramble;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The most discarded tests in a sample.
const MOST: usize = 256;

/// The most places that are told.
const TOLD: usize = 3;

/// An edge that more passed tests hit than one of this many is no sign of a discard.
const RARE: u32 = 20;

/// A place where discarded tests ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GaveUp {
    /// The function.
    pub function: String,
    /// The source file, if it is known.
    pub file: Option<String>,
    /// The line, if it is known.
    pub line: Option<u32>,
    /// How many of the discarded tests ended there, in %.
    pub percent: u32,
}

/// Which tests are in the sample: all at first, then half of them, a quarter, and so on. The hash
/// of its number decides about a test, because campaigns have tests of one kind at regular
/// distances.
#[derive(Debug, Default)]
struct Thinning {
    seen: u64,
    mask: u64,
}

impl Thinning {
    /// Counts a test; returns its number if it belongs to the sample.
    #[inline]
    fn take(&mut self) -> Option<u64> {
        let number = self.seen;
        self.seen += 1;
        self.keeps(number).then_some(number)
    }

    #[inline]
    fn keeps(&self, number: u64) -> bool {
        self.mask == 0 || scramble(number) & self.mask == 0
    }

    fn halve(&mut self) {
        self.mask = 2 * self.mask + 1;
    }
}

/// An edge of a test, by its place, and whether the test hit it once.
type Hit = (u32, bool);

/// A sample of the tests of a campaign.
#[derive(Debug, Default)]
pub(super) struct DiscardSample {
    passed: Thinning,
    /// How many passed tests are in the sample, and by place, how many of them hit the edge.
    passed_tests: u32,
    passed_hits: Vec<u32>,
    discarded: Thinning,
    /// The discarded tests, each with its number.
    discarded_tests: Vec<(u64, Box<[Hit]>)>,
}

impl DiscardSample {
    /// Takes the last run into the sample, if it is its turn.
    #[inline]
    pub(super) fn record(&mut self, verdict: Verdict, coverage: &mut Coverage) {
        match verdict {
            Verdict::Passed => {
                if self.passed.take().is_some() {
                    self.add_passed(coverage);
                }
            }
            Verdict::Discarded => {
                if let Some(number) = self.discarded.take() {
                    self.add_discarded(number, coverage);
                }
            }
            Verdict::Failed => {}
        }
    }

    #[cold]
    #[inline(never)]
    fn add_passed(&mut self, coverage: &mut Coverage) {
        self.passed_hits.resize(coverage.edges(), 0);
        for (place, _) in coverage.counted_places() {
            self.passed_hits[place as usize] += 1;
        }
        self.passed_tests += 1;
        if self.passed_tests.is_multiple_of(MOST as u32) {
            self.passed.halve();
        }
    }

    #[cold]
    #[inline(never)]
    fn add_discarded(&mut self, number: u64, coverage: &mut Coverage) {
        self.discarded_tests.push((number, coverage.counted_places().into()));
        while self.discarded_tests.len() >= MOST {
            self.discarded.halve();
            self.discarded_tests.retain(|(number, _)| self.discarded.keeps(*number));
        }
    }

    /// The discarded tests of the sample.
    fn tests(&self) -> impl Iterator<Item = &[Hit]> {
        self.discarded_tests.iter().map(|(_, test)| &**test)
    }

    /// Whether most tests were discarded.
    fn is_most(&self) -> bool {
        self.discarded.seen > self.passed.seen
    }

    /// Whether few passed tests hit the edge at a place.
    fn is_rare(&self, place: u32) -> bool {
        let hits = self.passed_hits.get(place as usize).copied().unwrap_or(0);
        hits * RARE <= self.passed_tests
    }

    /// The edges that can mark the end of a test.
    fn marks<'t>(&'t self, test: &'t [Hit]) -> impl Iterator<Item = u32> + 't {
        let marks = test.iter().filter(|(place, once)| *once && self.is_rare(*place));
        marks.map(|(place, _)| *place)
    }
}

/// How well an edge marks the end of a test; the least is best.
type Rank = (u32, u32, bool, bool, usize, Reverse<usize>);

impl Coverage {
    /// The places of the edges that count and that the last run hit, and whether it hit them once.
    fn counted_places(&mut self) -> Vec<Hit> {
        new_edges::promote_hot(&mut self.active);
        let mut hit = std::mem::take(&mut self.found);
        self.find_places_hit(&mut hit);
        let counts = |place: &u32| self.statuses[*place as usize].can_be_new();
        let counted = hit.iter().copied().filter(counts);
        let counted = counted.map(|place| (place, self.count(place) == 1)).collect();
        self.found = hit;
        counted
    }

    /// Where most of the discarded tests ended, if most tests were discarded. Slow: it looks
    /// functions up. `property` is the name of the property's function, which is named only if
    /// nothing else is.
    pub(super) fn where_discarded(&self, sample: &DiscardSample, property: &str) -> Vec<GaveUp> {
        if !sample.is_most() {
            return Vec::new();
        }
        let mut hit_by: BTreeMap<u32, u32> = BTreeMap::new();
        for (place, _) in sample.tests().flatten() {
            *hit_by.entry(*place).or_default() += 1;
        }
        let mut ranks: BTreeMap<u32, Rank> = BTreeMap::new();
        let mut best = |places: &mut dyn Iterator<Item = u32>| {
            let mut rank = |place: u32| {
                *ranks.entry(place).or_insert_with(|| self.rank(place, &hit_by, property))
            };
            places.min_by_key(|place| rank(*place))
        };
        let mut votes: BTreeMap<u32, u32> = BTreeMap::new();
        for test in sample.tests() {
            let rarest = sample.marks(test).map(|place| hit_by[&place]).min();
            let mut rare = sample.marks(test).filter(|place| Some(hit_by[place]) == rarest);
            best(&mut rare).into_iter().for_each(|place| *votes.entry(place).or_default() += 1);
        }
        // A test may have hit a rare edge on its way. The edge at which many others ended is more
        // likely to be its end as well.
        let mut ends: BTreeMap<u32, u32> = BTreeMap::new();
        for test in sample.tests() {
            let voted = |place: &u32| votes.get(place).copied();
            let most = sample.marks(test).filter_map(|place| voted(&place)).max();
            let mut voted = sample.marks(test).filter(|place| voted(place) == most);
            if most.is_some()
                && let Some(place) = best(&mut voted)
            {
                *ends.entry(place).or_default() += 1;
            }
        }
        self.told(&ends, sample.discarded_tests.len() as u32)
    }

    /// How well the edge at a place marks the end of a test: it is rare, the function is rarely
    /// entered, it is not the property itself, the edge is not the entry, and the function is
    /// small or deep in others.
    fn rank(&self, place: u32, hit_by: &BTreeMap<u32, u32>, property: &str) -> Rank {
        let hits = |place: u32| hit_by.get(&place).copied().unwrap_or(0);
        let Some((module, at)) = self.counter(place) else {
            return (u32::MAX, 0, true, true, 0, Reverse(0));
        };
        let first = (0..=at).rev().find(|at| module.is_entry(*at)).unwrap_or(0);
        let len = module.counters.len();
        let end = (at + 1..len).find(|at| module.is_entry(*at)).unwrap_or(len);
        let frames = self.locate(self.numbering.number(place)).map(|found| found.frames);
        let frames = frames.unwrap_or_default();
        let own = frames.iter().find(|frame| !filter::is_library(frame));
        let is_property =
            own.is_some_and(|frame| frame.function.split("::").any(|part| part == property));
        let entry = place - (at - first) as u32;
        let inlined = Reverse(frames.len());
        (hits(place), hits(entry), is_property, at == first, end - first, inlined)
    }

    /// The functions with the most ends, each with the line of the most frequent one.
    fn told(&self, ends: &BTreeMap<u32, u32>, tests: u32) -> Vec<GaveUp> {
        let mut by_tests: Vec<(u32, u32)> = ends.iter().map(|(&place, &n)| (n, place)).collect();
        by_tests.sort_by_key(|(tests, place)| (Reverse(*tests), self.numbering.number(*place)));
        let mut all: Vec<(u32, GaveUp)> = Vec::new();
        for (here, place) in by_tests {
            let number = self.numbering.number(place);
            let Some(location) = self.locate(number) else { continue };
            let frame = location.frame().clone();
            match all.iter_mut().find(|(_, known)| known.function == frame.function) {
                Some((ended, _)) => *ended += here,
                None => {
                    let (function, file, line) = (frame.function, frame.file, frame.line);
                    all.push((here, GaveUp { function, file, line, percent: 0 }));
                }
            }
        }
        all.sort_by_key(|(ended, _)| Reverse(*ended));
        let percent = |ended: u32| (100 * ended + tests / 2) / tests.max(1);
        let told = all.into_iter().map(|(ended, at)| GaveUp { percent: percent(ended), ..at });
        told.take_while(|place| place.percent > 0).take(TOLD).collect()
    }
}

#[cfg(test)]
mod tests;

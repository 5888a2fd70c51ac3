//! The part of a campaign that one of its workers does. The workers of a campaign share its seed
//! and divide what would otherwise be the same for each of them: generated values, inputs, and the
//! mutants of the tests that they give one another. Everything else is drawn at random, from a seed
//! that each worker has for itself.

use crate::search::journal::{Place, Queued};
use crate::value::seed::{self, Purpose};
use serde::{Deserialize, Serialize};

/// Which worker this is, and of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Share {
    /// The index of the worker, from 0.
    pub worker: u32,
    /// The number of workers, at least 1.
    pub workers: u32,
}

impl Default for Share {
    fn default() -> Share {
        Share::WHOLE
    }
}

impl Share {
    /// The share of a worker that is alone.
    pub const WHOLE: Share = Share { worker: 0, workers: 1 };

    /// Whether there is no other worker.
    #[inline]
    pub fn is_whole(self) -> bool {
        self.workers <= 1
    }

    /// The seed of what this worker draws for itself. The first worker has the campaign's seed.
    pub fn seed(self, campaign: u64) -> u64 {
        match self.worker {
            0 => campaign,
            worker => seed::derive(campaign, Purpose::Worker, [u64::from(worker), 0, 0]),
        }
    }

    /// The number in the campaign of the `index`-th value that this worker generates. All workers
    /// generate the first value, the smallest: what comes of it is divided by its mutants.
    #[inline]
    pub fn generated(self, index: u64) -> u64 {
        if index == 0 {
            return 0;
        }
        let before = (index - 1).saturating_mul(u64::from(self.workers));
        before.saturating_add(u64::from(self.worker) + 1)
    }

    /// Whether this worker takes the element at this place of a divided sequence.
    #[inline]
    pub fn takes(self, place: u64) -> bool {
        self.is_whole() || place % u64::from(self.workers) == u64::from(self.worker)
    }

    /// The first place from this one on that the worker takes, if the sequence of its node begins
    /// at `first` in the sequence that is divided.
    #[inline]
    pub fn next(self, first: u64, place: u64) -> u64 {
        if self.is_whole() {
            return place;
        }
        let workers = u64::from(self.workers);
        let at = (first % workers + place % workers) % workers;
        place.saturating_add((u64::from(self.worker) + workers - at) % workers)
    }

    /// This worker's part of a number of tests or of a time. The parts of all workers add up to it.
    pub fn part(self, all: u64) -> u64 {
        let workers = u64::from(self.workers.max(1));
        all / workers + u64::from(all % workers > u64::from(self.worker))
    }

    /// After how many tests of this worker all workers together have run so many, if all are
    /// equally fast. At least 1.
    pub fn threshold(self, all: u64) -> u64 {
        all.div_ceil(u64::from(self.workers.max(1))).max(1)
    }
}

/// A test that a worker has retained for a new edge and gives to the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SharedTest {
    /// The value in its text form.
    pub text: String,
    /// Whether it passed; otherwise it was discarded.
    pub passed: bool,
    /// The canonical numbers of the edges that were new to its worker.
    pub edges: Vec<u32>,
    /// The batch of the test, of which each worker serves its share; `None` if it got none.
    pub batch: Option<SharedBatch>,
}

/// A batch that all workers serve together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SharedBatch {
    /// How often each random mutant is sampled.
    pub samples: u64,
    /// Whether the batch has fresh subtrees among its mutants.
    pub regrown: bool,
    /// How many new edges the test found.
    pub new_edges: u64,
}

impl SharedBatch {
    /// What the other workers need to know of a divided batch.
    pub fn of(queued: Queued) -> Option<SharedBatch> {
        let Queued { samples, regrown, new_edges, divided, .. } = queued;
        divided.then_some(SharedBatch { samples, regrown, new_edges })
    }

    /// The same batch as it waits at another worker.
    pub fn queued(self) -> Queued {
        let SharedBatch { samples, regrown, new_edges } = self;
        Queued { samples, regrown, new_edges, place: Place::Later, divided: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(workers: u32) -> impl Iterator<Item = Share> {
        (0..workers).map(move |worker| Share { worker, workers })
    }

    #[test]
    fn the_workers_generate_each_number_once_but_the_first_which_all_do() {
        for workers in [1, 2, 3, 64] {
            let mut numbers: Vec<u64> = shares(workers)
                .flat_map(|share| (1..=10).map(move |index| share.generated(index)))
                .collect();
            numbers.sort_unstable();
            assert_eq!(numbers, (1..=10 * u64::from(workers)).collect::<Vec<u64>>());
            assert!(shares(workers).all(|share| share.generated(0) == 0));
        }
    }

    #[test]
    fn each_place_is_taken_by_one_worker_and_found_from_any_place_before_it() {
        for workers in [1, 2, 3, 7] {
            for (first, place) in (0..20).flat_map(|first| (0..20).map(move |at| (first, at))) {
                let takes: Vec<Share> =
                    shares(workers).filter(|share| share.takes(first + place)).collect();
                assert_eq!(takes.len(), 1);
                assert_eq!(takes[0].next(first, place), place);
                for share in shares(workers) {
                    let next = share.next(first, place);
                    assert!(share.takes(first + next) && next < place + u64::from(workers));
                }
            }
        }
    }

    #[test]
    fn the_parts_of_a_limit_add_up_to_it() {
        for (workers, all) in [(1, 7), (2, 7), (3, 8), (64, 10)] {
            assert_eq!(shares(workers).map(|share| share.part(all)).sum::<u64>(), all);
        }
        assert_eq!(Share { worker: 5, workers: 64 }.threshold(10), 1);
        assert_eq!(Share { worker: 1, workers: 3 }.threshold(1000), 334);
    }

    #[test]
    fn the_first_worker_draws_as_a_campaign_without_others_does() {
        let seeds: Vec<u64> = shares(3).map(|share| share.seed(7)).collect();
        assert_eq!((seeds[0], Share::WHOLE.seed(7)), (7, 7));
        assert!(seeds[1] != seeds[2] && seeds[1] != 7 && seeds[2] != 7);
    }
}

//! Observes the run of one test. A search says what it wants to know of the run
//! ([`CoverageRequest`]). The [`Observer`] compares the counters with the coverage of earlier
//! tests, repeats a run that was new, and returns an [`Observation`].

use super::Coverage;
use super::discards::DiscardSample;
use super::findings::CoverageFindings;
use super::literals_of_code::LiteralsOfCode;
use super::novelty::{Novelty, SeenCoverage, Tier};
use super::request::{CoverageRequest, Depth, Hits, Interest};
use super::verdict::Verdict;
use crate::value::literals::Literals;

/// What the run of a test showed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Observation {
    /// The novelty of the run, compared with earlier tests of the same verdict.
    pub novelty: Novelty,
    /// The number of edges on which the 2 runs of a test differed for the first time.
    pub unstable: usize,
    /// The edges that count and were hit, ascending, each with its count modulo 256, if [asked
    /// for](Hits::Counts).
    pub counts: Vec<(u32, u8)>,
}

impl Observation {
    /// The observation of new edges that do not come from counters.
    pub fn of_edges(edges: &[u32]) -> Observation {
        Observation { novelty: Novelty::of_edges(edges), ..Observation::default() }
    }

    /// The observation of a run that was judged elsewhere: its tier, all edges that it hit, and the
    /// sum of their counts.
    pub fn of_run(tier: Tier, hit: &[u32], load: u64) -> Observation {
        let new = Novelty::of_edges(if tier == Tier::Edge { hit } else { &[] });
        let hit = Novelty::of_edges(hit).edges;
        let novelty = Novelty { tier: Some(tier), load, hit, ..new };
        Observation { novelty, ..Observation::default() }
    }

    /// Resets this to an empty observation and keeps the memory.
    fn clear(&mut self) {
        self.novelty.clear();
        self.unstable = 0;
        self.counts.clear();
    }
}

/// The counters of the process, and the coverage of the tests of one search. Passed and discarded
/// tests are kept apart, so that the many discarded tests do not use up the novelty of the first
/// tests that pass.
pub struct Observer {
    coverage: Coverage,
    /// The coverage of the passed tests, and that of the discarded ones.
    seen: [SeenCoverage; 2],
    observation: Observation,
    literals: Option<LiteralsOfCode>,
    pub(super) discards: DiscardSample,
}

impl Observer {
    /// An observer of this process that has seen no test.
    pub fn acquire() -> Observer {
        Observer::of(Coverage::acquire())
    }

    pub(super) fn of(coverage: Coverage) -> Observer {
        let (seen, observation, discards) = Default::default();
        Observer { coverage, seen, observation, literals: None, discards }
    }

    /// Makes the observer report the literals of the functions that have new edges.
    pub fn set_literals(&mut self, literals: Option<&'static Literals>) {
        self.literals = literals.map(LiteralsOfCode::new);
    }

    /// The counters.
    pub fn coverage(&mut self) -> &mut Coverage {
        &mut self.coverage
    }

    /// What the tests so far tell about the property, whose function has this name. Slow: it looks
    /// functions up.
    pub fn findings(&self, property: &str) -> CoverageFindings {
        let discards = self.coverage.where_discarded(&self.discards, property);
        CoverageFindings { discards, ..self.coverage.findings() }
    }

    /// The observation of the last run.
    pub fn observation(&self) -> &Observation {
        &self.observation
    }

    /// Prepares the first run of a test: records its comparisons if that is asked for.
    pub(crate) fn prepare(&mut self, wants: &CoverageRequest<'_>) {
        if wants.records {
            self.coverage.record_comparisons();
        }
    }

    /// Observes the run that has just ended, and returns the verdict on the test. A run that was
    /// new and is worth it is repeated by `again`. If the repetition fails, the test has failed.
    pub fn observe(
        &mut self,
        wants: &CoverageRequest<'_>,
        interest: Option<&dyn Interest>,
        verdict: Verdict,
        again: &mut dyn FnMut(&mut Coverage) -> Verdict,
    ) -> Verdict {
        self.judge(wants, verdict);
        if wants.records {
            self.observation.novelty.comparisons = self.coverage.take_comparisons();
        }
        let novelty = &self.observation.novelty;
        let is_worth = |interest: &dyn Interest| interest.is_worth_repeating(verdict, novelty);
        let repeats = novelty.is_new() && interest.is_none_or(is_worth);
        let verdict = if repeats { self.confirm(verdict, again) } else { verdict };
        self.conclude(wants, verdict);
        verdict
    }

    /// Takes the test that was [observed](Observer::observe) last into the samples from which the
    /// [findings](Observer::findings) come.
    pub fn sample(&mut self, verdict: Verdict) {
        self.discards.record(verdict, &mut self.coverage);
    }

    /// Observes the run that has just ended. The test was already repeated in another process.
    pub fn observe_once(&mut self, wants: &CoverageRequest<'_>, verdict: Verdict) {
        self.judge(wants, verdict);
        self.conclude(wants, verdict);
    }

    /// Clears the observation, for a test that is not run.
    pub fn observe_nothing(&mut self) {
        self.observation.clear();
    }

    fn judge(&mut self, wants: &CoverageRequest<'_>, verdict: Verdict) {
        self.observation.clear();
        if wants.forget {
            self.seen.iter_mut().for_each(SeenCoverage::clear);
        }
        let Some(seen) = seen(&mut self.seen, verdict) else { return };
        let depth = if verdict == Verdict::Discarded { wants.discarded } else { wants.depth };
        if depth != Depth::Nothing {
            self.coverage.judge(seen, depth, &mut self.observation.novelty);
        }
    }

    #[cold]
    #[inline(never)]
    fn confirm(
        &mut self,
        verdict: Verdict,
        again: &mut dyn FnMut(&mut Coverage) -> Verdict,
    ) -> Verdict {
        let is_recorded =
            self.coverage.has_state() || !self.observation.novelty.comparisons.is_empty();
        let of_first_run = is_recorded.then(|| self.coverage.take_comparisons());
        self.coverage.record_comparisons();
        let repeated = again(&mut self.coverage);
        let Observation { novelty, unstable, .. } = &mut self.observation;
        if let Some(seen) = seen(&mut self.seen, verdict) {
            *unstable = self.coverage.confirm(seen, novelty);
            if novelty.is_new() {
                let of_second_run = || self.coverage.take_comparisons();
                novelty.comparisons = of_first_run.unwrap_or_else(of_second_run);
            }
        }
        // A property that fails in only one of 2 runs of the same test is a finding too.
        if repeated == Verdict::Failed {
            novelty.clear();
            return Verdict::Failed;
        }
        verdict
    }

    /// Adds the requested edges, and remembers the novelty.
    fn conclude(&mut self, wants: &CoverageRequest<'_>, verdict: Verdict) {
        let Observation { novelty, counts, .. } = &mut self.observation;
        match wants.hits {
            Hits::Unasked => {}
            Hits::Counts => self.coverage.counted(counts),
            hits if verdict == Verdict::Passed => self.coverage.answer(hits, novelty),
            _ => {}
        }
        if let Some(literals) = &mut self.literals {
            literals.find(&self.coverage, novelty);
        }
        if novelty.is_new()
            && wants.remember
            && let Some(seen) = seen(&mut self.seen, verdict)
        {
            seen.enter(novelty);
        }
    }
}

/// The coverage that earlier tests of this verdict have shown. Failed tests are not compared.
fn seen(
    [passed, discarded]: &mut [SeenCoverage; 2],
    verdict: Verdict,
) -> Option<&mut SeenCoverage> {
    match verdict {
        Verdict::Passed => Some(passed),
        Verdict::Discarded => Some(discarded),
        Verdict::Failed => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::process;
    use super::*;
    use Verdict::{Discarded, Failed, Passed};

    const ALL: CoverageRequest<'_> = CoverageRequest {
        depth: Depth::AllTiers,
        discarded: Depth::EdgesOnly,
        hits: Hits::Unasked,
        records: false,
        forget: false,
        remember: true,
    };

    /// The tier and the new edges of a run whose repetition is identical.
    fn observed(
        observer: &mut Observer,
        wants: &CoverageRequest<'_>,
        verdict: Verdict,
    ) -> (Option<Tier>, Vec<u32>) {
        assert_eq!(observer.observe(wants, None, verdict, &mut |_| verdict), verdict);
        let Observation { novelty, .. } = observer.observation();
        (novelty.tier, novelty.edges.clone())
    }

    #[test]
    fn passed_and_discarded_tests_are_compared_apart_and_failed_ones_not_at_all() {
        let (coverage, set) = process(300, &[]);
        let mut observer = Observer::of(coverage);
        set(&[(150, 1), (200, 1)]);
        let both = (Some(Tier::Edge), vec![150, 200]);
        assert_eq!(observed(&mut observer, &ALL, Discarded), both);
        assert_eq!(observed(&mut observer, &ALL, Discarded), (None, vec![]));
        assert_eq!(observed(&mut observer, &ALL, Failed), (None, vec![]));
        assert_eq!(observed(&mut observer, &ALL, Passed), both);
        assert_eq!(observed(&mut observer, &ALL, Passed), (None, vec![]));
    }

    #[test]
    fn of_a_discarded_test_new_edges_alone_are_judged() {
        let (coverage, set) = process(300, &[]);
        let mut observer = Observer::of(coverage);
        for verdict in [Passed, Discarded] {
            set(&[(150, 1), (200, 1)]);
            assert_eq!(observed(&mut observer, &ALL, verdict).0, Some(Tier::Edge));
        }
        set(&[(150, 1)]);
        assert_eq!(observed(&mut observer, &ALL, Discarded).0, None);
        let nothing = CoverageRequest { depth: Depth::Nothing, ..ALL };
        assert_eq!(observed(&mut observer, &nothing, Passed).0, None);
        assert_eq!(observed(&mut observer, &ALL, Passed).0, Some(Tier::Set));
    }

    #[test]
    fn a_search_says_what_is_remembered_and_when_all_is_forgotten() {
        let (coverage, set) = process(300, &[]);
        let mut observer = Observer::of(coverage);
        set(&[(150, 1)]);
        let unremembered = CoverageRequest { remember: false, ..ALL };
        let new = (Some(Tier::Edge), vec![150]);
        assert_eq!(observed(&mut observer, &unremembered, Passed), new);
        assert_eq!(observed(&mut observer, &ALL, Passed), new);
        assert_eq!(observed(&mut observer, &ALL, Passed).0, None);
        observed(&mut observer, &ALL, Discarded);
        let forgetting = CoverageRequest { forget: true, ..ALL };
        assert_eq!(observed(&mut observer, &forgetting, Passed), new);
        assert_eq!(observed(&mut observer, &ALL, Discarded), new, "of both verdicts");
    }

    #[test]
    fn a_run_is_repeated_only_if_it_is_new_and_fails_if_the_repetition_does() {
        let (coverage, set) = process(300, &[]);
        let mut observer = Observer::of(coverage);
        set(&[(150, 1), (200, 1)]);
        let mut runs = 0;
        let mut again = |outcome| {
            observer.observe(&ALL, None, Passed, &mut |_| {
                runs += 1;
                // The second run does not hit the second edge.
                set(&[(150, 1)]);
                outcome
            })
        };
        assert_eq!([again(Failed), again(Passed), again(Passed)], [Failed, Passed, Passed]);
        assert_eq!(runs, 2, "the third run is not new");
        assert_eq!(observer.coverage().first_only().collect::<Vec<u32>>(), [200]);
        assert!(observer.observation().counts.is_empty());
    }

    #[test]
    fn edges_are_told_where_they_are_asked_for_and_counts_whatever_the_verdict() {
        let (coverage, set) = process(300, &[]);
        let mut observer = Observer::of(coverage);
        set(&[(150, 3), (200, 1)]);
        observed(&mut observer, &ALL, Passed);
        let asked = |hits| CoverageRequest { hits, ..ALL };
        observed(&mut observer, &asked(Hits::Edges), Passed);
        assert_eq!(observer.observation().novelty.hit, [150, 200]);
        observed(&mut observer, &asked(Hits::Missed(&[150, 160, 170])), Passed);
        assert_eq!(observer.observation().novelty.missed, 2);
        observed(&mut observer, &asked(Hits::Missed(&[160])), Discarded);
        assert_eq!(observer.observation().novelty.missed, 0, "only of passed tests");
        for verdict in [Passed, Failed] {
            observed(&mut observer, &asked(Hits::Counts), verdict);
            assert_eq!(observer.observation().counts, [(150, 3), (200, 1)]);
        }
    }
}

//! The choice among the sources of tests: so many of a hundred are edited, half of these by drift, and the
//! others are mutants of batches or generated. Or, as an option, each source has a share by what its tests
//! found lately for what they cost: a bandit, as the literature calls it, which plays every arm now and then.

use super::Options;
use super::edits;
use crate::coverage::Tier;
use crate::value::generate::Generator;

/// How many of a hundred edited tests are made by drift.
const DRIFTED: u32 = 50;

/// What each source gets of a bandit whatever it finds: what finds nothing now may do so later, and some of
/// what drift is for shows only when it is over.
const LEAST: f64 = 0.1;

/// What a test counts for against the one after it when yields are compared.
const MEMORY: f64 = 0.9999;

/// So much is added for every test, so that there is a yield where nothing was found for long.
const LITTLE: f64 = 1e-6;

/// Where a test comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The mutants of batches, and generation where none waits.
    Batches,
    Edits,
    Drift,
}

/// Says where the next test is to come from, as soon as there are tests to edit.
pub(super) struct Sources {
    edits: u32,
    drift: bool,
    /// What each source yields, in the order of [`Source`]; `None` if shares are fixed.
    yields: Option<[Yield; 3]>,
}

/// What the tests of a source found lately, and what they cost. It is not in the log: a campaign that is resumed
/// begins with even shares again.
#[derive(Debug, Clone, Copy)]
struct Yield {
    found: f64,
    spent: f64,
}

impl Sources {
    pub(super) fn new(options: &Options) -> Sources {
        let even = Yield { found: 1.0, spent: 1.0 };
        Sources {
            edits: options.edits,
            drift: options.drifts(),
            yields: options.bandit.then_some([even; 3]),
        }
    }

    /// The source of the next test.
    pub(super) fn draw(&self, generator: &mut Generator) -> Source {
        if let Some(yields) = &self.yields {
            return self.play(yields, generator);
        }
        if generator.below(100) >= self.edits {
            Source::Batches
        } else if self.drift && generator.below(100) < DRIFTED {
            Source::Drift
        } else {
            Source::Edits
        }
    }

    fn play(&self, yields: &[Yield; 3], generator: &mut Generator) -> Source {
        let arms = if self.drift { 3 } else { 2 };
        let rate = |arm: &Yield| arm.found / arm.spent;
        let all: f64 = yields[..arms].iter().map(rate).sum();
        let mut left = f64::from(generator.below(1 << 16)) / f64::from(1_u32 << 16);
        for (source, arm) in [Source::Batches, Source::Edits].into_iter().zip(yields) {
            let share = LEAST + (1.0 - LEAST * arms as f64) * rate(arm) / all;
            if left < share {
                return source;
            }
            left -= share;
        }
        if self.drift { Source::Drift } else { Source::Edits }
    }

    /// Learns in which tier a test was new, and how much its run did, which is known of those that passed: a test
    /// costs something for itself, and that. How many nodes it has is known of edited ones alone, and does not
    /// count.
    #[inline]
    pub(super) fn observe(&mut self, source: Source, tier: Option<Tier>, load: u64) {
        let Some(yields) = &mut self.yields else { return };
        for arm in yields.iter_mut() {
            arm.found = arm.found * MEMORY + LITTLE;
            arm.spent = arm.spent * MEMORY + LITTLE;
        }
        let arm = &mut yields[source as usize];
        arm.found += edits::worth(tier);
        arm.spent += edits::cost(0, load) / edits::cost(0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::seed;

    /// How many of ten thousand tests come from batches, edits and drift.
    fn shares(sources: &Sources) -> [u32; 3] {
        let mut generator = Generator::new(seed::random(3), 10);
        let mut counts = [0; 3];
        (0..10_000).for_each(|_| counts[sources.draw(&mut generator) as usize] += 1);
        counts
    }

    fn bandit(drift: bool) -> Sources {
        Sources::new(&Options { bandit: true, drift, ..Options::default() })
    }

    fn about(counts: [u32; 3], expected: [u32; 3]) -> bool {
        counts.iter().zip(expected).all(|(count, about)| count.abs_diff(about) < 200)
    }

    #[test]
    fn fixed_shares_are_those_of_the_options_whatever_is_found() {
        let mut sources = Sources::new(&Options::default());
        (0..1000).for_each(|_| sources.observe(Source::Batches, Some(Tier::Edge), 10));
        let counts = shares(&sources);
        assert!(about(counts, [3000, 3500, 3500]), "{counts:?}");
        let counts = shares(&Sources::new(&Options { drift: false, ..Options::default() }));
        assert!(about(counts, [3000, 7000, 0]), "{counts:?}");
    }

    #[test]
    fn a_bandit_begins_with_even_shares_and_leaves_a_tenth_to_what_finds_nothing() {
        let mut sources = bandit(true);
        assert!(about(shares(&sources), [3333; 3]));
        for _ in 0..100_000 {
            sources.observe(Source::Batches, None, 0);
            sources.observe(Source::Edits, Some(Tier::Set), 0);
            sources.observe(Source::Drift, None, 0);
        }
        let counts = shares(&sources);
        assert!(about(counts, [1000, 8000, 1000]), "{counts:?}");
    }

    #[test]
    fn shares_are_even_again_when_nothing_was_found_for_long() {
        let mut sources = bandit(true);
        (0..1000).for_each(|_| sources.observe(Source::Edits, Some(Tier::Edge), 0));
        for _ in 0..1_000_000 {
            let each = [Source::Batches, Source::Edits, Source::Drift];
            each.into_iter().for_each(|source| sources.observe(source, None, 0));
        }
        let counts = shares(&sources);
        assert!(about(counts, [3333; 3]), "{counts:?}");
    }

    #[test]
    fn a_bandit_weighs_what_is_found_by_its_tier_and_against_its_cost_and_forgets() {
        let of = |edits: (Option<Tier>, u64), drift: (Option<Tier>, u64)| {
            let mut sources = bandit(true);
            (0..100_000).for_each(|_| sources.observe(Source::Drift, Some(Tier::Edge), 0));
            for _ in 0..100_000 {
                sources.observe(Source::Edits, edits.0, edits.1);
                sources.observe(Source::Drift, drift.0, drift.1);
            }
            shares(&sources)
        };
        let [_, edits, drift] = of((Some(Tier::Set), 0), (Some(Tier::Set), 0));
        assert!(edits.abs_diff(drift) < 300, "what was long ago counts no more: {edits} {drift}");
        let [_, edits, drift] = of((Some(Tier::Edge), 0), (Some(Tier::BucketedSet), 0));
        assert!(edits > 2 * drift, "{edits} {drift}");
        let [_, edits, drift] = of((Some(Tier::Set), 0), (Some(Tier::Set), 32 * 32 * 3));
        assert!(edits > 2 * drift, "{edits} {drift}");
    }

    #[test]
    fn a_bandit_without_drift_has_two_arms() {
        let counts = shares(&bandit(false));
        assert!(about(counts, [5000, 5000, 0]), "{counts:?}");
    }
}

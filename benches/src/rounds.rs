//! Two variants measured in turns in one run, so that other load on the machine affects both. The
//! result is the median of the rounds' ratios.

use rustix::time::{ClockId, clock_gettime};
use std::error::Error;

/// The figures of two variants, one of each per round, in the same unit.
pub(crate) struct Pairs {
    /// The figures of the first variant.
    pub(crate) first: Vec<f64>,
    /// The figures of the second variant.
    pub(crate) second: Vec<f64>,
}

impl Pairs {
    /// Measures both variants this many times in turns, after a warm-up round. Every other round
    /// begins with the second variant.
    ///
    /// # Errors
    /// The first error of either variant.
    pub(crate) fn measure(
        rounds: usize,
        mut first: impl FnMut() -> Result<f64, Box<dyn Error>>,
        mut second: impl FnMut() -> Result<f64, Box<dyn Error>>,
    ) -> Result<Pairs, Box<dyn Error>> {
        let mut round = 0;
        Pairs::measure_rounds(rounds, || {
            round += 1;
            if round % 2 == 1 {
                let second = second()?;
                Ok((first()?, second))
            } else {
                Ok((first()?, second()?))
            }
        })
    }

    /// Measures this many rounds, each of which gives the figures of both variants, after a warm-up
    /// round.
    ///
    /// # Errors
    /// The first error.
    pub(crate) fn measure_rounds(
        rounds: usize,
        mut both: impl FnMut() -> Result<(f64, f64), Box<dyn Error>>,
    ) -> Result<Pairs, Box<dyn Error>> {
        both()?;
        let mut pairs = Pairs { first: Vec::new(), second: Vec::new() };
        for _ in 0..rounds {
            let (first, second) = both()?;
            pairs.first.push(first);
            pairs.second.push(second);
        }
        Ok(pairs)
    }

    /// The median of the rounds' ratios of the first variant to the second.
    pub(crate) fn ratio(&self) -> f64 {
        median(self.first.iter().zip(&self.second).map(|(first, second)| first / second).collect())
    }

    /// The median figures of both variants.
    pub(crate) fn medians(&self) -> (f64, f64) {
        (median(self.first.clone()), median(self.second.clone()))
    }
}

/// The median; the mean of the middle two of an even number of figures.
pub(crate) fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    let middle = figures.len() / 2;
    if figures.len() % 2 == 1 {
        figures[middle]
    } else {
        (figures[middle - 1] + figures[middle]) / 2.0
    }
}

/// The result of `work`, and the CPU time of this thread that it took, in nanoseconds.
pub(crate) fn timed<R>(work: impl FnOnce() -> R) -> (R, f64) {
    let start = cpu_time();
    let result = work();
    (result, cpu_time() - start)
}

fn cpu_time() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1e9 + time.tv_nsec as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ratio_is_the_median_of_the_rounds_and_the_first_round_does_not_count() {
        let mut first = [99.0, 2.0, 30.0, 6.0].into_iter();
        let mut second = [1.0, 1.0, 3.0, 2.0].into_iter();
        let pairs = Pairs::measure(
            3,
            || first.next().ok_or_else(|| "too many rounds".into()),
            || second.next().ok_or_else(|| "too many rounds".into()),
        );
        let pairs = pairs.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((pairs.ratio(), pairs.medians()), (3.0, (6.0, 2.0)));
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
    }
}

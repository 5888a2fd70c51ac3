//! The Kaplan–Meier estimate: which share of trials would still be without a failure after some
//! time, if none had been ended before.

/// One trial: until when it was watched, and whether that is when the failure came.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Observation {
    /// Time, or number of tests.
    pub value: f64,
    /// Whether the failure was seen; otherwise the trial is censored.
    pub failed: bool,
}

/// The estimated survival as a falling staircase.
#[derive(Debug, Clone, PartialEq)]
pub struct Survival {
    /// At which values it falls, ascending, and to what.
    pub steps: Vec<(f64, f64)>,
}

impl Survival {
    /// The Kaplan–Meier estimate. A trial censored at the moment of a failure counts as watched
    /// then.
    pub fn estimate(observations: &[Observation]) -> Survival {
        let mut failures: Vec<f64> =
            observations.iter().filter(|o| o.failed).map(|o| o.value).collect();
        failures.sort_by(f64::total_cmp);
        failures.dedup();
        let mut left = 1.0;
        let mut steps = Vec::new();
        for at in failures {
            let watched = observations.iter().filter(|o| o.value >= at).count() as f64;
            let failed = observations.iter().filter(|o| o.failed && o.value == at).count() as f64;
            left *= 1.0 - failed / watched;
            steps.push((at, left));
        }
        Survival { steps }
    }

    /// The share that is left at a value.
    pub fn at(&self, value: f64) -> f64 {
        let passed = self.steps.partition_point(|step| step.0 <= value);
        if passed == 0 { 1.0 } else { self.steps[passed - 1].1 }
    }

    /// The first value at which no more than half is left; `None` if that is never reached.
    pub fn median(&self) -> Option<f64> {
        // Halves are products of fractions here: the last digit is rounded.
        self.steps.iter().find(|step| step.1 <= 0.5 + 1e-12).map(|step| step.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Remission of leukaemia in weeks (Freireich and others, 1963), as textbooks print it.
    fn remission() -> Vec<Observation> {
        let failed = [6, 6, 6, 7, 10, 13, 16, 22, 23];
        let censored = [6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35];
        let of = |weeks: &[i32], failed| -> Vec<Observation> {
            weeks.iter().map(|&w| Observation { value: f64::from(w), failed }).collect()
        };
        [of(&failed, true), of(&censored, false)].concat()
    }

    #[test]
    fn the_estimate_is_the_published_one() {
        let survival = Survival::estimate(&remission());
        let published = [
            (6.0, 0.857),
            (7.0, 0.807),
            (10.0, 0.753),
            (13.0, 0.690),
            (16.0, 0.627),
            (22.0, 0.538),
            (23.0, 0.448),
        ];
        assert_eq!(survival.steps.len(), published.len());
        for ((at, left), (week, share)) in survival.steps.iter().zip(published) {
            assert_eq!(*at, week);
            assert!((left - share).abs() < 0.0006, "week {week}: {left}");
        }
        assert_eq!(survival.median(), Some(23.0));
        assert_eq!((survival.at(5.9), survival.at(100.0)), (1.0, survival.steps[6].1));
    }

    #[test]
    fn a_median_that_is_not_reached_is_not_made_up() {
        let of = |value, failed| Observation { value, failed };
        let mostly_censored = [of(1.0, true), of(60.0, false), of(60.0, false)];
        assert_eq!(Survival::estimate(&mostly_censored).median(), None);
        let half = [of(1.0, true), of(2.0, true), of(60.0, false), of(60.0, false)];
        assert_eq!(Survival::estimate(&half).median(), Some(2.0));
    }
}

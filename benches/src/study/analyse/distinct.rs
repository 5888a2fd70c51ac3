//! Distinct valid values: the rate of each strategy, and the first strategy compared with another.

use crate::study::analyse::data::Data;
use crate::study::analyse::stats::{effect, mann_whitney, median};
use crate::study::analyse::summary::Measure;
use crate::study::rows::counted::Counted;
use crate::study::rows::setup::StrategySetup;

/// The compared figures; the first two decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// Distinct valid values per CPU second.
    Distinct,
    /// CPU seconds to the counterexample.
    Time,
    /// Tests per CPU second.
    Tests,
    /// Passed tests per CPU second.
    Passed,
}

impl Figure {
    /// All figures.
    pub const ALL: [Figure; 4] = [Figure::Distinct, Figure::Time, Figure::Tests, Figure::Passed];

    /// The name in tables.
    pub fn words(self) -> &'static str {
        match self {
            Figure::Distinct => "distinct valid values/s",
            Figure::Time => "s to the counterexample",
            Figure::Tests => "tests/s",
            Figure::Passed => "passed tests/s",
        }
    }

    /// Whether less is better.
    pub fn is_better_when_less(self) -> bool {
        self == Figure::Time
    }

    /// The figures of the trials; a counterexample that was not found is infinitely late.
    pub fn of(self, data: &Data<'_>, strategy: &StrategySetup, task: &str) -> Vec<f64> {
        let rate = |count: fn(&Counted) -> u64| -> Vec<f64> {
            let all = counted(data, strategy, task);
            all.iter().map(|counted| count(counted) as f64 / counted.time).collect()
        };
        match self {
            Figure::Distinct => rate(|counted| counted.distinct),
            Figure::Time => data.summary(strategy, task).ranked(Measure::Time, strategy.limit),
            Figure::Tests => rate(|counted| counted.tests),
            Figure::Passed => rate(|counted| counted.passed),
        }
    }
}

/// What the trials of a task under a strategy counted.
pub fn counted(data: &Data<'_>, strategy: &StrategySetup, task: &str) -> Vec<Counted> {
    data.summary(strategy, task).rows.iter().filter_map(|row| row.counted).collect()
}

/// The tasks of which something was counted.
pub fn tasks<'d>(data: &Data<'d>) -> Vec<&'d str> {
    let has = |task: &&str| {
        data.setup.strategies.iter().any(|strategy| !counted(data, strategy, task).is_empty())
    };
    data.setup.tasks.iter().map(String::as_str).filter(has).collect()
}

/// The level of significance of each tail.
pub const ALPHA: f64 = 0.05;

/// One figure of the first strategy against that of another.
pub struct Against {
    /// The medians of both; `None` if a median is not finite.
    pub medians: [Option<f64>; 2],
    /// The two-sided p-value.
    pub two_sided: f64,
    /// The p-value against the first strategy being worse.
    pub worse: f64,
    /// The probability that the first strategy is better.
    pub a12: f64,
    /// How the p-values were computed.
    pub method: &'static str,
}

impl Against {
    /// Compares the values of the first strategy with those of another; `None` if one has none.
    pub fn of(figure: Figure, first: Vec<f64>, other: Vec<f64>) -> Option<Against> {
        // The first strategy is better where a value of `low` is less.
        let (low, high) =
            if figure.is_better_when_less() { (&first, &other) } else { (&other, &first) };
        let test = mann_whitney::test(high, low)?;
        let a12 = effect::a12(low, high);
        let finite = |values| median(values).filter(|value| value.is_finite());
        let (two_sided, worse, method) = (test.two_sided, test.less, test.method.word());
        Some(Against { two_sided, worse, a12, method, medians: [finite(first), finite(other)] })
    }

    /// The verdict in tables.
    pub fn verdict(&self) -> &'static str {
        if self.worse < ALPHA {
            "**worse**"
        } else if self.two_sided < ALPHA {
            "better"
        } else {
            "not worse"
        }
    }
}

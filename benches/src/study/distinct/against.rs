//! The first strategy against each other one, in what a task yields per CPU second and in the time to the
//! counterexample.

use super::super::data::Data;
use super::super::markdown::{number, table, words};
use super::super::stats::mann_whitney;
use super::super::stats::{effect, median};
use super::Figure;
use std::fmt::Write;

/// The level of significance of each tail.
const ALPHA: f64 = 0.05;

/// One figure of the first strategy against that of another.
struct Against {
    medians: [Option<f64>; 2],
    two_sided: f64,
    /// The p-value against the first strategy being worse.
    worse: f64,
    /// The probability that the first strategy is better.
    a12: f64,
    method: &'static str,
}

impl Against {
    fn of(figure: Figure, first: Vec<f64>, other: Vec<f64>) -> Option<Against> {
        // Whichever is greater: the first strategy is better where a value of `low` is less.
        let (low, high) =
            if figure.is_better_when_less() { (&first, &other) } else { (&other, &first) };
        let test = mann_whitney::test(high, low)?;
        let a12 = effect::a12(low, high);
        let finite = |values| median(values).filter(|value| value.is_finite());
        let (two_sided, worse, method) = (test.two_sided, test.less, test.method.word());
        Some(Against { two_sided, worse, a12, method, medians: [finite(first), finite(other)] })
    }

    fn verdict(&self) -> &'static str {
        if self.worse < ALPHA {
            "**worse**"
        } else if self.two_sided < ALPHA {
            "better"
        } else {
            "not worse"
        }
    }
}

/// Writes the comparisons of a task.
pub(super) fn write(text: &mut String, data: &Data<'_>, task: &str) {
    let Some((first, others)) = data.setup.strategies.split_first() else { return };
    if others.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "`{0}` against each other strategy: Mann–Whitney U, without correction; the one-sided p is against \
         `{0}` being worse. It is worse if that is below {ALPHA}, better if the two-sided p is and it is \
         not worse. Â₁₂ is the probability that a trial of `{0}` is better. The first two figures are what \
         counts, the others are for information.\n",
        first.name
    );
    let mut rows = Vec::new();
    for other in others {
        for figure in Figure::ALL {
            let [own, theirs] = [first, other].map(|strategy| figure.of(data, strategy, task));
            let Some(against) = Against::of(figure, own, theirs) else { continue };
            rows.push(vec![
                other.name.clone(),
                figure.words().to_owned(),
                number(against.medians[0]),
                number(against.medians[1]),
                number(Some(against.two_sided)),
                number(Some(against.worse)),
                against.method.to_owned(),
                number(Some(against.a12)),
                against.verdict().to_owned(),
            ]);
        }
    }
    let head = [
        "against",
        "figure",
        "median",
        "its median",
        "p, two-sided",
        "p, worse",
        "method",
        "Â₁₂",
        "verdict",
    ];
    table(text, &words(&head), &rows);
}

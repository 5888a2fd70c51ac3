//! Compares the first strategy with each other strategy: rates per CPU second, and the time to the
//! counterexample.

use crate::study::analyse::data::Data;
use crate::study::analyse::distinct::{ALPHA, Against, Figure};
use crate::study::render::markdown::{number, table, words};
use std::fmt::Write;

/// Writes the comparisons of a task.
pub(super) fn write(text: &mut String, data: &Data<'_>, task: &str) {
    let Some((first, others)) = data.setup.strategies.split_first() else { return };
    if others.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "`{0}` is compared with each other strategy by a Mann–Whitney U test, without correction. \
         The one-sided p tests whether `{0}` is worse. It is *worse* if that p is below {ALPHA}, \
         and *better* if it is not worse and the two-sided p is below {ALPHA}. Â₁₂ is the \
         probability that a trial of `{0}` is better. The first two figures decide; the others \
         are for information.\n",
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

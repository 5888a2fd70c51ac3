//! The part of a report about distinct valid values: their rate and the time to the counterexample
//! for each strategy, and the first strategy compared with each other strategy.

mod against;
mod picture;

use crate::study::Error;
use crate::study::analyse::data::Data;
use crate::study::analyse::distinct::{counted, tasks};
use crate::study::analyse::stats::median;
use crate::study::analyse::summary::Measure;
use crate::study::render::markdown::{number, table, words};
use crate::study::rows::counted::Counted;
use std::fmt::Write;

/// Writes the sections of the report; nothing if nothing was counted.
pub(super) fn write(text: &mut String, data: &Data<'_>) {
    for task in tasks(data) {
        let of_all = data.setup.strategies.iter().flat_map(|s| counted(data, s, task));
        let mut limits: Vec<String> = of_all.map(|counted| counted.limit.to_string()).collect();
        limits.sort();
        limits.dedup();
        let _ = writeln!(
            text,
            "## Distinct valid values: {task}\n\n![Distinct valid values and time to the \
             counterexample](distinct.svg)\n\nEach trial is run twice with the same seed. The \
             first run ends with the counterexample and gives the time to it. The second run \
             continues after counterexamples until {} CPU seconds of the testing thread are used, \
             and counts. A value is valid if its test meets the precondition and passes. The \
             program appends a hash of each valid value to a file; that time is included. \
             Distinct hashes are counted afterwards. The table has medians over the trials. The \
             last three columns are of the first runs: the number of trials that found the \
             counterexample, and the time and tests to it. `distinct.csv` has each trial.\n",
            limits.join(" or ")
        );
        rates(text, data, task);
        against::write(text, data, task);
    }
}

fn rates(text: &mut String, data: &Data<'_>, task: &str) {
    let mut rows = Vec::new();
    for strategy in &data.setup.strategies {
        let (all, summary) = (counted(data, strategy, task), data.summary(strategy, task));
        let middle = |of: &dyn Fn(&Counted) -> f64| number(median(all.iter().map(of).collect()));
        // As in the comparison: a trial that found nothing has the worst rank.
        let to_it = |measure| {
            median(summary.ranked(measure, strategy.limit)).filter(|median| median.is_finite())
        };
        let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
        rows.push(vec![
            strategy.name.clone(),
            all.len().to_string(),
            middle(&|c| c.tests as f64 / c.time),
            middle(&|c| c.passed as f64 / c.time),
            middle(&|c| percent(c.passed, c.tests)),
            middle(&|c| c.distinct as f64 / c.time),
            middle(&|c| percent(c.distinct, c.passed)),
            middle(&|c| c.distinct as f64),
            middle(&|c| c.failed as f64),
            middle(&|c| c.edges as f64),
            summary.found().to_string(),
            number(to_it(Measure::Time)),
            number(to_it(Measure::Tests)),
        ]);
    }
    let head = [
        "strategy",
        "trials",
        "tests/s",
        "passed/s",
        "passed, % of tests",
        "distinct/s",
        "distinct, % of passed",
        "distinct",
        "failed tests",
        "edges",
        "found",
        "s to find",
        "tests to find",
    ];
    table(text, &words(&head), &rows);
}

/// The files of this part of the report; none if nothing was counted.
pub(super) fn files(data: &Data<'_>) -> Result<Vec<(&'static str, String)>, Error> {
    if tasks(data).is_empty() {
        return Ok(Vec::new());
    }
    Ok(vec![("distinct.csv", csv(data)), ("distinct.svg", picture::draw(data)?)])
}

/// One line per trial.
fn csv(data: &Data<'_>) -> String {
    let mut text =
        "strategy,task,trial,seed,found,time,limit,counted_limit,counted_time,tests,passed,\
                    failed,distinct,edges\n"
            .to_owned();
    for strategy in &data.setup.strategies {
        for task in tasks(data) {
            let summary = data.summary(strategy, task);
            let rows = summary.rows.iter().filter_map(|row| Some((row, row.counted?)));
            for (row, Counted { limit, time, tests, passed, failed, distinct, edges }) in rows {
                let _ = writeln!(
                    text,
                    "{},{task},{},{},{},{},{},{limit},{time},{tests},{passed},{failed},\
                     {distinct},{edges}",
                    strategy.name,
                    row.trial,
                    row.seed,
                    row.found(summary.limit),
                    row.time,
                    row.limit,
                );
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::render::markdown::tests::text_of;
    use crate::study::rows::row::Rows;
    use crate::study::rows::row::tests::{counted, row};
    use crate::study::rows::setup::Setup;
    use crate::study::rows::setup::tests::{setup, strategy};

    /// Five trials of each; the distinct values of the second are `more` times those of the first,
    /// and its counterexamples as many times later.
    fn made_up(more: f64) -> (Setup, Rows) {
        let setup = setup(vec![strategy("own", 5, false), strategy("other", 5, true)], &["W/m/P"]);
        let mut rows = Rows::default();
        for trial in 0..5 {
            let distinct = 1000.0 + 20.0 * trial as f64;
            for (name, distinct) in [("own", distinct), ("other", distinct * more)] {
                let mut row = row(name, "W/m/P", trial, Some(distinct / 1000.0));
                row.counted = Some(counted(10.0, distinct as u64));
                rows.insert(row);
            }
        }
        (setup, rows)
    }

    #[test]
    fn more_values_are_better_and_more_time_is_worse() {
        let (setup, rows) = made_up(2.0);
        let text = text_of(write, &setup, &rows);
        for line in [
            "| own | 5 | 1000 | 500 | 50.0 | 104 | 20.8 | 1040 | 1.00 | 30.0 | 5 | 1.04 | 100 |",
            "| other | distinct valid values/s | 104 | 208 | 0.00794 | 0.00397 | exact | 0 |",
            "| distinct valid values/s | 104 | 208 | 0.00794 | 0.00397 | exact | 0 | **worse** |",
            "| other | s to the counterexample | 1.04 |",
            "| s to the counterexample | 1.04 | 2.08 | 0.00794 | 1.00 | exact | 1.00 | better |",
            "| other | tests/s | 1000 |",
            "| tests/s | 1000 | 1000 | 1.00 | 1.00 | normal | 0.500 | not worse |",
        ] {
            assert!(text.contains(line), "{line}\nis not in\n{text}");
        }
        let (setup, rows) = made_up(0.5);
        let text = text_of(write, &setup, &rows);
        assert!(text.contains("| 104 | 52.0 | 0.00794 | 1.00 | exact | 1.00 | better |"), "{text}");
        assert!(
            text.contains("| 1.04 | 0.520 | 0.00794 | 0.00397 | exact | 0 | **worse** |"),
            "{text}"
        );
    }

    #[test]
    fn a_study_that_counts_nothing_has_no_such_part() {
        let (setup, _) = made_up(1.0);
        let mut rows = Rows::default();
        rows.insert(row("own", "W/m/P", 0, Some(1.0)));
        assert_eq!(text_of(write, &setup, &rows), "");
        assert!(files(&Data { setup: &setup, rows: &rows }).unwrap().is_empty());
    }

    #[test]
    fn there_is_a_line_and_a_dot_for_each_trial_that_counted() {
        let (setup, rows) = made_up(2.0);
        let files = files(&Data { setup: &setup, rows: &rows }).unwrap();
        let (csv, svg) = (&files[0].1, &files[1].1);
        assert_eq!(csv.lines().count(), 11);
        assert!(csv.contains("own,W/m/P,1,7,true,1.02,60,10,10,10000,5000,1,1020,30\n"), "{csv}");
        assert_eq!(svg.matches("<circle").count(), 20);
    }
}

//! The tables of a report as CSV, for programs.

use crate::study::analyse::compare::{Comparison, compare};
use crate::study::analyse::data::Data;
use crate::study::analyse::summary::{BUCKETS, Measure, Solved};
use crate::study::rows::row::How;
use std::fmt::Write;

/// One line per task and strategy.
pub(super) fn tasks(data: &Data<'_>) -> String {
    let mut text = "strategy,workload,mutant,property,trials,found,died,hung,find_rate,bucket,\
                    median_time,median_tests,mean_time_of_found,mean_tests_of_found,limit\n"
        .to_owned();
    for strategy in &data.setup.strategies {
        for task in &data.setup.tasks {
            let summary = data.summary(strategy, task);
            if summary.rows.is_empty() {
                continue;
            }
            let bucket = match summary.solved() {
                Solved::Within(bucket) => BUCKETS[bucket].to_string(),
                Solved::Later => "later".to_owned(),
                Solved::No => "none".to_owned(),
                Solved::Incomplete => "incomplete".to_owned(),
            };
            let plain = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
            let cells = [
                strategy.name.clone(),
                task.replace('/', ","),
                summary.rows.len().to_string(),
                summary.found().to_string(),
                summary.ended(How::Died).to_string(),
                summary.ended(How::Hung).to_string(),
                summary.find_rate().to_string(),
                bucket,
                plain(summary.median(Measure::Time)),
                plain(summary.median(Measure::Tests)),
                plain(summary.mean_of_found(Measure::Time)),
                plain(summary.mean_of_found(Measure::Tests)),
                summary.limit.to_string(),
            ];
            text.push_str(&cells.join(","));
            text.push('\n');
        }
    }
    text
}

/// One line per comparison.
pub(super) fn comparisons(data: &Data<'_>) -> String {
    let mut text = "first,other,measure,workload,mutant,property,trials_first,trials_other,u,p,\
                    p_one_sided,method,p_holm,a12\n"
        .to_owned();
    let Some((first, others)) = data.setup.strategies.split_first() else { return text };
    for other in others {
        for measure in [Measure::Tests, Measure::Time] {
            for Comparison { task, trials, test, adjusted, a12 } in compare(data, other, measure) {
                let _ = writeln!(
                    text,
                    "{},{},{},{},{},{},{},{},{},{},{adjusted},{a12}",
                    first.name,
                    other.name,
                    measure.word(),
                    task.replace('/', ","),
                    trials.0,
                    trials.1,
                    test.u,
                    test.two_sided,
                    test.less,
                    test.method.word(),
                );
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::tables::tests::made_up;
    use super::*;

    #[test]
    fn csv_has_a_line_for_each_task_that_was_run() {
        let (setup, rows) = made_up();
        let text = tasks(&Data { setup: &setup, rows: &rows });
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 5);
        assert_eq!(lines[4], "slow,W,n,P,3,0,0,0,0,none,,,,,60");
        assert!(lines[1].starts_with("fast,W,m,P,10,10,0,0,1,0.1,0.005"), "{}", lines[1]);
    }
}

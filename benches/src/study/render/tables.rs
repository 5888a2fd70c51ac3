//! The report in Markdown: its head, its tables, and its parts in order.

use crate::study::analyse::compare::{ALPHA, Comparison, compare};
use crate::study::analyse::data::Data;
use crate::study::analyse::stats::{mann_whitney, mean, median};
use crate::study::analyse::summary::{BUCKETS, LARGEST, Measure, Solved};
use crate::study::render::best_peer;
use crate::study::render::distinct;
use crate::study::render::markdown::{number, table, words};
use crate::study::render::rates;
use crate::study::render::resisting;
use crate::study::render::settings;
use crate::study::render::side_by_side;
use crate::study::rows::setup::Unavailable;
use std::fmt::Write;

/// The whole report in Markdown.
pub fn markdown(data: &Data<'_>) -> String {
    let mut text = format!("# {}\n\n{}\n\n", data.setup.study, data.setup.about);
    text.push_str(
        "All figures are computed from `rows.jsonl` and `setup.json` in this folder. Times are \
         CPU times of the testing thread. They exclude process start and shrinking.\n\n![Tasks by \
         time](buckets.svg)\n\n![Solved tasks against time](solved.svg)\n\n",
    );
    side_by_side::write(&mut text, data);
    solved(&mut text, data);
    rates_of_workloads(&mut text, data);
    if rates::has(data) {
        rates::write(&mut text, data);
    } else {
        distinct::write(&mut text, data);
    }
    best_peer::write(&mut text, data);
    comparisons(&mut text, data);
    open_tasks(&mut text, data);
    resisting::write(&mut text, data);
    unavailable(&mut text, data);
    settings::write(&mut text, data);
    text
}

/// ETNA's buckets, one table a workload.
fn solved(text: &mut String, data: &Data<'_>) {
    text.push_str(
        "## Solved tasks\n\nA task is solved within a time if every trial found its bug within \
         that time. `in some trial` counts the tasks whose bug at least one trial found. The find \
         rate is the share of trials that found the bug, as a mean over the tasks.\n\n",
    );
    for workload in data.setup.workloads() {
        let count = data.tasks(workload).count();
        let _ = writeln!(text, "### {workload}: {count} tasks\n");
        let groups = data.groups();
        let head = [
            words(&["strategy", "trials", "limit"]),
            groups.clone(),
            words(&["solved", "not", "incomplete", "in some trial", "find rate"]),
        ]
        .concat();
        let rows: Vec<Vec<String>> = data
            .setup
            .strategies
            .iter()
            .map(|strategy| {
                let buckets = data.buckets(strategy, workload);
                let of = |task| data.summary(strategy, task);
                let some = data.tasks(workload).filter(|&task| of(task).found() > 0).count();
                let run = data.tasks(workload).map(of).filter(|summary| !summary.rows.is_empty());
                let rate = mean(&run.map(|summary| summary.find_rate()).collect::<Vec<f64>>());
                let mut cells = vec![
                    strategy.name.clone(),
                    strategy.trials.to_string(),
                    format!("{} s", strategy.limit),
                ];
                for (group, tasks) in buckets.solved.iter().take(groups.len()).enumerate() {
                    let out_of_reach = match BUCKETS.get(group) {
                        Some(&bound) => bound > strategy.limit,
                        None => strategy.limit <= LARGEST,
                    };
                    let cut = out_of_reach && *tasks == 0;
                    cells.push(if cut { "–".to_owned() } else { tasks.to_string() });
                }
                cells.push(buckets.solved.iter().sum::<usize>().to_string());
                cells.extend([buckets.unsolved, buckets.incomplete, some].map(|n| n.to_string()));
                cells.push(rate.map_or("–".to_owned(), |rate| format!("{rate:.3}")));
                cells
            })
            .collect();
        table(text, &head, &rows);
    }
}

/// Tests per second.
fn rates_of_workloads(text: &mut String, data: &Data<'_>) {
    text.push_str(
        "## Rates\n\nTests and valid tests (those that meet the precondition) per CPU second. For \
         each task, the median over its trials of at least 0.05 s; then the median over the \
         tasks.\n\n",
    );
    let mut rows = Vec::new();
    for workload in data.setup.workloads() {
        for strategy in &data.setup.strategies {
            let of_tasks =
                data.tasks(workload).filter_map(|task| data.summary(strategy, task).rates());
            let (tests, valid): (Vec<f64>, Vec<f64>) = of_tasks.unzip();
            let cells = [workload, &strategy.name].map(str::to_owned);
            let figures = [number(median(tests)), number(median(valid))];
            rows.push([cells, figures].concat());
        }
    }
    table(text, &words(&["workload", "strategy", "tests/s", "valid tests/s"]), &rows);
}

fn comparisons(text: &mut String, data: &Data<'_>) {
    let Some((first, others)) = data.setup.strategies.split_first() else { return };
    if others.is_empty() {
        return;
    }
    let _ = writeln!(
        text,
        "## Comparisons\n\n`{0}` is compared with each other strategy, task by task, by a \
         two-sided Mann–Whitney U test. Trials that found nothing share the worst rank, and both \
         strategies are censored at the lesser limit. p-values have Holm's correction over the \
         tasks; α = {ALPHA}. They are exact where both samples are small and without ties, and \
         otherwise from the normal approximation with corrections for ties and continuity. The \
         last column counts the two kinds; `comparison.csv` names the kind for each task. Â₁₂ is \
         the probability that `{0}` needs less. With three trials only, a task can hardly become \
         significant.\n",
        first.name
    );
    let mut rows = Vec::new();
    for other in others {
        for measure in [Measure::Tests, Measure::Time] {
            let all = compare(data, other, measure);
            let decided = |better: bool| {
                let of = |c: &&Comparison<'_>| c.adjusted < ALPHA && (c.a12 > 0.5) == better;
                all.iter().filter(of).count()
            };
            let less = all.iter().filter(|c| c.test.less < ALPHA).count();
            let (wins, losses) = (decided(true), decided(false));
            let exact = all.iter().filter(|c| c.test.method == mann_whitney::Method::Exact).count();
            let effects = all.iter().map(|c| c.a12).collect();
            rows.push(vec![
                other.name.clone(),
                measure.word().to_owned(),
                all.len().to_string(),
                wins.to_string(),
                losses.to_string(),
                (all.len() - wins - losses).to_string(),
                less.to_string(),
                number(median(effects)),
                format!("{exact} / {}", all.len() - exact),
            ]);
        }
    }
    let head = [
        "against",
        "measure",
        "tasks",
        "better",
        "worse",
        "undecided",
        "one-sided, uncorrected",
        "median Â₁₂",
        "exact / normal",
    ];
    table(text, &words(&head), &rows);
}

/// The tasks that the first strategy does not solve in every trial.
fn open_tasks(text: &mut String, data: &Data<'_>) {
    let Some(first) = data.setup.strategies.first() else { return };
    let open = |task: &&String| data.summary(first, task).solved() == Solved::No;
    let tasks: Vec<&String> = data.setup.tasks.iter().filter(open).collect();
    let _ = writeln!(text, "## Tasks that `{}` does not solve in every trial\n", first.name);
    if tasks.is_empty() {
        text.push_str("None.\n\n");
        return;
    }
    let rows: Vec<Vec<String>> = tasks
        .iter()
        .map(|task| {
            let summary = data.summary(first, task);
            vec![
                (*task).clone(),
                format!("{} of {}", summary.found(), summary.rows.len()),
                number(summary.median(Measure::Time)),
                number(summary.median(Measure::Tests)),
            ]
        })
        .collect();
    table(text, &words(&["task", "found", "median s", "median tests"]), &rows);
}

/// Strategies that were requested and could not be run.
fn unavailable(text: &mut String, data: &Data<'_>) {
    if data.setup.unavailable.is_empty() {
        return;
    }
    text.push_str("## Strategies that could not be run\n\n");
    for Unavailable { name, about, reason } in &data.setup.unavailable {
        let _ = writeln!(text, "- **{name}**: {about}. {reason}.");
    }
    text.push('\n');
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::study::rows::row::Rows;
    use crate::study::rows::row::tests::row;
    use crate::study::rows::setup::tests::{setup, strategy};
    use crate::study::rows::setup::{Setup, StrategySetup};

    pub fn made_up() -> (Setup, Rows) {
        let strategies = vec![strategy("fast", 10, false), strategy("slow", 10, true)];
        let setup = setup(strategies, &["W/m/P", "W/n/P", "V/m/P"]);
        let mut rows = Rows::default();
        for trial in 0..10 {
            let late = trial as f64 / 100.0;
            rows.insert(row("fast", "W/m/P", trial, Some(0.001 + late / 10.0)));
            rows.insert(row("slow", "W/m/P", trial, Some(2.0 + late)));
            rows.insert(row("fast", "W/n/P", trial, Some(5.0 + late)));
            if trial < 3 {
                rows.insert(row("slow", "W/n/P", trial, None));
            }
        }
        (setup, rows)
    }

    #[test]
    fn made_up_rows_give_the_table_that_they_must() {
        let (setup, rows) = made_up();
        let text = markdown(&Data { setup: &setup, rows: &rows });
        for line in [
            "### W: 2 tasks",
            "| fast | 10 | 60 s | 1 | 0 | 1 | 0 | 2 | 0 | 0 | 2 | 1.000 |",
            "| slow | 10 | 60 s | 0 | 0 | 1 | 0 | 1 | 1 | 0 | 1 | 0.500 |",
            // Nothing has been run of the other workload.
            "| slow | 10 | 60 s | 0 | 0 | 0 | 0 | 0 | 0 | 1 | 0 | – |",
            // Ten trials against ten are decided, and so are ten against three without a result;
            // the numbers of tests are equal.
            "| slow | time | 2 | 2 | 0 | 0 | 2 | 1.00 | 1 / 1 |",
            "| slow | tests | 2 | 1 | 0 | 1 | 1 | 0.750 | 0 / 2 |",
        ] {
            assert!(text.contains(line), "{line}\nis not in\n{text}");
        }
    }

    #[test]
    fn a_strategy_with_more_time_than_the_buckets_has_a_group_for_what_took_longer() {
        let mut rows = Rows::default();
        for trial in 0..3 {
            rows.insert(row("long", "W/m/P", trial, Some(61.0 + trial as f64)));
            rows.insert(row("short", "W/m/P", trial, Some(2.0)));
        }
        let long = StrategySetup { limit: 600.0, ..strategy("long", 3, false) };
        let setup = setup(vec![long, strategy("short", 3, false)], &["W/m/P"]);
        let text = markdown(&Data { setup: &setup, rows: &rows });
        for line in [
            "| limit | ≤ 0.1 s | ≤ 1 s | ≤ 10 s | ≤ 60 s | > 60 s | solved |",
            "| long | 3 | 600 s | 0 | 0 | 0 | 0 | 1 | 1 | 0 | 0 | 1 | 1.000 |",
            "| short | 3 | 60 s | 0 | 0 | 1 | 0 | – | 1 | 0 | 0 | 1 | 1.000 |",
        ] {
            assert!(text.contains(line), "{line}\nis not in\n{text}");
        }
    }
}

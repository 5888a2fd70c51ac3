//! The part of a report with every task under every strategy in one table: in how many trials the
//! bug was found, and the median time to it. For studies whose tasks are programs of their own.

use crate::study::analyse::best_peer::{first, peers};
use crate::study::analyse::data::Data;
use crate::study::analyse::summary::{Measure, Solved, Summary};
use crate::study::render::markdown::{number, table, words};
use crate::study::render::trophies;
use crate::study::rows::row::How;
use std::fmt::Write;

/// The studies with this table.
const STUDIES: [&str; 2] = ["constants", "trophies"];

/// How many times as long as a peer the first strategy may take.
const FACTOR: f64 = 2.0;

/// Writes the sections, if the study has them.
pub(super) fn write(text: &mut String, data: &Data<'_>) {
    if !STUDIES.contains(&data.setup.study.as_str()) {
        return;
    }
    at_a_glance(text, data);
    every_task(text, data);
    against_peers(text, data);
}

/// The number of tasks that each strategy solves.
fn at_a_glance(text: &mut String, data: &Data<'_>) {
    let all = data.setup.tasks.len();
    let _ = writeln!(text, "Of {all} tasks:\n");
    let mut rows = Vec::new();
    for strategy in &data.setup.strategies {
        let summaries: Vec<_> =
            data.setup.tasks.iter().map(|task| data.summary(strategy, task)).collect();
        let count = |is: &dyn Fn(&Summary<'_>) -> bool| {
            summaries.iter().filter(|summary| is(summary)).count().to_string()
        };
        rows.push(vec![
            strategy.name.clone(),
            count(&|summary| !summary.rows.is_empty()),
            count(&|summary| matches!(summary.solved(), Solved::Within(_) | Solved::Later)),
            count(&|summary| summary.found() > 0),
            count(&|summary| summary.rows.iter().any(|row| row.how == Some(How::Other))),
        ]);
    }
    let head = ["strategy", "run", "found in all trials", "found in some", "with other failures"];
    table(text, &words(&head), &rows);
}

fn every_task(text: &mut String, data: &Data<'_>) {
    text.push_str(
        "## Side by side\n\nA cell has the trials that found the bug, of those that were run, and \
         the median CPU seconds to it (Kaplan–Meier). The median is a dash if half of the trials \
         or more found nothing. `tests` is the median number of tests of the strategy before \
         it.\n\n",
    );
    let bugs = data.setup.study == "trophies";
    let mut head = if bugs { trophies::head() } else { words(&["task"]) };
    for strategy in &data.setup.strategies {
        head.push(strategy.name.clone());
        if !strategy.peer {
            head.push("tests".to_owned());
        }
    }
    let row = |task: &String| {
        let name = task.split_once('/').map_or(&**task, |(_, name)| name);
        let mut cells = if bugs { trophies::cells(name) } else { words(&[name]) };
        for strategy in &data.setup.strategies {
            let summary = data.summary(strategy, task);
            cells.push(cell(&summary));
            if !strategy.peer {
                cells.push(number(summary.median(Measure::Tests)));
            }
        }
        cells
    };
    let rows: Vec<Vec<String>> = data.setup.tasks.iter().map(row).collect();
    table(text, &head, &rows);
}

fn cell(summary: &Summary<'_>) -> String {
    match summary.rows.len() {
        0 => "–".to_owned(),
        trials => {
            let time = number(summary.median(Measure::Time));
            format!("{}/{trials}, {time}", summary.found())
        }
    }
}

/// On how many tasks the first strategy is ahead of each peer in median time.
fn against_peers(text: &mut String, data: &Data<'_>) {
    let Some(first) = first(data).filter(|_| peers(data).count() > 0) else { return };
    let _ = writeln!(
        text,
        "`{}` against each peer, by the median time of each task that both have run. A median that \
         is not reached is behind one that is.\n",
        first.name
    );
    let mut rows = Vec::new();
    for peer in peers(data) {
        let mut counts = [0; 4];
        for task in &data.setup.tasks {
            let [own, other] = [first, peer].map(|strategy| data.summary(strategy, task));
            if own.rows.is_empty() || other.rows.is_empty() {
                continue;
            }
            let [own, other] =
                [own, other].map(|summary| summary.median(Measure::Time).unwrap_or(f64::INFINITY));
            let place = match own.total_cmp(&other) {
                std::cmp::Ordering::Less => 0,
                _ if own.is_infinite() && other.is_infinite() => 3,
                _ if own > FACTOR * other => 2,
                _ => 1,
            };
            counts[place] += 1;
        }
        let cells = counts.map(|count: usize| count.to_string());
        rows.push([vec![peer.name.clone()], cells.to_vec()].concat());
    }
    let behind = format!("behind by more than {FACTOR} times");
    let head = ["peer", "ahead", "behind by less", &behind, "neither reaches its median"];
    table(text, &words(&head), &rows);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::render::markdown::tests::text_of;
    use crate::study::rows::row::tests::row;
    use crate::study::rows::row::{Row, Rows};
    use crate::study::rows::setup::tests::{setup, strategy};
    use crate::study::rows::setup::{Setup, StrategySetup};

    fn made_up() -> (Setup, Rows) {
        let peer = StrategySetup { peer: true, ..strategy("peer", 3, false) };
        let tasks = ["W/magic/a", "W/magic/b", "W/magic/c", "W/magic/d", "W/magic/e"];
        let mut setup = setup(vec![strategy("own", 3, false), peer], &tasks);
        setup.study = "constants".into();
        let mut rows = Rows::default();
        let mut add = |task, own: [Option<f64>; 3], other: [Option<f64>; 3]| {
            for trial in 0..3 {
                rows.insert(row("own", task, trial as u64, own[trial]));
                rows.insert(row("peer", task, trial as u64, other[trial]));
            }
        };
        add("W/magic/a", [Some(1.0), Some(2.0), Some(9.0)], [Some(3.0), None, None]);
        add("W/magic/b", [Some(1.0), Some(3.0), None], [Some(2.0); 3]);
        add("W/magic/c", [Some(5.0); 3], [Some(2.0); 3]);
        add("W/magic/d", [None; 3], [None, None, Some(1.0)]);
        (setup, rows)
    }

    #[test]
    fn every_task_has_trials_and_medians_of_every_strategy() {
        let (setup, rows) = made_up();
        let text = text_of(write, &setup, &rows);
        assert!(text.contains("| task | own | tests | peer |"), "{text}");
        let tests = number(Some(row("own", "W/magic/a", 1, Some(2.0)).tests as f64));
        let line = format!("| magic/a | 3/3, 2.00 | {tests} | 1/3, – |");
        assert!(text.contains(&line), "{line}: {text}");
        assert!(text.contains("| magic/d | 0/3, – | – | 1/3, – |"), "{text}");
        assert!(text.contains("| magic/e | – | – | – |"), "{text}");
    }

    #[test]
    fn tasks_are_counted_by_the_place_of_the_first_strategy() {
        let (setup, rows) = made_up();
        let text = text_of(write, &setup, &rows);
        assert!(text.contains("| peer | 1 | 1 | 1 | 1 |"), "{text}");
    }

    #[test]
    fn solved_tasks_are_counted_at_the_top() {
        let (setup, rows) = made_up();
        let text = text_of(write, &setup, &rows);
        assert!(text.starts_with("Of 5 tasks:"), "{text}");
        assert!(text.contains("| own | 4 | 2 | 3 | 0 |"), "{text}");
        assert!(text.contains("| peer | 4 | 2 | 4 | 0 |"), "{text}");
    }

    #[test]
    fn a_bug_of_a_crate_has_its_release_and_its_report() {
        let task = "TROPHIES/boa-780/issue_780::remainders_are_evaluated_or_refused";
        let mut setup = setup(vec![strategy("own", 1, false)], &[task]);
        setup.study = "trophies".into();
        let mut rows = Rows::default();
        let other = Row { how: Some(How::Other), ..row("own", task, 0, None) };
        rows.insert(other);
        let text = text_of(write, &setup, &rows);
        assert!(text.contains("| own | 1 | 0 | 0 | 1 |"), "{text}");
        let cells = "| [boa-780](https://github.com/boa-dev/boa/issues/780) | Boa 0.10.0 |";
        assert!(text.contains(cells), "{text}");
    }

    #[test]
    fn other_studies_have_no_such_table() {
        let (mut setup, rows) = made_up();
        setup.study = "etna".into();
        assert_eq!(text_of(write, &setup, &rows), "");
    }
}

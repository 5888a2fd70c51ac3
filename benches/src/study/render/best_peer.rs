//! The part of a report that compares the first strategy with the best of the other tools.

use crate::study::analyse::best_peer::{
    Easy, FACTOR, RANDOM, SHORT, SolvedTasks, easy_tasks, first, median_of, peers, random,
    smallest_limit, solved,
};
use crate::study::analyse::data::Data;
use crate::study::analyse::summary::Measure;
use crate::study::render::markdown::{number, table, words};
use crate::study::rows::setup::StrategySetup;
use std::fmt::Write;

/// Writes the sections of the report.
pub(super) fn write(text: &mut String, data: &Data<'_>) {
    easy(text, data);
    best(text, data);
}

/// The table of solved tasks by tool; no file without other tools.
pub(super) fn files(data: &Data<'_>) -> Vec<(&'static str, String)> {
    let Some(first) = first(data) else { return Vec::new() };
    let Some(limit) = smallest_limit(data, first) else { return Vec::new() };
    let tools: Vec<&StrategySetup> = std::iter::once(first).chain(peers(data)).collect();
    let mut text = format!(
        "# {}: solved tasks by tool\n\nTasks solved in every trial within {limit} s, of ",
        data.setup.study
    );
    let trials = |tool: &&StrategySetup| format!("{} ({} trials)", tool.name, tool.trials);
    text.push_str(&tools.iter().map(trials).collect::<Vec<_>>().join(", "));
    text.push_str(". A task with missing trials counts as not solved.\n\n");
    let row = |workload: &str| {
        let count = |tool: &&StrategySetup| solved(data, tool, workload, limit, false);
        let count = |tool| count(tool).map_or("–".to_owned(), |tasks| tasks.to_string());
        let tasks = data.tasks(workload).count().to_string();
        let mut cells = vec![workload.to_owned(), tasks];
        cells.extend(tools.iter().map(count));
        cells
    };
    let rows: Vec<Vec<String>> = data.setup.workloads().into_iter().map(row).collect();
    let mut head = words(&["workload", "tasks"]);
    head.extend(tools.iter().map(|tool| tool.name.clone()));
    table(&mut text, &head, &rows);
    vec![("tools.md", text)]
}

fn verdict(met: Option<bool>) -> String {
    met.map_or("not known yet", |met| if met { "yes" } else { "**no**" }).to_owned()
}

fn milliseconds(seconds: Option<f64>) -> String {
    number(seconds.map(|seconds| seconds * 1e3))
}

/// The time of each strategy on the easy tasks, and the goal of the first strategy.
fn easy(text: &mut String, data: &Data<'_>) {
    let Some(random) = random(data) else { return };
    let _ = writeln!(
        text,
        "## Easy tasks\n\nEasy tasks are those that `{RANDOM}` solves within 0.1 s. The table has \
         the median over these tasks of each task's median time (Kaplan–Meier), in milliseconds, \
         and of its median number of tests.\n"
    );
    let mut rows = Vec::new();
    for workload in data.setup.workloads() {
        let easy = easy_tasks(data, random, workload);
        for strategy in &data.setup.strategies {
            let of = |measure| median_of(data, strategy, &easy, measure);
            rows.push(vec![
                workload.to_owned(),
                easy.len().to_string(),
                strategy.name.clone(),
                milliseconds(of(Measure::Time)),
                number(of(Measure::Tests)),
            ]);
        }
    }
    table(text, &words(&["workload", "easy tasks", "strategy", "ms", "tests"]), &rows);
    if let Some(first) = first(data).filter(|_| peers(data).count() > 0) {
        easy_against_peers(text, data, first, random);
    }
}

fn easy_against_peers(
    text: &mut String,
    data: &Data<'_>,
    first: &StrategySetup,
    random: &StrategySetup,
) {
    let _ = writeln!(
        text,
        "The goal on easy tasks: `{}` takes at most {FACTOR} times as long as the best peer, or at \
         most {} ms.\n",
        first.name,
        SHORT * 1e3
    );
    let row = |workload: &str| {
        let Easy { tasks, none, own, best, met } = Easy::of(data, first, random, workload);
        vec![
            workload.to_owned(),
            tasks.to_string(),
            milliseconds(own),
            best.map_or("–", |(_, name)| name).to_owned(),
            milliseconds(best.map(|(time, _)| time)),
            if none { "no task is easy".to_owned() } else { verdict(met) },
        ]
    };
    let rows: Vec<Vec<String>> = data.setup.workloads().into_iter().map(row).collect();
    let head = ["workload", "easy tasks", "ms", "best peer", "ms of the peer", "goal met"];
    table(text, &words(&head), &rows);
}

/// Whether the first strategy solves at least as many tasks as the best peer.
fn best(text: &mut String, data: &Data<'_>) {
    let Some(first) = first(data) else { return };
    let Some(limit) = smallest_limit(data, first) else { return };
    let _ = writeln!(
        text,
        "## Against the best peer\n\nTasks solved in every trial within {limit} s, the smallest \
         limit of all strategies. The goal: no peer solves more tasks than `{0}`. A task with \
         missing trials counts as solved for a peer and as not solved for `{0}`.\n",
        first.name
    );
    let row = |workload: &str| {
        let SolvedTasks { own, most, best, met } = SolvedTasks::of(data, first, workload, limit);
        vec![
            workload.to_owned(),
            data.tasks(workload).count().to_string(),
            own.to_string(),
            if best.is_empty() { "–".to_owned() } else { best.join(", ") },
            most.map_or("–".to_owned(), |most| most.to_string()),
            verdict(met),
        ]
    };
    let rows: Vec<Vec<String>> = data.setup.workloads().into_iter().map(row).collect();
    let own = format!("`{}` solves", first.name);
    let head = ["workload", "tasks", &own, "best peer", "the peer solves", "goal met"];
    table(text, &words(&head), &rows);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::study::render::markdown::tests::text_of;
    use crate::study::rows::row::Rows;
    use crate::study::rows::row::tests::row;
    use crate::study::rows::setup::Setup;
    use crate::study::rows::setup::tests::{setup, strategy};

    /// A peer that is given a sixth of the time.
    fn peer(name: &str) -> StrategySetup {
        StrategySetup { peer: true, limit: 10.0, ..strategy(name, 3, true) }
    }

    fn made_up() -> (Setup, Rows) {
        let strategies =
            vec![strategy("own", 3, false), strategy(RANDOM, 3, true), peer("quick"), peer("slow")];
        let setup = setup(strategies, &["W/m/P", "W/n/P", "V/m/P"]);
        let mut rows = Rows::default();
        for trial in 0..3 {
            for (strategy, time) in [("own", 0.03), (RANDOM, 0.05), ("quick", 0.01), ("slow", 9.0)]
            {
                rows.insert(row(strategy, "W/m/P", trial, Some(time)));
            }
            // Too late for the peers' limit.
            rows.insert(row("own", "W/n/P", trial, Some(11.0)));
            rows.insert(row("quick", "W/n/P", trial, Some(2.0)));
            rows.insert(row("slow", "W/n/P", trial, None));
        }
        (setup, rows)
    }

    #[test]
    fn easy_tasks_are_compared_with_the_fastest_peer() {
        let (setup, mut rows) = made_up();
        let text = text_of(write, &setup, &rows);
        assert!(text.contains("| W | 1 | 30.0 | quick | 10.0 | **no** |"), "{text}");
        assert!(text.contains("| V | 0 | – | – | – | not known yet |"), "{text}");
        for (time, verdict) in [(0.02, "yes"), (0.0199, "yes"), (0.021, "**no**")] {
            (0..3).for_each(|trial| rows.insert(row("own", "W/m/P", trial, Some(time))));
            let text = text_of(write, &setup, &rows);
            assert!(text.contains(&format!("| quick | 10.0 | {verdict} |")), "{time}: {text}");
        }
        (0..3).for_each(|trial| rows.insert(row(RANDOM, "V/m/P", trial, Some(7.0))));
        assert!(text_of(write, &setup, &rows).contains("| V | 0 | – | – | – | no task is easy |"));
        // Two milliseconds are always short enough.
        (0..3).for_each(|trial| rows.insert(row("own", "W/m/P", trial, Some(0.002))));
        (0..3).for_each(|trial| rows.insert(row("quick", "W/m/P", trial, Some(1e-4))));
        assert!(text_of(write, &setup, &rows).contains("| W | 1 | 2.00 | quick | 0.100 | yes |"));
    }

    #[test]
    fn solved_tasks_are_compared_at_the_peers_limit() {
        let (setup, mut rows) = made_up();
        let text = text_of(write, &setup, &rows);
        assert!(text.contains("| W | 2 | 1 | quick | 2 | **no** |"), "{text}");
        assert!(text.contains("| V | 1 | 0 | – | – | not known yet |"), "{text}");
        (0..3).for_each(|trial| rows.insert(row("own", "W/n/P", trial, Some(10.0))));
        let text = text_of(write, &setup, &rows);
        assert!(text.contains("| W | 2 | 2 | quick | 2 | yes |"), "{text}");
    }

    #[test]
    fn the_table_of_tools_counts_tasks_solved_within_the_smallest_limit() {
        let (setup, rows) = made_up();
        let files = files(&Data { setup: &setup, rows: &rows });
        let table = "| workload | tasks | own | quick | slow |\n|---|---|---|---|---|\n\
                     | W | 2 | 1 | 2 | 1 |\n| V | 1 | – | – | – |\n";
        assert!(files[0].1.contains(table), "{}", files[0].1);
    }

    #[test]
    fn without_peers_nothing_is_said_about_them() {
        let (mut setup, rows) = made_up();
        setup.strategies.retain(|strategy| !strategy.peer);
        assert!(!text_of(write, &setup, &rows).contains("peer"));
        assert!(files(&Data { setup: &setup, rows: &rows }).is_empty());
    }
}

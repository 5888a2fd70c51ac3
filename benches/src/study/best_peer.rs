//! How the first strategy stands against the best of the other tools: in solved tasks, and in the time
//! that easy tasks take.

use super::data::Data;
use super::markdown::{number, table, words};
use super::setup::StrategySetup;
use super::stats::median;
use super::summary::{Measure, Solved};
use std::fmt::Write;

/// The strategy that says which tasks are easy: those that it solves within the first bucket.
const RANDOM: &str = "random";

/// How much longer than the best peer the first strategy may take over an easy task.
const FACTOR: f64 = 2.0;

/// Seconds that are no matter, however short a peer takes.
const SHORT: f64 = 0.002;

/// Writes the sections of the report.
pub(super) fn write(text: &mut String, data: &Data<'_>) {
    easy(text, data);
    solved(text, data);
}

/// The easy tasks of a workload.
fn easy_tasks<'d>(data: &Data<'d>, random: &StrategySetup, workload: &str) -> Vec<&'d str> {
    let is_easy = |task: &&str| data.summary(random, task).solved() == Solved::Within(0);
    data.tasks(workload).filter(is_easy).collect()
}

/// The median of the medians of some tasks; `None` if it is not reached, or nothing was run.
fn median_of(
    data: &Data<'_>,
    strategy: &StrategySetup,
    tasks: &[&str],
    measure: Measure,
) -> Option<f64> {
    let summaries = tasks.iter().map(|task| data.summary(strategy, task));
    let run = summaries.filter(|summary| !summary.rows.is_empty());
    // A median that is not reached is greater than all others.
    let values = run.map(|summary| summary.median(measure).unwrap_or(f64::INFINITY));
    median(values.collect()).filter(|value| value.is_finite())
}

fn random<'d>(data: &Data<'d>) -> Option<&'d StrategySetup> {
    data.setup.strategies.iter().find(|strategy| strategy.name == RANDOM)
}

/// The strategy that the study is about, unless only peers were run.
fn first<'d>(data: &Data<'d>) -> Option<&'d StrategySetup> {
    data.setup.strategies.first().filter(|strategy| !strategy.peer)
}

fn peers<'d>(data: &Data<'d>) -> impl Iterator<Item = &'d StrategySetup> {
    data.setup.strategies.iter().filter(|strategy| strategy.peer)
}

fn verdict(holds: Option<bool>) -> String {
    holds.map_or("not known yet", |holds| if holds { "yes" } else { "**no**" }).to_owned()
}

/// How fast the easy tasks are solved, by all, and whether the first is fast enough.
fn easy(text: &mut String, data: &Data<'_>) {
    let Some(random) = random(data) else { return };
    let _ = writeln!(
        text,
        "## Easy tasks\n\nTasks that `{RANDOM}` solves within 0.1 s: the median over them of the median \
         time (Kaplan–Meier) of each, in milliseconds, and of tests.\n"
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
                number(of(Measure::Time).map(|seconds| seconds * 1e3)),
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
        "On easy tasks `{}` is to take at most {FACTOR} times as long as the best peer, or {} ms:\n",
        first.name,
        SHORT * 1e3
    );
    let mut rows = Vec::new();
    for workload in data.setup.workloads() {
        let easy = easy_tasks(data, random, workload);
        let time = |strategy| median_of(data, strategy, &easy, Measure::Time);
        let run = peers(data).filter_map(|peer| Some((time(peer)?, peer.name.clone())));
        let best = run.min_by(|a, b| a.0.total_cmp(&b.0));
        let own = time(first);
        let holds = match (own, &best) {
            (Some(own), Some(best)) => Some(own <= SHORT || own <= FACTOR * best.0),
            (Some(own), None) if own <= SHORT => Some(true),
            _ => None,
        };
        let (theirs, name) =
            best.map_or((None, "–".to_owned()), |(time, name)| (Some(time), name));
        let milliseconds = |seconds: Option<f64>| number(seconds.map(|seconds| seconds * 1e3));
        let known = |task| data.summary(random, task).solved() != Solved::Incomplete;
        let none = easy.is_empty() && data.tasks(workload).all(known);
        rows.push(vec![
            workload.to_owned(),
            easy.len().to_string(),
            milliseconds(own),
            name,
            milliseconds(theirs),
            if none { "no task is easy".to_owned() } else { verdict(holds) },
        ]);
    }
    let head = ["workload", "easy tasks", "ms", "best peer", "its ms", "holds"];
    table(text, &words(&head), &rows);
}

/// Whether the first strategy solves at least as many tasks as the best peer.
fn solved(text: &mut String, data: &Data<'_>) {
    let Some(first) = first(data) else { return };
    let limits = peers(data).map(|peer| peer.limit);
    let Some(limit) = limits.min_by(f64::total_cmp) else { return };
    let limit = limit.min(first.limit);
    let _ = writeln!(
        text,
        "## Against the best peer\n\nTasks solved in every trial within {limit} s, the least that one of \
         them had; `{}` is to be behind no peer. A task whose trials are not all there counts as \
         solved for a peer, and as not solved for `{}`, until they are.\n",
        first.name, first.name
    );
    let mut rows = Vec::new();
    for workload in data.setup.workloads() {
        let count = |strategy: &StrategySetup, open: bool| {
            let solved = |task: &&str| {
                let summary = data.summary(strategy, task);
                !summary.rows.is_empty() && summary.solved_within(limit).unwrap_or(open)
            };
            data.tasks(workload).filter(solved).count()
        };
        let run = |peer: &&StrategySetup| {
            data.tasks(workload).any(|task| !data.summary(peer, task).rows.is_empty())
        };
        let own = count(first, false);
        let counts = peers(data).filter(run).map(|peer| (count(peer, true), peer.name.as_str()));
        let mut counts: Vec<(usize, &str)> = counts.collect();
        let most = counts.iter().map(|(count, _)| *count).max();
        counts.retain(|(count, _)| Some(*count) == most);
        let best: Vec<&str> = counts.iter().map(|(_, name)| *name).collect();
        rows.push(vec![
            workload.to_owned(),
            data.tasks(workload).count().to_string(),
            own.to_string(),
            if best.is_empty() { "–".to_owned() } else { best.join(", ") },
            most.map_or("–".to_owned(), |most| most.to_string()),
            verdict(most.map(|most| own >= most)),
        ]);
    }
    let own = format!("`{}` solves", first.name);
    let head = ["workload", "tasks", &own, "best peer", "it solves", "not behind"];
    table(text, &words(&head), &rows);
}

#[cfg(test)]
mod tests {
    use super::super::row::Rows;
    use super::super::row::tests::row;
    use super::super::setup::Setup;
    use super::super::setup::tests::{setup, strategy};
    use super::*;

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

    fn report(setup: &Setup, rows: &Rows) -> String {
        let mut text = String::new();
        write(&mut text, &Data { setup, rows });
        text
    }

    #[test]
    fn easy_tasks_are_compared_with_the_fastest_peer() {
        let (setup, mut rows) = made_up();
        let text = report(&setup, &rows);
        assert!(text.contains("| W | 1 | 30.0 | quick | 10.0 | **no** |"), "{text}");
        assert!(text.contains("| V | 0 | – | – | – | not known yet |"), "{text}");
        for (time, verdict) in [(0.02, "yes"), (0.0199, "yes"), (0.021, "**no**")] {
            (0..3).for_each(|trial| rows.insert(row("own", "W/m/P", trial, Some(time))));
            let text = report(&setup, &rows);
            assert!(text.contains(&format!("| quick | 10.0 | {verdict} |")), "{time}: {text}");
        }
        (0..3).for_each(|trial| rows.insert(row(RANDOM, "V/m/P", trial, Some(7.0))));
        assert!(report(&setup, &rows).contains("| V | 0 | – | – | – | no task is easy |"));
        // Two milliseconds are always short enough.
        (0..3).for_each(|trial| rows.insert(row("own", "W/m/P", trial, Some(0.002))));
        (0..3).for_each(|trial| rows.insert(row("quick", "W/m/P", trial, Some(1e-4))));
        assert!(report(&setup, &rows).contains("| W | 1 | 2.00 | quick | 0.100 | yes |"));
    }

    #[test]
    fn solved_tasks_are_compared_at_the_peers_limit() {
        let (setup, mut rows) = made_up();
        let text = report(&setup, &rows);
        assert!(text.contains("| W | 2 | 1 | quick | 2 | **no** |"), "{text}");
        assert!(text.contains("| V | 1 | 0 | – | – | not known yet |"), "{text}");
        (0..3).for_each(|trial| rows.insert(row("own", "W/n/P", trial, Some(10.0))));
        let text = report(&setup, &rows);
        assert!(text.contains("| W | 2 | 2 | quick | 2 | yes |"), "{text}");
    }

    #[test]
    fn without_peers_nothing_is_said_about_them() {
        let (mut setup, rows) = made_up();
        setup.strategies.retain(|strategy| !strategy.peer);
        assert!(!report(&setup, &rows).contains("peer"));
    }
}

//! The tables of the report: bugs grouped by which strategy is faster, and every bug beside what is
//! published of it.

use super::super::data::Data;
use super::super::markdown::number;
use super::super::published::{Bug, STRATEGIES};
use super::super::setup::StrategySetup;
use super::super::stats::{mann_whitney, mean};
use super::super::summary::{Measure, Summary};
use std::fmt::Write;

/// The level of significance of each tail.
const ALPHA: f64 = 0.05;

/// The report, of bugs and of what was measured of each by each strategy.
pub(super) fn markdown(data: &Data<'_>, bugs: &[Bug], all: &[Vec<Summary<'_>>]) -> String {
    let mut text = format!(
        "# {}: bug by bug\n\nThe failure rate (FR) is the share of trials that found the bug, within the limit \
         that the heading gives; the time is the mean of those trials alone, in seconds: CPU time here, \
         wall-clock time on another machine, of ten trials of an hour, where it is published. Published \
         figures are read off the vector figures 2 and 3 of the paper, to about a hundredth. Compare \
         ranks, rates and the effect of an \
         ablation; the seconds are of different machines, compilers and generators.\n\n\
         ![Failure rate and mean time to failure](bugs.svg)\n\n",
        data.setup.study
    );
    key(&mut text, &data.setup.strategies);
    curated(&mut text, data, bugs, all);
    every_bug(&mut text, &data.setup.strategies, bugs, all);
    text
}

/// What each strategy is, and which published one it stands beside.
fn key(text: &mut String, strategies: &[StrategySetup]) {
    text.push_str("## Strategies\n\n");
    for StrategySetup { name, about, .. } in strategies {
        let _ = write!(text, "- `{name}`: {about}");
        if let Some((_, title)) = STRATEGIES.iter().find(|(ours, _)| ours == name) {
            let _ = write!(text, "; beside the published {title}");
        }
        text.push('\n');
    }
    text.push('\n');
}

fn every_bug(
    text: &mut String,
    strategies: &[StrategySetup],
    bugs: &[Bug],
    all: &[Vec<Summary<'_>>],
) {
    text.push_str(
        "## Every bug\n\nIn brackets: how many trials there are, where it is not as many as the strategy \
         was to have; those that stopped at three fruitless ones count as unsolved. Such a rate could \
         have been above 0 with all trials.\n\n| # | mutant |",
    );
    for strategy in strategies {
        let _ = write!(text, " {0}, {1} s: FR | {0} s |", strategy.name, strategy.limit);
    }
    for (_, name) in STRATEGIES {
        let _ = write!(text, " published {name} FR | s |");
    }
    let _ = writeln!(text, "\n|{}", "---|".repeat(2 + 2 * (strategies.len() + STRATEGIES.len())));
    for (bug, measured) in bugs.iter().zip(all) {
        let _ = write!(text, "| {} | {} |", bug.number, bug.mutant);
        for (strategy, summary) in strategies.iter().zip(measured) {
            let mean = number(summary.mean_of_found(Measure::Time));
            let _ = write!(text, " {} | {mean} |", rate(strategy, summary));
        }
        for figure in &bug.figures {
            let _ = write!(text, " {:.1} | {} |", figure.rate, number(figure.time));
        }
        text.push('\n');
    }
    let published = |at: usize| {
        let rates: Vec<f64> = bugs.iter().map(|bug| bug.figures[at].rate).collect();
        number(mean(&rates))
    };
    text.push_str("| | **mean FR** |");
    for (at, strategy) in strategies.iter().enumerate() {
        let _ = write!(text, " {} | |", mean_rate(all, at, strategy.limit));
    }
    for at in 0..STRATEGIES.len() {
        let _ = write!(text, " {} | |", published(at));
    }
    text.push('\n');
    let limits = || strategies.iter().map(|strategy| strategy.limit);
    let least = limits().fold(f64::INFINITY, f64::min);
    if limits().any(|limit| limit > least) {
        let _ = write!(text, "| | **mean FR within {least} s** |");
        for at in 0..strategies.len() {
            let _ = write!(text, " {} | |", mean_rate(all, at, least));
        }
        let _ = writeln!(text, "{}", " | |".repeat(STRATEGIES.len()));
    }
}

/// The failure rate of a bug, with the number of trials where that is another than it should be.
fn rate(strategy: &StrategySetup, summary: &Summary<'_>) -> String {
    match summary.rows.len() {
        0 => "–".to_owned(),
        rows if rows as u64 == strategy.trials => format!("{:.2}", summary.failure_rate()),
        rows => format!("{:.2} ({rows})", summary.failure_rate()),
    }
}

/// The mean failure rate of a strategy within a limit, of those bugs that it has trials of.
fn mean_rate(all: &[Vec<Summary<'_>>], at: usize, limit: f64) -> String {
    let tried = all.iter().map(|bug| &bug[at]).filter(|summary| !summary.rows.is_empty());
    let rates: Vec<f64> = tried.map(|summary| summary.failure_rate_within(limit)).collect();
    let rate = number(mean(&rates));
    match rates.len() {
        tried if tried == all.len() || tried == 0 => rate,
        tried => format!("{rate} of {tried} bugs"),
    }
}

/// How the paper groups bugs: by which of two strategies is faster.
const GROUPS: [&str; 4] = [
    "`fuzzchick` is faster",
    "neither is faster",
    "`fuzzchick` is slower",
    "`fuzzchick` always times out",
];

/// Which group a bug is in, of [`GROUPS`]; none if one of the strategies has not run it. Trials that found
/// nothing within the lesser limit share the worst rank.
fn group(fuzzchick: &Summary<'_>, other: &Summary<'_>) -> Option<usize> {
    if fuzzchick.rows.is_empty() || other.rows.is_empty() {
        return None;
    }
    if fuzzchick.found() == 0 {
        return Some(3);
    }
    let limit = fuzzchick.limit.min(other.limit);
    let less = |a: &Summary<'_>, b: &Summary<'_>| {
        let [a, b] = [a, b].map(|summary| summary.ranked(Measure::Time, limit));
        mann_whitney::test(&a, &b).is_some_and(|test| test.less < ALPHA)
    };
    Some(if less(fuzzchick, other) {
        0
    } else if less(other, fuzzchick) {
        2
    } else {
        1
    })
}

/// Tables III and IV: the bugs by which strategy is faster, and the mean failure rate of each group.
fn curated(text: &mut String, data: &Data<'_>, bugs: &[Bug], all: &[Vec<Summary<'_>>]) {
    let strategies = &data.setup.strategies;
    let Some(fuzzchick) = strategies.iter().position(|s| s.name == "fuzzchick") else { return };
    let _ = writeln!(
        text,
        "## Curated, as in Tables III and IV\n\nThe paper compares `fuzzchick` and `paper` and has, of its {} \
         bugs, {}. Here a bug is in one of the first three groups by a one-sided Mann–Whitney test at \
         {ALPHA} of the times of all trials; those that found nothing within the lesser limit of the two \
         share the worst rank. The failure rates are those within that limit. Where a strategy has fewer \
         trials of a bug than others, as the table below says, a difference is harder to tell.\n",
        bugs.len(),
        match data.setup.study.as_str() {
            "ifc-stack" =>
                "FuzzChick faster on none, neither on 2 (mean failure rates 0.35 and 1), MUTAGEN on 17 \
                 (0.79 and 1), and 1 that FuzzChick never finds (0 and 1)",
            _ =>
                "FuzzChick faster on 2 (mean failure rates 0.8 and 0.75), neither on 8 (0.52 and 0.8), \
                 MUTAGEN on 20 (0.93 and 1), and 3 that FuzzChick never finds (0 and 0.7)",
        }
    );
    text.push_str("| against | bugs where | count | mean FR fuzzchick | mean FR of the other |\n");
    text.push_str("|---|---|---|---|---|\n");
    for (at, strategy) in strategies.iter().enumerate().filter(|(at, _)| *at != fuzzchick) {
        for (index, words) in GROUPS.iter().enumerate() {
            let of = |bug: &&Vec<Summary<'_>>| group(&bug[fuzzchick], &bug[at]) == Some(index);
            let limit = strategy.limit.min(strategies[fuzzchick].limit);
            let rates = |at: usize| {
                let rate = |bug: &Vec<Summary<'_>>| bug[at].failure_rate_within(limit);
                all.iter().filter(of).map(rate).collect::<Vec<f64>>()
            };
            let _ = writeln!(
                text,
                "| {} | {words} | {} | {} | {} |",
                strategy.name,
                rates(at).len(),
                number(mean(&rates(fuzzchick))),
                number(mean(&rates(at)))
            );
        }
    }
    text.push('\n');
}

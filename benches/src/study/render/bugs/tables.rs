//! The tables of the report: bugs grouped by the faster strategy, and every bug with its published
//! figures.

use super::spread;
use crate::study::analyse::bugs::{ALPHA, GROUPS, group};
use crate::study::analyse::data::Data;
use crate::study::analyse::published::Published;
use crate::study::analyse::stats::mean;
use crate::study::analyse::summary::{Measure, Summary};
use crate::study::render::markdown::number;
use crate::study::rows::setup::StrategySetup;
use std::fmt::Write;

/// The report, of bugs and of what was measured of each by each strategy.
pub(super) fn markdown(data: &Data<'_>, published: &Published, all: &[Vec<Summary<'_>>]) -> String {
    let mut text = format!(
        "# {}: bug by bug\n\nThe find rate (FR) is the share of trials that found the bug within \
         the limit in the heading. The paper calls it failure rate. The time is the mean of those \
         trials, in seconds: CPU time for our strategies, and wall-clock time on another machine, \
         in ten trials of an hour, for published ones. Published figures are read off the vector \
         {} of the paper, to about 0.01. Compare ranks, rates and the effect of an ablation. The \
         seconds are of different machines, compilers and generators.\n\n![Find rate and mean time \
         to find](bugs.svg)\n\n",
        data.setup.study, published.source
    );
    key(&mut text, &data.setup.strategies, published);
    curated(&mut text, data, published, all);
    every_bug(&mut text, &data.setup.strategies, published, all);
    if !published.is_by_rate {
        spread::write(&mut text, data, published, all);
    }
    text
}

/// The description of each strategy, and the published strategy that it is compared with.
fn key(text: &mut String, strategies: &[StrategySetup], published: &Published) {
    text.push_str("## Strategies\n\n");
    for StrategySetup { name, about, .. } in strategies {
        let _ = write!(text, "- `{name}`: {about}");
        if let Some((_, title)) = published.strategies.iter().find(|(ours, _)| ours == name) {
            let _ = write!(text, "; compared with the published {title}");
        }
        text.push('\n');
    }
    text.push('\n');
}

fn every_bug(
    text: &mut String,
    strategies: &[StrategySetup],
    published: &Published,
    all: &[Vec<Summary<'_>>],
) {
    let bugs = &published.bugs;
    text.push_str(
        "## Every bug\n\nNumbers in brackets are the trials that were run, where that is fewer \
         than planned. A bug with three trials without a result counts as unsolved; with all \
         trials, its rate could be above 0.\n\n| # | mutant |",
    );
    for strategy in strategies {
        let _ = write!(text, " {0}, {1} s: FR | {0} s |", strategy.name, strategy.limit);
    }
    for (_, name) in published.strategies {
        let _ = write!(text, " published {name} FR | s |");
    }
    let _ = writeln!(
        text,
        "\n|{}",
        "---|".repeat(2 + 2 * (strategies.len() + published.strategies.len()))
    );
    for (bug, measured) in bugs.iter().zip(all) {
        let _ = write!(text, "| {} | {} |", bug.number, bug.mutant);
        for (strategy, summary) in strategies.iter().zip(measured) {
            let mean = number(summary.mean_of_found(Measure::Time));
            let _ = write!(text, " {} | {mean} |", rate(strategy, summary));
        }
        match bug.figures {
            Some(figures) => figures.iter().for_each(|figure| {
                let _ = write!(text, " {:.1} | {} |", figure.rate, number(figure.time));
            }),
            None => text.push_str(&" – | – |".repeat(published.strategies.len())),
        }
        text.push('\n');
    }
    let mean_published = |at: usize| {
        let figures = bugs.iter().filter_map(|bug| bug.figures);
        let rates: Vec<f64> = figures.map(|figures| figures[at].rate).collect();
        number(mean(&rates))
    };
    let every: Vec<&[Summary<'_>]> = all.iter().map(Vec::as_slice).collect();
    text.push_str("| | **mean FR** |");
    for (at, strategy) in strategies.iter().enumerate() {
        let _ = write!(text, " {} | |", mean_rate(&every, at, strategy.limit));
    }
    let is_published = |at: &usize| bugs[*at].figures.is_some();
    let of_published: Vec<&[Summary<'_>]> =
        (0..bugs.len()).filter(is_published).map(|at| all[at].as_slice()).collect();
    if of_published.len() < bugs.len() {
        let _ = write!(text, "{}", " – | |".repeat(published.strategies.len()));
        text.push_str("\n| | **mean FR, bugs with published figures** |");
        for (at, strategy) in strategies.iter().enumerate() {
            let _ = write!(text, " {} | |", mean_rate(&of_published, at, strategy.limit));
        }
    }
    for at in 0..published.strategies.len() {
        let _ = write!(text, " {} | |", mean_published(at));
    }
    text.push('\n');
    let limits = || strategies.iter().map(|strategy| strategy.limit);
    let least = limits().fold(f64::INFINITY, f64::min);
    if limits().any(|limit| limit > least) {
        let _ = write!(text, "| | **mean FR within {least} s** |");
        for at in 0..strategies.len() {
            let _ = write!(text, " {} | |", mean_rate(&every, at, least));
        }
        let _ = writeln!(text, "{}", " | |".repeat(published.strategies.len()));
    }
}

/// The find rate of a bug, with the number of trials if it differs from the plan.
fn rate(strategy: &StrategySetup, summary: &Summary<'_>) -> String {
    match summary.rows.len() {
        0 => "–".to_owned(),
        rows if rows as u64 == strategy.trials => format!("{:.2}", summary.find_rate()),
        rows => format!("{:.2} ({rows})", summary.find_rate()),
    }
}

/// The mean find rate of a strategy within a limit, of those bugs that it has trials of.
fn mean_rate(all: &[&[Summary<'_>]], at: usize, limit: f64) -> String {
    let tried = all.iter().map(|bug| &bug[at]).filter(|summary| !summary.rows.is_empty());
    let rates: Vec<f64> = tried.map(|summary| summary.find_rate_within(limit)).collect();
    let rate = number(mean(&rates));
    match rates.len() {
        tried if tried == all.len() || tried == 0 => rate,
        tried => format!("{rate} of {tried} bugs"),
    }
}

/// Tables III and IV: the bugs by which strategy is faster, and the mean find rate of each group.
fn curated(text: &mut String, data: &Data<'_>, published: &Published, all: &[Vec<Summary<'_>>]) {
    let strategies = &data.setup.strategies;
    let Some(fuzzchick) = strategies.iter().position(|s| s.name == "fuzzchick") else { return };
    let groups = match data.setup.study.as_str() {
        "ifc-stack" => {
            "FuzzChick faster on none, neither on 2 (mean find rates 0.35 and 1), MUTAGEN on 17 \
             (0.79 and 1), and 1 that FuzzChick never finds (0 and 1)"
        }
        "ifc-register" => {
            "FuzzChick faster on 2 (mean find rates 0.8 and 0.75), neither on 8 (0.52 and 0.8), \
             MUTAGEN on 20 (0.93 and 1), and 3 that FuzzChick never finds (0 and 0.7)"
        }
        _ => return,
    };
    let _ = writeln!(
        text,
        "## Curated, as in Tables III and IV\n\nThe paper compares `fuzzchick` and `paper` on {} \
         bugs: {groups}. Here a bug is in one of the first three groups by a one-sided \
         Mann–Whitney test at {ALPHA} of the times of all trials. Trials that found nothing within \
         the lesser of the two limits share the worst rank. The find rates are those within that limit. \
         Where a strategy has fewer trials of a bug than others, as the table below says, a \
         difference is harder to tell.\n",
        published.bugs.len(),
    );
    text.push_str("| against | bugs where | count | mean FR fuzzchick | mean FR of the other |\n");
    text.push_str("|---|---|---|---|---|\n");
    for (at, strategy) in strategies.iter().enumerate().filter(|(at, _)| *at != fuzzchick) {
        for (index, words) in GROUPS.iter().enumerate() {
            let of = |bug: &&Vec<Summary<'_>>| group(&bug[fuzzchick], &bug[at]) == Some(index);
            let limit = strategy.limit.min(strategies[fuzzchick].limit);
            let rates = |at: usize| {
                let rate = |bug: &Vec<Summary<'_>>| bug[at].find_rate_within(limit);
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

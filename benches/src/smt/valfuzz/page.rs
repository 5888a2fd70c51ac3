//! The page: Table V measured beside published, tests between strategies, and formulas.

use super::row::{Row, Setup};
use super::table::{Figures, Trial, figures, trivial};
use benches::study::analyse::stats::{mann_whitney, mean};
use std::fmt::Write as _;

/// Table V of the thesis: soundness bugs, all bugs, soundness efficiency, efficiency.
const PUBLISHED: [(&str, [&str; 4]); 13] = [
    ("RBASE", ["3.53 ± 0.57", "39.30 ± 1.58", "0.61 ± 0.14", "4.41 ± 0.38"]),
    ("SKOLU", ["4.20 ± 0.41", "35.00 ± 1.17", "2.02 ± 0.20", "8.16 ± 0.55"]),
    ("ADOMAIN", ["6.47 ± 0.57", "36.63 ± 1.45", "1.89 ± 0.17", "5.45 ± 0.40"]),
    ("ADOMAINE", ["4.50 ± 0.63", "23.03 ± 1.03", "1.15 ± 0.16", "3.84 ± 0.26"]),
    ("CPOG", ["4.03 ± 0.61", "38.93 ± 1.17", "1.41 ± 0.21", "6.62 ± 0.41"]),
    ("EFFINAL", ["3.33 ± 0.55", "30.97 ± 0.93", "1.12 ± 0.26", "6.24 ± 0.44"]),
    ("LEAFOPT", ["3.13 ± 0.35", "34.90 ± 0.92", "1.95 ± 0.22", "10.50 ± 0.58"]),
    ("MULTIEF7", ["5.07 ± 0.83", "36.70 ± 1.49", "2.23 ± 0.36", "8.22 ± 0.68"]),
    ("NOSKOLE", ["3.33 ± 0.48", "33.30 ± 0.95", "1.68 ± 0.24", "7.70 ± 0.46"]),
    ("RELC3", ["7.13 ± 0.35", "38.97 ± 0.76", "2.11 ± 0.10", "5.91 ± 0.23"]),
    ("BLENDA", ["5.57 ± 0.63", "43.47 ± 1.83", "1.08 ± 0.12", "4.45 ± 0.36"]),
    ("BLENDB", ["8.87 ± 1.17", "42.87 ± 1.59", "1.71 ± 0.25", "4.72 ± 0.33"]),
    ("BLENDBLEAF", ["7.03 ± 1.03", "42.37 ± 1.56", "1.34 ± 0.19", "4.53 ± 0.32"]),
];

/// A figure of a trial.
type Figure = fn(&Trial) -> f64;

/// The figures of the table.
const COLUMNS: [Figure; 4] =
    [|t| t.soundness, |t| t.all, |t| t.soundness_efficiency, |t| t.efficiency];

/// What is to be shown: a strategy has more of something than another one.
const CLAIMS: [(&str, &str, &str, Figure); 4] = [
    ("SKOLU", "RBASE", "efficiency", |t| t.efficiency),
    ("BLENDB", "RBASE", "soundness bugs", |t| t.soundness),
    ("NEAR", "BLENDB", "soundness bugs", |t| t.soundness),
    ("NEAR", "BLENDB", "soundness efficiency", |t| t.soundness_efficiency),
];

/// One line.
pub(super) fn line(rows: &[Row], setup: &Setup) -> String {
    let all = figures(rows, setup);
    let cell = |of: &Figures<'_>| {
        format!(
            "{} {} soundness bugs in {} trials",
            of.strategy,
            of.cell(|t| t.soundness),
            of.trials.len()
        )
    };
    all.iter().map(cell).collect::<Vec<String>>().join("; ")
}

/// The page.
pub(super) fn text(rows: &[Row], setup: &Setup) -> String {
    let mut text = "# ValFuzz on known bugs\n\n".to_owned();
    if setup.is_quick {
        text += "**A quick run: the solvers are made up, and wrong by chance.**\n\n";
    }
    let all = figures(rows, setup);
    let _ = write!(
        text,
        "{} formulas of `known.tsv` with constants, {} iterations on each, against a release that \
         has the bug: the first one with soundness, or else the first. Constants are chosen by \
         z3 5.4.1, cvc5 1.4.2 and z3 4.8.17 by turns. The first two judge: soundness needs both, \
         or one and a model that something else confirms or rejects. A bug is a formula and a \
         class. Efficiency is bugs that are not trivial per 1000 calls: tests that a solver was \
         asked about, and formulas that the solver was given. {} pairs of formula and class are \
         trivial: 50 runs of RBASE with one iteration find each of them every time. Constants \
         that were had before are not tried again, for all strategies. Only trials with a row for \
         each formula count. In italics: Table V of the thesis, on other formulas and \
         releases.\n\nNEAR also edits the constants that the formula has, and with them it shows \
         the bug: its figures say what edits around a known bug find. MODELNEAR never starts from \
         them, as the strategies of the thesis do not.\n\n",
        setup.formulas.len(),
        setup.iterations,
        trivial(rows).len(),
    );
    table(&mut text, &all);
    claims(&mut text, &all);
    work(&mut text, &all);
    formulas(&mut text, &all, setup);
    let cpu: f64 = rows.iter().map(|row| row.cpu).sum();
    let _ = writeln!(
        text,
        "`rows.jsonl` has all rows with a formula for each bug; `cargo run -p benches --release -- \
         smt-valfuzz` does those that are missing, `--from` computes this page. {} CPU seconds a \
         run of a solver at most, {cpu:.0} of all solvers together. Commit {}. {}.",
        setup.limit, setup.commit, setup.machine
    );
    text
}

fn table(text: &mut String, all: &[Figures<'_>]) {
    text.push_str(
        "| strategy | trials | soundness bugs | all bugs | soundness efficiency | efficiency |\n\
         |---|---|---|---|---|---|\n",
    );
    for of in all {
        let cells = COLUMNS.map(|column| of.cell(column)).join(" | ");
        let _ = writeln!(text, "| {} | {} | {cells} |", of.strategy, of.trials.len());
        if let Some((_, cells)) = PUBLISHED.iter().find(|(name, _)| *name == of.strategy) {
            let _ = writeln!(text, "| | *30* | *{}* |", cells.join("* | *"));
        }
    }
    text.push('\n');
}

fn claims(text: &mut String, all: &[Figures<'_>]) {
    let named = |name: &str| all.iter().find(|of| of.strategy == name && !of.trials.is_empty());
    text.push_str("One-sided Mann–Whitney tests over trials:\n\n");
    for (more, less, what, figure) in CLAIMS {
        let (Some(more), Some(less)) = (named(more), named(less)) else { continue };
        let (a, b) = (more.each(figure), less.each(figure));
        let Some(test) = mann_whitney::test(&b, &a) else { continue };
        let (high, low) = (mean(&a).unwrap_or(0.0), mean(&b).unwrap_or(0.0));
        let _ = writeln!(
            text,
            "* {} against {}, {what}: {high:.2} to {low:.2}, p = {:.4} ({}).",
            more.strategy,
            less.strategy,
            test.less,
            test.method.word()
        );
    }
    text.push('\n');
}

fn work(text: &mut String, all: &[Figures<'_>]) {
    text.push_str(
        "## What the trials did\n\nMeans of a trial.\n\n| strategy | tests | `sat` | formulas | \
         `sat` | comparable | CPU s |\n|---|---|---|---|---|---|---|\n",
    );
    for of in all.iter().filter(|of| !of.trials.is_empty()) {
        let count = |n: usize| {
            let each: Vec<f64> = of.trials.iter().map(|trial| trial.counts[n]).collect();
            mean(&each).unwrap_or(0.0)
        };
        let share = |n: usize, of: usize| 100.0 * count(n) / count(of).max(1.0);
        let cpu = mean(&of.each(|trial| trial.cpu)).unwrap_or(0.0);
        let _ = writeln!(
            text,
            "| {} | {:.0} | {:.0} % | {:.0} | {:.0} % | {:.0} % | {cpu:.0} |",
            of.strategy,
            count(0),
            share(1, 0),
            count(2),
            share(3, 2),
            share(4, 2),
        );
    }
    text.push('\n');
}

fn formulas(text: &mut String, all: &[Figures<'_>], setup: &Setup) {
    let all: Vec<&Figures<'_>> = all.iter().filter(|of| !of.trials.is_empty()).collect();
    let names: Vec<&str> = all.iter().map(|of| of.strategy).collect();
    let _ = writeln!(
        text,
        "## Soundness by formula\n\nTrials that found it.\n\n| formula | {} |\n|---{}|",
        names.join(" | "),
        "|---".repeat(names.len())
    );
    for id in &setup.formulas {
        let counts: Vec<usize> =
            all.iter().map(|of| of.sound.get(id.as_str()).copied().unwrap_or(0)).collect();
        if counts.iter().any(|count| *count > 0) {
            let cells: Vec<String> = counts.iter().map(usize::to_string).collect();
            let _ = writeln!(text, "| {id} | {} |", cells.join(" | "));
        }
    }
    let is_found = |id: &&String| all.iter().any(|of| of.sound.contains_key(id.as_str()));
    let (found, never): (Vec<&String>, Vec<&String>) = setup.formulas.iter().partition(is_found);
    let never: Vec<&str> = never.into_iter().map(String::as_str).collect();
    let (found, all) = (found.len(), setup.formulas.len());
    let rest = match never.is_empty() {
        true => String::new(),
        false => format!("; not on {}", never.join(", ")),
    };
    let _ = writeln!(text, "\nOn {found} of {all}{rest}.\n");
}

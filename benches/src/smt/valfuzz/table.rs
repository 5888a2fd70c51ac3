//! The figures of a strategy: bugs and efficiency, as Table V of the thesis has them.

use super::TRIVIAL;
use super::row::{Row, Setup};
use benches::study::analyse::stats::mean;
use std::collections::{BTreeMap, BTreeSet};

/// The classes of bugs.
pub(super) const SOUNDNESS: &str = "soundness";

/// What one trial on all formulas came to.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Trial {
    /// Bugs of soundness: formulas that show it.
    pub(super) soundness: f64,
    /// Bugs of all classes.
    pub(super) all: f64,
    /// Soundness bugs that are not trivial, per 1000 calls.
    pub(super) soundness_efficiency: f64,
    /// Bugs that are not trivial, per 1000 calls.
    pub(super) efficiency: f64,
    /// Tests that a solver was asked about, those that were `sat`, formulas, those that were `sat`,
    /// those that were comparable.
    pub(super) counts: [f64; 5],
    /// CPU seconds.
    pub(super) cpu: f64,
}

/// The trials of a strategy that have a row for each formula.
pub(super) struct Figures<'r> {
    /// The strategy.
    pub(super) strategy: &'r str,
    /// Its trials.
    pub(super) trials: Vec<Trial>,
    /// Formulas on which any trial found soundness, with the number of trials.
    pub(super) sound: BTreeMap<&'r str, usize>,
}

/// The formulas and classes that are trivial.
pub(super) fn trivial(rows: &[Row]) -> BTreeSet<(&str, &str)> {
    let rows = rows.iter().filter(|row| row.strategy == TRIVIAL);
    rows.flat_map(|row| row.found.iter().map(|bug| (&*row.id, &*bug.class))).collect()
}

/// The figures of all strategies, in the order of their first rows.
pub(super) fn figures<'r>(rows: &'r [Row], setup: &Setup) -> Vec<Figures<'r>> {
    let trivial = trivial(rows);
    let mut names: Vec<&str> = Vec::new();
    for row in rows.iter().filter(|row| row.strategy != TRIVIAL) {
        if !names.contains(&&*row.strategy) {
            names.push(&row.strategy);
        }
    }
    let of = |strategy: &'r str| {
        let mut by_trial: BTreeMap<u64, Vec<&Row>> = BTreeMap::new();
        let known = |row: &&Row| row.strategy == strategy && setup.formulas.contains(&row.id);
        for row in rows.iter().filter(known) {
            by_trial.entry(row.trial).or_default().push(row);
        }
        by_trial.retain(|_, rows| rows.len() == setup.formulas.len());
        let mut sound: BTreeMap<&str, usize> = BTreeMap::new();
        for row in by_trial.values().flatten() {
            if row.found.iter().any(|bug| bug.class == SOUNDNESS) {
                *sound.entry(&row.id).or_default() += 1;
            }
        }
        let trials = by_trial.values().map(|rows| trial(rows, &trivial)).collect();
        Figures { strategy, trials, sound }
    };
    names.into_iter().map(of).collect()
}

fn trial(rows: &[&Row], trivial: &BTreeSet<(&str, &str)>) -> Trial {
    let bugs = |is: &dyn Fn(&str, &str) -> bool| {
        let found = rows.iter().flat_map(|row| row.found.iter().map(|bug| (&*row.id, &*bug.class)));
        found.filter(|(id, class)| is(id, class)).count() as f64
    };
    let sum = |of: fn(&Row) -> usize| rows.iter().map(|row| of(row)).sum::<usize>() as f64;
    let calls = sum(|row| row.tests + row.formulas).max(1.0);
    let hard = |id: &str, class: &str| !trivial.contains(&(id, class));
    Trial {
        soundness: bugs(&|_, class| class == SOUNDNESS),
        all: bugs(&|_, _| true),
        soundness_efficiency: 1000.0 * bugs(&|id, class| class == SOUNDNESS && hard(id, class))
            / calls,
        efficiency: 1000.0 * bugs(&hard) / calls,
        counts: [
            sum(|row| row.tests),
            sum(|row| row.sat_tests),
            sum(|row| row.formulas),
            sum(|row| row.sat_formulas),
            sum(|row| row.comparable),
        ],
        cpu: rows.iter().map(|row| row.cpu).sum(),
    }
}

impl Figures<'_> {
    /// One figure of each trial.
    pub(super) fn each(&self, of: fn(&Trial) -> f64) -> Vec<f64> {
        self.trials.iter().map(of).collect()
    }

    /// Mean and standard deviation, as text.
    pub(super) fn cell(&self, of: fn(&Trial) -> f64) -> String {
        let each = self.each(of);
        let Some(middle) = mean(&each) else { return "–".to_owned() };
        if each.len() < 2 {
            return format!("{middle:.2}");
        }
        let squares: f64 = each.iter().map(|x| (x - middle).powi(2)).sum();
        format!("{middle:.2} ± {:.2}", (squares / (each.len() - 1) as f64).sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::smt::valfuzz::row::Bug;

    fn row(strategy: &str, trial: u64, id: &str, classes: &[&str]) -> Row {
        let bug = |class: &&str| Bug {
            class: (*class).to_owned(),
            iteration: 0,
            times: 1,
            key: String::new(),
            script: String::new(),
        };
        Row {
            strategy: strategy.to_owned(),
            trial,
            id: id.to_owned(),
            solver: "s".to_owned(),
            holes: 1,
            tests: 6,
            sat_tests: 3,
            formulas: 4,
            sat_formulas: 2,
            comparable: 1,
            cpu: 0.5,
            found: classes.iter().map(bug).collect(),
        }
    }

    #[test]
    fn only_whole_trials_count_and_trivial_bugs_give_no_efficiency() {
        let rows = [
            row(TRIVIAL, 0, "a", &["crash"]),
            row(TRIVIAL, 0, "b", &[]),
            row("S", 0, "a", &["soundness", "crash"]),
            row("S", 0, "b", &["soundness"]),
            row("S", 1, "a", &[]),
            row("S", 1, "b", &["crash"]),
            row("S", 2, "a", &["crash"]),
        ];
        let formulas = vec!["a".to_owned(), "b".to_owned()];
        let setup = Setup { formulas, ..Setup::default() };
        let figures = figures(&rows, &setup);
        let [of] = &figures[..] else { panic!() };
        assert_eq!((of.strategy, of.trials.len()), ("S", 2));
        assert_eq!(of.each(|trial| trial.all), [3.0, 1.0]);
        assert_eq!(of.each(|trial| trial.soundness), [2.0, 0.0]);
        assert_eq!(of.each(|trial| trial.efficiency), [100.0, 50.0]);
        assert_eq!(of.each(|trial| trial.soundness_efficiency), [100.0, 0.0]);
        assert_eq!(of.cell(|trial| trial.all), "2.00 ± 1.41");
        assert_eq!(of.sound, BTreeMap::from([("a", 1), ("b", 1)]));
    }
}

//! The page of the study: distinct known bugs by solver, history and variant, and each bug.

use super::Setup;
use smt_study::hunt::{Bug, Plan, Slice, Variant};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Distinct known bugs with the history before the releases, and with all of it; of the latter,
/// soundness; and the share of formulas that may be lost to errors.
const BOUNDS: (usize, usize, usize, f64) = (11, 25, 5, 0.05);

/// The figures.
pub(super) struct Page<'p> {
    setup: &'p Setup,
    rows: &'p [Slice],
}

/// What the trials of some plans came to.
#[derive(Default)]
struct Sum<'p> {
    trials: BTreeSet<(&'p str, bool, Variant, u64)>,
    formulas: usize,
    comparable: usize,
    errors: usize,
    limits: usize,
    cpu: f64,
    traced: f64,
    findings: usize,
    bugs: BTreeMap<(&'p str, &'p Bug), usize>,
}

impl<'p> Sum<'p> {
    fn of(rows: impl Iterator<Item = &'p Slice>) -> Sum<'p> {
        let mut sum = Sum::default();
        for row in rows {
            let Plan { solver, is_cut, variant, seed } = &row.plan;
            sum.trials.insert((solver, *is_cut, *variant, *seed));
            sum.formulas += row.formulas;
            sum.comparable += row.comparable;
            sum.errors += row.errors;
            sum.limits += row.limits;
            sum.cpu += row.cpu;
            sum.traced += row.traced;
            sum.findings += row.found.len();
            for bug in row.found.iter().filter_map(|found| found.bug.as_ref()) {
                *sum.bugs.entry((solver, bug)).or_default() += 1;
            }
        }
        sum
    }

    fn count(&self, class: &str) -> usize {
        self.bugs.keys().filter(|(_, bug)| bug.class == class).count()
    }

    fn share(&self, part: usize) -> f64 {
        part as f64 / self.formulas.max(1) as f64
    }
}

impl<'p> Page<'p> {
    /// The figures of these rows.
    pub(super) fn of(rows: &'p [Slice], setup: &'p Setup) -> Page<'p> {
        Page { setup, rows }
    }

    fn of_history(&self, is_cut: bool) -> Sum<'p> {
        Sum::of(self.rows.iter().filter(|row| row.plan.is_cut == is_cut))
    }

    /// Whether the bounds hold.
    pub(super) fn holds(&self) -> bool {
        let (cut, whole) = (self.of_history(true), self.of_history(false));
        let all = Sum::of(self.rows.iter());
        cut.bugs.len() >= BOUNDS.0
            && whole.bugs.len() >= BOUNDS.1
            && whole.count("soundness") >= BOUNDS.2
            && all.share(all.errors) <= BOUNDS.3
    }

    /// One line with the figures.
    pub(super) fn line(&self) -> String {
        let (cut, whole) = (self.of_history(true), self.of_history(false));
        let all = Sum::of(self.rows.iter());
        format!(
            "Distinct known bugs: {} with the history before the releases ({:.2} CPU hours), {} \
             with all of it, {} of them soundness ({:.2} CPU hours); {:.1} % of the formulas lost \
             to errors",
            cut.bugs.len(),
            cut.cpu / 3600.0,
            whole.bugs.len(),
            whole.count("soundness"),
            whole.cpu / 3600.0,
            100.0 * all.share(all.errors)
        )
    }

    /// The page.
    pub(super) fn text(&self) -> String {
        let mut text = "# HistFuzz on old releases\n\n".to_owned();
        if self.setup.is_quick {
            text += "**A quick run: the solvers and the history are made up.**\n\n";
        }
        let _ = write!(
            text,
            "Formulas from skeletons and atoms of the history, judged by {}. A finding is traced \
             to a known bug: its class, the sorts in the reduced formula, and the first later \
             release that is right. Findings that no later release has right are none. `cut` is \
             the history before the releases, by number of issue; `histfuzz`, `r` and `n` use the \
             definitions of the published tool.\n\n{}.\n\n",
            super::REFERENCES.join(", "),
            self.line()
        );
        text.push_str(
            "| solver | history | variant | trials | CPU s | formulas | comparable | errors | at \
             a limit | findings | soundness | invalid model | crash | bugs | a CPU hour | tracing, \
             CPU s |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
        );
        let plans: BTreeSet<(&str, bool, Variant)> = self
            .rows
            .iter()
            .map(|row| (&*row.plan.solver, !row.plan.is_cut, row.plan.variant))
            .collect();
        for (solver, is_whole, variant) in plans {
            let is_own = |row: &&Slice| {
                let plan = &row.plan;
                (&*plan.solver, !plan.is_cut, plan.variant) == (solver, is_whole, variant)
            };
            let sum = Sum::of(self.rows.iter().filter(is_own));
            let percent = |part| 100.0 * sum.share(part);
            let _ = writeln!(
                text,
                "| {solver} | {} | {variant} | {} | {:.0} | {} | {:.0} % | {:.1} % | {:.1} % | {} \
                 | {} | {} | {} | {} | {:.0} | {:.0} |",
                if is_whole { "whole" } else { "cut" },
                sum.trials.len(),
                sum.cpu,
                sum.formulas,
                percent(sum.comparable),
                percent(sum.errors),
                percent(sum.limits),
                sum.findings,
                sum.count("soundness"),
                sum.count("invalid_model"),
                sum.count("crash"),
                sum.bugs.len(),
                sum.bugs.len() as f64 * 3600.0 / sum.cpu.max(1.0),
                sum.traced
            );
        }
        self.bugs(&mut text);
        let Setup { machine, commit, budget, .. } = self.setup;
        let _ = writeln!(
            text,
            "`rows.jsonl` has one row for each slice of a trial, with the choices of each finding; \
             `cargo run -p benches --release -- smt-histfuzz` goes on to {budget:.0} CPU seconds a \
             trial, `--from` computes this page. {} CPU second and {} steps a run. Commit \
             {commit}. {machine}.",
            super::LIMITS.0,
            super::LIMITS.1
        );
        text
    }

    fn bugs(&self, text: &mut String) {
        text.push_str(
            "\n## The bugs\n\n| solver | class | sorts | first right | findings | by |\n\
             |---|---|---|---|---|---|\n",
        );
        let all = Sum::of(self.rows.iter());
        for ((solver, bug), count) in &all.bugs {
            let by: BTreeSet<String> = self
                .rows
                .iter()
                .filter(|row| row.plan.solver == **solver)
                .filter(|row| row.found.iter().any(|found| found.bug.as_ref() == Some(bug)))
                .map(|row| {
                    let history = if row.plan.is_cut { "cut" } else { "whole" };
                    format!("{} ({history})", row.plan.variant)
                })
                .collect();
            let by = by.into_iter().collect::<Vec<_>>().join(", ");
            let sorts = bug.sorts.iter().cloned().collect::<Vec<_>>().join(" ");
            let _ = writeln!(
                text,
                "| {solver} | {} | {sorts} | {} | {count} | {by} |",
                bug.class, bug.right
            );
        }
        text.push('\n');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use smt_study::hunt::Found;

    fn slice(is_cut: bool, variant: Variant, bugs: &[(&str, &str)]) -> Slice {
        let found = |(class, right): &(&str, &str)| Found {
            class: (*class).to_owned(),
            key: String::new(),
            theory: String::new(),
            culprit: None,
            why: String::new(),
            choices: String::new(),
            cpu: 1.0,
            reduced: None,
            bug: Some(Bug {
                class: (*class).to_owned(),
                sorts: ["Int".to_owned()].into(),
                right: (*right).to_owned(),
            }),
        };
        let plan = Plan { solver: "z3-4.8.5".to_owned(), is_cut, variant, seed: 1 };
        Slice {
            plan,
            slice: 0,
            formulas: 50,
            comparable: 40,
            errors: 2,
            said: BTreeMap::new(),
            limits: 3,
            unknown: 5,
            cpu: 1800.0,
            traced: 7.0,
            found: bugs.iter().map(found).collect(),
        }
    }

    #[test]
    fn bugs_are_counted_once_and_by_history() {
        let rows = [
            slice(true, Variant::Histfuzz, &[("crash", "a"), ("crash", "a"), ("soundness", "a")]),
            slice(false, Variant::Ours, &[("crash", "a"), ("soundness", "b")]),
        ];
        let setup = Setup::default();
        let page = Page::of(&rows, &setup);
        let line = page.line();
        assert!(line.starts_with("Distinct known bugs: 2 with the history before"), "{line}");
        assert!(line.contains("2 with all of it, 1 of them soundness (0.50 CPU hours)"), "{line}");
        assert!(line.contains("4.0 % of the formulas lost"), "{line}");
        assert!(!page.holds());
        let text = page.text();
        assert!(text.contains("| z3-4.8.5 | cut | histfuzz | 1 | 1800 | 50 | 80 % | 4.0 % |"));
        assert!(text.contains("| crash | Int | a | 3 | histfuzz (cut), ours (whole) |"), "{text}");
    }

    #[test]
    fn the_bounds_hold_when_enough_is_found_on_both_histories() {
        let names: Vec<String> = (0..25).map(|n| n.to_string()).collect();
        let bugs: Vec<(&str, &str)> =
            names.iter().map(|name| ("soundness", name.as_str())).collect();
        let setup = Setup::default();
        let rows = [slice(true, Variant::Ours, &bugs[..11]), slice(false, Variant::Ours, &bugs)];
        assert!(Page::of(&rows, &setup).holds());
        let rows = [slice(true, Variant::Ours, &bugs[..10]), slice(false, Variant::Ours, &bugs)];
        assert!(!Page::of(&rows, &setup).holds());
    }
}

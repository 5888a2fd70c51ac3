//! The page of the study: how small, after how many calls, ours beside ddSMT.

use super::Setup;
use super::asked::{Reduction, Row};
use benches::study::analyse::stats::median;
use std::fmt::Write;

/// Formulas that are to be reduced; the least median of the bytes that are gone; the most median of
/// the ratios of calls, and of sizes, to those of ddSMT.
const BOUNDS: (usize, f64, f64, f64) = (50, 0.8, 1.0, 1.1);

/// The figures.
pub(super) struct Page<'p> {
    setup: &'p Setup,
    rows: &'p [Row],
}

impl<'p> Page<'p> {
    /// The figures of these rows.
    pub(super) fn of(rows: &'p [Row], setup: &'p Setup) -> Page<'p> {
        Page { setup, rows }
    }

    /// The rows with both reductions.
    fn pairs(&self) -> impl Iterator<Item = (&'p Row, &'p Reduction, &'p Reduction)> {
        let pair = |row: &'p Row| Some((row, row.ours.as_ref()?, row.ddsmt.as_ref()?));
        self.rows.iter().filter_map(pair)
    }

    /// The median share of the bytes that are gone, of ratios of calls, and of sizes.
    fn medians(&self) -> Option<[f64; 3]> {
        let ratio = |a: usize, b: usize| a as f64 / b.max(1) as f64;
        let of = |value: fn(&Row, &Reduction, &Reduction) -> (usize, usize)| {
            let each = self.pairs().map(|(row, ours, theirs)| value(row, ours, theirs));
            median(each.map(|(a, b)| ratio(a, b)).collect())
        };
        Some([
            1.0 - of(|row, ours, _| (ours.bytes, row.bytes))?,
            of(|_, ours, theirs| (ours.calls(), theirs.calls()))?,
            of(|_, ours, theirs| (ours.bytes, theirs.bytes))?,
        ])
    }

    /// Whether the bounds hold.
    pub(super) fn holds(&self) -> bool {
        self.medians().is_some_and(|[gone, calls, sizes]| {
            self.pairs().count() >= BOUNDS.0
                && gone >= BOUNDS.1
                && calls <= BOUNDS.2
                && sizes <= BOUNDS.3
        })
    }

    /// One line with the figures.
    pub(super) fn line(&self) -> String {
        let formulas = self.pairs().count();
        match self.medians() {
            None => "no formula was reduced".to_owned(),
            Some([gone, calls, sizes]) => format!(
                "{formulas} formulas: {:.0} % of the bytes gone, {calls:.2} times the calls of \
                 ddSMT, {sizes:.2} times its size (medians)",
                100.0 * gone
            ),
        }
    }

    /// The page.
    pub(super) fn text(&self) -> String {
        let Setup { machine, commit, limit, checks } = self.setup;
        let mut text = "# Reduction, beside ddSMT\n\n".to_owned();
        let _ = write!(
            text,
            "Formulas of `known.tsv`, one for each class of bug, on the first release that has it. \
             `smt-reduce` and ddSMT 2.0.6 ask the same question of each candidate, of the same \
             solvers: the class of the bug, the solver and what z3 5.4.1 and cvc5 1.4.2 say must \
             stay. Both start from the formula without comments. A call is a run of any solver. \
             At most {checks} candidates each; ddSMT has one job.\n\n{}. The bounds are {} \
             formulas, {:.0} %, {:.1} and {:.1}.\n\n| formula | solver | class | bytes | ours | \
             calls | ddSMT | calls |\n|---|---|---|---|---|---|---|---|\n",
            self.line(),
            BOUNDS.0,
            100.0 * BOUNDS.1,
            BOUNDS.2,
            BOUNDS.3
        );
        for (row, ours, theirs) in self.pairs() {
            let Row { id, solver, class, bytes, .. } = row;
            let cells = [ours, theirs].map(|one| {
                let mark = if one.is_done { "" } else { " (not done)" };
                format!("{}{mark} | {}", one.bytes, one.calls())
            });
            let cells = cells.join(" | ");
            let _ = writeln!(text, "| {id} | {solver} | {class} | {bytes} | {cells} |");
        }
        let skipped = self.rows.iter().filter_map(|row| Some((row, row.skipped.as_ref()?)));
        let skipped: Vec<(&Row, &String)> = skipped.collect();
        if !skipped.is_empty() {
            text.push_str("\nNot reduced:\n\n");
            for (row, why) in skipped {
                let _ = writeln!(text, "* {}: {why}", row.id);
            }
        }
        let _ = writeln!(
            text,
            "\n`rows.jsonl` has both results of each formula; `cargo run -p benches --release -- \
             smt-reduce --ddsmt FILE` does those that are missing, `--from` computes this page. \
             {limit} CPU seconds a run. Commit {commit}. {machine}."
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(bytes: usize, ours: (usize, usize), theirs: (usize, usize)) -> Row {
        let reduction = |(bytes, calls): (usize, usize)| {
            Some(Reduction {
                bytes,
                checks: calls,
                runs: (calls, 0),
                is_done: true,
                script: String::new(),
            })
        };
        Row {
            id: "a".to_owned(),
            solver: "z3-4.8.5".to_owned(),
            class: "crash".to_owned(),
            bytes,
            skipped: None,
            ours: reduction(ours),
            ddsmt: reduction(theirs),
        }
    }

    #[test]
    fn medians_are_of_ratios_and_decide_with_the_number_of_formulas() {
        let setup = Setup::default();
        let rows = vec![row(100, (20, 5), (20, 10)); 50];
        let page = Page::of(&rows, &setup);
        assert!(page.holds());
        let expected = "50 formulas: 80 % of the bytes gone, 0.50 times the calls of ddSMT, 1.00";
        assert!(page.line().starts_with(expected), "{}", page.line());
        assert!(!Page::of(&rows[1..], &setup).holds());
        for worse in [row(100, (21, 5), (21, 9)), row(90, (9, 9), (9, 8)), row(99, (9, 5), (8, 9))]
        {
            assert!(!Page::of(&vec![worse; 50], &setup).holds());
        }
        let skipped =
            Row { skipped: Some("shows no bug".to_owned()), ours: None, ..row(1, (0, 0), (0, 0)) };
        let text = Page::of(&[skipped], &setup).text();
        assert!(text.contains("* a: shows no bug"), "{text}");
    }
}

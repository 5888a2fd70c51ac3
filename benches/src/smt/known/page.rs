//! The page of the study: what was shown by solver and class, what was not, and that the present
//! releases show none of it.

use super::row::{Row, Setup};
use super::{PRESENT, notes};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The rows of the list that need not be shown again.
const MOST_MISSING: usize = 5;

const CLASSES: [&str; 3] = ["soundness", "invalid_model", "crash"];

/// The figures.
pub(super) struct Page<'p> {
    setup: &'p Setup,
    /// The rows of the list.
    listed: Vec<&'p Row>,
    /// The rows of the present releases.
    present: Vec<&'p Row>,
}

impl Page<'_> {
    /// The figures of these rows.
    pub(super) fn of<'p>(rows: &'p [Row], setup: &'p Setup) -> Page<'p> {
        let (listed, present) = rows.iter().partition(|row| row.listed.is_some());
        Page { setup, listed, present }
    }

    fn shown(&self) -> usize {
        self.listed.iter().filter(|row| row.is_shown()).count()
    }

    fn missing(&self) -> impl Iterator<Item = &&Row> {
        self.listed.iter().filter(|row| !row.is_shown())
    }

    fn suspected(&self) -> impl Iterator<Item = &&Row> {
        self.present.iter().filter(|row| row.is_suspected())
    }

    /// Whether at most five rows are missing, and these and the bugs of present releases are
    /// explained.
    pub(super) fn holds(&self) -> bool {
        let is_explained = |row: &&Row| notes::note(&row.id, &row.solver).is_some();
        self.missing().count() <= MOST_MISSING
            && self.missing().chain(self.suspected()).all(is_explained)
    }

    /// One line with the figures.
    pub(super) fn line(&self) -> String {
        let (shown, listed, suspected) =
            (self.shown(), self.listed.len(), self.suspected().count());
        let of = self.setup.rows;
        format!(
            "{shown} of {listed} rows shown again by the same class (the list has {of}); \
             {suspected} bugs on the present releases, in {} judgements",
            self.present.len()
        )
    }

    /// The page.
    pub(super) fn text(&self) -> String {
        let mut text = "# Known bugs of released solvers, seen again\n\n".to_owned();
        if self.setup.is_quick {
            text += "**A quick run: the solvers are made up, and say what the list says.**\n\n";
        }
        let Setup { limit, machine, commit, .. } = self.setup;
        let _ = write!(
            text,
            "The rows of `known.tsv`: formulas that show a published bug on a release. Each is \
             asked again, as it is written, without comments and status, with its options and \
             with validation of models. The judgement is our oracle's, which does not know the \
             list: the references are {}, asked in their own dialects. Between one and one a \
             model decides: our evaluator says whether it satisfies the formula, or a solver of \
             another code base does.\n\n{}.\n\n",
            super::REFERENCES.join(", "),
            self.line()
        );
        self.by_solver(&mut text);
        self.often_asked(&mut text);
        self.not_shown(&mut text);
        self.present_releases(&mut text);
        let cpu: f64 = self.listed.iter().chain(&self.present).map(|row| row.all).sum();
        let _ = writeln!(
            text,
            "`rows.jsonl` has all rows with what each solver said; `cargo run -p benches \
             --release -- smt-known` does those that are missing, `--from` computes this page. \
             {limit} CPU seconds a run; {cpu:.0} CPU seconds for the solvers that were judged and \
             the models that were checked. Commit {commit}. {machine}."
        );
        text
    }

    fn by_solver(&self, text: &mut String) {
        let mut by_solver: BTreeMap<Vec<Part<'_>>, [[usize; 2]; 3]> = BTreeMap::new();
        for row in &self.listed {
            let class = CLASSES.iter().position(|class| row.listed.as_deref() == Some(class));
            let cells = by_solver.entry(parts(&row.solver)).or_default();
            if let Some(class) = class {
                cells[class][0] += usize::from(row.is_shown());
                cells[class][1] += 1;
            }
        }
        text.push_str("| solver | soundness | invalid model | crash |\n|---|---|---|---|\n");
        for (solver, cells) in by_solver {
            let cell = |[shown, all]: [usize; 2]| match all {
                0 => "–".to_owned(),
                _ => format!("{shown} of {all}"),
            };
            let cells = cells.map(cell).join(" | ");
            let _ = writeln!(text, "| {} | {cells} |", name(&solver));
        }
        text.push('\n');
    }

    fn often_asked(&self, text: &mut String) {
        let often: Vec<String> = self
            .listed
            .iter()
            .filter(|row| row.tries > 1 && row.is_shown())
            .map(|row| format!("{} on {} at the {}th time", row.id, row.solver, row.tries))
            .collect();
        if !often.is_empty() {
            let often = often.join(", ");
            let _ = writeln!(text, "Not each run shows its bug. Asked again: {often}.\n");
        }
    }

    fn not_shown(&self, text: &mut String) {
        if self.missing().next().is_none() {
            return;
        }
        text.push_str(
            "## Not shown\n\n| formula | solver | listed | seen | what it said | why |\n\
             |---|---|---|---|---|---|\n",
        );
        for row in self.missing() {
            let note = notes::note(&row.id, &row.solver).unwrap_or("not explained yet");
            let Row { id, solver, listed, seen, verdict, .. } = row;
            let listed = listed.as_deref().unwrap_or_default();
            let verdict = verdict.replace('|', "\\|");
            let _ = writeln!(text, "| {id} | {solver} | {listed} | {seen} | {verdict} | {note} |");
        }
        text.push('\n');
    }

    fn present_releases(&self, text: &mut String) {
        text.push_str(
            "## The present releases\n\nEach formula, judged by the other references.\n\n\
             | solver | formulas | agrees | nothing to compare | bugs |\n|---|---|---|---|---|\n",
        );
        for solver in PRESENT {
            let of: Vec<&&Row> = self.present.iter().filter(|row| row.solver == solver).collect();
            let count = |seen: &str| of.iter().filter(|row| row.seen == seen).count();
            let bugs = of.iter().filter(|row| row.is_suspected()).count();
            let (all, agrees, nothing) = (of.len(), count("agrees"), count("incomparable"));
            let _ = writeln!(text, "| {solver} | {all} | {agrees} | {nothing} | {bugs} |");
        }
        text.push('\n');
        for row in self.suspected() {
            let note = notes::note(&row.id, &row.solver).unwrap_or("not explained yet");
            let Row { id, solver, seen, why, .. } = row;
            let _ = writeln!(text, "* {id} on {solver}: {seen}: {why}. This is {note}.");
        }
        if self.suspected().next().is_some() {
            text.push('\n');
        }
    }
}

/// A part of a solver's name, so that releases stand in the order of their numbers.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part<'n> {
    Text(&'n str),
    Number(u64),
}

fn parts(name: &str) -> Vec<Part<'_>> {
    let split = name.split_inclusive(['-', '.']).flat_map(|part| {
        let (word, end) = match part.strip_suffix(['-', '.']) {
            Some(word) => (word, &part[word.len()..]),
            None => (part, ""),
        };
        let word = word.parse().map_or(Part::Text(word), Part::Number);
        [word, Part::Text(end)]
    });
    split.collect()
}

fn name(parts: &[Part<'_>]) -> String {
    let text = |part: &Part<'_>| match part {
        Part::Text(text) => (*text).to_owned(),
        Part::Number(number) => number.to_string(),
    };
    parts.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(solver: &str, listed: Option<&str>, seen: &str, culprit: Option<&str>) -> Row {
        let text = |text: &str| text.to_owned();
        Row {
            id: text("f"),
            solver: text(solver),
            listed: listed.map(text),
            seen: text(seen),
            culprit: culprit.map(text),
            why: text("w"),
            key: text("k"),
            verdict: text("sat"),
            references: Vec::new(),
            cpu: 0.5,
            all: 1.0,
            tries: 1,
        }
    }

    #[test]
    fn a_row_is_shown_by_the_same_class_on_the_same_solver() {
        let crash = |seen, culprit| row("z3-4.8.10", Some("crash"), seen, culprit);
        let rows = [
            crash("crash", Some("z3-4.8.10")),
            crash("soundness", Some("z3-4.8.10")),
            crash("crash", Some("cvc5-1.4.2")),
            row("z3-4.8.9", Some("soundness"), "soundness", Some("z3-4.8.9")),
            row("z3-5.4.1", None, "agrees", None),
        ];
        let setup = Setup { rows: 5, ..Setup::default() };
        let page = Page::of(&rows, &setup);
        assert!(page.line().starts_with("2 of 4 rows shown again by the same class"));
        let text = page.text();
        let table = "| z3-4.8.9 | 1 of 1 | – | – |\n| z3-4.8.10 | – | – | 1 of 3 |\n";
        assert!(text.contains(table), "{text}");
        assert!(text.contains("| z3-5.4.1 | 1 | 1 | 0 | 0 |"), "{text}");
        assert!(text.contains("not explained yet") && !page.holds());
    }

    #[test]
    fn a_bug_on_a_present_release_breaks_the_bound_and_one_of_another_does_not() {
        let setup = Setup::default();
        let holds =
            |seen, culprit| Page::of(&[row("z3-5.4.1", None, seen, culprit)], &setup).holds();
        assert!(holds("agrees", None));
        assert!(holds("incomparable", None));
        assert!(holds("soundness", Some("yices-2.6.5")));
        assert!(!holds("difference", None));
        assert!(!holds("crash", Some("z3-5.4.1")));
    }
}

//! The page of the study: campaigns with feedback and without, defects, speeds.

use super::campaign::Row;
use super::causes::{KNOWN, cause};
use super::{PROPERTIES, Setup};
use crate::rising::{self, Line};
use benches::study::Error;
use benches::study::analyse::stats::{mann_whitney, mean, median};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The least distinct defects of all campaigns, without those known before.
const DEFECTS: usize = 6;

/// The least tests that are judged in a CPU second, where no other solver is asked.
const RATE: f64 = 1000.0;

/// The most milliseconds of printing and judging a formula.
const MILLISECONDS: f64 = 1.0;

/// How many times cheaper z3 is in this process, at least.
const TIMES: f64 = 2.0;

/// A figure of a campaign.
type Figure = fn(&Row) -> f64;

/// The figures.
pub(super) struct Page<'p> {
    setup: &'p Setup,
    rows: &'p [Row],
}

/// What a defect came to: its kinds, the campaigns with feedback and without that showed it.
#[derive(Default)]
struct Defect<'p> {
    kinds: BTreeSet<&'p str>,
    campaigns: [usize; 2],
}

/// The defects of a campaign, each with the CPU seconds until its first failure. A kind that
/// belongs to no finding is none.
fn defects(row: &Row) -> BTreeMap<&'static str, f64> {
    let mut first = BTreeMap::new();
    for found in row.wrong() {
        if let Some(name) = cause(&found.kind) {
            let seconds = first.entry(name).or_insert(f64::INFINITY);
            *seconds = found.seconds.min(*seconds);
        }
    }
    first
}

/// CPU seconds until the first failure that the property names; infinite if there is none.
fn first(row: &Row) -> f64 {
    row.wrong().map(|found| found.seconds).fold(f64::INFINITY, f64::min)
}

fn seconds(time: f64) -> String {
    if time.is_finite() { format!("{time:.1}") } else { "–".to_owned() }
}

impl<'p> Page<'p> {
    /// The figures of these rows.
    pub(super) fn of(rows: &'p [Row], setup: &'p Setup) -> Page<'p> {
        Page { setup, rows }
    }

    /// The campaigns of a property.
    fn group(&self, property: &str, feedback: bool) -> Vec<&'p Row> {
        let is_own = |row: &&Row| row.property == property && row.feedback == feedback;
        self.rows.iter().filter(is_own).collect()
    }

    fn all_defects(&self) -> BTreeMap<&'static str, Defect<'p>> {
        let mut all: BTreeMap<&str, Defect<'_>> = BTreeMap::new();
        for row in self.rows {
            for name in defects(row).into_keys() {
                all.entry(name).or_default().campaigns[usize::from(!row.feedback)] += 1;
            }
            for found in row.wrong() {
                if let Some(name) = cause(&found.kind) {
                    all.entry(name).or_default().kinds.insert(&found.kind);
                }
            }
        }
        all
    }

    fn new_defects(&self) -> usize {
        self.all_defects().keys().filter(|name| !KNOWN.contains(name)).count()
    }

    /// Tests judged in a CPU second of all campaigns of a property.
    fn rate(&self, property: &str, feedback: bool) -> f64 {
        let rows = self.group(property, feedback);
        let judged: u64 = rows.iter().map(|row| row.judged()).sum();
        let cpu: f64 = rows.iter().map(|row| row.cpu).sum();
        judged as f64 / cpu.max(f64::MIN_POSITIVE)
    }

    /// Whether the bounds hold. A speed of z3 counts where there is one.
    pub(super) fn holds(&self) -> bool {
        let speed = &self.setup.speed;
        let is_fast = |property: &&str| self.rate(property, true) >= RATE;
        self.new_defects() >= DEFECTS
            && PROPERTIES[..2].iter().all(is_fast)
            && speed.printed + speed.judged <= MILLISECONDS
            && speed.z3.is_none_or(|(process, library)| process >= TIMES * library)
    }

    /// One line with the figures.
    pub(super) fn line(&self) -> String {
        let cpu: f64 = self.rows.iter().map(|row| row.cpu).sum();
        let (all, new) = (self.all_defects().len(), self.new_defects());
        let speed = &self.setup.speed;
        let z3 = speed.z3.map_or("not asked".to_owned(), |(process, library)| {
            format!("{:.1} times cheaper in this process", process / library)
        });
        format!(
            "{all} defects, {new} of them not known before, in {} campaigns of {cpu:.0} CPU \
             seconds; a formula of three assertions is printed and judged in {:.3} ms; z3 5.4.1 \
             {z3}",
            self.rows.len(),
            speed.printed + speed.judged
        )
    }

    /// The page.
    pub(super) fn text(&self) -> String {
        let Setup { machine, commit, limit, is_quick, .. } = self.setup;
        let mut text = "# What feedback is worth on OxiZ\n\n".to_owned();
        if *is_quick {
            text += "**A quick run: short campaigns, and references that are made up.**\n\n";
        }
        let _ = write!(
            text,
            "OxiZ 0.3.4 under [three properties](../../../../case-studies/smt/oxiz/README.md), \
             with feedback from coverage and without, all else equal. A defect is a \
             [finding](../../../findings/smt/README.md); a kind of failure is the class, the sorts \
             and the operators of a formula, which the property reduces first. People assigned the \
             kinds to the findings. CPU time is that of the testing thread.\n\n{}.\n\n\
             ![Defects by CPU time](defects.svg)\n\n",
            self.line()
        );
        self.compared(&mut text);
        self.found(&mut text);
        self.campaigns(&mut text);
        self.speeds(&mut text);
        let _ = writeln!(
            text,
            "`rows.jsonl` has a row for each campaign, with a reduced formula of each kind; \
             `cargo run -p benches --release -- smt-oxiz` runs those that are missing, of {limit} \
             CPU seconds each, `--from` computes this page. Commit {commit}. {machine}."
        );
        text
    }

    fn compared(&self, text: &mut String) {
        text.push_str(
            "| property | feedback | campaigns | tests a CPU s | judged a CPU s | edges | kinds | \
             defects | first after, median |\n|---|---|---|---|---|---|---|---|---|\n",
        );
        let mut tests = String::new();
        for property in PROPERTIES {
            for feedback in [true, false] {
                let rows = self.group(property, feedback);
                let of =
                    |value: Figure| -> Vec<f64> { rows.iter().map(|row| value(row)).collect() };
                let mean = |value| mean(&of(value)).unwrap_or(0.0);
                if rows.is_empty() {
                    continue;
                }
                let first = median(of(first)).unwrap_or(f64::INFINITY);
                let _ = writeln!(
                    text,
                    "| `{property}` | {} | {} | {:.0} | {:.0} | {:.0} | {:.1} | {:.1} | {} |",
                    if feedback { "on" } else { "off" },
                    rows.len(),
                    mean(|row| row.tests as f64 / row.cpu.max(f64::MIN_POSITIVE)),
                    self.rate(property, feedback),
                    mean(|row| row.edges as f64),
                    mean(|row| row.wrong().count() as f64),
                    mean(|row| defects(row).len() as f64),
                    seconds(first)
                );
            }
            let sample = |feedback, value: Figure| -> Vec<f64> {
                self.group(property, feedback).into_iter().map(value).collect()
            };
            let values: [(&str, Figure); 3] = [
                ("defects", |row| defects(row).len() as f64),
                ("edges", |row| row.edges as f64),
                ("the time to the first failure", first),
            ];
            let mut parts = Vec::new();
            for (what, value) in values {
                let test = mann_whitney::test(&sample(true, value), &sample(false, value));
                parts.extend(test.map(|test| format!("{what} p = {:.2}", test.two_sided)));
            }
            if !parts.is_empty() {
                let _ = writeln!(tests, "- `{property}`: {}", parts.join(", "));
            }
        }
        let _ = write!(text, "\nWith feedback against without, two-sided Mann–Whitney tests:\n\n");
        let _ = writeln!(text, "{tests}");
    }

    fn found(&self, text: &mut String) {
        text.push_str(
            "## The defects\n\n| finding | kinds | campaigns with feedback | without | known \
             before |\n|---|---|---|---|---|\n",
        );
        for (name, defect) in self.all_defects() {
            let Defect { kinds, campaigns: [with, without] } = defect;
            let known = if KNOWN.contains(&name) { "yes" } else { "no" };
            let _ = writeln!(
                text,
                "| [{name}](../../../findings/smt/{name}.md) | {} | {with} | {without} | {known} |",
                kinds.len()
            );
        }
        let mut open: BTreeMap<&str, usize> = BTreeMap::new();
        for found in self.rows.iter().flat_map(Row::wrong) {
            if cause(&found.kind).is_none() {
                *open.entry(&found.kind).or_default() += 1;
            }
        }
        if !open.is_empty() {
            text.push_str("\nKinds that belong to no finding yet, with their campaigns:\n\n");
            for (kind, campaigns) in open {
                let _ = writeln!(text, "- `{kind}`: {campaigns}");
            }
        }
        text.push('\n');
    }

    fn campaigns(&self, text: &mut String) {
        text.push_str(
            "## The campaigns\n\n| property | feedback | seed | CPU s | tests | discarded | edges \
             | kinds | defects | first after | hung or died |\n\
             |---|---|---|---|---|---|---|---|---|---|---|\n",
        );
        for row in self.rows {
            let Row { property, seed, tests, discarded, edges, cpu, .. } = row;
            let feedback = if row.feedback { "on" } else { "off" };
            let kinds = row.wrong().count();
            let others: u64 = row.found.iter().map(|found| found.count).sum::<u64>()
                - row.wrong().map(|found| found.count).sum::<u64>();
            let share = 100.0 * *discarded as f64 / (*tests).max(1) as f64;
            let _ = writeln!(
                text,
                "| `{property}` | {feedback} | {seed} | {cpu:.0} | {tests} | {share:.0} % | \
                 {edges} | {kinds} | {} | {} | {others} |",
                defects(row).len(),
                seconds(first(row))
            );
        }
        text.push('\n');
    }

    fn speeds(&self, text: &mut String) {
        let speed = &self.setup.speed;
        let _ = writeln!(
            text,
            "## Without OxiZ\n\nCPU time of a formula of three assertions of the fragment, mean of \
             500: printed in {:.3} ms, judged by an assignment, and by all where there are few, in \
             {:.3} ms; the bound of both is 1 ms.\n",
            speed.printed, speed.judged
        );
        if let Some((process, library)) = speed.z3 {
            let _ = writeln!(
                text,
                "A trivial formula costs z3 5.4.1 {process:.1} ms as a process and {library:.2} ms \
                 in this process, {:.1} times less; the bound is {TIMES:.0} times. `cargo run -p \
                 smt-solvers --release --example speed` measures other releases.\n",
                process / library
            );
        }
    }

    /// The picture: the mean number of defects by CPU time, for each property with feedback and
    /// without.
    ///
    /// # Errors
    /// When it cannot be drawn.
    pub(super) fn picture(&self) -> Result<String, Error> {
        let mut lines = Vec::new();
        for property in PROPERTIES {
            for feedback in [true, false] {
                let rows = self.group(property, feedback);
                let mut times: Vec<f64> =
                    rows.iter().flat_map(|row| defects(row).into_values()).collect();
                times.sort_by(f64::total_cmp);
                let word = if feedback { "with" } else { "without" };
                let name = property.trim_start_matches("prop_oxiz_");
                let name = format!("{name}, {word} feedback");
                if !rows.is_empty() {
                    lines.push(Line { name, times, rise: 1.0 / rows.len() as f64 });
                }
            }
        }
        rising::draw(&lines, self.setup.limit as f64, "defects, mean of the campaigns")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reported::Found;
    use crate::smt::oxiz::speed::Speed;

    fn row(property: &str, feedback: bool, kinds: &[&str]) -> Row {
        let found = |kind: &&str| Found {
            kind: (*kind).to_owned(),
            count: 2,
            test: 7,
            seconds: 1.25,
            nodes: None,
            message: String::new(),
        };
        Row {
            property: property.to_owned(),
            feedback,
            seed: 1,
            limit: 10,
            command: String::new(),
            tests: 30_000,
            discarded: 10_000,
            edges: 90,
            cpu: 10.0,
            found: kinds.iter().map(found).collect(),
        }
    }

    const KINDS: [&str; 7] = [
        "unsat: Int: <",
        "model: Array: ite",
        "model: FloatingPoint: fp.add",
        "sat: String: =",
        "model: String: =",
        "model: Array Int: const",
        "model: Array Int: + const",
    ];

    #[test]
    fn defects_are_counted_once_and_known_ones_do_not_help() {
        let rows = [
            row(PROPERTIES[0], true, &["sat: Int: *", "model: Int: * mod", "hung", "sat: Re: x"]),
            row(PROPERTIES[0], false, &KINDS[..3]),
            row(PROPERTIES[1], true, &[]),
        ];
        let speed = Speed { printed: 0.1, judged: 0.2, z3: Some((9.0, 3.0)) };
        let setup = Setup { speed, limit: 10, ..Setup::default() };
        let page = Page::of(&rows, &setup);
        let line = page.line();
        assert!(line.starts_with("4 defects, 3 of them not known before, in 3 camp"), "{line}");
        assert!(!page.holds());
        let text = page.text();
        let known = "oxiz-literal-times-sum.md) | 2 | 1 | 0 | yes |";
        assert!(text.contains(known), "{text}");
        assert!(text.contains("- `sat: Re: x`: 1"), "{text}");
        let campaign = "| `prop_oxiz_models` | on | 1 | 10 | 30000 | 33 % | 90 | 3 | 1 | 1.2 | 2 |";
        assert!(text.contains(campaign), "{text}");
        assert!(page.picture().unwrap().contains("models, without feedback"));
    }

    #[test]
    fn the_bounds_hold_with_six_defects_and_fast_enough() {
        let rows = [row(PROPERTIES[0], true, &KINDS), row(PROPERTIES[1], true, &[])];
        let speed = Speed { printed: 0.1, judged: 0.2, z3: None };
        let setup = Setup { speed, ..Setup::default() };
        assert!(Page::of(&rows, &setup).holds());
        assert!(!Page::of(&rows[..1], &setup).holds());
        for speed in [Speed { judged: 1.0, ..speed }, Speed { z3: Some((3.0, 2.0)), ..speed }] {
            assert!(!Page::of(&rows, &Setup { speed, ..Setup::default() }).holds());
        }
        let slow = [rows[0].clone(), Row { cpu: 21.0, ..rows[1].clone() }];
        assert!(!Page::of(&slow, &setup).holds());
    }
}

//! Looks for tests that reach lines which a suite does not: runs the candidates, shrinks the
//! shortest for each line, writes them as source, runs that alone, and chooses a few of them.

use super::NAMED;
use super::cover::{self, count, cover, has, without};
use crate::args::Gaps;
use crate::error::CliError;
use crate::instrument::{BuildOptions, Emitted, Tested, run_alone};
use crate::outside::Outside;
use crate::supervise::{Interrupt, Reaching, ShrinkLimits, replay};
use mutagen_core::internal::run::protocol::{Line, Lines, Replaying};
use mutagen_core::text;
use std::collections::BTreeSet;
use std::path::Path;

/// How often a line is tried, each time with another test.
const ROUNDS: usize = 3;

/// The most runs of one test while it is shrunk.
const RUNS: u64 = 100_000;

/// A test of its own.
pub(super) struct GapTest {
    /// The value in its text form.
    pub(super) text: String,
    /// The source of the function.
    source: String,
    /// The lines that it adds to those of the suite and of the tests before.
    pub(super) gains: Lines,
}

/// What was found.
#[derive(Default)]
pub(super) struct Found {
    /// The tests.
    pub(super) tests: Vec<GapTest>,
    /// The lines of the crate that the campaign reaches by tests with a call that is no base.
    pub(super) reached: Lines,
    /// Messages for the user.
    pub(super) notes: Vec<String>,
}

/// What is needed to look for tests.
pub(super) struct Search<'s> {
    pub(super) arguments: &'s Gaps,
    pub(super) options: &'s BuildOptions,
    pub(super) tested: &'s Tested,
    /// The package of the specification.
    pub(super) package: &'s str,
    /// The folder of mutagen's files.
    pub(super) target: &'s Path,
    /// The specification in the build that is not optimised.
    pub(super) outside: &'s Outside,
    pub(super) interrupt: &'s Interrupt,
    /// The lines that the suite reaches.
    pub(super) suite: Lines,
}

/// A test with its lines.
struct Candidate {
    text: String,
    lines: Lines,
}

impl Search<'_> {
    /// Looks for tests among these, the shortest first.
    pub(super) fn run(&self, tests: &[String]) -> Result<Found, CliError> {
        let candidates = self.candidates(tests)?;
        let mut found = Found::default();
        candidates.iter().for_each(|test| cover::add(&mut found.reached, &test.lines));
        let wanted = without(&found.reached, &self.suite);
        let mut verified: Vec<(Candidate, String)> = Vec::new();
        let mut tried: BTreeSet<String> = BTreeSet::new();
        for round in 0..ROUNDS {
            let mut missing = wanted.clone();
            verified.iter().for_each(|(test, _)| missing = without(&missing, &test.lines));
            if missing.is_empty() || self.interrupt.count() > 0 {
                break;
            }
            let shrunk = self.shrunk(&candidates, &missing, round)?;
            let new = shrunk.into_iter().filter(|text| tried.insert(text.clone())).collect();
            verified.extend(self.verified(new)?);
        }
        verified.iter().for_each(|(test, _)| cover::add(&mut found.reached, &test.lines));
        let sets: Vec<Lines> = verified.iter().map(|(test, _)| test.lines.clone()).collect();
        for (at, gains) in cover(&sets) {
            let (test, source) = &verified[at];
            found.tests.push(GapTest { text: test.text.clone(), source: source.clone(), gains });
        }
        let mut left = wanted;
        sets.iter().for_each(|lines| left = without(&left, lines));
        if !left.is_empty() {
            found.notes.push(format!(
                "{} lines are reached by tests of the specification alone, such as {}",
                count(&left),
                named(&left)
            ));
        }
        Ok(found)
    }

    /// Runs the tests. Those remain that pass and have a call that is no base, with the lines of
    /// the library.
    fn candidates(&self, tests: &[String]) -> Result<Vec<Candidate>, CliError> {
        let request = Replaying {
            tests: tests.to_vec(),
            done: 0,
            run: true,
            show: false,
            emit: false,
            lines_below: Some(self.tested.folder.clone()),
        };
        let (results, _) =
            replay(&self.outside.campaign, &request, self.interrupt, &mut |_, _| ())?;
        let mut candidates = Vec::new();
        for (text, result) in tests.iter().zip(results) {
            let Some((lines, Some(1..))) = result.reached else { continue };
            let lines = super::own(&lines, self.tested);
            candidates.push(Candidate { text: text.clone(), lines });
        }
        Ok(candidates)
    }

    /// For each line that is missing, a test that was shrunk so that it still reaches the line. The
    /// round says which of the tests that reach the line.
    fn shrunk(
        &self,
        candidates: &[Candidate],
        missing: &Lines,
        round: usize,
    ) -> Result<Vec<String>, CliError> {
        let limits = ShrinkLimits { time: self.arguments.shrink_time, runs: RUNS, to_any: false };
        let reaching = Reaching::begin(&self.outside.campaign, self.interrupt, limits);
        let (mut covered, mut texts) = (Lines::new(), Vec::new());
        let all = missing.iter().flat_map(|(file, lines)| lines.iter().map(move |at| (file, *at)));
        for (file, line) in all {
            if has(&covered, file, line) {
                continue;
            }
            if self.interrupt.count() > 0 {
                break;
            }
            let mut which = candidates.iter().filter(|test| has(&test.lines, file, line));
            let Some(test) = which.nth(round) else { continue };
            let folder = self.tested.folder.clone();
            let line = Line { folder, file: file.clone(), line };
            let Some(shortened) = reaching.shorten(&test.text, &line)? else { continue };
            cover::add(&mut covered, &shortened.lines);
            if text::is_whole(&shortened.text) {
                texts.push(shortened.text);
            }
        }
        reaching.end();
        Ok(texts)
    }

    /// Writes tests as source, builds and runs that. Those remain that pass alone and reach lines
    /// that the suite does not.
    fn verified(&self, texts: Vec<String>) -> Result<Vec<(Candidate, String)>, CliError> {
        if texts.is_empty() {
            return Ok(Vec::new());
        }
        let request = Replaying {
            tests: texts.clone(),
            done: 0,
            run: false,
            show: false,
            emit: true,
            lines_below: None,
        };
        let (results, _) =
            replay(&self.outside.campaign, &request, self.interrupt, &mut |_, _| ())?;
        let (mut sources, mut emitted) = (Vec::new(), Vec::new());
        for (text, result) in texts.into_iter().zip(results) {
            let Some(Ok(source)) = result.emitted else { continue };
            let name = format!("gap_{}", sources.len());
            emitted.push(Emitted { text: renamed(&source, &name), name });
            sources.push((text, source));
        }
        let ran = run_alone(self.options, self.tested, self.package, &emitted, self.target)?;
        let mut verified = Vec::new();
        for ((text, source), lines) in sources.into_iter().zip(ran) {
            let lines = super::own(&lines.unwrap_or_default(), self.tested);
            let lines = without(&lines, &self.suite);
            if !lines.is_empty() {
                verified.push((Candidate { text, lines }, source));
            }
        }
        Ok(verified)
    }
}

/// The source of a function under another name.
fn renamed(source: &str, name: &str) -> String {
    let Some((before, after)) = source.split_once("\nfn ") else { return source.to_owned() };
    let Some((_, rest)) = after.split_once('(') else { return source.to_owned() };
    format!("{before}\nfn {name}({rest}")
}

/// Lines as people write them: `src/set.rs:3, 4 and src/map.rs:7`.
fn named(lines: &Lines) -> String {
    let mut left = NAMED;
    let mut files = Vec::new();
    for (file, lines) in lines {
        let shown: Vec<String> = lines.iter().take(left).map(u32::to_string).collect();
        left -= shown.len();
        if !shown.is_empty() {
            files.push(format!("{file}:{}", shown.join(", ")));
        }
    }
    files.join(" and ")
}

impl GapTest {
    /// The name of the function, after the specification and the first line, and its source with a
    /// comment that says what it is for.
    pub(super) fn named(&self, module: &str, krate: &str) -> (String, String) {
        let first = self.gains.iter().find_map(|(file, lines)| Some((file, lines.first()?)));
        let (file, line) = first.map_or(("", 0), |(file, line)| (file.as_str(), *line));
        let stem = file.trim_end_matches(".rs").trim_start_matches("src/");
        let stem: String =
            stem.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
        let name = format!("{module}_reaches_{}_{line}", stem.to_lowercase());
        let source = renamed(&self.source, &name);
        let (_, body) = source.split_once('\n').unwrap_or(("", &source));
        let comment = format!(
            "/// Made by mutagen from `{module}`. It reaches lines of {krate} that its own tests \
             do not:\n/// {}.\n",
            named(&self.gains)
        );
        (name, format!("{comment}{body}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_named_after_its_first_line_and_says_which_lines_it_adds() {
        let source = "/// Made by mutagen in `sets`.\n#[test]\nfn sets_agrees() {\n    f(1);\n}\n";
        let lines = [("src/a/map.rs".to_owned(), (3..20).collect())];
        let test = GapTest { text: String::new(), source: source.into(), gains: lines.into() };
        let (name, source) = test.named("sets", "sets-1");
        assert_eq!(name, "sets_reaches_a_map_3");
        assert!(
            source.ends_with("#[test]\nfn sets_reaches_a_map_3() {\n    f(1);\n}\n"),
            "{source}"
        );
        assert!(source.contains("/// src/a/map.rs:3, 4, 5, 6, 7, 8, 9, 10.\n"), "{source}");
    }
}

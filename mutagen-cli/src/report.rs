//! The report of a campaign, as text for people and as one line of JSON for programs.

use crate::escape::escape;
use crate::exit_code::Exit;
use crate::status::short;
use crate::supervise::{Class, Failure, Kind, Shrunk, Smallest, Summary};
use mutagen_core::internal::coverage::{CoverageFindings, GaveUp, IgnoredEdges, Names};
use mutagen_core::internal::search::statistics::Statistics;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

/// After this many tests without a single edge, something is probably wrong.
const MANY: u64 = 100;

/// The CPU time from which a rate is meaningful and not noise of the start.
const ENOUGH: Duration = Duration::from_millis(100);

/// The most counterexamples that the report for people shows.
const COUNTEREXAMPLES_SHOWN: usize = 16;

/// The most functions of a stack that the report for people shows.
const FRAMES_SHOWN: usize = 8;

/// The exit code for a summary.
pub fn exit(summary: &Summary) -> Exit {
    let counts = |failure: &Failure| {
        summary.flaky_counts || matches!(failure.class, Class::Always | Class::NotConfirmed)
    };
    if summary.interrupted {
        Exit::Signal(summary.signal_code.unwrap_or(130))
    } else if summary.failures.iter().any(counts) {
        Exit::Counterexample
    } else if summary.error.is_some() {
        Exit::Usage
    } else if summary.statistics.passed == 0 {
        Exit::NothingPassed
    } else {
        Exit::NothingFound
    }
}

/// One line about a failure, for the moment when it is found.
pub fn headline(failure: &Failure) -> String {
    let Failure { test, kind, message, address, .. } = failure;
    let message = message.lines().next().unwrap_or_default();
    let address = address.map(|address| format!(" ({address})")).unwrap_or_default();
    escape(&format!("found: test {test} {kind}: {message}{address}")).into_owned()
}

/// The report for people. `repeat` is the command that repeats the campaign.
pub fn human(summary: &Summary, seed: u64, repeat: &str) -> String {
    let mut text = String::new();
    for failure in summary.failures.iter().take(COUNTEREXAMPLES_SHOWN) {
        counterexample(&mut text, failure, summary, seed, repeat);
    }
    if let Some(more @ 1..) = summary.failures.len().checked_sub(COUNTEREXAMPLES_SHOWN) {
        let _ = writeln!(
            text,
            "and {more} more ways to fail; `cargo mutagen failures` shows all of them\n"
        );
    }
    if let Some(error) = &summary.error {
        let _ = writeln!(text, "error: {error}");
    }
    let kills = summary.interruptions - summary.stops;
    if kills > 0 {
        let workers = if kills == 1 { "worker was" } else { "workers were" };
        let _ =
            writeln!(text, "note: {kills} {workers} killed from outside; their tests ran again");
    }
    for note in &summary.notes {
        let _ = writeln!(text, "note: {note}");
    }
    let Statistics { tests, failed, edges, .. } = summary.statistics;
    if summary.edges_in_all == 0 {
        text.push_str(
            "note: nothing is instrumented, so the tests ran without coverage feedback. Leave out \
             `--fidelity none`, or name the package under test with `--instrument` or in \
             `[package.metadata.mutagen] instrument = [...]`.\n",
        );
    } else if edges == 0 && tests - failed.min(tests) >= MANY {
        text.push_str(
            "note: no edge was hit, so the tests ran without coverage feedback. The code under \
             test is probably in a package that is not instrumented, or generic and compiled in \
             such a package. Name the package with `--instrument`.\n",
        );
    }
    if let Some(ignored) = &summary.findings.ignored {
        ignored_edges(&mut text, ignored);
    }
    let statistics = &summary.statistics;
    if statistics.tests == 0 && summary.failures.is_empty() {
        text.push_str("no test ran: raise `--max-time` or `--max-cpu`\n");
    } else if exit(summary) == Exit::NothingPassed {
        let _ = writeln!(
            text,
            "no test met the precondition: {} tests ran, with {}, and all were discarded. \
             Allow more time, weaken the precondition, or use types that make valid values more \
             likely.",
            short(statistics.tests as f64),
            resets(statistics.resets)
        );
    }
    new_edges(&mut text, summary);
    figures(&mut text, summary, seed);
    escape(&text).into_owned()
}

fn counterexample(
    text: &mut String,
    failure: &Failure,
    summary: &Summary,
    seed: u64,
    repeat: &str,
) {
    let Failure { test, kind, found, count, .. } = failure;
    let (message, value, plain, file) = match &failure.shrunk {
        Some(shrunk) => {
            let message = shrunk.message.as_ref().unwrap_or(&failure.message);
            (message, &shrunk.value, Some(&shrunk.text), &shrunk.file)
        }
        None => (&failure.message, &failure.value, failure.text.as_ref(), &failure.file),
    };
    let tests = if *test == 1 { "test" } else { "tests" };
    let kind = match kind {
        Kind::Failed | Kind::Died | Kind::Hung => String::new(),
        kind => format!(" ({kind})"),
    };
    let _ = writeln!(
        text,
        "counterexample after {test} {tests} in {}{kind}:\n{message}\n",
        seconds(*found)
    );
    let _ = writeln!(text, "value: {}", plain.map_or("(not known)", String::as_str));
    if let Some(value) = value {
        let _ = writeln!(text, "{value}");
    }
    if let Some(file) = file {
        let _ = writeln!(text, "the whole value: {}", file.display());
    }
    if let Some(shrunk) = &failure.shrunk {
        shrinking(text, shrunk);
        if summary.shows_original {
            let smallest = failure.smallest.as_ref().map(|smallest| &smallest.text);
            let original = smallest.or(failure.text.as_ref());
            let original = original.map_or("(not known)", String::as_str);
            let _ = writeln!(text, "original: {original}");
        }
    }
    for remark in &failure.remarks {
        let _ = writeln!(text, "note: {remark}");
    }
    if !failure.frames.is_empty() {
        text.push_str("\nstack, the innermost function first:\n");
        for frame in failure.frames.iter().take(FRAMES_SHOWN) {
            let _ = writeln!(text, "  {frame}");
        }
    }
    if let Some(words) = &failure.last_words {
        let _ = writeln!(text, "\nlast output of the process:\n{words}");
    }
    text.push('\n');
    if let Some(class) = class(failure) {
        let _ = writeln!(text, "{class}");
    }
    if *count > 1 {
        let _ = writeln!(text, "{count} tests failed in this way");
    }
    if let (Some(Smallest { test, address, text: smallest, .. }), None) =
        (&failure.smallest, &failure.shrunk)
    {
        let _ = writeln!(text, "the smallest (test {test}, {address}): {smallest}");
    }
    let _ = writeln!(text, "seed: {seed}");
    if let Some(address) = failure.address {
        let _ = writeln!(text, "address: {address}, program {}", summary.program);
    }
    let _ = match summary.repeats {
        true => writeln!(text, "repeat: {repeat}\n"),
        false => writeln!(
            text,
            "this run cannot be repeated exactly: a process died, or runs of one test differed\n"
        ),
    };
}

/// How much smaller shrinking made a value, and what it took.
fn shrinking(text: &mut String, shrunk: &Shrunk) {
    let Shrunk { nodes: [before, after], runs, time, is_done, .. } = shrunk;
    let tests = if *runs == 1 { "test" } else { "tests" };
    let nodes = match before == after {
        true => format!("still {after} nodes"),
        false => format!("from {before} to {after} nodes"),
    };
    let rest = if *is_done { "" } else { "; not finished" };
    let _ = writeln!(text, "shrunk in {runs} {tests} and {}, {nodes}{rest}", seconds(*time));
}

/// Whether the failure repeats, as a sentence.
fn class(failure: &Failure) -> Option<String> {
    match (failure.class, failure.kind) {
        (Class::Always, Kind::Hung) => Some(
            "this happened again when the test was repeated; if the test needs more time, raise \
             `--timeout`"
                .to_owned(),
        ),
        (Class::Always, Kind::Failed) => None,
        (Class::Always, _) => Some("this happened again when the test was repeated".to_owned()),
        (Class::NotConfirmed, Kind::Outside) => {
            Some("whether this repeats is not known".to_owned())
        }
        (Class::NotConfirmed, _) => Some("the test was not run again".to_owned()),
        (Class::Sometimes { failed, runs }, _) => {
            Some(format!("this does not always happen: in {failed} of {runs} runs of the test"))
        }
        (Class::OnlyAfterOtherTests, _) => Some(
            "this happens only after other tests, and not when the test runs alone: the property \
             keeps state"
                .to_owned(),
        ),
    }
}

fn new_edges(text: &mut String, summary: &Summary) {
    if summary.new_edges.is_empty() {
        return;
    }
    text.push_str("last new edges, the newest at the end:\n");
    for edge in &summary.new_edges {
        let verdict = if edge.passed { "passed" } else { "discarded" };
        let _ = writeln!(text, "  {edge} (test {}, {verdict})", edge.test);
    }
    text.push('\n');
}

fn resets(count: u64) -> String {
    if count == 1 { "1 reset".to_owned() } else { format!("{count} resets") }
}

fn figures(text: &mut String, summary: &Summary, seed: u64) {
    let s = &summary.statistics;
    let _ = writeln!(
        text,
        "{} tests in {}: {} passed, {} discarded, {} failed\n\
         {} of {} edges, {} retained, {}, R {}; seed {seed}",
        s.tests,
        seconds(summary.wall),
        s.passed,
        s.discarded,
        s.failed,
        s.edges,
        summary.edges_in_all,
        s.retained,
        resets(s.resets),
        s.samples,
    );
    if 2 * s.discarded > s.tests {
        discards(text, &summary.findings.discards);
    }
    if s.unstable > 0 {
        differences(text, s.unstable, &summary.findings);
    }
    if summary.cpu >= ENOUGH {
        let rate = |count: u64| short(count as f64 / summary.cpu.as_secs_f64());
        let _ = writeln!(
            text,
            "{} tests and {} passed per CPU second of the worker",
            rate(s.tests),
            rate(s.passed)
        );
    }
}

/// Says where most discarded tests ended.
fn discards(text: &mut String, places: &[GaveUp]) {
    if places.is_empty() {
        return;
    }
    text.push_str("most discarded tests ended in:\n");
    for GaveUp { function, file, line, percent } in places {
        let _ = write!(text, "  {function} ({percent} %)");
        let _ = match (file, line) {
            (Some(file), Some(line)) => writeln!(text, " at {file}:{line}"),
            _ => writeln!(text),
        };
    }
}

/// Says that the runs of one test differed, where, and what to do.
fn differences(text: &mut String, edges: u64, findings: &CoverageFindings) {
    let edges = if edges == 1 { "1 edge".to_owned() } else { format!("{edges} edges") };
    let _ = writeln!(text, "{edges} differed between two runs of the same test:");
    let named = [
        ("only the first run hit", &findings.first_only),
        ("set aside, because several second runs alone hit", &findings.set_aside),
    ];
    for (what, Names { first, more }) in named {
        if first.is_empty() {
            continue;
        }
        let more = if *more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = writeln!(text, "  {what} code in {}{more}", first.join(", "));
    }
    text.push_str(
        "  The property keeps state from test to test, such as a cache, or depends on chance, such \
         as the order of a hash map. Reset the state with `#[property(reset = FUNCTION)]`.\n",
    );
}

/// Says that nearly all edges that were hit do not count.
fn ignored_edges(text: &mut String, ignored: &IgnoredEdges) {
    let IgnoredEdges { ignored, hit, of_crate } = ignored;
    let _ = write!(text, "note: {ignored} of the {hit} edges that were hit are ignored, ");
    let _ = match of_crate {
        Some(name) => writeln!(
            text,
            "most of them in the crate `{name}`, whose code differs from process to process. If \
             `{name}` is the code under test, name its package with `--instrument`."
        ),
        None => writeln!(
            text,
            "because they belong to mutagen, to generators or to hashing in std. The code under \
             test is probably in a package that is not instrumented. Name it with `--instrument`."
        ),
    };
}

fn seconds(time: Duration) -> String {
    format!("{:.2} s", time.as_secs_f64())
}

/// The outcome of a campaign, as one word for programs.
pub fn outcome(summary: &Summary) -> &'static str {
    match exit(summary) {
        Exit::Counterexample => "counterexample",
        Exit::NothingPassed => "nothing_passed",
        Exit::Signal(_) => "interrupted",
        Exit::Usage => "error",
        Exit::NothingFound | Exit::Cargo(_) => "nothing_found",
    }
}

/// The report for programs: one JSON object.
pub fn json(summary: &Summary, seed: u64, property: &str) -> String {
    let failure = |failure: &Failure| {
        let repeats = match failure.class {
            Class::Always => true,
            Class::Sometimes { failed, .. } => failed > 1,
            Class::NotConfirmed | Class::OnlyAfterOtherTests => false,
        };
        let smallest = failure.smallest.as_ref().map(|smallest| {
            json!({
                "test": smallest.test,
                "address": smallest.address.to_string(),
                "text": smallest.text,
                "nodes": smallest.nodes,
            })
        });
        json!({
            "id": failure.id,
            "test": failure.test,
            "address": failure.address.map(|address| address.to_string()),
            "kind": failure.kind.to_string(),
            "message": failure.message,
            "key": failure.key,
            "class": failure.class.to_string(),
            "count": failure.count,
            "value": failure.value,
            "text": failure.text,
            "value_file": failure.file,
            "smallest": smallest,
            "shrunk": failure.shrunk.as_ref().map(json_of_shrunk),
            "last_words": failure.last_words,
            "frames": failure.frames,
            "phase": failure.phase.to_string(),
            "remarks": failure.remarks,
            "repeated": repeats,
            "seconds": failure.found.as_secs_f64(),
            "search_seconds": failure.search.as_secs_f64(),
        })
    };
    json!({
        "property": property,
        "seed": seed,
        "exit_code": exit(summary).code(),
        "outcome": outcome(summary),
        "error": summary.error,
        "interrupted": summary.interrupted,
        "interruptions": summary.interruptions,
        "deaths": summary.deaths,
        "repeats": summary.repeats,
        "statistics": summary.statistics,
        "course": summary.course.map(|course| course.to_string()),
        "edges_in_all": summary.edges_in_all,
        "cpu_seconds": summary.cpu.as_secs_f64(),
        "search_seconds": summary.search.as_secs_f64(),
        "wall_seconds": summary.wall.as_secs_f64(),
        "coverage_findings": summary.findings,
        "notes": summary.notes,
        "new_edges": summary.new_edges,
        "folder": summary.folder,
        "program": summary.program,
        "failures": summary.failures.iter().map(failure).collect::<Vec<_>>(),
    })
    .to_string()
}

fn json_of_shrunk(shrunk: &Shrunk) -> Value {
    let Shrunk { text, value, message, nodes: [before, after], runs, time, is_done, file } = shrunk;
    json!({
        "text": text,
        "value": value,
        "value_file": file,
        "message": message,
        "nodes_before": before,
        "nodes": after,
        "tests": runs,
        "seconds": time.as_secs_f64(),
        "is_done": is_done,
    })
}

/// The report for programs about a run that did not begin.
pub fn json_of_error(error: &str, seed: Option<u64>, property: &str, exit: Exit) -> String {
    json!({
        "property": property,
        "seed": seed,
        "exit_code": exit.code(),
        "outcome": "error",
        "error": error,
        "statistics": Statistics::default(),
        "failures": [],
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use mutagen_core::internal::search::address::Address;

    fn summary(statistics: Statistics) -> Summary {
        Summary {
            statistics,
            edges_in_all: 500,
            cpu: Duration::from_secs(2),
            wall: Duration::from_secs(3),
            ..Summary::default()
        }
    }

    #[test]
    fn the_exit_code_says_what_was_found() {
        let none = Statistics { tests: 10, discarded: 10, edges: 4, ..Statistics::default() };
        assert_eq!(exit(&summary(none)), Exit::NothingPassed);
        let passed = Statistics { passed: 1, ..none };
        assert_eq!(exit(&summary(passed)), Exit::NothingFound);
        let flaky = failure(Class::Sometimes { failed: 1, runs: 5 });
        let mut found = Summary { failures: vec![flaky], ..summary(passed) };
        assert_eq!(exit(&found), Exit::NothingFound, "`--flaky ignore`");
        found.flaky_counts = true;
        assert_eq!(exit(&found), Exit::Counterexample);
        found = Summary { failures: vec![failure(Class::Always)], ..summary(passed) };
        assert_eq!(exit(&found), Exit::Counterexample);
        let error = Summary { error: Some("no worker".into()), ..summary(passed) };
        assert_eq!(exit(&error), Exit::Usage);
        let interrupted = Summary { interrupted: true, ..summary(passed) };
        assert_eq!(exit(&interrupted), Exit::Signal(130));
    }

    /// A failure of this class.
    fn failure(class: Class) -> Failure {
        let (key, message) = ("failed: check failed: x < #".into(), "check failed: x < 7".into());
        let address = Address::Mutant { parent: 3, position: 1, mutant: 4 };
        Failure {
            id: 1,
            value: Some("x = 7".into()),
            text: Some("(7,)".into()),
            again: Some(true),
            class,
            found: Duration::from_millis(1500),
            search: Duration::from_millis(1400),
            ..Failure::new(key, message, 42, Some(address))
        }
    }

    #[test]
    fn a_counterexample_is_reported_with_reason_value_seed_address_and_command() {
        let statistics =
            Statistics { tests: 42, passed: 41, failed: 1, edges: 9, ..Statistics::default() };
        let summary = Summary {
            failures: vec![failure(Class::Always)],
            repeats: true,
            program: "9f86d081".into(),
            ..summary(statistics)
        };
        assert_eq!(
            human(&summary, 5, "cargo mutagen run p --seed 5"),
            "counterexample after 42 tests in 1.50 s:\ncheck failed: x < 7\n\nvalue: (7,)\nx = 7\n\n\
             seed: 5\naddress: mutant 3 1 4, program 9f86d081\nrepeat: cargo mutagen run p --seed \
             5\n\n42 tests in 3.00 s: 41 passed, 0 discarded, 1 failed\n9 of 500 edges, 0 retained, \
             0 resets, R 0; seed 5\n21 tests and 20 passed per CPU second of the worker\n"
        );
    }

    #[test]
    fn what_code_under_test_says_cannot_control_the_terminal() {
        let mut failure = failure(Class::Always);
        failure.message = "\u{1b}[2J".into();
        assert!(!headline(&failure).contains('\u{1b}'));
        let summary = Summary { failures: vec![failure], ..summary(Statistics::default()) };
        assert!(!human(&summary, 5, "").contains('\u{1b}'));
    }

    #[test]
    fn nothing_instrumented_is_said_with_what_to_do() {
        let statistics = Statistics { tests: 100, passed: 100, ..Statistics::default() };
        let nothing = Summary { edges_in_all: 0, ..summary(statistics) };
        assert!(human(&nothing, 0, "").contains("nothing is instrumented"));
        assert!(human(&summary(statistics), 0, "").contains("no edge was hit"));
        // A counterexample that is found at once does not indicate a wrong build.
        let few = Statistics { tests: 5, passed: 4, failed: 1, ..Statistics::default() };
        assert!(!human(&summary(few), 0, "").contains("no edge was hit"));
    }

    #[test]
    fn no_test_that_passed_is_said_plainly() {
        let statistics = Statistics { tests: 7, discarded: 7, edges: 1, ..Statistics::default() };
        assert!(human(&summary(statistics), 0, "").starts_with("no test met the precondition: 7"));
        let nothing = human(&summary(Statistics::default()), 0, "");
        assert!(nothing.starts_with("no test ran: raise `--max-time`"), "{nothing}");
    }
}

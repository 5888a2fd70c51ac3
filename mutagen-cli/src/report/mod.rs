//! The report of a campaign, as text for people and as one line of JSON for programs.

mod arguments;
mod json;

pub use json::{json, json_of_error};

use crate::campaigns::worker_folder;
use crate::counted::counted;
use crate::escape::escape;
use crate::exit_code::Exit;
use crate::messages::Outcome;
use crate::shell::{quoted, with_words};
use crate::status::short;
use crate::supervise::{
    Class, Failure, Keeping, Kind, RegressionCounts, Shrunk, Smallest, Summary,
};
use arguments::arguments;
use mutagen_core::internal::coverage::{CoverageFindings, GaveUp, IgnoredEdges, Names};
use mutagen_core::internal::search::share::Share;
use mutagen_core::internal::search::statistics::Statistics;
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
    let Failure { test, kind, message, .. } = failure;
    let message = message.lines().next().unwrap_or_default();
    if let Some(Keeping::Again(place)) = &failure.kept {
        return escape(&format!("found: kept in {place}, {kind}: {message}")).into_owned();
    }
    let address = failure.source().map(|source| format!(" ({source})")).unwrap_or_default();
    let worker = of_worker(failure);
    escape(&format!("found: test {test}{worker} {kind}: {message}{address}")).into_owned()
}

/// Which worker has found a failure, if there are several.
fn of_worker(failure: &Failure) -> String {
    failure.worker.map(|worker| format!(" of worker {worker}")).unwrap_or_default()
}

/// The commands that a report names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Commands {
    /// Repeats the campaign.
    pub repeat: String,
    /// Runs the kept counterexamples of the property again.
    pub replay: String,
}

/// The report for people.
pub fn human(summary: &Summary, seed: u64, commands: &Commands) -> String {
    let mut text = String::new();
    for failure in summary.failures.iter().take(COUNTEREXAMPLES_SHOWN) {
        counterexample(&mut text, failure, summary, commands);
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
    if summary.is_regression {
        kept_runs(&mut text, &summary.regressions);
        text.push_str("no campaign ran; `--keep-going` runs one all the same\n");
        return escape(&text).into_owned();
    }
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
    } else if exit(summary) == Exit::NothingPassed && statistics.silenced > 0 {
        let _ = writeln!(
            text,
            "no test passed: {} tests ran, with {}, of which {} failed in silenced kinds, and all \
             others were discarded. Allow more time, or mend what is silenced.",
            short(statistics.tests as f64),
            counted(statistics.resets, "reset"),
            short(statistics.silenced as f64)
        );
    } else if exit(summary) == Exit::NothingPassed {
        let _ = writeln!(
            text,
            "no test met the precondition: {} tests ran, with {}, and all were discarded. \
             Allow more time, weaken the precondition, or use types that make valid values more \
             likely.",
            short(statistics.tests as f64),
            counted(statistics.resets, "reset")
        );
    }
    new_edges(&mut text, summary);
    kept_runs(&mut text, &summary.regressions);
    figures(&mut text, summary, seed);
    if summary.added > 0 {
        let tests = if summary.added == 1 { "test was" } else { "tests were" };
        let _ = writeln!(text, "{} {tests} added to the corpus", summary.added);
    }
    escape(&text).into_owned()
}

fn counterexample(text: &mut String, failure: &Failure, summary: &Summary, commands: &Commands) {
    let Failure { test, kind, found, count, .. } = failure;
    let (message, value, plain, file) = match &failure.shrunk {
        Some(shrunk) => {
            let message = shrunk.message.as_ref().unwrap_or(&failure.message);
            (message, &shrunk.value, Some(&shrunk.text), &shrunk.file)
        }
        None => (&failure.message, &failure.value, failure.text.as_ref(), &failure.file),
    };
    let message = message.trim_end();
    let tests = counted(*test, "test");
    let worker = of_worker(failure);
    let kind = match kind {
        Kind::Failed | Kind::Died | Kind::Hung => String::new(),
        kind => format!(" ({kind})"),
    };
    let _ = match &failure.kept {
        Some(Keeping::Again(place)) => {
            writeln!(text, "a kept counterexample fails, {place}{kind}:\n{message}\n")
        }
        _ => writeln!(
            text,
            "counterexample after {tests}{worker} in {}{kind}:\n{message}\n",
            seconds(*found)
        ),
    };
    let shown = plain.zip(value.as_ref()).and_then(|(plain, value)| arguments(plain, value));
    match shown {
        Some(shown) => text.push_str(&shown),
        None => {
            let _ = writeln!(text, "value: {}", plain.map_or("(not known)", String::as_str));
            if let Some(value) = value {
                let _ = writeln!(text, "{value}");
            }
        }
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
    if let Some(kind) = failure.own_kind() {
        let _ = writeln!(text, "kind: {kind}");
    }
    if *count > 1 {
        let _ = writeln!(text, "{count} tests failed in this way");
    }
    if let (Some(smallest), None) = (&failure.smallest, &failure.shrunk) {
        let (source, Smallest { test, text: value, .. }) = (smallest.source(), smallest);
        let _ = writeln!(text, "the smallest (test {test}, {source}): {value}");
    }
    if matches!(failure.kept, Some(Keeping::Again(_))) {
        let _ = writeln!(text, "replay: {}\n", commands.replay);
        return;
    }
    kept(text, failure, commands);
    if let Some(source) = failure.source() {
        let run = summary.folder.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok());
        let run = run.map(|run| format!(" of run {run}")).unwrap_or_default();
        let _ = writeln!(text, "address: {source}{run}, program {}", summary.program);
    }
    let _ = match repeat(failure, summary, commands) {
        Some(repeat) => writeln!(text, "repeat: {repeat}\n"),
        None => writeln!(
            text,
            "this run cannot be repeated exactly: a process died, or runs of one test differed\n"
        ),
    };
}

/// The command that runs the same tests again up to this failure, if there is one: those of the
/// campaign, or those of the worker that has found it.
fn repeat(failure: &Failure, summary: &Summary, commands: &Commands) -> Option<String> {
    let Some(number) = failure.worker else {
        return summary.repeats.then(|| commands.repeat.clone());
    };
    let at = number.checked_sub(1)? as usize;
    let share = Share { worker: number - 1, workers: u32::try_from(summary.workers.len()).ok()? };
    summary.workers.get(at).filter(|worker| worker.repeats)?;
    let folder = worker_folder(&summary.folder, share).display().to_string();
    let words = ["--repeat-worker".to_owned(), folder];
    Some(with_words(commands.repeat.clone(), words.iter()))
}

/// Where a counterexample is kept, and the command that runs it again.
fn kept(text: &mut String, failure: &Failure, commands: &Commands) {
    let _ = match &failure.kept {
        Some(Keeping::Written(place) | Keeping::Known(place) | Keeping::Again(place)) => {
            writeln!(text, "kept in {place}, runs first from now on")
        }
        Some(Keeping::Shown { file, beginning, entry }) => {
            let (file, entry) = (file.display(), entry.brief());
            match beginning {
                None => writeln!(text, "to keep it, add this to {file}:\n{entry}"),
                Some(lines) => {
                    writeln!(text, "to keep it, write this to {file}:\n{lines}\n{entry}")
                }
            }
        }
        Some(Keeping::Not(why)) => writeln!(text, "not kept: {why}"),
        None => Ok(()),
    };
    if let Some(command) = replay(failure, commands) {
        let _ = writeln!(text, "replay: {command}");
    }
}

/// The command that runs a counterexample again.
fn replay(failure: &Failure, commands: &Commands) -> Option<String> {
    let replay = &commands.replay;
    if failure.kept.as_ref().is_some_and(|kept| kept.place().is_some()) {
        return Some(replay.clone());
    }
    Some(match failure.smallest_text()? {
        (_, Some(file)) => format!("{replay} {}", quoted(&file.display().to_string())),
        (text, None) => format!("{replay} --text {}", quoted(text)),
    })
}

/// How much smaller shrinking made a value, and what it took.
fn shrinking(text: &mut String, shrunk: &Shrunk) {
    let Shrunk { nodes: [before, after], runs, time, is_done, .. } = shrunk;
    let tests = counted(*runs, "test");
    let nodes = match before == after {
        true => format!("still {after} nodes"),
        false => format!("from {before} to {after} nodes"),
    };
    let rest = if *is_done { "" } else { "; not finished" };
    let _ = writeln!(text, "shrunk in {tests} and {}, {nodes}{rest}", seconds(*time));
}

/// Says what came of the kept counterexamples, if there are any.
fn kept_runs(text: &mut String, kept: &RegressionCounts) {
    let RegressionCounts { passed, discarded, failed, silenced, unreadable } = *kept;
    let all = passed + discarded + failed + silenced + unreadable;
    if all == 0 {
        return;
    }
    let examples = counted(all, "kept counterexample");
    let parts = [
        (passed, "passed"),
        (discarded, "discarded"),
        (failed, "failed"),
        (silenced, "silenced"),
        (unreadable, "no longer readable"),
    ];
    let parts = parts.iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(count, what)| format!("{count} {what}")).collect();
    let _ = writeln!(text, "{examples} ran first: {}", parts.join(", "));
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

fn figures(text: &mut String, summary: &Summary, seed: u64) {
    let s = &summary.statistics;
    let silenced = match s.silenced {
        0 => String::new(),
        silenced => format!(", {silenced} silenced"),
    };
    let _ = writeln!(
        text,
        "{} tests in {}: {} passed, {} discarded, {} failed{silenced}\n\
         {} of {} edges, {} retained, {}, R {}; seed {seed}",
        s.tests,
        seconds(summary.wall),
        s.passed,
        s.discarded,
        s.failed,
        s.edges,
        summary.edges_in_all,
        s.retained,
        counted(s.resets, "reset"),
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
        let of = if summary.workers.len() > 1 { "a worker" } else { "the worker" };
        let (tests, passed) = (rate(s.tests), rate(s.passed));
        let _ = writeln!(text, "{tests} tests and {passed} passed per CPU second of {of}");
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
    let edges = counted(edges, "edge");
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

/// The outcome of a campaign, for programs.
pub fn outcome(summary: &Summary) -> Outcome {
    match exit(summary) {
        Exit::Counterexample => Outcome::Counterexample,
        Exit::NothingPassed => Outcome::NothingPassed,
        Exit::Signal(_) => Outcome::Interrupted,
        Exit::Usage => Outcome::Error,
        Exit::NothingFound | Exit::Cargo(_) => Outcome::NothingFound,
    }
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

    fn commands() -> Commands {
        Commands {
            repeat: "cargo mutagen run p --seed 5".into(),
            replay: "cargo mutagen replay p".into(),
        }
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
            human(&summary, 5, &commands()),
            "counterexample after 42 tests in 1.50 s:\ncheck failed: x < 7\n\n\
             x = 7\n\nreplay: cargo mutagen replay p --text '(7,)'\naddress: mutant 3 1 4, program \
             9f86d081\nrepeat: cargo mutagen run p --seed 5\n\n42 tests in 3.00 s: 41 \
             passed, 0 discarded, 1 failed\n9 of 500 edges, 0 retained, 0 resets, R 0; seed 5\n21 \
             tests and 20 passed per CPU second of the worker\n"
        );
    }

    #[test]
    fn what_code_under_test_says_cannot_control_the_terminal() {
        let mut failure = failure(Class::Always);
        failure.message = "\u{1b}[2J".into();
        assert!(!headline(&failure).contains('\u{1b}'));
        let summary = Summary { failures: vec![failure], ..summary(Statistics::default()) };
        assert!(!human(&summary, 5, &commands()).contains('\u{1b}'));
    }

    #[test]
    fn nothing_instrumented_is_said_with_what_to_do() {
        let statistics = Statistics { tests: 100, passed: 100, ..Statistics::default() };
        let nothing = Summary { edges_in_all: 0, ..summary(statistics) };
        assert!(human(&nothing, 0, &commands()).contains("nothing is instrumented"));
        assert!(human(&summary(statistics), 0, &commands()).contains("no edge was hit"));
        // A counterexample that is found at once does not indicate a wrong build.
        let few = Statistics { tests: 5, passed: 4, failed: 1, ..Statistics::default() };
        assert!(!human(&summary(few), 0, &commands()).contains("no edge was hit"));
    }

    #[test]
    fn no_test_that_passed_is_said_plainly() {
        let statistics = Statistics { tests: 7, discarded: 7, edges: 1, ..Statistics::default() };
        assert!(
            human(&summary(statistics), 0, &commands())
                .starts_with("no test met the precondition: 7")
        );
        let nothing = human(&summary(Statistics::default()), 0, &commands());
        assert!(nothing.starts_with("no test ran: raise `--max-time`"), "{nothing}");
    }
}

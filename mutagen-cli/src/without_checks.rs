//! Tells failures that only debug assertions and overflow checks cause from others. If a package
//! that is not the user's own has these checks, each failed test runs again in a build in which it
//! has none, as its users get it. What came of that is a remark about the failure.

use crate::args::Run;
use crate::error::CliError;
use crate::instrument::{BuildOptions, Checks};
use crate::outside::Outside;
use crate::properties::properties;
use crate::select::{Candidate, select};
use crate::supervise::{
    Class, Failure, Interrupt, ReplayEnd, ReplayedTest, Summary, replay as run_tests,
};
use mutagen_core::internal::run::protocol::{Replayed, Replaying};
use mutagen_core::internal::run::regressions::portable;
use std::io::Write;

/// The most failures that are run again.
const MOST: usize = 64;

/// Adds to each failure of a campaign a remark that says whether it fails without the checks. With
/// `takes_turns`, other campaigns wait for this one, and nothing is built.
pub fn tell_apart(
    arguments: &Run,
    candidate: &Candidate,
    interrupt: &Interrupt,
    takes_turns: bool,
    summary: &mut Summary,
) {
    if candidate.checked.is_empty() || summary.failures.is_empty() {
        return;
    }
    let checks = checks_of(&candidate.checked);
    let why = if takes_turns {
        Some("several campaigns take turns, and nothing is built in between")
    } else if summary.interrupted {
        Some("the run was interrupted")
    } else {
        None
    };
    if let Some(why) = why {
        let remark = format!("{}; replay it with `--checks own`", not_known(&checks, why));
        summary.failures.iter_mut().for_each(|failure| failure.remarks.push(remark.clone()));
        return;
    }
    let mut tests = Vec::new();
    for (at, failure) in summary.failures.iter_mut().enumerate() {
        match text(at, failure) {
            Ok(text) => tests.push((at, text)),
            Err(why) => failure.remarks.push(not_known(&checks, why)),
        }
    }
    if tests.is_empty() {
        return;
    }
    if !arguments.build.quiet {
        // A closed stream must not end the command.
        let _ = writeln!(std::io::stderr(), "running what failed again, without {checks}");
    }
    let texts = tests.iter().map(|(_, text)| text.clone()).collect();
    let ran = run_again(arguments, candidate, interrupt, texts);
    for (number, (at, _)) in tests.iter().enumerate() {
        let failure = &mut summary.failures[*at];
        let remark = match &ran {
            Ok(ran) => ran.get(number).map(|test| remark(test, failure, &checks)),
            Err(error) => Some(not_known(&checks, &error.to_string())),
        };
        failure.remarks.extend(remark);
    }
}

/// The value of a failed test, or why it is not run again.
fn text(at: usize, failure: &Failure) -> Result<String, &'static str> {
    if at >= MOST {
        return Err("too many tests failed");
    }
    match failure.class {
        Class::Always | Class::NotConfirmed => {}
        Class::Sometimes { .. } | Class::OnlyAfterOtherTests => {
            return Err("this does not always happen");
        }
    }
    failure.whole_text().ok_or("its value has no text form")
}

/// Runs tests in a build without the checks.
fn run_again(
    arguments: &Run,
    candidate: &Candidate,
    interrupt: &Interrupt,
    tests: Vec<String>,
) -> Result<Vec<ReplayedTest>, CliError> {
    let options = BuildOptions { checks: Some(Checks::Own), ..arguments.build.clone() };
    let (built, candidates) = properties(&options)?;
    let candidate = select(&candidates, &candidate.full_name())?;
    let outside = Outside::of(&built, candidate, &arguments.limits)?;
    let request =
        Replaying { tests, done: 0, run: true, show: false, emit: false, lines_below: None };
    run_tests(&outside.campaign, &request, interrupt, &mut |_, _| ()).map(|(tests, _)| tests)
}

/// The checks of these packages, in words.
fn checks_of(packages: &[String]) -> String {
    let names: Vec<String> = packages.iter().map(|package| format!("`{package}`")).collect();
    format!("the debug assertions and overflow checks of {}", names.join(", "))
}

fn not_known(checks: &str, why: &str) -> String {
    format!("whether this fails without {checks} is not known: {why}")
}

/// What came of a failed test without the checks.
fn remark(test: &ReplayedTest, failure: &Failure, checks: &str) -> String {
    let is_the_same = match &test.end {
        ReplayEnd::Told(Replayed::Passed | Replayed::Read) => {
            return format!("only {checks} make this fail: without them, the test passes");
        }
        ReplayEnd::Told(Replayed::Discarded) => {
            return format!("only {checks} make this fail: without them, the test is discarded");
        }
        ReplayEnd::Told(Replayed::Silenced { kind, .. }) => {
            return format!("without {checks}, the test fails in the silenced kind `{kind}`");
        }
        ReplayEnd::Told(Replayed::Unreadable(error)) => {
            return not_known(checks, &format!("its value cannot be read: {error}"));
        }
        ReplayEnd::NotRun => return not_known(checks, "it was interrupted"),
        ReplayEnd::Told(Replayed::Failed { key, .. }) => portable(key) == portable(&failure.key),
        ReplayEnd::Died { kind, .. } => *kind == failure.kind,
    };
    match test.failure() {
        Some((_, message)) if !is_the_same => {
            let message = message.lines().next().unwrap_or_default();
            format!("without {checks}, the test fails in another way: {message}")
        }
        _ => format!("this fails without {checks}, too"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::supervise::Kind;

    fn failure() -> Failure {
        let key = "at src/lib.rs:7:5: overflow".to_owned();
        Failure { text: Some("(0,)".into()), ..Failure::new(key, "overflow".into(), 1, None) }
    }

    fn said(end: ReplayEnd, failure: &Failure) -> String {
        let test = ReplayedTest { end, ..ReplayedTest::default() };
        remark(&test, failure, &checks_of(&["wasmi@2.0.0".into(), "wain".into()]))
    }

    fn failed(key: &str) -> ReplayEnd {
        ReplayEnd::Told(Replayed::Failed { key: key.into(), message: "3 is not 4\nat all".into() })
    }

    #[test]
    fn what_passes_without_the_checks_fails_only_because_of_them() {
        let only = "only the debug assertions and overflow checks of `wasmi@2.0.0`, `wain` make \
                    this fail: without them, the test ";
        let told = |replayed| said(ReplayEnd::Told(replayed), &failure());
        assert_eq!(told(Replayed::Passed), format!("{only}passes"));
        assert_eq!(told(Replayed::Discarded), format!("{only}is discarded"));
    }

    #[test]
    fn what_fails_without_them_is_said_to_and_another_way_is_shown() {
        let same = said(failed(&failure().key), &failure());
        assert!(same.starts_with("this fails without the debug") && same.ends_with(", too"));
        let other = said(failed("check failed: # is not #"), &failure());
        assert!(other.starts_with("without the debug"), "{other}");
        assert!(other.ends_with("fails in another way: 3 is not 4"), "{other}");
        let died = |kind| ReplayEnd::Died { kind, message: "exceeded 1 s".into() };
        assert!(said(died(Kind::Hung), &failure()).ends_with("another way: exceeded 1 s"));
        let hung = Failure { kind: Kind::Hung, ..failure() };
        assert!(said(died(Kind::Hung), &hung).ends_with(", too"));
    }

    #[test]
    fn what_was_not_run_again_is_said_to_be_not_known() {
        assert!(said(ReplayEnd::NotRun, &failure()).contains("is not known: it was interrupted"));
        assert_eq!(text(0, &failure()), Ok("(0,)".to_owned()));
        assert!(text(MOST, &failure()).is_err());
        assert!(text(0, &Failure { text: None, ..failure() }).is_err());
        let class = Class::Sometimes { failed: 1, runs: 5 };
        assert!(text(0, &Failure { class, ..failure() }).is_err());
        let class = Class::OnlyAfterOtherTests;
        assert!(text(0, &Failure { class, ..failure() }).is_err());
    }
}

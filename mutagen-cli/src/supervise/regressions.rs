//! Runs the kept counterexamples of a property before its campaign. Those that fail are failures of
//! the campaign.

use super::replay::{ReplayEnd, ReplayedTest, Replayer};
use super::supervisor::Supervisor;
use super::{Class, Failure, Keeping, Regression};
use crate::campaigns::Form;
use crate::error::CliError;
use mutagen_core::internal::run::protocol::{Replayed, Replaying};

/// Runs each kept counterexample. Returns whether one fails that counts for the exit code.
///
/// # Errors
/// When no process can be started, or no test of the property can run.
pub(super) fn all(supervisor: &mut Supervisor<'_>) -> Result<bool, CliError> {
    let campaign = supervisor.campaign;
    if campaign.regressions.is_empty() {
        return Ok(false);
    }
    let tests = campaign.regressions.iter().map(|regression| regression.kept.source.clone());
    let request = Replaying {
        tests: tests.collect(),
        done: 0,
        run: true,
        show: false,
        emit: false,
        lines_below: None,
    };
    let replayer = Replayer {
        campaign,
        limits: supervisor.limits.clone(),
        interrupt: supervisor.interrupt,
        mark: supervisor.mark.as_ref(),
    };
    let (tests, notes) = replayer.replay(&request, &mut |_, _| ())?;
    for note in notes {
        supervisor.findings.note(format!("in a kept counterexample, {note}"));
    }
    let mut counts = false;
    for (regression, test) in campaign.regressions.iter().zip(tests) {
        counts |= take(supervisor, regression, test);
    }
    Ok(counts)
}

/// Takes what came of one counterexample. Returns whether it failed and counts for the exit code.
fn take(supervisor: &mut Supervisor<'_>, regression: &Regression, test: ReplayedTest) -> bool {
    let entry = &regression.kept.entry;
    let kept = &mut supervisor.summary.regressions;
    let key = match &test.end {
        ReplayEnd::Told(Replayed::Unreadable(error)) => {
            kept.unreadable += 1;
            let path = &supervisor.campaign.path;
            let note = regression.kept.unreadable(&regression.file, path, error);
            supervisor.findings.note(note);
            return false;
        }
        ReplayEnd::Told(Replayed::Failed { key, .. }) => key.clone(),
        ReplayEnd::Died { kind, .. } if entry.key.is_empty() => kind.to_string(),
        ReplayEnd::Died { .. } => entry.key.clone(),
        ReplayEnd::Told(Replayed::Discarded) => {
            kept.discarded += 1;
            return false;
        }
        ReplayEnd::Told(Replayed::Silenced { kind, .. }) => {
            kept.silenced += 1;
            supervisor.count_silenced(kind);
            return false;
        }
        ReplayEnd::Told(Replayed::Passed | Replayed::Read) => {
            kept.passed += 1;
            return false;
        }
        ReplayEnd::NotRun => return false,
    };
    let Some((kind, message)) = test.failure() else { return false };
    kept.failed += 1;
    let class = match entry.class {
        Some((failed, runs)) => Class::Sometimes { failed, runs },
        None => Class::Always,
    };
    let new = Failure::new(key, message.to_owned(), 0, None);
    let kept = Some(Keeping::Again(regression.place()));
    let at = supervisor.find(Failure { kind, kept, ..new }, supervisor.summary.search);
    if supervisor.findings.failures[at].text.is_none() {
        supervisor.findings.set_class(at, class);
        supervisor.findings.set_value(at, Form::Text, entry.value.clone());
        if let Some(debug) = test.debug {
            supervisor.findings.set_value(at, Form::Debug, debug);
        }
        if !test.last_words.is_empty() {
            supervisor.findings.set_last_words(at, test.last_words);
        }
    }
    supervisor.summary.flaky_counts || class == Class::Always
}

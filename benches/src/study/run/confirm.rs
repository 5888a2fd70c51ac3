//! Whether a counterexample is one of the mutant that a trial was to find: the property holds for
//! it where no mutant is selected.

use crate::study::Error;
use crate::study::plan::task::Workload;
use crate::study::rows::row::{How, Status};
use crate::study::run::strategy::{Assignment, Findings};
use mutagen_cli::supervise::{Failure, Interrupt, ReplayEnd, SupervisedCampaign, replay};
use mutagen_core::internal::run::protocol::{Replayed, Replaying};

/// The environment of a trial: the mutant, and what is the same for all trials of the workload.
pub(super) fn environment(workload: &Workload, mutant: &str) -> Vec<(String, String)> {
    let own = (workload.variable, mutant);
    let all = workload.environment.iter().copied().chain([own]);
    all.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
}

/// The findings of a trial, in which a counterexample that fails without the mutant, too, is none.
/// `None` if the run without it was interrupted.
///
/// # Errors
/// When the counterexample has no text form, or cannot be run again.
pub(super) fn confirmed(
    findings: Findings,
    failure: Option<&Failure>,
    mut campaign: SupervisedCampaign,
    trial: &Assignment<'_>,
    interrupt: &Interrupt,
) -> Result<Option<Findings>, Error> {
    let Some(failure) = failure.filter(|_| trial.workload.must_pass_without) else {
        return Ok(Some(findings));
    };
    campaign.environment = environment(trial.workload, "");
    let Some(fails) = fails_in(&campaign, failure, interrupt)? else { return Ok(None) };
    let Some(message) = fails.message else { return Ok(Some(findings)) };
    let task = trial.workload.task_name(trial.task);
    eprintln!("{task}: a counterexample fails without the bug, too: {message}");
    Ok(Some(Findings { status: Status::Timeout, how: Some(How::Other), ..findings }))
}

/// How a counterexample ended when it was run again.
pub struct Again {
    /// Why it failed; `None` if it did not.
    pub message: Option<String>,
}

/// Runs a counterexample again by another campaign: in another program, or in another environment.
/// `None` if the run was interrupted.
///
/// # Errors
/// When the counterexample has no text form, or cannot be run again.
pub fn fails_in(
    campaign: &SupervisedCampaign,
    failure: &Failure,
    interrupt: &Interrupt,
) -> Result<Option<Again>, Error> {
    let no_text = || format!("a counterexample has no text form: {}", failure.message);
    let tests = vec![failure.whole_text().ok_or_else(no_text)?];
    let request =
        Replaying { tests, done: 0, run: true, show: false, emit: false, lines_below: None };
    let (ended, _) = replay(campaign, &request, interrupt, &mut |_, _| {})?;
    let alone = ended.first().ok_or("the counterexample was not run again")?;
    match (&alone.end, alone.failure()) {
        (ReplayEnd::NotRun, _) => Ok(None),
        (_, Some((_, message))) => Ok(Some(Again { message: Some(message.to_string()) })),
        (ReplayEnd::Told(Replayed::Passed | Replayed::Discarded), None) => {
            Ok(Some(Again { message: None }))
        }
        (end, None) => Err(format!("a counterexample was not run without the bug: {end:?}").into()),
    }
}

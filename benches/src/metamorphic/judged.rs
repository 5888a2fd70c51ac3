//! A strategy whose counterexamples are judged: only one that passes with the release without the
//! bug counts as found.

use super::Pair;
use benches::study::Error;
use benches::study::plan::task::Workload;
use benches::study::rows::row::{How, Status};
use benches::study::run::builds::Builds;
use benches::study::run::confirm::fails_in;
use benches::study::run::mutagen::{Mutagen, findings};
use benches::study::run::strategy::{Assignment, Description, Findings, Readiness, Strategy};
use mutagen_cli::supervise::{Failure, Interrupt};
use serde_json::Value;

/// A strategy on the bugs of the table.
pub(super) struct Judged {
    inner: Mutagen,
    pairs: Vec<Pair>,
}

impl Judged {
    /// A strategy of mutagen on these pairs.
    pub(super) fn new(inner: Mutagen, pairs: &[Pair]) -> Judged {
        Judged { inner, pairs: pairs.to_vec() }
    }

    /// The release without the bug of a task.
    fn without(&self, trial: &Assignment<'_>) -> Option<&Workload> {
        let pair = self.pairs.iter().find(|pair| pair.bug.package == trial.workload.package);
        pair.and_then(|pair| pair.without.as_ref())
    }

    /// Whether a counterexample shows the bug of its task. `None` if that was interrupted.
    fn shows_the_bug(
        &self,
        failure: &Failure,
        builds: &Builds,
        trial: &Assignment<'_>,
        interrupt: &Interrupt,
    ) -> Result<Option<bool>, Error> {
        let Some(workload) = self.without(trial) else { return Ok(Some(true)) };
        let campaign = self.inner.campaign(builds, &Assignment { workload, ..*trial })?;
        let Some(again) = fails_in(&campaign, failure, interrupt)? else { return Ok(None) };
        if let Some(message) = &again.message {
            let task = trial.workload.task_name(trial.task);
            eprintln!("{task}: a counterexample fails without the bug, too: {message}");
        }
        Ok(Some(again.message.is_none()))
    }
}

impl Strategy for Judged {
    fn description(&self) -> &Description {
        self.inner.description()
    }

    fn settings(&self) -> Value {
        self.inner.settings()
    }

    fn screened(&self) -> bool {
        self.inner.screened()
    }

    fn prepare(&self, builds: &mut Builds, workloads: &[Workload]) -> Result<Readiness, Error> {
        let without = self.pairs.iter().filter_map(|pair| pair.without.clone());
        let all: Vec<Workload> = workloads.iter().cloned().chain(without).collect();
        self.inner.prepare(builds, &all)
    }

    fn trial(
        &self,
        builds: &Builds,
        trial: &Assignment<'_>,
        interrupt: &Interrupt,
    ) -> Result<Option<Findings>, Error> {
        let mut campaign = self.inner.campaign(builds, trial)?;
        let Some(summary) = self.inner.supervise(&campaign, trial, interrupt)? else {
            return Ok(None);
        };
        let first = findings(&summary);
        let Some(failure) = summary.failures.first() else { return Ok(Some(first)) };
        match self.shows_the_bug(failure, builds, trial, interrupt)? {
            None => return Ok(None),
            Some(true) => return Ok(Some(first)),
            Some(false) => {}
        }
        // Another bug of the release came first: the same search goes on after it.
        campaign.keep_going = true;
        let Some(summary) = self.inner.supervise(&campaign, trial, interrupt)? else {
            return Ok(None);
        };
        for failure in &summary.failures {
            match self.shows_the_bug(failure, builds, trial, interrupt)? {
                None => return Ok(None),
                Some(false) => {}
                Some(true) => {
                    let (tests, time) = (failure.test, failure.search.as_secs_f64());
                    return Ok(Some(Findings { tests, valid: tests, time, ..first }));
                }
            }
        }
        let missed = Findings { time: summary.search.as_secs_f64(), ..findings(&summary) };
        Ok(Some(Findings { status: Status::Timeout, how: Some(How::Other), ..missed }))
    }
}

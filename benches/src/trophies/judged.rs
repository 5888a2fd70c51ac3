//! A strategy whose failures are judged: only the bug of the task counts as found.

use benches::study::Error;
use benches::study::plan::task::{Task, Workload};
use benches::study::rows::row::{How, Status};
use benches::study::run::builds::Builds;
use benches::study::run::strategy::{Assignment, Description, Findings, Readiness, Strategy};
use mutagen_cli::supervise::Interrupt;
use serde_json::Value;
use trophy::{Bug, Kind, table};

/// A strategy on the bugs of the table.
pub(super) struct Judged {
    inner: Box<dyn Strategy>,
    description: Description,
    /// Whether it takes the property on a description of the input, where there is one.
    typed: bool,
}

impl Judged {
    /// A strategy on the properties of bytes and text.
    pub(super) fn on_inputs(inner: Box<dyn Strategy>) -> Judged {
        let description = *inner.description();
        Judged { inner, description, typed: false }
    }

    /// A strategy on the properties of descriptions, under a name of its own.
    pub(super) fn on_descriptions(inner: Box<dyn Strategy>, description: Description) -> Judged {
        Judged { inner, description, typed: true }
    }
}

impl Strategy for Judged {
    fn description(&self) -> &Description {
        &self.description
    }

    fn settings(&self) -> Value {
        self.inner.settings()
    }

    fn screened(&self) -> bool {
        self.inner.screened()
    }

    fn peer(&self) -> bool {
        self.inner.peer()
    }

    fn prepare(&self, builds: &mut Builds, workloads: &[Workload]) -> Result<Readiness, Error> {
        self.inner.prepare(builds, workloads)
    }

    fn trial(
        &self,
        builds: &Builds,
        trial: &Assignment<'_>,
        interrupt: &Interrupt,
    ) -> Result<Option<Findings>, Error> {
        let bug = bug_of(trial.task)?;
        let property = bug.typed.filter(|_| self.typed).unwrap_or(bug.property);
        let task = Task::new(bug.name, property);
        let trial = Assignment { task: &task, ..*trial };
        let findings = self.inner.trial(builds, &trial, interrupt)?;
        Ok(findings.map(|findings| judged(findings, bug)))
    }
}

/// The bug of a task.
pub(super) fn bug_of(task: &Task) -> Result<&'static Bug, Error> {
    let bug = table::bugs().iter().find(|bug| bug.name == task.mutant);
    Ok(bug.ok_or_else(|| format!("`{}` is not in the table", task.mutant))?)
}

/// The findings of a trial: a failure that is not the bug is no counterexample.
pub(super) fn judged(findings: Findings, bug: &Bug) -> Findings {
    if findings.status != Status::Failed {
        return findings;
    }
    let is_the_bug = match findings.how {
        None => bug.is_shown_by(&findings.message),
        Some(How::Hung) => bug.kind == Kind::Loop,
        Some(How::Died) => bug.kind == Kind::StackOverflow,
        Some(How::Other) => false,
    };
    if is_the_bug {
        return findings;
    }
    eprintln!("{}: another failure ({:?}): {}", bug.name, findings.how, findings.message);
    Findings { status: Status::Timeout, how: Some(How::Other), ..findings }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bug(name: &str) -> &'static Bug {
        table::bugs().iter().find(|bug| bug.name == name).unwrap()
    }

    fn failed(how: Option<How>, message: &str) -> Findings {
        let message = message.to_owned();
        Findings { status: Status::Failed, how, message, tests: 7, valid: 7, time: 0.5 }
    }

    #[test]
    fn a_failure_counts_only_with_the_message_of_the_bug() {
        let found = failed(None, "panicked at src/lib.rs:4:5: divisor of zero");
        assert_eq!(judged(found.clone(), bug("boa-780")), found);
        let other = judged(found, bug("boa-779"));
        assert_eq!((other.status, other.how), (Status::Timeout, Some(How::Other)));
    }

    #[test]
    fn a_test_that_hangs_shows_an_endless_loop_and_no_other_bug() {
        let hung = failed(Some(How::Hung), "");
        assert_eq!(judged(hung.clone(), bug("image-gif-101")).status, Status::Failed);
        assert_eq!(judged(hung, bug("boa-779")).how, Some(How::Other));
        let panic = failed(None, "index out of bounds");
        assert_eq!(judged(panic, bug("image-gif-101")).how, Some(How::Other));
    }
}

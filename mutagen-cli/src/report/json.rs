//! The report of a campaign as a message for programs.

use super::{Commands, exit, human, outcome, replay};
use crate::exit_code::Exit;
use crate::messages::{self, Run, RunError, line, text_of};
use crate::supervise::{Class, Failure, Keeping, Summary};

/// The report for programs: one line of JSON.
pub fn json(summary: &Summary, seed: u64, property: &str, commands: &Commands) -> String {
    line(&Run {
        property: property.to_owned(),
        seed,
        exit_code: exit(summary).code(),
        outcome: outcome(summary),
        error: summary.error.clone(),
        interrupted: summary.interrupted,
        interruptions: summary.interruptions,
        deaths: summary.deaths,
        repeats: summary.repeats,
        statistics: summary.statistics.into(),
        course: summary.course().map(|course| course.to_string()),
        workers: summary.workers.iter().map(Into::into).collect(),
        edges_in_all: summary.edges_in_all,
        cpu_seconds: summary.cpu.as_secs_f64(),
        search_seconds: summary.search.as_secs_f64(),
        wall_seconds: summary.wall.as_secs_f64(),
        coverage_findings: (&summary.findings).into(),
        notes: summary.notes.clone(),
        regressions: summary.regressions.into(),
        silenced: summary.silenced.iter().map(Into::into).collect(),
        added_to_corpus: summary.added,
        new_edges: summary.new_edges.iter().map(Into::into).collect(),
        report: human(summary, seed, commands),
        folder: text_of(&summary.folder),
        program: summary.program.clone(),
        failures: summary.failures.iter().map(|failure| message(failure, commands)).collect(),
    })
}

/// A counterexample in the report for programs.
fn message(failure: &Failure, commands: &Commands) -> messages::Failure {
    let repeated = match failure.class {
        Class::Always => true,
        Class::Sometimes { failed, .. } => failed > 1,
        Class::NotConfirmed | Class::OnlyAfterOtherTests => false,
    };
    let entry = match &failure.kept {
        Some(Keeping::Shown { entry, .. }) => Some(entry.to_string()),
        _ => None,
    };
    messages::Failure {
        id: failure.id,
        worker: failure.worker,
        test: failure.test,
        address: failure.source().map(|source| source.to_string()),
        kind: failure.kind,
        message: failure.message.clone(),
        key: failure.key.clone(),
        own_kind: failure.own_kind().map(str::to_owned),
        class: failure.class.to_string(),
        count: failure.count,
        value: failure.value.clone(),
        text: failure.text.clone(),
        value_file: failure.file.as_deref().map(text_of),
        smallest: failure.smallest.as_ref().map(Into::into),
        shrunk: failure.shrunk.as_ref().map(Into::into),
        last_words: failure.last_words.clone(),
        frames: failure.frames.clone(),
        phase: failure.phase.to_string(),
        remarks: failure.remarks.clone(),
        kept_in: failure.kept.as_ref().and_then(Keeping::place).map(str::to_owned),
        entry,
        is_regression: matches!(failure.kept, Some(Keeping::Again(_))),
        replay: replay(failure, commands),
        repeated,
        seconds: failure.found.as_secs_f64(),
        search_seconds: failure.search.as_secs_f64(),
    }
}

/// The report for programs about a run that did not begin.
pub fn json_of_error(error: &str, seed: Option<u64>, property: &str, exit: Exit) -> String {
    line(&RunError::new(property, seed, exit.code(), error))
}

//! The report of a campaign as one line of JSON, for programs.

use super::{Commands, exit, human, outcome, replay};
use crate::exit_code::Exit;
use crate::supervise::{Class, Failure, Keeping, Shrunk, Summary, WorkerSummary};
use mutagen_core::internal::search::statistics::Statistics;
use serde_json::{Value, json};

/// The report for programs: one JSON object.
pub fn json(summary: &Summary, seed: u64, property: &str, commands: &Commands) -> String {
    let failure = |failure: &Failure| {
        let repeats = match failure.class {
            Class::Always => true,
            Class::Sometimes { failed, .. } => failed > 1,
            Class::NotConfirmed | Class::OnlyAfterOtherTests => false,
        };
        let smallest = failure.smallest.as_ref().map(|smallest| {
            json!({
                "worker": smallest.worker,
                "test": smallest.test,
                "address": smallest.address.to_string(),
                "text": smallest.text,
                "nodes": smallest.nodes,
            })
        });
        json!({
            "id": failure.id,
            "worker": failure.worker,
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
            "kept_in": failure.kept.as_ref().and_then(Keeping::place),
            "is_regression": matches!(failure.kept, Some(Keeping::Again(_))),
            "replay": replay(failure, commands),
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
        "course": summary.course().map(|course| course.to_string()),
        "workers": summary.workers.iter().map(json_of_worker).collect::<Vec<_>>(),
        "edges_in_all": summary.edges_in_all,
        "cpu_seconds": summary.cpu.as_secs_f64(),
        "search_seconds": summary.search.as_secs_f64(),
        "wall_seconds": summary.wall.as_secs_f64(),
        "coverage_findings": summary.findings,
        "notes": summary.notes,
        "regressions": summary.regressions,
        "added_to_corpus": summary.added,
        "new_edges": summary.new_edges,
        "report": human(summary, seed, commands),
        "folder": summary.folder,
        "program": summary.program,
        "failures": summary.failures.iter().map(failure).collect::<Vec<_>>(),
    })
    .to_string()
}

fn json_of_worker(worker: &WorkerSummary) -> Value {
    json!({
        "statistics": worker.statistics,
        "course": worker.course.map(|course| course.to_string()),
        "repeats": worker.repeats,
    })
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

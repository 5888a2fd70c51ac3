//! A run and its failures as JSON.

use super::Listed;
use crate::campaigns::{KnownFailure, KnownValue, Reduction, State};
use serde_json::{Value, json};

/// A run as a JSON object.
pub(super) fn run(listed: &Listed) -> Value {
    let Listed { property, number, folder, run } = listed;
    let info = run.info.as_ref().ok();
    let (state, exit_code, outcome) = match &run.state {
        State::Running => ("running", None, None),
        State::Killed => ("killed", None, None),
        State::Ended { exit_code, outcome } => ("ended", Some(exit_code), Some(outcome)),
    };
    json!({
        "property": property.name,
        "package": property.package,
        "target": property.target,
        "run": number,
        "folder": folder.to_string_lossy(),
        "seed": run.seed,
        "options": info.map(|info| &info.options),
        "program": info.map(|info| &info.program),
        "started": info.map(|info| info.started),
        "state": state,
        "exit_code": exit_code,
        "outcome": outcome,
        "failures": run.failures.iter().map(failure).collect::<Vec<_>>(),
        "notes": run.notes,
    })
}

fn failure(failure: &KnownFailure) -> Value {
    let KnownFailure { finding, text, debug, shrunk, reduction, .. } = failure;
    let KnownFailure { last_words, frames, class, count, last_test, .. } = failure;
    json!({
        "id": finding.id,
        "key": finding.key,
        "kind": finding.kind,
        "message": finding.message,
        "class": class,
        "count": count,
        "test": finding.test,
        "last_test": last_test,
        "address": finding.address,
        "phase": finding.phase,
        "seconds": finding.seconds,
        "search_seconds": finding.search_seconds,
        "text": text.as_ref().map(value),
        "debug": debug.as_ref().map(value),
        "shrunk": shrunk.as_ref().map(value),
        "shrinking": reduction.as_ref().map(shrinking),
        "last_words": last_words,
        "frames": frames,
    })
}

fn shrinking(reduction: &Reduction) -> Value {
    let Reduction { message, nodes: [before, after], runs, seconds, is_done, .. } = reduction;
    json!({
        "message": message,
        "nodes_before": before,
        "nodes": after,
        "tests": runs,
        "seconds": seconds,
        "is_done": is_done,
    })
}

fn value(value: &KnownValue) -> Value {
    let KnownValue { text, file, bytes } = value;
    json!({ "text": text, "file": file, "bytes": bytes })
}

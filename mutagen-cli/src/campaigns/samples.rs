//! Records and other values for the tests of these modules.

use super::{Finding, Form, Record, Reduction, RunInfo};
use crate::select::Candidate;
use mutagen_core::internal::search::options::Options;
use mutagen_core::internal::search::statistics::Statistics;
use std::path::PathBuf;

/// A property in a target of this kind and name.
pub(crate) fn candidate(kind: &str, target: &str) -> Candidate {
    Candidate {
        package: "shop".to_owned(),
        folder: PathBuf::new(),
        executable: PathBuf::new(),
        sources: Vec::new(),
        instrumented: Vec::new(),
        checked: Vec::new(),
        target: target.to_owned(),
        kind: kind.to_owned(),
        path: "tests::order".to_owned(),
        file: String::new(),
        line: 0,
        ignored: false,
    }
}

/// A run.
pub(super) fn info() -> RunInfo {
    let options = vec!["--keep-going".to_owned()];
    let (property, program) = ("shop::tests::order", "0123456789abcdef");
    RunInfo::new(property, "shop", "lib", 7, options, Options::default(), program)
}

/// A failure.
pub(super) fn finding(id: u32) -> Finding {
    Finding {
        id,
        key: format!("died-{id}"),
        kind: "died".to_owned(),
        message: "the process aborted while the test ran".to_owned(),
        test: 40 + u64::from(id),
        address: "mutant 3 1 4".to_owned(),
        phase: "running".to_owned(),
        seconds: 1.25,
        search_seconds: 1.125,
    }
}

/// The records of a run that has ended: each kind, the header first.
pub(super) fn records() -> Vec<Record> {
    vec![
        Record::header(&info()),
        Record::Found(finding(1)),
        Record::Value { id: 1, form: Form::Text, text: "[7]".to_owned(), file: None, bytes: 3 },
        Record::Value {
            id: 1,
            form: Form::Debug,
            text: "[\n    7,\n]".to_owned(),
            file: Some("values/1.debug".to_owned()),
            bytes: 10,
        },
        Record::LastWords { id: 1, text: "free(): double free".to_owned() },
        Record::Frames { id: 1, frames: ["shop::price", "main"].map(str::to_owned).to_vec() },
        Record::Classed { id: 1, class: "always".to_owned() },
        Record::Value { id: 1, form: Form::Shrunk, text: "[]".to_owned(), file: None, bytes: 2 },
        Record::Shrunk(Reduction {
            id: 1,
            message: Some("the list is empty".to_owned()),
            nodes: [60, 2],
            runs: 120,
            seconds: 0.5,
            is_done: true,
        }),
        Record::Found(finding(2)),
        Record::Again { key: finding(1).key, count: 3, test: 90 },
        Record::Note { text: "a note".to_owned() },
        Record::Ended {
            exit_code: 1,
            outcome: "counterexample".to_owned(),
            statistics: Statistics { tests: 99, failed: 4, ..Statistics::default() },
        },
    ]
}

//! Records and other values for the tests of these modules.

use super::{Finding, Form, Record, RunInfo};
use crate::select::Candidate;
use mutagen_core::internal::search::options::Options;
use mutagen_core::internal::search::statistics::Statistics;
use std::path::PathBuf;

/// A property in a target of this kind and name.
pub(super) fn candidate(kind: &str, target: &str) -> Candidate {
    Candidate {
        package: "shop".to_owned(),
        folder: PathBuf::new(),
        executable: PathBuf::new(),
        sources: Vec::new(),
        instrumented: Vec::new(),
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

/// The bytes after some random changes, which the seed decides.
pub(super) fn mutated(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |end: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as usize % end.max(1)
    };
    let mut bytes = bytes.to_vec();
    if below(20) == 0 {
        return (0..below(500)).map(|_| below(256) as u8).collect();
    }
    for _ in 0..=below(4) {
        let at = below(bytes.len());
        let end = (at + below(60)).min(bytes.len());
        match below(6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let copy = bytes[at..end].to_vec();
                let to = below(bytes.len());
                bytes.splice(to..to, copy);
            }
            3 => bytes.insert(at, below(256) as u8),
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte ^= 1 << below(8);
                }
            }
        }
    }
    bytes
}

//! A counterexample as the supervisor reports it.

use crate::source::Source;
use derive_more::Display;
use mutagen_core::internal::run::protocol::Phase;
use mutagen_core::internal::run::regressions::Entry;
use mutagen_core::internal::run::silenced::kind_of_key;
use mutagen_core::internal::search::address::Address;
use schemars::JsonSchema;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A counterexample: a test that failed, with what is known about others like it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The number of the failure in its run, from 1; 0 before it is found.
    pub id: u32,
    /// What tells this failure from others.
    pub key: String,
    /// How the test failed, as one word.
    pub kind: Kind,
    /// Why it failed.
    pub message: String,
    /// The number of the worker, from 1; `None` if the campaign has only one.
    pub worker: Option<u32>,
    /// The test's number among those of its worker, from 1.
    pub test: u64,
    /// How the test was made; `None` if the worker died before it was known.
    pub address: Option<Address>,
    /// What the worker did.
    pub phase: Phase,
    /// The arguments as `{:#?}` prints them, possibly cut.
    pub value: Option<String>,
    /// The arguments in mutagen's own form, possibly cut.
    pub text: Option<String>,
    /// How many nodes the arguments have, if that is known.
    pub nodes: Option<u64>,
    /// The file with the whole value, if it was cut.
    pub file: Option<PathBuf>,
    /// The last output of the process that died.
    pub last_words: Option<String>,
    /// The stack of the process that died, innermost function first.
    pub frames: Vec<String>,
    /// Remarks, such as that the value cannot be printed.
    pub remarks: Vec<String>,
    /// Where the counterexample is kept, or why it is not; `None` if nothing is kept.
    pub kept: Option<Keeping>,
    /// Whether the test failed again in the same process.
    pub again: Option<bool>,
    /// Whether the failure repeats.
    pub class: Class,
    /// How often a test failed in this way.
    pub count: u64,
    /// The smallest test that failed in this way, if it is not the first.
    pub smallest: Option<Smallest>,
    /// The smallest test that shrinking has found.
    pub shrunk: Option<Shrunk>,
    /// Time from the start of the campaign until the failure.
    pub found: Duration,
    /// CPU time of the testing thread from the start of the campaign. For a test that killed its
    /// worker, it is the time of the last heartbeat before. A test that hung counts with its time
    /// limit.
    pub search: Duration,
}

impl Failure {
    /// A failure of the property in this test, of which nothing else is known yet.
    pub fn new(key: String, message: String, test: u64, address: Option<Address>) -> Failure {
        Failure {
            id: 0,
            key,
            kind: Kind::Failed,
            message,
            worker: None,
            test,
            address,
            phase: Phase::Running,
            value: None,
            text: None,
            nodes: None,
            file: None,
            last_words: None,
            frames: Vec::new(),
            remarks: Vec::new(),
            kept: None,
            again: None,
            class: Class::NotConfirmed,
            count: 1,
            smallest: None,
            shrunk: None,
            found: Duration::ZERO,
            search: Duration::ZERO,
        }
    }

    /// The text of the smallest value, or its start and the file with the whole.
    pub fn smallest_text(&self) -> Option<(&str, Option<&Path>)> {
        let (text, file) = match &self.shrunk {
            Some(shrunk) => (&shrunk.text, &shrunk.file),
            None => (self.text.as_ref()?, &self.file),
        };
        // The other form of a value is no text that can be read.
        let is_text = |file: &&PathBuf| file.extension().is_some_and(|end| end == "txt");
        Some((text, file.as_ref().filter(is_text).map(PathBuf::as_path)))
    }

    /// The text of the smallest value, from its file if it is long.
    pub fn whole_text(&self) -> Option<String> {
        match self.smallest_text()? {
            (_, Some(file)) => std::fs::read_to_string(file).ok(),
            (text, None) => Some(text.to_owned()),
        }
    }

    /// The kind of the failure that the property names, if it does.
    pub fn own_kind(&self) -> Option<&str> {
        kind_of_key(&self.key).filter(|_| self.kind == Kind::Failed)
    }

    /// How the test was made.
    pub fn source(&self) -> Option<Source> {
        self.address.map(|address| Source { worker: self.worker, address })
    }

    /// Whether it is a kept counterexample that fails again, and not one of the campaign.
    pub(super) fn is_kept(&self) -> bool {
        matches!(self.kept, Some(Keeping::Again(_)))
    }

    /// Whether no test is to blame, but what earlier tests have left, such as a thread.
    pub(super) fn is_of_no_test(&self) -> bool {
        self.kind == Kind::Outside && self.address.is_none()
    }
}

/// What became of a counterexample that is to be kept for later runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Keeping {
    /// It is a kept one that fails again. Holds its file and line.
    Again(String),
    /// It was written. Holds its file and line.
    Written(String),
    /// It was there already. Holds its file and line.
    Known(String),
    /// It is not to be written.
    Shown {
        /// The file to which it belongs.
        file: PathBuf,
        /// What the file begins with, if there is no such file.
        beginning: Option<String>,
        /// The entry.
        entry: Entry,
    },
    /// It cannot be kept, for this reason.
    Not(String),
}

impl Keeping {
    /// The file and the line of the entry, if there is one.
    pub fn place(&self) -> Option<&str> {
        match self {
            Keeping::Again(place) | Keeping::Written(place) | Keeping::Known(place) => Some(place),
            Keeping::Shown { .. } | Keeping::Not(_) => None,
        }
    }
}

impl Smallest {
    /// How the test was made.
    pub fn source(&self) -> Source {
        Source { worker: self.worker, address: self.address }
    }
}

/// The smallest test that failed in a known way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Smallest {
    /// The number of the worker, from 1; `None` if the campaign has only one.
    pub worker: Option<u32>,
    /// The test's number among those of its worker.
    pub test: u64,
    /// How the test was made.
    pub address: Address,
    /// The arguments in mutagen's own form.
    pub text: String,
    /// How many nodes they have.
    pub nodes: u64,
}

/// A test that was made from a failed one and fails in the same way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shrunk {
    /// The arguments in mutagen's own form, possibly cut.
    pub text: String,
    /// The arguments as `{:#?}` prints them, possibly cut.
    pub value: Option<String>,
    /// Why it fails; `None` if it fails as the first test did.
    pub message: Option<String>,
    /// How many nodes the first and this test have.
    pub nodes: [u64; 2],
    /// How many candidates were run.
    pub runs: u64,
    /// How long it took.
    pub time: Duration,
    /// Whether nothing smaller was left to be tried.
    pub is_done: bool,
    /// The file with the whole value, if it was cut.
    pub file: Option<PathBuf>,
}

/// How a test failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The property did not hold, or panicked.
    #[display("failed")]
    Failed,
    /// The process ended during the test.
    #[display("died")]
    Died,
    /// The test exceeded its time limit.
    #[display("hung")]
    Hung,
    /// The test, or many tests together, exceeded the limit of memory.
    #[display("out of memory")]
    #[serde(rename = "out of memory")]
    OutOfMemory,
    /// A destructor ended the process, or did not end.
    #[display("drop")]
    Drop,
    /// The copy of a value ended the process, or did not end.
    #[display("copy")]
    Copy,
    /// A generator or a mutator ended the process, or did not end.
    #[display("generate")]
    Generate,
    /// The process ended between two tests, for example because of a thread of an earlier test.
    #[display("outside")]
    Outside,
}

/// Whether a failure repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display)]
pub enum Class {
    /// It was not run again.
    #[display("not confirmed")]
    NotConfirmed,
    /// It failed each time.
    #[display("always")]
    Always,
    /// It failed sometimes, the first time included.
    #[display("{failed} of {runs}")]
    Sometimes {
        /// How often.
        failed: u32,
        /// Of how many runs.
        runs: u32,
    },
    /// It fails after the tests before it and not alone.
    #[display("only after other tests")]
    OnlyAfterOtherTests,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_has_the_same_name_for_people_and_for_programs() {
        let kinds = [
            Kind::Failed,
            Kind::Died,
            Kind::Hung,
            Kind::OutOfMemory,
            Kind::Drop,
            Kind::Copy,
            Kind::Generate,
            Kind::Outside,
        ];
        for kind in kinds {
            assert_eq!(serde_json::json!(kind), kind.to_string());
        }
    }
}

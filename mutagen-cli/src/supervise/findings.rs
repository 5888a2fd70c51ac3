//! What a campaign has found so far. Each failure is written to the records and shown as soon as it
//! is known, before its value is printed and before it is run again. Failures with one key are one.

use super::death::Death;
use super::{Class, Failure, Shrunk, Smallest};
use crate::campaigns::{Finding, Form, Record, Records, Reduction, RunFolder};
use crate::error::CliError;
use crate::report::headline;
use crate::status::Status;
use mutagen_core::internal::run::cut::cut;
use mutagen_core::internal::search::address::Address;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The most bytes of a value in the report and in the records. A longer value has a file.
const SHORT: usize = 4 << 10;

/// The failures of a campaign, and the file that they are written to.
pub(super) struct Findings<'c> {
    pub(super) failures: Vec<Failure>,
    by_key: BTreeMap<String, usize>,
    /// Keys of stacks, so that a known crash needs no look-up of names.
    by_stack: BTreeMap<(i32, Vec<u64>), String>,
    records: Records,
    folder: &'c RunFolder,
    notes: Vec<String>,
    /// Whether it was noted that something could not be written.
    is_incomplete: bool,
}

impl<'c> Findings<'c> {
    /// Nothing yet.
    pub(super) fn new(records: Records, folder: &'c RunFolder) -> Findings<'c> {
        Findings {
            failures: Vec::new(),
            by_key: BTreeMap::new(),
            by_stack: BTreeMap::new(),
            records,
            folder,
            notes: Vec::new(),
            is_incomplete: false,
        }
    }

    /// Whether nothing was found.
    pub(super) fn is_empty(&self) -> bool {
        self.failures.is_empty()
    }

    /// Whether the campaign has found something, besides kept counterexamples that fail again.
    pub(super) fn has_new(&self) -> bool {
        self.failures.iter().any(|failure| !failure.is_kept())
    }

    /// The failures and the notes.
    pub(super) fn into_parts(self) -> (Vec<Failure>, Vec<String>, Records) {
        (self.failures, self.notes, self.records)
    }

    /// The number of tests that failed in each way.
    pub(super) fn known(&self) -> Vec<(String, u64)> {
        self.failures.iter().map(|failure| (failure.key.clone(), failure.count)).collect()
    }

    /// The tests that this worker has told: the first of each failure, and the smallest.
    pub(super) fn told_by(&self, worker: Option<u32>) -> Vec<Address> {
        let first = self.failures.iter().map(|failure| (failure.worker, failure.address));
        let smallest = self.failures.iter().filter_map(|failure| failure.smallest.as_ref());
        let smallest = smallest.map(|smallest| (smallest.worker, Some(smallest.address)));
        let told = first.chain(smallest).filter(|(by, _)| *by == worker);
        told.filter_map(|(_, address)| address).collect()
    }

    /// Adds a note, unless it is there.
    pub(super) fn note(&mut self, text: String) {
        if self.notes.contains(&text) {
            return;
        }
        self.write(&Record::Note { text: text.clone() });
        self.notes.push(text);
    }

    /// Takes a new failure: writes it and shows it. Returns its place in the list. A failure with a
    /// known key [happened again](Findings::again).
    pub(super) fn find(&mut self, mut failure: Failure, status: &mut Status) -> usize {
        if let Some(at) = self.of_key(&failure.key) {
            self.again(at, failure.test, failure.address);
            return at;
        }
        let at = self.failures.len();
        failure.id = u32::try_from(at + 1).unwrap_or(u32::MAX);
        self.write_durably(&Record::Found(Finding {
            id: failure.id,
            key: failure.key.clone(),
            kind: failure.kind.to_string(),
            message: failure.message.clone(),
            test: failure.test,
            address: failure.source().map(|source| source.to_string()).unwrap_or_default(),
            phase: failure.phase.to_string(),
            seconds: failure.found.as_secs_f64(),
            search_seconds: failure.search.as_secs_f64(),
        }));
        status.say(&headline(&failure));
        self.by_key.insert(failure.key.clone(), at);
        self.failures.push(failure);
        at
    }

    /// Counts a known failure that happened in this test. A test that was told before, by a process
    /// that has died since, is not counted again.
    pub(super) fn again(&mut self, at: usize, test: u64, address: Option<Address>) {
        let known = &mut self.failures[at];
        if known.test != test || known.address != address {
            known.count += 1;
            let (key, count) = (known.key.clone(), known.count);
            self.write(&Record::Again { key, count, test });
        }
    }

    /// The failure that was found with this test of this worker.
    pub(super) fn of_test(&self, worker: Option<u32>, test: u64) -> Option<usize> {
        let is_it = |failure: &Failure| (failure.worker, failure.test) == (worker, test);
        self.failures.iter().position(is_it)
    }

    /// The failure with this key.
    pub(super) fn of_key(&self, key: &str) -> Option<usize> {
        self.by_key.get(key).copied()
    }

    /// Takes the value of a failure, as it was found.
    pub(super) fn set_value(&mut self, at: usize, form: Form, text: String) {
        let (shown, file) = self.keep(at, form, &text);
        let failure = &mut self.failures[at];
        match form {
            Form::Text => failure.text = Some(shown),
            Form::Debug => failure.value = Some(shown),
            // It comes with its figures, see `set_shrunk`.
            Form::Shrunk => {}
        }
        if let Some(file) = file {
            failure.file.get_or_insert(file);
        }
    }

    /// Writes a value of a failure, a large one to a file of its own. Returns its start and the
    /// file.
    fn keep(&mut self, at: usize, form: Form, text: &str) -> (String, Option<PathBuf>) {
        let id = self.failures[at].id;
        let file = if text.len() > SHORT { self.save(id, form, text) } else { None };
        let (bytes, shown) = (text.len() as u64, cut(text, SHORT));
        self.write(&Record::Value { id, form, text: shown.clone(), file: file.clone(), bytes });
        (shown, file.map(|file| self.folder.path().join(file)))
    }

    fn save(&mut self, id: u32, form: Form, text: &str) -> Option<String> {
        match self.folder.save_value(id, form, text) {
            Ok(file) => Some(file),
            Err(error) => {
                self.lose(&error);
                None
            }
        }
    }

    /// Takes the smallest test that shrinking has found.
    pub(super) fn set_shrunk(&mut self, at: usize, shrunk: Shrunk) {
        let (text, file) = self.keep(at, Form::Shrunk, &shrunk.text);
        let value = shrunk.value.as_ref().map(|value| cut(value, SHORT));
        self.write(&Record::Shrunk(Reduction {
            id: self.failures[at].id,
            message: shrunk.message.clone(),
            nodes: shrunk.nodes,
            runs: shrunk.runs,
            seconds: shrunk.time.as_secs_f64(),
            is_done: shrunk.is_done,
        }));
        self.failures[at].shrunk = Some(Shrunk { text, value, file, ..shrunk });
    }

    /// Takes the class of a failure.
    pub(super) fn set_class(&mut self, at: usize, class: Class) {
        let failure = &mut self.failures[at];
        failure.class = class;
        let id = failure.id;
        self.write(&Record::Classed { id, class: class.to_string() });
    }

    /// Takes the stack and the last output of the process that died.
    pub(super) fn set_death(&mut self, at: usize, death: &Death, frames: Vec<String>) {
        let failure = &mut self.failures[at];
        let id = failure.id;
        if !frames.is_empty() {
            failure.frames.clone_from(&frames);
            self.write(&Record::Frames { id, frames });
        }
        if !death.last_words.is_empty() {
            self.set_last_words(at, death.last_words.clone());
        }
    }

    /// Takes the last output of the process that died.
    pub(super) fn set_last_words(&mut self, at: usize, text: String) {
        let failure = &mut self.failures[at];
        failure.last_words = Some(text.clone());
        let id = failure.id;
        self.write(&Record::LastWords { id, text });
    }

    /// Takes how often tests of the present worker failed in a known way.
    pub(super) fn count(&mut self, key: String, count: u64) {
        let Some(&at) = self.by_key.get(&key) else { return };
        let known = &mut self.failures[at];
        if count > known.count {
            known.count = count;
            let test = known.smallest.as_ref().map_or(known.test, |smallest| smallest.test);
            self.write(&Record::Again { key, count, test });
        }
    }

    /// Takes a smaller test that failed in a known way. The report of a kept counterexample is
    /// about what is kept.
    pub(super) fn smaller(&mut self, key: &str, smallest: Smallest) {
        let Some(&at) = self.by_key.get(key) else { return };
        let known = &mut self.failures[at];
        if known.is_kept() {
            return;
        }
        let before = known.smallest.as_ref().map(|known| known.nodes).or(known.nodes);
        if before.is_none_or(|before| smallest.nodes < before) {
            let text = cut(&smallest.text, SHORT);
            known.smallest = Some(Smallest { text, ..smallest });
        }
    }

    /// The key of a stack that was seen before.
    pub(super) fn key_of_stack(&self, stack: &(i32, Vec<u64>)) -> Option<String> {
        self.by_stack.get(stack).cloned()
    }

    /// The failure of which no test is to blame that a death without a known stack is like: it has
    /// the same signal, or 0 and the same exit code.
    pub(super) fn of_no_test(&self, signal: i32, how: &str) -> Option<usize> {
        let like = self
            .by_stack
            .iter()
            .filter(|((of, _), key)| *of == signal && (signal != 0 || key.contains(how)));
        let mut like = like.filter_map(|(_, key)| self.of_key(key));
        like.find(|at| self.failures[*at].is_of_no_test())
    }

    /// Remembers the key of a stack.
    pub(super) fn remember_stack(&mut self, stack: (i32, Vec<u64>), key: String) {
        self.by_stack.insert(stack, key);
    }

    /// Writes a record. A record that cannot be written is noted.
    pub(super) fn write(&mut self, record: &Record) {
        if let Err(error) = self.records.append(record) {
            self.lose(&error);
        }
    }

    fn write_durably(&mut self, record: &Record) {
        if let Err(error) = self.records.append_durably(record) {
            self.lose(&error);
        }
    }

    /// Notes that something could not be written. The campaign goes on. Only the first such error
    /// is noted: the others have the same cause.
    fn lose(&mut self, error: &CliError) {
        if !std::mem::replace(&mut self.is_incomplete, true) {
            self.notes.push(format!("the campaign's folder is not complete: {error}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worker_is_told_what_it_has_found_and_not_what_others_have() {
        let folder = tempfile::tempdir().unwrap();
        let run = RunFolder::create(folder.path(), "package", "lib", "property").unwrap();
        let mut findings = Findings::new(Records::in_memory(), &run);
        let address = |number| Address::Generated { number, size: 3 };
        let smallest = |worker, number| Smallest {
            worker: Some(worker),
            test: number,
            address: address(number),
            text: String::new(),
            nodes: 1,
        };
        for (worker, number, small) in [(1, 10, smallest(2, 40)), (2, 20, smallest(1, 30))] {
            let key = format!("key {number}");
            let failure = Failure::new(key, String::new(), number, Some(address(number)));
            let (worker, smallest) = (Some(worker), Some(small));
            findings.failures.push(Failure { worker, smallest, ..failure });
        }
        findings.failures.push(Failure::new("without".to_owned(), String::new(), 50, None));
        assert_eq!(findings.told_by(Some(1)), [address(10), address(30)]);
        assert_eq!(findings.told_by(Some(2)), [address(20), address(40)]);
        assert_eq!(findings.told_by(None), []);
    }
}

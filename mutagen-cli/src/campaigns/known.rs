//! Puts the records of a run together: one [`KnownFailure`] for each failure, with everything that
//! is known about it.

use super::record::{Finding, Form, Record, Reduction};
use std::collections::BTreeMap;

/// A failure with everything that the records say about it.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownFailure {
    /// The failure as it was found.
    pub finding: Finding,
    /// Its value in mutagen's text form.
    pub text: Option<KnownValue>,
    /// Its value as `{:#?}` prints it.
    pub debug: Option<KnownValue>,
    /// The smallest value that shrinking has found, in mutagen's text form.
    pub shrunk: Option<KnownValue>,
    /// What shrinking came to.
    pub reduction: Option<Reduction>,
    /// The last output of the worker that died.
    pub last_words: Option<String>,
    /// The top of the stack of the worker that died, the innermost frame first.
    pub frames: Vec<String>,
    /// Whether it repeats, if that is known.
    pub class: Option<String>,
    /// How often it has happened.
    pub count: u64,
    /// The test in which it happened last.
    pub last_test: u64,
}

/// The value of a failure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownValue {
    /// The value, or the start of a large one.
    pub text: String,
    /// The file of the whole value, relative to the folder of the run.
    pub file: Option<String>,
    /// The bytes of the whole value.
    pub bytes: u64,
}

/// The failures of a run, in the order in which they were found. If the record of a failure is lost
/// and another record belongs to it, the failure is there with the kind `unreadable`.
pub fn fold(records: &[Record]) -> Vec<KnownFailure> {
    let mut folded = Folded::default();
    for record in records {
        folded.add(record);
    }
    folded.failures
}

#[derive(Default)]
struct Folded {
    failures: Vec<KnownFailure>,
    by_id: BTreeMap<u32, usize>,
    by_key: BTreeMap<String, usize>,
}

impl Folded {
    fn add(&mut self, record: &Record) {
        match record {
            Record::Header { .. } | Record::Note { .. } | Record::Ended { .. } => {}
            Record::Found(finding) => self.found(finding),
            Record::Value { id, form, text, file, bytes } => {
                let (text, file) = (text.clone(), file.clone());
                let value = Some(KnownValue { text, file, bytes: *bytes });
                let failure = self.of(*id);
                match form {
                    Form::Text => failure.text = value,
                    Form::Debug => failure.debug = value,
                    Form::Shrunk => failure.shrunk = value,
                }
            }
            Record::Shrunk(reduction) => {
                self.of(reduction.id).reduction = Some(reduction.clone());
            }
            Record::LastWords { id, text } => self.of(*id).last_words = Some(text.clone()),
            Record::Frames { id, frames } => self.of(*id).frames.clone_from(frames),
            Record::Classed { id, class } => self.of(*id).class = Some(class.clone()),
            Record::Again { key, count, test } => {
                if let Some(&at) = self.by_key.get(key) {
                    let failure = &mut self.failures[at];
                    failure.count = failure.count.max(*count);
                    failure.last_test = failure.last_test.max(*test);
                }
            }
        }
    }

    fn found(&mut self, finding: &Finding) {
        let at = self.failures.len();
        self.by_id.insert(finding.id, at);
        self.by_key.entry(finding.key.clone()).or_insert(at);
        self.failures.push(KnownFailure {
            text: None,
            debug: None,
            shrunk: None,
            reduction: None,
            last_words: None,
            frames: Vec::new(),
            class: None,
            count: 1,
            last_test: finding.test,
            finding: finding.clone(),
        });
    }

    /// The failure with this number.
    fn of(&mut self, id: u32) -> &mut KnownFailure {
        if !self.by_id.contains_key(&id) {
            self.found(&Finding {
                id,
                key: format!("unreadable {id}"),
                kind: "unreadable".to_owned(),
                message: "the record of this failure cannot be read".to_owned(),
                test: 0,
                address: "unknown".to_owned(),
                phase: "unknown".to_owned(),
                seconds: 0.0,
                search_seconds: 0.0,
            });
        }
        &mut self.failures[self.by_id[&id]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaigns::samples::{finding, records};

    #[test]
    fn everything_about_a_failure_is_put_together() {
        let failures = fold(&records());
        assert_eq!(failures.len(), 2);
        let first = &failures[0];
        assert_eq!(first.finding, finding(1));
        assert_eq!(first.text.as_ref().unwrap().text, "[7]");
        assert_eq!(first.debug.as_ref().unwrap().file.as_deref(), Some("values/1.debug"));
        assert_eq!(first.last_words.as_deref(), Some("free(): double free"));
        assert_eq!(first.frames, ["shop::price", "main"]);
        assert_eq!(first.class.as_deref(), Some("always"));
        assert_eq!((first.count, first.last_test), (3, 90));
        assert_eq!((failures[1].count, &failures[1].class), (1, &None));
    }

    #[test]
    fn what_belongs_to_a_lost_record_is_still_shown() {
        let records = records();
        let rest: Vec<Record> = records
            .into_iter()
            .filter(|record| !matches!(record, Record::Found(finding) if finding.id == 1))
            .collect();
        let failures = fold(&rest);
        assert_eq!(failures[0].finding.kind, "unreadable");
        assert_eq!(failures[0].text.as_ref().unwrap().text, "[7]");
        assert_eq!(failures[0].class.as_deref(), Some("always"));
    }

    #[test]
    fn failures_of_one_key_are_counted_at_the_first() {
        let again = Record::Again { key: finding(1).key, count: 9, test: 50 };
        let later = Finding { key: finding(1).key, ..finding(5) };
        let failures = fold(&[Record::Found(finding(1)), Record::Found(later), again]);
        assert_eq!([failures[0].count, failures[1].count], [9, 1]);
    }
}

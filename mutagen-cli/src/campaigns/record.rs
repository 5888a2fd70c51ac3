//! The records of a run: what is written to its file as soon as it is known. One record is one
//! line, the checksum of the JSON before the JSON.

use super::RunInfo;
use mutagen_core::internal::run::cut::cut;
use mutagen_core::internal::run::protocol::{checked_line, checked_text};
use mutagen_core::internal::search::statistics::Statistics;
use serde::{Deserialize, Serialize};

/// The version of the format of records.
pub(super) const FORMAT: u32 = 1;

/// What tells a file of records from other files.
pub(super) const MAGIC: &str = "mutagen campaign records";

/// The most bytes of a message or a value. Larger ones are cut, and have a file of their own.
const LONG: usize = 64 << 10;

/// The most bytes of any other text.
const SHORT: usize = 4 << 10;

/// The most frames of a stack, and the most bytes of one.
pub(super) const FRAMES: usize = 64;
const FRAME: usize = 1 << 10;

/// One record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Record {
    /// The first record.
    Header {
        /// Tells that the file is one of records.
        magic: String,
        /// The version of the format.
        format: u32,
        /// The version of mutagen.
        mutagen: String,
        /// The digest of the executable.
        program: String,
        /// The seed.
        seed: u64,
        /// The property's full name.
        property: String,
    },
    /// A failure that was not known before.
    Found(Finding),
    /// The value of a failure.
    Value {
        /// The failure.
        id: u32,
        /// How the value was made into text.
        form: Form,
        /// The value, or the start of a large one.
        text: String,
        /// The file of the whole value, relative to the folder of the run.
        file: Option<String>,
        /// The bytes of the whole value.
        bytes: u64,
    },
    /// The last output of the worker that died.
    LastWords {
        /// The failure.
        id: u32,
        /// The output.
        text: String,
    },
    /// The top of the stack of the worker that died.
    Frames {
        /// The failure.
        id: u32,
        /// The frames, the innermost first.
        frames: Vec<String>,
    },
    /// Whether the failure repeats.
    Classed {
        /// The failure.
        id: u32,
        /// `always`, `2 of 4`, `only after other tests` or `not confirmed`.
        class: String,
    },
    /// What shrinking came to. The value is in a record of its own.
    Shrunk(Reduction),
    /// A known failure happened again.
    Again {
        /// The key of the failure.
        key: String,
        /// How often it has happened so far, from 2.
        count: u64,
        /// The test.
        test: u64,
    },
    /// A message for the user.
    Note {
        /// The message.
        text: String,
    },
    /// The run has ended.
    Ended {
        /// The exit code of the command.
        exit_code: u8,
        /// The outcome as one word.
        outcome: String,
        /// The figures of the run.
        statistics: Statistics,
    },
}

/// A failure as it was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// The number of the failure in its run, from 1.
    pub id: u32,
    /// What tells one failure from another.
    pub key: String,
    /// The kind of failure, as one word.
    pub kind: String,
    /// Why the test failed.
    pub message: String,
    /// The test's number in the campaign, from 1.
    pub test: u64,
    /// How the test was made.
    pub address: String,
    /// What the worker was doing.
    pub phase: String,
    /// Seconds from the start of the campaign.
    pub seconds: f64,
    /// CPU seconds of the testing thread from the start of the campaign.
    pub search_seconds: f64,
}

/// What shrinking a failure came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reduction {
    /// The failure.
    pub id: u32,
    /// Why it fails; `None` if it fails as the first test did.
    pub message: Option<String>,
    /// How many nodes the first and this test have.
    pub nodes: [u64; 2],
    /// How many candidates were run.
    pub runs: u64,
    /// How long it took.
    pub seconds: f64,
    /// Whether nothing smaller was left to be tried.
    pub is_done: bool,
}

/// How a value was made into text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// By mutagen, without code of the user.
    Text,
    /// By `{:#?}`.
    Debug,
    /// By mutagen, after the value was shrunk.
    Shrunk,
}

impl Record {
    /// The first record of a run.
    pub(super) fn header(info: &RunInfo) -> Record {
        Record::Header {
            magic: MAGIC.to_owned(),
            format: FORMAT,
            mutagen: info.mutagen.clone(),
            program: info.program.clone(),
            seed: info.seed,
            property: info.property.clone(),
        }
    }

    /// The record with its texts cut to what a line can hold. A cut text says how much is missing.
    pub(super) fn cut(mut self) -> Record {
        match &mut self {
            Record::Header { mutagen, program, property, .. } => {
                [mutagen, program, property].into_iter().for_each(|text| cut_to(text, SHORT));
            }
            Record::Found(finding) => {
                let Finding { key, kind, message, address, phase, seconds, search_seconds, .. } =
                    finding;
                cut_to(message, LONG);
                [key, kind, address, phase].into_iter().for_each(|text| cut_to(text, SHORT));
                for time in [seconds, search_seconds] {
                    // JSON has no infinity.
                    *time = if time.is_finite() { *time } else { 0.0 };
                }
            }
            Record::Value { text, file, .. } => {
                cut_to(text, LONG);
                file.iter_mut().for_each(|file| cut_to(file, SHORT));
            }
            Record::Shrunk(Reduction { message, seconds, .. }) => {
                message.iter_mut().for_each(|text| cut_to(text, LONG));
                *seconds = if seconds.is_finite() { *seconds } else { 0.0 };
            }
            Record::LastWords { text, .. } | Record::Note { text } => cut_to(text, LONG),
            Record::Frames { frames, .. } => {
                frames.truncate(FRAMES);
                frames.iter_mut().for_each(|frame| cut_to(frame, FRAME));
            }
            Record::Classed { class: text, .. }
            | Record::Again { key: text, .. }
            | Record::Ended { outcome: text, .. } => cut_to(text, SHORT),
        }
        self
    }

    /// About how many bytes the record takes in memory.
    pub(super) fn memory(&self) -> u64 {
        let texts: usize = match self {
            Record::Header { magic, mutagen, program, property, .. } => {
                magic.len() + mutagen.len() + program.len() + property.len()
            }
            Record::Found(Finding { key, kind, message, address, phase, .. }) => {
                key.len() + kind.len() + message.len() + address.len() + phase.len()
            }
            Record::Value { text, file, .. } => text.len() + file.as_ref().map_or(0, String::len),
            Record::Shrunk(Reduction { message, .. }) => message.as_ref().map_or(0, String::len),
            Record::LastWords { text, .. }
            | Record::Note { text }
            | Record::Classed { class: text, .. }
            | Record::Again { key: text, .. }
            | Record::Ended { outcome: text, .. } => text.len(),
            Record::Frames { frames, .. } => {
                frames.iter().map(|frame| frame.len() + size_of::<String>()).sum()
            }
        };
        (size_of::<Record>() + texts) as u64
    }

    /// The line of the record.
    pub(super) fn line(&self) -> serde_json::Result<Vec<u8>> {
        Ok(checked_line(&serde_json::to_string(self)?).into_bytes())
    }

    /// The record of a line without its end, unless it is torn or was changed.
    pub(super) fn of_line(line: &[u8]) -> Option<Record> {
        let record: Record = serde_json::from_slice(checked_text(line)?).ok()?;
        let sound = !matches!(&record, Record::Frames { frames, .. } if frames.len() > FRAMES);
        sound.then_some(record)
    }
}

/// Cuts a text, and says at its end how much is missing.
fn cut_to(text: &mut String, most: usize) {
    if text.len() > most {
        *text = cut(text, most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaigns::limits::LINE;
    use crate::campaigns::samples::{finding, records};

    #[test]
    fn each_record_is_one_line_with_its_checksum() {
        for record in records() {
            let line = record.line().unwrap();
            let end = line.iter().position(|&byte| byte == b'\n');
            assert_eq!(end, Some(line.len() - 1));
            assert_eq!(Record::of_line(&line[..line.len() - 1]), Some(record));
        }
        let note = Record::Note { text: "two\nlines".to_owned() };
        assert_eq!(
            String::from_utf8(note.line().unwrap()).unwrap(),
            "2f34c8f8 {\"note\":{\"text\":\"two\\nlines\"}}\n"
        );
    }

    #[test]
    fn the_largest_records_fit_into_a_line() {
        // A control character takes six bytes in JSON.
        let huge = || "\u{1}".repeat(1 << 20);
        let records = [
            Record::Found(Finding {
                key: huge(),
                kind: huge(),
                message: huge(),
                address: huge(),
                phase: huge(),
                seconds: f64::INFINITY,
                search_seconds: f64::NAN,
                ..finding(1)
            }),
            Record::Value { id: 1, form: Form::Text, text: huge(), file: Some(huge()), bytes: 1 },
            Record::Frames { id: 1, frames: vec![huge(); 100] },
            Record::LastWords { id: 1, text: huge() },
        ];
        for record in records {
            let record = record.cut();
            let line = record.line().unwrap();
            assert!(line.len() as u64 <= LINE, "{}", line.len());
            assert_eq!(Record::of_line(&line[..line.len() - 1]), Some(record));
        }
    }

    #[test]
    fn a_cut_text_says_how_much_is_missing() {
        let mut text = "é".repeat(4);
        cut_to(&mut text, 8);
        assert_eq!(text, "éééé");
        cut_to(&mut text, 5);
        assert_eq!(text, "éé… (4 bytes more)");
    }
}

//! A store of texts, fed by a script with one command a line: a command has a name and arguments.
//! The bug: the command for a part of a text takes a start that is after the end, and panics.

use mutagen_core::Outcome;
use std::collections::BTreeMap;

/// The texts by key.
#[derive(Debug, Default)]
pub struct Store {
    texts: BTreeMap<String, String>,
}

/// The answer to a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It is done.
    Done,
    /// A text.
    Text(String),
    /// A number.
    Number(usize),
    /// There is no such key.
    Missing,
    /// There is no such command, or its arguments are wrong.
    Error,
}

impl Store {
    /// Runs one command.
    pub fn run(&mut self, line: &str) -> Answer {
        let mut words = line.split(' ');
        let name = words.next().unwrap_or_default();
        let arguments: Vec<&str> = words.collect();
        match (name, arguments.as_slice()) {
            ("set", [key, text]) => {
                self.texts.insert((*key).to_owned(), (*text).to_owned());
                Answer::Done
            }
            ("get", [key]) => match self.texts.get(*key) {
                Some(text) => Answer::Text(text.clone()),
                None => Answer::Missing,
            },
            ("delete", [key]) => match self.texts.remove(*key) {
                Some(_) => Answer::Done,
                None => Answer::Missing,
            },
            ("append", [key, more]) => match self.texts.get_mut(*key) {
                Some(text) => {
                    text.push_str(more);
                    Answer::Number(text.len())
                }
                None => Answer::Missing,
            },
            ("range", [key, start, end]) => match self.texts.get(*key) {
                Some(text) => range(text, start, end),
                None => Answer::Missing,
            },
            ("count", []) => Answer::Number(self.texts.len()),
            _ => Answer::Error,
        }
    }
}

/// The bytes of a text from a start to an end.
fn range(text: &str, start: &str, end: &str) -> Answer {
    let (Ok(start), Ok(end)) = (start.parse::<usize>(), end.parse::<usize>()) else {
        return Answer::Error;
    };
    let (start, end) = (start.min(text.len()), end.min(text.len()));
    let part = &text.as_bytes()[start..end];
    Answer::Text(String::from_utf8_lossy(part).into_owned())
}

/// A script runs to its end without a panic.
pub fn property(script: &str) -> Outcome {
    let mut store = Store::default();
    for line in script.split('\n') {
        store.run(line);
    }
    Outcome::Passed
}

//! What a solver said about a script, and how it ended.

mod read;
mod signs;
mod words;

pub use read::read;
pub(crate) use words::checks;

use derive_more::Display;
use std::fmt;

/// An answer to one `check-sat`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Display)]
pub enum Answer {
    /// Some interpretation satisfies the formula.
    #[display("sat")]
    Sat,
    /// None does.
    #[display("unsat")]
    Unsat,
    /// The solver gave up.
    #[display("unknown")]
    Unknown,
}

impl Answer {
    /// The answer that a word is.
    pub fn of(word: &str) -> Option<Answer> {
        match word {
            "sat" => Some(Answer::Sat),
            "unsat" => Some(Answer::Unsat),
            "unknown" => Some(Answer::Unknown),
            _ => None,
        }
    }

    /// `unsat` for `sat`, and the reverse.
    #[must_use]
    pub fn other(self) -> Answer {
        match self {
            Answer::Sat => Answer::Unsat,
            Answer::Unsat => Answer::Sat,
            Answer::Unknown => Answer::Unknown,
        }
    }

    /// Whether one answer is `sat` and the other one `unsat`.
    pub fn contradicts(self, other: Answer) -> bool {
        self != other && self != Answer::Unknown && other != Answer::Unknown
    }
}

/// How a run ended. The text of a variant is what the solver said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// It answered each `check-sat` and ended in order.
    Answered,
    /// A signal ended it, or it told of an error of its own.
    Crash(String),
    /// It reached a limit of time.
    Timeout,
    /// It reached the limit of memory.
    Memory,
    /// It reached the limit of output.
    Flood,
    /// Somebody else killed it, for example the system when memory was scarce.
    Killed,
    /// Its own validation rejected its model.
    InvalidModel(String),
    /// It did not take a part of the script, so that its answers are about another script.
    Error(String),
    /// What it wrote is no list of answers to this script.
    Garbled(String),
}

impl End {
    /// One word for each variant.
    pub fn word(&self) -> &'static str {
        match self {
            End::Answered => "answered",
            End::Crash(_) => "crash",
            End::Timeout => "timeout",
            End::Memory => "memory",
            End::Flood => "flood",
            End::Killed => "killed",
            End::InvalidModel(_) => "invalid_model",
            End::Error(_) => "error",
            End::Garbled(_) => "garbled",
        }
    }

    /// What the solver said, if the variant has a text.
    pub fn text(&self) -> Option<&str> {
        match self {
            End::Crash(text) | End::InvalidModel(text) | End::Error(text) | End::Garbled(text) => {
                Some(text)
            }
            _ => None,
        }
    }
}

/// What a solver said about a script.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// The answers to each `check-sat`, in order, as far as the run came.
    pub answers: Vec<Answer>,
    /// How it ended.
    pub end: End,
}

impl Verdict {
    /// The answers that are about this script: none after an error.
    pub fn comparable(&self) -> &[Answer] {
        match self.end {
            End::Error(_) | End::Garbled(_) => &[],
            _ => &self.answers,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let answers: Vec<String> = self.answers.iter().map(Answer::to_string).collect();
        match (&self.end, answers.is_empty()) {
            (End::Answered, false) => write!(f, "{}", answers.join("/")),
            (end, false) => write!(f, "{}, {}", answers.join("/"), end.word()),
            (end, true) => write!(f, "{}", end.word()),
        }?;
        match self.end.text() {
            Some(text) => write!(f, " ({text})"),
            None => Ok(()),
        }
    }
}

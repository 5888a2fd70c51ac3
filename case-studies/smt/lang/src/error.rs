//! Why a text is no list of S-expressions, and where.

use std::fmt;

/// Why a text could not be read, with the place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadError {
    /// What is wrong.
    pub problem: Problem,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Problem {
    /// The text has more bytes than the caller wants to read.
    TooLong {
        /// Bytes of the text.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// A byte that is not UTF-8.
    NotUtf8,
    /// A control character outside of strings, comments and quoted symbols; NUL is one.
    Control(u8),
    /// A string without a closing quote.
    OpenString,
    /// A quoted symbol without a closing bar.
    OpenSymbol,
    /// Parentheses nest deeper than the caller wants to read.
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// A `)` without a `(`.
    ExtraClose,
    /// Lists without a `)`. The place is that of the outermost.
    OpenList {
        /// How many there are.
        open: usize,
    },
}

impl ReadError {
    /// `problem` at byte `at` of `bytes`.
    pub(crate) fn new(problem: Problem, bytes: &[u8], at: usize) -> ReadError {
        let (line, column) = position(bytes, at);
        ReadError { problem, line, column }
    }
}

/// Line and column of byte `at`, both from 1.
pub(crate) fn position(bytes: &[u8], at: usize) -> (usize, usize) {
    let before = &bytes[..at];
    let line = before.iter().filter(|b| **b == b'\n').count() + 1;
    let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |n| n + 1);
    // All bytes of a character but the first begin with the bits 10.
    let column = before[start..].iter().filter(|b| *b & 0xc0 != 0x80).count() + 1;
    (line, column)
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::TooLong { bytes, limit } => {
                write!(f, "the text has {bytes} bytes; at most {limit} are read")
            }
            Problem::NotUtf8 => f.write_str("a byte that is not UTF-8; convert the text to UTF-8"),
            Problem::Control(byte) => {
                write!(f, "the control character U+{byte:04X}; remove it, or quote it")
            }
            Problem::OpenString => f.write_str("a string without an end; add the missing `\"`"),
            Problem::OpenSymbol => {
                f.write_str("a quoted symbol without an end; add the missing `|`")
            }
            Problem::TooDeep { limit } => {
                write!(f, "parentheses nest deeper than {limit}; raise the limit to read them")
            }
            Problem::ExtraClose => f.write_str("a `)` without a `(`; remove it"),
            Problem::OpenList { open } => {
                let lists = if *open == 1 { "list" } else { "lists" };
                write!(f, "{open} {lists} without an end, the first one here; add the missing `)`")
            }
        }
    }
}

impl std::error::Error for ReadError {}

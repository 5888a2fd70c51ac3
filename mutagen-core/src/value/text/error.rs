//! The error of a text that is not that of a value: its place, what was expected there, and what
//! was found.

use derive_more::{Display, Error};
use serde::{Deserialize, Serialize};

/// The place and reason of a parse failure.
///
/// ```
/// use mutagen_core::text;
///
/// let error = text::parse::<Vec<u8>>("[1, 300]").unwrap_err();
/// assert_eq!((error.line, error.column), (1, 5));
/// ```
#[derive(Debug, Display, Error, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[display("line {line}, column {column}: expected {expected}, found {found}")]
pub struct ParseError {
    /// Line, counted from 1.
    pub line: usize,
    /// Column, counted from 1.
    pub column: usize,
    /// The text expected here.
    pub expected: String,
    /// The text found here.
    pub found: String,
}

impl ParseError {
    /// The error at this byte of a text.
    pub(super) fn at(text: &str, byte: usize, expected: String, found: String) -> ParseError {
        let before = &text[..byte];
        let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
        let column = before.chars().rev().take_while(|character| *character != '\n').count() + 1;
        ParseError { line, column, expected, found }
    }
}

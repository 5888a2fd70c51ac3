//! serde-hjson 0.9.1, hjson/hjson-rust issue 20. The indentation of a text in three quotes is its
//! column less four; if the text begins in the first column, the column is only three.
//!
//! The property leaves out comments between `/*` and `*/` and numbers of more than 18 digits,
//! which show the bugs of issues 21 and 22.

use crate::document;
use mutagen_core::property;
use serde_hjson::Value;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("hjson-rust-20", any_text_is_read_or_refused);

/// A text that is no document is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_text_is_read_or_refused(text: &str) {
    BUG.only(|| {
        let digits = text.split(|char: char| !char.is_ascii_digit());
        if !text.contains("/*") && digits.into_iter().all(|digits| digits.len() <= 18) {
            let _ = serde_hjson::from_str::<Value>(text);
        }
    });
}

/// Documents do not panic.
#[property]
#[ignore = "finds the bug"]
pub fn documents_are_read(document: &document::Value) {
    any_text_is_read_or_refused(&document.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

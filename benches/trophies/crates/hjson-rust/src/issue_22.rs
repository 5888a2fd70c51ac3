//! serde-hjson 0.9.1, hjson/hjson-rust issue 22. An integer is collected digit by digit, then
//! parsed and unwrapped, so one beyond 64 bits panics.
//!
//! The property leaves out texts in three quotes and comments between `/*` and `*/`, which show
//! the bugs of issues 20 and 21.

use crate::document;
use mutagen_core::property;
use serde_hjson::Value;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("hjson-rust-22", any_text_is_read_or_refused);

/// A text that is no document is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_text_is_read_or_refused(text: &str) {
    BUG.only(|| {
        if !text.contains("'''") && !text.contains("/*") {
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

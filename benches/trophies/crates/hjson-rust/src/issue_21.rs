//! serde-hjson 0.9.1, hjson/hjson-rust issue 21. A comment that begins with `/*` may end with the
//! document, but two more bytes are then taken off an empty list.
//!
//! The property leaves out texts in three quotes and numbers of more than 18 digits, which show
//! the bugs of issues 20 and 22.

use mutagen_core::property;
use serde_hjson::Value;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("hjson-rust-21", any_text_is_read_or_refused);

/// A text that is no document is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_text_is_read_or_refused(text: &str) {
    BUG.only(|| {
        let digits = text.split(|char: char| !char.is_ascii_digit());
        if !text.contains("'''") && digits.into_iter().all(|digits| digits.len() <= 18) {
            let _ = serde_hjson::from_str::<Value>(text);
        }
    });
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! httpdate 0.1.0, pyfisch.org/blog/fuzzing-all-crates. A text of 29 bytes is taken for the
//! preferred form and sliced at fixed places, so a character of several bytes at such a place
//! panics.

use httpdate::parse_http_date;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "httpdate-utf8",
    krate: "httpdate",
    version: "0.1.0",
    reference: "https://pyfisch.org/blog/fuzzing-all-crates/",
    kind: Kind::Utf8,
    bytes: None,
    text: Some(any_text_is_read_or_refused),
    property: "utf8::any_text_is_read_or_refused",
    typed: None,
    witness: "Sun, 06 Nov 1994 08:49:3éGMT".as_bytes(),
    message: "char boundary",
};

/// Text that is no date is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_text_is_read_or_refused(text: &str) {
    let _ = parse_http_date(text);
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

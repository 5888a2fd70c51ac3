//! httpdate 0.1.0, pyfisch.org/blog/fuzzing-all-crates. A text of 29 bytes is taken for the
//! preferred form and sliced at fixed places, so a character of several bytes at such a place
//! panics.

use httpdate::parse_http_date;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("httpdate-utf8", any_text_is_read_or_refused);

/// Text that is no date is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_text_is_read_or_refused(text: &str) {
    BUG.only(|| {
        let _ = parse_http_date(text);
    });
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! httpdate 0.1.0, pyfisch.org/blog/fuzzing-all-crates. The years since 1970 are counted without
//! a check that the date is not before 1970, which is a subtraction below zero.
//!
//! The property takes ASCII only: other texts show the bug of `utf8`.

use crate::date::Date;
use httpdate::parse_http_date;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("httpdate-years", ascii_is_read_or_refused);

/// Text that is no date is an error.
#[property]
#[ignore = "finds the bug"]
pub fn ascii_is_read_or_refused(text: &str) {
    BUG.only(|| {
        if text.is_ascii() {
            let _ = parse_http_date(text);
        }
    });
}

/// A date, even one that the calendar does not have, is read or refused.
#[property]
#[ignore = "finds the bug"]
pub fn dates_are_read_or_refused(date: &Date) {
    ascii_is_read_or_refused(&date.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

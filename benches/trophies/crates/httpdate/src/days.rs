//! httpdate 0.1.0, pyfisch.org/blog/fuzzing-all-crates. The day is not compared with the length
//! of a month, nor the time with that of a day: "35 Jun" is accepted and means July 5th.
//!
//! The property takes only texts that do not show the bugs of `utf8` and `years`: ASCII, and the
//! years that the crate documents for the two-digit form.

use crate::date::Date;
use httpdate::{fmt_http_date, parse_http_date};
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("httpdate-days", a_date_that_is_read_is_written_back);

/// The preferred form of a date is what the crate writes, but for the day of the week, which the
/// crate does not compare with the date.
#[property]
#[ignore = "finds the bug"]
pub fn a_date_that_is_read_is_written_back(text: &str) {
    BUG.only(|| {
        let year = text.get(12..16).and_then(|year| year.parse().ok());
        if !text.is_ascii()
            || text.len() != 29
            || !year.is_some_and(|year| (1970..=2079).contains(&year))
        {
            return;
        }
        if let Ok(time) = parse_http_date(text) {
            assert_eq!(fmt_http_date(time)[5..], text[5..]);
        }
    });
}

/// The same for what looks like a date.
#[property]
#[ignore = "finds the bug"]
pub fn dates_that_are_read_are_written_back(date: &Date) {
    a_date_that_is_read_is_written_back(&date.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! Boa 0.10.0, boa-dev/boa issue 772. The digits of a big number are converted and the result is
//! expected, although there may be no digits after the prefix of the base.
//!
//! The property leaves out what shows the bugs of issues 771 and 778: carriage returns, which only
//! ASCII has here, and backslashes.

use crate::script::{self, Statement};
use boa::parse;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("boa-772", ascii_is_parsed_or_refused);

/// A text that is no script is an error.
#[property]
#[ignore = "finds the bug"]
pub fn ascii_is_parsed_or_refused(text: &str) {
    BUG.only(|| {
        if text.is_ascii() && !text.contains(['\\', '\r']) {
            let _ = parse(text);
        }
    });
}

/// A script is parsed or refused.
#[property]
#[ignore = "finds the bug"]
pub fn scripts_are_parsed_or_refused(script: &[Statement]) {
    ascii_is_parsed_or_refused(&script::print(script));
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! Boa 0.10.0, boa-dev/boa issue 771. A carriage return sets the column to the first one, but the
//! line stays the same: what begins before it then ends before its start.
//!
//! The property leaves out backslashes and the letter `n`, so that neither escapes nor big numbers
//! show the bugs of issues 772 and 778.

use crate::script::{self, Statement};
use boa::parse;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("boa-771", any_text_is_parsed_or_refused);

/// A text that is no script is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_text_is_parsed_or_refused(text: &str) {
    BUG.only(|| {
        if !text.contains(['\\', 'n']) {
            let _ = parse(text);
        }
    });
}

/// A script is parsed or refused.
#[property]
#[ignore = "finds the bug"]
pub fn scripts_are_parsed_or_refused(script: &[Statement]) {
    any_text_is_parsed_or_refused(&script::print(script));
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

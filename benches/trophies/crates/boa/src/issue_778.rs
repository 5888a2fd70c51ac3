//! Boa 0.10.0, boa-dev/boa issue 778. An escape of four digits may be half of a character; the
//! character is expected, whether there is another half or not.
//!
//! The first digit is read before the four: it is lost, and a fifth character takes its place.
//!
//! The property leaves out what shows other bugs: carriage returns, the letter `n`, which big
//! numbers end with, and escapes in braces, which the end of the script may cut off.

use crate::script::{self, Statement};
use boa::parse;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("boa-778", ascii_is_parsed_or_refused);

/// A text that is no script is an error.
#[property]
#[ignore = "finds the bug"]
pub fn ascii_is_parsed_or_refused(text: &str) {
    BUG.only(|| {
        if text.is_ascii() && !text.contains(['\r', 'n']) && !text.contains("\\u{") {
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

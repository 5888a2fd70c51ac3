//! fancy-regex 0.7.0, Stranger6667/jsonschema-rs issue 253. After `\x`, `\u` and `\U` the parser
//! looks at the next byte, which a pattern need not have.

use crate::pattern::Pattern;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("jsonschema-253", any_pattern_is_compiled_or_refused);

/// Text that is no pattern is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_pattern_is_compiled_or_refused(text: &str) {
    BUG.only(|| {
        let _ = fancy_regex::Regex::new(text);
    });
}

/// The same for what looks like a pattern.
#[property]
#[ignore = "finds the bug"]
pub fn patterns_are_compiled_or_refused(pattern: &Pattern) {
    any_pattern_is_compiled_or_refused(&pattern.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! exmex 0.8.3, bertiqwerty/exmex issue 13. The next bytes of an expression are compared with each
//! operator, by as many bytes as the operator has characters, without regard to the characters of
//! the expression.
//!
//! The property leaves out dots, braces and closing parentheses, which show other bugs of the
//! release.

use exmex::parse_with_default_ops;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("exmex-13", any_text_is_parsed_or_refused);

/// A text that is no expression is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_text_is_parsed_or_refused(text: &str) {
    BUG.only(|| {
        if !text.contains(['.', '{', ')']) {
            let _ = parse_with_default_ops::<f64>(text);
        }
    });
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! exmex 0.8.3, bertiqwerty/exmex issue 8. Digits and at most one dot are taken for a number and
//! its value unwrapped, but a single dot has none.
//!
//! The property takes numbers, signs and parentheses only: other texts, and many parentheses, show
//! other bugs of the release. The bug is still in release 0.8.4.

use exmex::parse_with_default_ops;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("exmex-8-number", numbers_are_parsed_or_refused);

/// A text that is no expression of numbers is an error.
#[property]
#[ignore = "finds the bug"]
pub fn numbers_are_parsed_or_refused(text: &str) {
    BUG.only(|| {
        let parens = text.matches('(').count();
        if text.chars().all(|char| "0123456789.+-*/^() ".contains(char)) && parens < 100 {
            let _ = parse_with_default_ops::<f64>(text);
        }
    });
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

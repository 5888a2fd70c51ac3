//! exmex 0.8.3, bertiqwerty/exmex issue 8. The depth of the parentheses is counted in 8 bits with a
//! sign, so 128 open ones overflow it.
//!
//! The property takes variables of one letter, digits, signs and parentheses only: functions and
//! dots show other bugs of the release.

use crate::expression::{self, Token};
use exmex::parse_with_default_ops;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("exmex-8-parens", variables_are_parsed_or_refused);

/// A text that is no expression of digits and the variables x, y and z is an error.
#[property]
#[ignore = "finds the bug"]
pub fn variables_are_parsed_or_refused(text: &str) {
    BUG.only(|| {
        if text.chars().all(|char| "0123456789xyz+-*/^() ".contains(char)) {
            let _ = parse_with_default_ops::<f64>(text);
        }
    });
}

/// Any sequence of tokens is an expression or an error.
#[property]
#[ignore = "finds the bug"]
pub fn tokens_are_parsed_or_refused(tokens: &[Token]) {
    variables_are_parsed_or_refused(&expression::print(tokens));
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

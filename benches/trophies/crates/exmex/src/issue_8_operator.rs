//! exmex 0.8.3, bertiqwerty/exmex issue 8. An operator after a closing parenthesis is taken for one
//! of two sides, also if it is a function.
//!
//! The property leaves out what shows other bugs of the release: dots, many parentheses, characters
//! beyond ASCII, and braces that are not closed.

use crate::expression::{self, Token};
use exmex::parse_with_default_ops;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("exmex-8-operator", expressions_are_parsed_or_refused);

/// A text that is no expression is an error.
#[property]
#[ignore = "finds the bug"]
pub fn expressions_are_parsed_or_refused(text: &str) {
    BUG.only(|| {
        let parens = text.matches('(').count();
        if text.is_ascii() && !text.contains(['.', '{']) && parens < 100 {
            let _ = parse_with_default_ops::<f64>(text);
        }
    });
}

/// Any sequence of tokens is an expression or an error.
#[property]
#[ignore = "finds the bug"]
pub fn tokens_are_parsed_or_refused(tokens: &[Token]) {
    expressions_are_parsed_or_refused(&expression::print(tokens));
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

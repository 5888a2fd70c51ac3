//! exmex 0.8.3, bertiqwerty/exmex issue 8. An operator after a closing parenthesis is taken for one
//! of two sides, also if it is a function.
//!
//! The property leaves out what shows other bugs of the release: dots, many parentheses, characters
//! beyond ASCII, and braces that are not closed.

use crate::expression::{self, Token};
use exmex::parse_with_default_ops;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "exmex-8-operator",
    krate: "exmex",
    version: "0.8.3",
    reference: "https://github.com/bertiqwerty/exmex/issues/8",
    kind: Kind::Panic,
    bytes: None,
    text: Some(expressions_are_parsed_or_refused),
    property: "issue_8_operator::expressions_are_parsed_or_refused",
    typed: Some("issue_8_operator::tokens_are_parsed_or_refused"),
    witness: b"(nc7)sqrtE",
    message: "Expected binary operator but there was none",
};

/// A text that is no expression is an error.
#[property]
#[ignore = "finds the bug"]
pub fn expressions_are_parsed_or_refused(text: &str) {
    let parens = text.matches('(').count();
    if text.is_ascii() && !text.contains(['.', '{']) && parens < 100 {
        let _ = parse_with_default_ops::<f64>(text);
    }
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

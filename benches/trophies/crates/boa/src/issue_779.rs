//! Boa 0.10.0, boa-dev/boa issue 779. What an assignment or a step is applied to may be any value;
//! if it is no place, the interpreter panics.
//!
//! The property takes numbers and operators only, and leaves out the remainder, which shows the bug
//! of issue 780.

use crate::arithmetic::Expression;
use boa::Context;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("boa-779", sums_are_evaluated_or_refused);

/// A text that is no expression of numbers is an error.
#[property]
#[ignore = "finds the bug"]
pub fn sums_are_evaluated_or_refused(text: &str) {
    BUG.only(|| {
        if text.chars().all(|char| "0123456789+-*=() ".contains(char)) {
            let _ = Context::new().eval(text);
        }
    });
}

/// An expression, right or wrong, is evaluated or refused.
#[property]
#[ignore = "finds the bug"]
pub fn expressions_are_evaluated_or_refused(expression: &Expression) {
    sums_are_evaluated_or_refused(&expression.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

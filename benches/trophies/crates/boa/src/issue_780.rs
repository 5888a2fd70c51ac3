//! Boa 0.10.0, boa-dev/boa issue 780. The remainder of two integers is computed as the processor
//! does it, also if the second one is zero.
//!
//! The property takes numbers and operators only, and leaves out assignments and steps, which show
//! the bug of issue 779.

use crate::arithmetic::Expression;
use boa::Context;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("boa-780", remainders_are_evaluated_or_refused);

/// A text that is no expression of numbers is an error.
#[property]
#[ignore = "finds the bug"]
pub fn remainders_are_evaluated_or_refused(text: &str) {
    BUG.only(|| {
        let assigns = ["=", "++", "--"].iter().any(|assignment| text.contains(assignment));
        if text.chars().all(|char| "0123456789+-*%() ".contains(char)) && !assigns {
            let _ = Context::new().eval(text);
        }
    });
}

/// An expression, right or wrong, is evaluated or refused.
#[property]
#[ignore = "finds the bug"]
pub fn expressions_are_evaluated_or_refused(expression: &Expression) {
    remainders_are_evaluated_or_refused(&expression.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

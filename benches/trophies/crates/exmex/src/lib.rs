//! Bugs of the crate `exmex`, which parses mathematical expressions.

pub mod expression;
pub mod issue_13;
pub mod issue_8_number;
pub mod issue_8_operator;
pub mod issue_8_parens;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] =
    &[issue_13::BUG, issue_8_number::BUG, issue_8_operator::BUG, issue_8_parens::BUG];

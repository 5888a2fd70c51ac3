//! Bugs of the crate `serde-hjson`, which reads Hjson: JSON with comments, and with texts and keys
//! without quotes.

pub mod document;
pub mod issue_19;
pub mod issue_20;
pub mod issue_21;
pub mod issue_22;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[issue_19::BUG, issue_20::BUG, issue_21::BUG, issue_22::BUG];

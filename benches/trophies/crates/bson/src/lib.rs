//! Bugs of the crate `bson`, which encodes documents of MongoDB.

pub mod document;
pub mod issue_243;
pub mod issue_64_date;
pub mod issue_64_string;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[issue_243::BUG, issue_64_date::BUG, issue_64_string::BUG];

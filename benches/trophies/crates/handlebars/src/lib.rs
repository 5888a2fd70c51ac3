//! Bugs of the crate `handlebars`, which renders templates.

pub mod issue_427;
pub mod node;
pub mod pull_430;

/// The bugs of the crate.
pub const BUGS: &[trophy::Bug] = &[issue_427::BUG, pull_430::BUG];

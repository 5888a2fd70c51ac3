//! Bugs of the crate `jsonschema`, which validates JSON.

pub mod issue_253;

/// The bugs of the crate.
pub const BUGS: &[trophy::Bug] = &[issue_253::BUG];

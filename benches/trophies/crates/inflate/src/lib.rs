//! Bugs of the crate `inflate`, which reads the format Deflate.

pub mod deflate;
pub mod issue_14;

/// The bugs of the crate.
pub const BUGS: &[trophy::Bug] = &[issue_14::BUG];

//! Bugs of the crate `libflate`, which reads and writes the format Deflate.

pub mod issue_64;

/// The bugs of the crate.
pub const BUGS: &[trophy::Bug] = &[issue_64::BUG];

//! Bugs of the crate `fontdue`, which reads and draws fonts.

pub mod issue_35;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[issue_35::BUG];

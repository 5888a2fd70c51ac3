//! Bugs of the crate `image`, which decodes images.

pub mod issue_625;

/// The bugs of the crate.
pub const BUGS: &[trophy::Bug] = &[issue_625::BUG];

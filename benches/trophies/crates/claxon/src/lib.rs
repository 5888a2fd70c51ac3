//! Bugs of the crate `claxon`, which decodes FLAC.

pub mod commit_0fd8815;
pub mod commit_21b1db4;
pub mod stream;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[commit_0fd8815::BUG, commit_21b1db4::BUG];

//! Bugs of the crate `jpeg-decoder`, which decodes JPEG.

pub mod issue_69;
pub mod picture;

/// The bugs of the crate.
pub const BUGS: &[trophy::Bug] = &[issue_69::BUG];

//! Bugs of the crate `mp4parse`, which reads the boxes of an MP4 file. This release prints each box
//! to the standard output.

pub mod boxes;
pub mod brands;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[brands::BUG];

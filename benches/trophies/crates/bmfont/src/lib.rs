//! Bugs of the crate `bmfont`, which reads fonts of bitmaps.

pub mod issue_2;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[issue_2::BUG];

//! Bugs of the crate `lopdf`, which reads PDF files.

pub mod document;
pub mod length;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[length::BUG];

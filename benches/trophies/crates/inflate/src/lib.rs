//! Bugs of the crate `inflate`, which decodes DEFLATE.

pub mod codes;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[codes::BUG];

//! Bugs of the crate `miniz_oxide`, which decodes DEFLATE.

pub mod codes;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[codes::BUG];

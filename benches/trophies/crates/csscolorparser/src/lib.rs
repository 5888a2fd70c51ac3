//! Bugs of the crate `csscolorparser`, which reads the colors of CSS.

pub mod pull_7;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[pull_7::BUG];

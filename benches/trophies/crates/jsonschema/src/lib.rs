//! Bugs of the crate `jsonschema`. The one here is in the crate `fancy-regex`, which it uses for
//! patterns.

pub mod escape;
pub mod pattern;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[escape::BUG];

//! Bugs of the crate `gif`, which decodes images. One of them was reported for the crate `image`.

pub mod empty;
pub mod file;
pub mod interlaced;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[interlaced::BUG, empty::BUG];

//! Bugs of the crate `image`. One more, image-625, is with those of the crate `gif`.

pub mod delay;
pub mod screen;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[delay::BUG, screen::BUG];

//! Bugs of the crate `chrono`, which calculates with dates.

pub mod pull_941;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[pull_941::BUG];

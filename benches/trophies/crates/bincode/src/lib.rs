//! Bugs of the crate `bincode`, which encodes values in few bytes.

pub mod pull_465;
pub mod pull_469;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[pull_465::BUG, pull_469::BUG];

//! Bugs of the crate `kalk`, the calculator that `kalker` runs.

pub mod tick;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[tick::BUG];

//! Bugs of the crate `lz-fear`, which decodes LZ4.

pub mod frame;
pub mod window;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[window::BUG];

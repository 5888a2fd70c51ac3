//! Bugs of the crate `jpeg-decoder`.

pub mod codes;
pub mod end;
pub mod header;

/// The bugs of the crate.
pub const BUGS: &[trophy::Bug] = &[end::BUG, codes::BUG];

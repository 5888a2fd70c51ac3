//! Bugs of the crate `jpeg-decoder`.

pub mod codes;
pub mod end;
pub mod header;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[end::BUG, codes::BUG];

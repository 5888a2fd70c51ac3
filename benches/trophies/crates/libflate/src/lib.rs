//! Bugs of the crate `libflate`, which decodes DEFLATE.

pub mod conflict;
pub mod stream;
pub mod table;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[conflict::BUG, table::BUG];

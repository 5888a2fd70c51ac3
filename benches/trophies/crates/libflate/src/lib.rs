//! Bugs of the crate `libflate`, which decodes DEFLATE.

pub mod conflict;
pub mod stream;
pub mod table;

/// The bugs of the crate.
pub const BUGS: &[trophy::Bug] = &[conflict::BUG, table::BUG];

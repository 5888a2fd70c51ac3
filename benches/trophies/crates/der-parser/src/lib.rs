//! Bugs of the crate `der-parser`, which reads values of ASN.1.

pub mod bits;
pub mod value;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[bits::BUG];

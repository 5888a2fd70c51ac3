//! Bugs of the crate `der-parser`, which reads the binary form of ASN.1.

pub mod issue_2;

/// The bugs of the crate.
pub const BUGS: &[trophy::Bug] = &[issue_2::BUG];

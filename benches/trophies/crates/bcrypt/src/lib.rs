//! Bugs of the crate `bcrypt`, which hashes passwords.

pub mod issue_62;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[issue_62::BUG];

//! Bugs of the crate `juniper`, which executes GraphQL.

pub mod escape;

/// The bugs of the crate.
pub const BUGS: &[trophy::Bug] = &[escape::BUG];

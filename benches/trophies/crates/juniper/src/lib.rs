//! Bugs of the crate `juniper`, a server of GraphQL.

pub mod pull_645;

/// The bugs of the crate.
pub const BUGS: &[trophy::Bug] = &[pull_645::BUG];

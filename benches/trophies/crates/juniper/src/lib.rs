//! Bugs of the crate `juniper`, a server of GraphQL.

pub mod pull_645;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[pull_645::BUG];

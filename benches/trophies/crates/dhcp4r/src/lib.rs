//! Bugs of the crate `dhcp4r`, a server of the protocol DHCP.

pub mod issue_6;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[issue_6::BUG];

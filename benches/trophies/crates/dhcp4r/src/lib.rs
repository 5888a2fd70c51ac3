//! Bugs of the crate `dhcp4r`, a server of the protocol DHCP.

pub mod issue_6;

/// The bugs of the crate.
pub const BUGS: &[trophy::Bug] = &[issue_6::BUG];

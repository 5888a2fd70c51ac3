//! Bugs of the crate `handlebars`, which renders templates.

pub mod close;
pub mod local;
pub mod template;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[local::BUG, close::BUG];

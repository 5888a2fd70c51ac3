//! Bugs of the crate `human_name`, which reads and compares the names of people.

pub mod combining;
pub mod initials;
pub mod person;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[combining::BUG, initials::BUG];

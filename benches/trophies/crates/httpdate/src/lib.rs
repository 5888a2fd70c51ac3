//! Bugs of the crate `httpdate`, which reads and writes the dates of HTTP headers.

pub mod date;
pub mod days;
pub mod utf8;
pub mod years;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[utf8::BUG, years::BUG, days::BUG];

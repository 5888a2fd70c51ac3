//! Bugs of the crate `Boa`, which runs JavaScript.

pub mod arithmetic;
pub mod issue_771;
pub mod issue_772;
pub mod issue_778;
pub mod issue_779;
pub mod issue_780;
pub mod script;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] =
    &[issue_771::BUG, issue_772::BUG, issue_778::BUG, issue_779::BUG, issue_780::BUG];

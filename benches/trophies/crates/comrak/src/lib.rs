//! Bugs of the crate `comrak`, which renders Markdown.

pub mod pull_65;

/// The bugs of the crate.
pub const BUGS: &[trophy::Bug] = &[pull_65::BUG];

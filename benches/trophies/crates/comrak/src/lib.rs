//! Bugs of the crate `comrak`, which parses and formats Markdown.

pub mod autolink;
pub mod markdown;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[autolink::BUG];

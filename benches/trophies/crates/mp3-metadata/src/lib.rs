//! Bugs of the crate `mp3-metadata`, which reads the tags of MP3 files.

pub mod pull_9;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[pull_9::BUG];

//! Bugs of the crate `mp3-metadata`, which reads the tags of an MP3 file.

pub mod end;
pub mod file;
pub mod header;

/// The bugs of the crate.
pub const BUGS: &[trophy::Bug] = &[end::BUG, header::BUG];

//! Measurements of mutagen.
fn main() {}

//! A specification in another file, which an attribute does not see.

#[mutagen_core::metamorphic]
#[path = "files/elsewhere.rs"]
mod elsewhere;

fn main() {}

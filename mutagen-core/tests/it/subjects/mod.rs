//! What the tests of the campaign share: values to mutate and edit, and options.

use mutagen_core::internal::search::campaign::Options;
use mutagen_core::internal::search::interface::Subject;
use mutagen_core::internal::value::node::Node;
use mutagen_core::{Generator, Mutate};

/// Values with many pure mutants and some random ones.
pub struct Bytes;

impl Subject for Bytes {
    fn generate(&self, generator: &mut Generator) -> Box<dyn Node> {
        Box::new(Vec::<u8>::generate(generator))
    }
}

/// The options with edits from the first test on.
pub fn without_head_start() -> Options {
    Options { head_start: false, ..Options::default() }
}

//! handlebars 3.5.4, sunng87/handlebars-rust pull 430. The steps up that follow the `@` of a path
//! are counted until there is another step, but `this` is no step at all: the path may end before.
//!
//! The property leaves out the ends of blocks, which show the bug of issue 427. The bug is still in
//! release 3.5.5.

use crate::node::{self, Node};
use handlebars::Template;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "handlebars-430",
    krate: "handlebars",
    version: "3.5.4",
    reference: "https://github.com/sunng87/handlebars-rust/pull/430",
    kind: Kind::Index,
    bytes: None,
    text: Some(any_text_without_blocks_is_compiled_or_refused),
    property: "pull_430::any_text_without_blocks_is_compiled_or_refused",
    typed: Some("pull_430::templates_without_blocks_are_compiled_or_refused"),
    witness: b"{{@this}}",
    message: "src/json/path.rs",
};

/// A text that is no template is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_text_without_blocks_is_compiled_or_refused(text: &str) {
    if !text.contains('/') || !text.contains('#') {
        let _ = Template::compile(text);
    }
}

/// A template, right or wrong, is compiled or refused.
#[property]
#[ignore = "finds the bug"]
pub fn templates_without_blocks_are_compiled_or_refused(nodes: &[Node]) {
    any_text_without_blocks_is_compiled_or_refused(&node::print(nodes));
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! handlebars 3.5.4, sunng87/handlebars-rust issue 427. If the end of a block does not fit its
//! start, the error has both names; the name of the start is unwrapped, but a subexpression has
//! none.
//!
//! The property leaves out `@`, which shows the bug of pull 430.

use crate::node::{self, Node};
use handlebars::Template;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "handlebars-427",
    krate: "handlebars",
    version: "3.5.4",
    reference: "https://github.com/sunng87/handlebars-rust/issues/427",
    kind: Kind::Unwrap,
    bytes: None,
    text: Some(any_text_is_compiled_or_refused),
    property: "issue_427::any_text_is_compiled_or_refused",
    typed: Some("issue_427::templates_are_compiled_or_refused"),
    witness: b"{{#>(X)}}{{/X}}",
    message: "src/template.rs",
};

/// A text that is no template is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_text_is_compiled_or_refused(text: &str) {
    if !text.contains('@') {
        let _ = Template::compile(text);
    }
}

/// A template, right or wrong, is compiled or refused.
#[property]
#[ignore = "finds the bug"]
pub fn templates_are_compiled_or_refused(nodes: &[Node]) {
    any_text_is_compiled_or_refused(&node::print(nodes));
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

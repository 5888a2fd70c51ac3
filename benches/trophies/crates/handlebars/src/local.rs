//! handlebars 3.5.4, sunng87/handlebars-rust pull request 430. A path that starts with `@` is taken
//! to have a name, but `this` is left out of paths, so `@this` has none.
//!
//! The property takes no text with parentheses, which can show the bug of `close`.

use crate::template::Template;
use handlebars::Handlebars;
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
    text: Some(any_template_is_compiled_or_refused),
    property: "local::any_template_is_compiled_or_refused",
    typed: Some("local::templates_are_compiled_or_refused"),
    witness: b"{{@this}}",
    message: "index out of bounds",
};

/// Text that is no template is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_template_is_compiled_or_refused(text: &str) {
    if !text.contains('(') {
        let _ = Handlebars::new().register_template_string("template", text);
    }
}

/// The same for what looks like a template.
#[property]
#[ignore = "finds the bug"]
pub fn templates_are_compiled_or_refused(template: &Template) {
    any_template_is_compiled_or_refused(&template.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

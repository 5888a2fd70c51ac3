//! handlebars 3.5.4, sunng87/handlebars-rust pull request 430. A path that starts with `@` is taken
//! to have a name, but `this` is left out of paths, so `@this` has none.
//!
//! The property takes no text with parentheses, which can show the bug of `close`.

use crate::template::Template;
use handlebars::Handlebars;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("handlebars-430", any_template_is_compiled_or_refused);

/// Text that is no template is an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_template_is_compiled_or_refused(text: &str) {
    BUG.only(|| {
        if !text.contains('(') {
            let _ = Handlebars::new().register_template_string("template", text);
        }
    });
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

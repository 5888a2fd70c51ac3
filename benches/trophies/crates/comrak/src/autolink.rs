//! comrak 0.2.10, kivikakk/comrak pull request 65. When a link is formatted, the first seven bytes
//! of its address are compared with `mailto:`, also if the address is shorter.

use crate::markdown::Markdown;
use comrak::{ComrakOptions, format_commonmark, parse_document};
use mutagen_core::property;
use trophy::Trophy;
use typed_arena::Arena;

/// The bug.
pub const BUG: Trophy = Trophy::text("comrak-65", any_text_is_formatted);

/// Any text is Markdown.
#[property]
#[ignore = "finds the bug"]
pub fn any_text_is_formatted(text: &str) {
    BUG.only(|| {
        let arena = Arena::new();
        let options = ComrakOptions::default();
        let document = parse_document(&arena, text, &options);
        format_commonmark(document, &options, &mut Vec::new()).expect("a vector has room");
    });
}

/// The same for what has links and other marks.
#[property]
#[ignore = "finds the bug"]
pub fn markdown_is_formatted(text: &Markdown) {
    any_text_is_formatted(&text.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

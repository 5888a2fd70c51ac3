//! mp4parse 0.1.3, mozilla/mp4parse-rust issue 6. A file type box whose size is no multiple of four
//! is read up to the last whole brand, and the parser asserts that nothing is left of a box.
//!
//! The same assertion fails for some other boxes that are longer than what is read of them.

use crate::boxes::Boxes;
use mp4parse::{MediaContext, read_box};
use mutagen_core::property;
use std::io::Cursor;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "mp4parse-rust-6",
    krate: "mp4parse",
    version: "0.1.3",
    reference: "https://github.com/mozilla/mp4parse-rust/issues/6",
    kind: Kind::Panic,
    bytes: Some(any_file_is_read_or_refused),
    text: None,
    property: "brands::any_file_is_read_or_refused",
    typed: Some("brands::boxes_are_read_or_refused"),
    witness: b"\0\0\0\x13ftyp000000000000",
    message: "content.limit() == 0",
};

/// Bytes that are no file are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_file_is_read_or_refused(data: &[u8]) {
    let mut context = MediaContext::new();
    let mut data = Cursor::new(data);
    while read_box(&mut data, &mut context).is_ok() {}
}

/// The same for what looks like a file.
#[property]
#[ignore = "finds the bug"]
pub fn boxes_are_read_or_refused(boxes: &Boxes) {
    any_file_is_read_or_refused(&boxes.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! mp4parse 0.1.3, mozilla/mp4parse-rust issue 6. A file type box whose size is no multiple of four
//! is read up to the last whole brand, and the parser asserts that nothing is left of a box.
//!
//! The release also asserts that boxes fill the box that they are in, and takes the last one of no
//! tracks. The property reads only the first box, and only if it is a file type.

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
    bytes: Some(any_file_type_is_read_or_refused),
    text: None,
    property: "brands::any_file_type_is_read_or_refused",
    typed: Some("brands::file_types_are_read_or_refused"),
    witness: b"\0\0\0\x13ftyp000000000000",
    message: "content.limit() == 0",
};

/// Bytes that are no file type are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_file_type_is_read_or_refused(data: &[u8]) {
    if data.get(4..8) == Some(b"ftyp") {
        let _ = read_box(&mut Cursor::new(data), &mut MediaContext::new());
    }
}

/// The same for what looks like a file.
#[property]
#[ignore = "finds the bug"]
pub fn file_types_are_read_or_refused(boxes: &Boxes) {
    any_file_type_is_read_or_refused(&boxes.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

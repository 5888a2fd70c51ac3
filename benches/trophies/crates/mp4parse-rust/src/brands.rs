//! mp4parse 0.1.3, mozilla/mp4parse-rust issue 6. A file type box whose size is no multiple of four
//! is read up to the last whole brand, and the parser asserts that nothing is left of a box.
//!
//! The release also asserts that boxes fill the box that they are in, and takes the last one of no
//! tracks. The property reads only the first box, and only if it is a file type.

use crate::boxes::Boxes;
use mp4parse::{MediaContext, read_box};
use mutagen_core::property;
use std::io::Cursor;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("mp4parse-rust-6", any_file_type_is_read_or_refused);

/// Bytes that are no file type are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_file_type_is_read_or_refused(data: &[u8]) {
    BUG.only(|| {
        if data.get(4..8) == Some(b"ftyp") {
            let _ = read_box(&mut Cursor::new(data), &mut MediaContext::new());
        }
    });
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

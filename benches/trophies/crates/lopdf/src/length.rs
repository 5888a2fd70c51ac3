//! lopdf 0.26.0, J-F-Liu/lopdf issue 153. The length of a stream may be negative: the parser turns
//! it into an unsigned number and adds it to its position.
//!
//! The release also follows tables before this one, and objects that refer to each other, in
//! circles. The property takes only data without `/Prev` and without references.

use crate::document::Document;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("lopdf-153", any_document_is_read_or_refused);

/// Bytes that are no document are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_document_is_read_or_refused(data: &[u8]) {
    BUG.only(|| {
        let has = |part: &[u8]| data.windows(part.len()).any(|window| window == part);
        if !has(b"/Prev") && !has(b" R") {
            let _ = lopdf::Document::load_mem(data);
        }
    });
}

/// The same for what looks like a document.
#[property]
#[ignore = "finds the bug"]
pub fn documents_are_read_or_refused(document: &Document) {
    any_document_is_read_or_refused(&document.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

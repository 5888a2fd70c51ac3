//! bson 1.1.0, mongodb/bson-rust issue 243. The length of an array counts the length itself, whose
//! four bytes are subtracted without a check: less than four are then as many as there can be.

use crate::document::{self, Document};
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("bson-243", any_bytes_are_read_or_refused);

/// Bytes that are no document are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_bytes_are_read_or_refused(bytes: &[u8]) {
    BUG.only(|| {
        let _ = bson_1_1::Document::from_reader(&mut &*bytes);
    });
}

/// Documents, with right lengths or wrong ones, are read or refused.
#[property]
#[ignore = "finds the bug"]
pub fn documents_are_read_or_refused(document: &Document) {
    any_bytes_are_read_or_refused(&document::print(document));
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! bson 0.6.0, mongodb/bson-rust issue 64. The length of a text counts its last zero, which is
//! subtracted without a check that the length is not zero.
//!
//! Other lengths, and dates, show further bugs of the same issue.

use crate::document::{self, Document};
use bson_0_6::decode_document;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("bson-64-string", any_bytes_are_decoded_or_refused);

/// Bytes that are no document are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_bytes_are_decoded_or_refused(bytes: &[u8]) {
    BUG.only(|| {
        let _ = decode_document(&mut &*bytes);
    });
}

/// Documents, with right lengths or wrong ones, are decoded or refused.
#[property]
#[ignore = "finds the bug"]
pub fn documents_are_decoded_or_refused(document: &Document) {
    any_bytes_are_decoded_or_refused(&document::print(document));
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! bson 0.6.0, mongodb/bson-rust issue 64. The rest of the milliseconds of a date is negative if
//! the date is before 1970, is taken for a large number without a sign, and overflows when it is
//! multiplied.
//!
//! The property leaves out the tags of texts, code, symbols and binary data, whose lengths show
//! other bugs of the same issue, wherever they are.

use bson_0_6::decode_document;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy =
    Trophy::bytes("bson-64-date", documents_without_text_are_decoded_or_refused);

/// Bytes that are no document are an error.
#[property]
#[ignore = "finds the bug"]
pub fn documents_without_text_are_decoded_or_refused(bytes: &[u8]) {
    BUG.only(|| {
        let lengthy = |byte: &u8| [2, 5, 13, 14, 15].contains(byte);
        if !bytes.iter().any(lengthy) {
            let _ = decode_document(&mut &*bytes);
        }
    });
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

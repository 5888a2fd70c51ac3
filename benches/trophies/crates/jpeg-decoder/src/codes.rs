//! jpeg-decoder 0.1.5, kaksmet/jpeg-decoder issue 69. The codes of a table are counted up in 16
//! bits: after the last code of a table that uses all codes of 16 bits, the counter overflows.
//!
//! The property takes no data with an end of the image, which can show the bug of `end`.

use crate::header::Header;
use jpeg_decoder::Decoder;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "jpeg-decoder-69",
    krate: "jpeg-decoder",
    version: "0.1.5",
    reference: "https://github.com/kaksmet/jpeg-decoder/issues/69",
    kind: Kind::Arithmetic,
    bytes: Some(any_header_without_an_end_is_read_or_refused),
    text: None,
    property: "codes::any_header_without_an_end_is_read_or_refused",
    typed: Some("codes::headers_without_an_end_are_read_or_refused"),
    // One code of each length, and two of 16 bits.
    witness: b"\xff\xd8\xff\xc4\0\x24\0\
        \x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x02\
        0123456789abcdefg",
    message: "src/huffman.rs:277",
};

/// Bytes that are no image are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_header_without_an_end_is_read_or_refused(data: &[u8]) {
    if !data.windows(2).any(|pair| pair == [0xff, 0xd9]) {
        let _ = Decoder::new(data).read_info();
    }
}

/// The same for what looks like a header.
#[property]
#[ignore = "finds the bug"]
pub fn headers_without_an_end_are_read_or_refused(header: &Header) {
    any_header_without_an_end_is_read_or_refused(&header.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! jpeg-decoder 0.1.5, kaksmet/jpeg-decoder issue 38. The decoder takes the end of the image for
//! the end of the pixels, even if the size of the image has not been read: it unwraps nothing.

use crate::header::Header;
use jpeg_decoder::Decoder;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "jpeg-decoder-38",
    krate: "jpeg-decoder",
    version: "0.1.5",
    reference: "https://github.com/kaksmet/jpeg-decoder/issues/38",
    kind: Kind::Unwrap,
    bytes: Some(any_header_is_read_or_refused),
    text: None,
    property: "end::any_header_is_read_or_refused",
    typed: Some("end::headers_are_read_or_refused"),
    witness: b"\xff\xd8\xff\xee00\xff\xd9",
    message: "`Option::unwrap()` on a `None` value",
};

/// Bytes that are no image are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_header_is_read_or_refused(data: &[u8]) {
    let _ = Decoder::new(data).read_info();
}

/// The same for what looks like a header.
#[property]
#[ignore = "finds the bug"]
pub fn headers_are_read_or_refused(header: &Header) {
    any_header_is_read_or_refused(&header.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

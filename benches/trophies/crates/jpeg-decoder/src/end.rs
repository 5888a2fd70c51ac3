//! jpeg-decoder 0.1.5, kaksmet/jpeg-decoder issue 38. The decoder takes the end of the image for
//! the end of the pixels, even if the size of the image has not been read: it unwraps nothing.

use crate::header::Header;
use jpeg_decoder::Decoder;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("jpeg-decoder-38", any_header_is_read_or_refused);

/// Bytes that are no image are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_header_is_read_or_refused(data: &[u8]) {
    BUG.only(|| {
        let _ = Decoder::new(data).read_info();
    });
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

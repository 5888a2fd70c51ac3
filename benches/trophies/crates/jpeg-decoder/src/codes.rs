//! jpeg-decoder 0.1.5, kaksmet/jpeg-decoder issue 69. The codes of a table are counted up in 16
//! bits: after the last code of a table that uses all codes of 16 bits, the counter overflows.
//!
//! The property takes no data with an end of the image, which can show the bug of `end`.

use crate::header::Header;
use jpeg_decoder::Decoder;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy =
    Trophy::bytes("jpeg-decoder-69", any_header_without_an_end_is_read_or_refused);

/// Bytes that are no image are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_header_without_an_end_is_read_or_refused(data: &[u8]) {
    BUG.only(|| {
        if !data.windows(2).any(|pair| pair == [0xff, 0xd9]) {
            let _ = Decoder::new(data).read_info();
        }
    });
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

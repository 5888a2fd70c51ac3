//! jpeg-decoder 0.1.10, image-rs/jpeg-decoder issue 69. Each block of a picture has the difference
//! of its brightness to that of the block before; the sum of the differences overflows 16 bits.

use crate::picture::Picture;
use jpeg_decoder::Decoder;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "jpeg-decoder-69",
    krate: "jpeg-decoder",
    version: "0.1.10",
    reference: "https://github.com/image-rs/jpeg-decoder/issues/69",
    kind: Kind::Arithmetic,
    bytes: Some(any_picture_is_decoded_or_refused),
    text: None,
    property: "issue_69::any_picture_is_decoded_or_refused",
    typed: Some("issue_69::pictures_are_decoded_or_refused"),
    witness: WITNESS,
    message: "attempt to add with overflow",
};

/// A picture of twenty blocks, each of which is brighter than the one before by 2047.
const WITNESS: &[u8] = b"\
    \xff\xd8\xff\xdb\0C\0\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\
    \x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\
    \x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\x01\
    \x01\x01\x01\x01\xff\xc0\0\x0b\x08\0\x08\0\xa0\x01\x01\x11\0\xff\xc4\0\x1f\0\0\0\0\x0c\0\
    \0\0\0\0\0\0\0\0\0\0\0\0\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0a\x0b\xff\xc4\0\x17\x10\0\
    \0\0\x04\0\0\0\0\0\0\0\0\0\0\0\0\0\x0f\xf0\x11\xff\xda\0\x08\x01\x01\0\0?\0\xbf\xfe\x17\
    \xff\0\xc2\xff\0\xf8_\xff\0\x0b\xff\0\xe1\x7f\xfc/\xff\0\x85\xff\0\xf0\xbf\xfe\x17\xff\0\
    \xc2\xff\0\xf8_\xff\0\x0b\xff\0\xe1\x7f\xfc/\xff\0\x85\xff\0\xf0\xbf\xfe\x17\xff\0\xc2\
    \xff\0\xf8_\xff\0\x0f\xff\xd9";

/// Bytes that are no picture are an error. Only the header of a picture of more than a million
/// pixels is read.
#[property]
#[ignore = "finds the bug"]
pub fn any_picture_is_decoded_or_refused(bytes: &[u8]) {
    let mut decoder = Decoder::new(bytes);
    if decoder.read_info().is_ok()
        && let Some(info) = decoder.info()
        && u32::from(info.width) * u32::from(info.height) <= 1_000_000
    {
        let _ = decoder.decode();
    }
}

/// A picture, complete or not, is decoded or refused.
#[property]
#[ignore = "finds the bug"]
pub fn pictures_are_decoded_or_refused(picture: &Picture) {
    any_picture_is_decoded_or_refused(&picture.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! image 0.23.4, image-rs/image issue 1238. A frame of a GIF file is decoded into a buffer of the
//! size of the screen, which is too small for a frame that is larger than the screen.
//!
//! The property takes images whose screen has at most a million pixels.

use image_0_23::{ImageDecoder, gif::GifDecoder};
use mutagen_core::property;
use trophy::{Bug, Kind};
use trophy_gif::file::Gif;

/// The bug.
pub const BUG: Bug = Bug {
    name: "image-1238",
    krate: "image",
    version: "0.23.4",
    reference: "https://github.com/image-rs/image/issues/1238",
    kind: Kind::Index,
    bytes: Some(any_image_is_decoded_or_refused),
    text: None,
    property: "screen::any_image_is_decoded_or_refused",
    typed: Some("screen::images_are_decoded_or_refused"),
    witness: b"GIF89a\x01\0\x01\0\x80\0\0rgbRGB,\0\0\0\0\x02\0\x02\0\0\x02\x02\x84\x51\0;",
    message: "out of range for slice of length",
};

/// Bytes that are no image are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_image_is_decoded_or_refused(data: &[u8]) {
    if let Ok(decoder) = GifDecoder::new(data)
        && decoder.total_bytes() <= 4_000_000
    {
        let mut pixels = vec![0; decoder.total_bytes() as usize];
        let _ = decoder.read_image(&mut pixels);
    }
}

/// The same for what looks like a file.
#[property]
#[ignore = "finds the bug"]
pub fn images_are_decoded_or_refused(file: &Gif) {
    any_image_is_decoded_or_refused(&file.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! image 0.23.4, image-rs/image issue 1238. A frame of a GIF file is decoded into a buffer of the
//! size of the screen, which is too small for a frame that is larger than the screen.
//!
//! The property takes images whose screen has at most a million pixels.

use image_0_23::{ImageDecoder, gif::GifDecoder};
use mutagen_core::property;
use trophy::Trophy;
use trophy_gif::file::Gif;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("image-1238", any_image_is_decoded_or_refused);

/// Bytes that are no image are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_image_is_decoded_or_refused(data: &[u8]) {
    BUG.only(|| {
        if let Ok(decoder) = GifDecoder::new(data)
            && decoder.total_bytes() <= 4_000_000
        {
            let mut pixels = vec![0; decoder.total_bytes() as usize];
            let _ = decoder.read_image(&mut pixels);
        }
    });
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

//! gif 0.11.1, image-rs/image-gif issue 101. The decoder waits until it has written a pixel, which
//! never happens in an image that has lines but no columns.

use crate::file::Gif;
use gif_0_11::{ColorOutput, DecodeOptions};
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("image-gif-101", every_image_is_read_to_its_end);

/// Bytes that are no image are an error, and the decoder ends.
#[property]
#[ignore = "finds the bug"]
pub fn every_image_is_read_to_its_end(data: &[u8]) {
    BUG.only(|| {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        if let Ok(mut decoder) = options.read_info(data) {
            while let Ok(Some(_)) = decoder.read_next_frame() {}
        }
    });
}

/// The same for what looks like a file.
#[property]
#[ignore = "finds the bug"]
pub fn every_file_is_read_to_its_end(file: &Gif) {
    every_image_is_read_to_its_end(&file.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

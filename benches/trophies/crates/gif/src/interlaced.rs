//! gif 0.9.0, image-rs/image issue 625. The iterator over the lines of an interlaced image without
//! lines advances its pass until it is past the last one, and indexes the table of passes with it.
//!
//! The property takes images of at most a million pixels: the crate allocates an image at once.

use crate::file::Gif;
use gif_0_9::{ColorOutput, Decoder, SetParameter};
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("image-625", any_image_is_decoded_or_refused);

/// Bytes that are no image are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_image_is_decoded_or_refused(data: &[u8]) {
    BUG.only(|| {
        let mut decoder = Decoder::new(data);
        decoder.set(ColorOutput::RGBA);
        let Ok(mut reader) = decoder.read_info() else { return };
        while let Ok(Some(frame)) = reader.next_frame_info() {
            if usize::from(frame.width) * usize::from(frame.height) > 1_000_000 {
                return;
            }
            let mut pixels = vec![0; reader.buffer_size()];
            if reader.read_into_buffer(&mut pixels).is_err() {
                return;
            }
        }
    });
}

/// The same for what looks like a file.
#[property]
#[ignore = "finds the bug"]
pub fn files_are_decoded_or_refused(file: &Gif) {
    any_image_is_decoded_or_refused(&file.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! image 0.22.5, image-rs/image issue 877. The delay of a frame, in hundredths of a second and 16
//! bits, is turned into thousandths without more bits.
//!
//! The property takes images whose screen and frames have at most a million pixels: the crate
//! allocates a frame at once.

use gif_0_10::SetParameter;
use image_0_22::{AnimationDecoder, ImageDecoder};
use mutagen_core::property;
use trophy::Trophy;
use trophy_gif::file::Gif;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("image-877", any_animation_is_decoded_or_refused);

/// Bytes that are no image are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_animation_is_decoded_or_refused(data: &[u8]) {
    BUG.only(|| {
        if frames_are_small(data)
            && let Ok(decoder) = image_0_22::gif::Decoder::new(data)
        {
            let (width, height) = decoder.dimensions();
            if width * height <= 1_000_000 {
                let _ = decoder.into_frames().collect_frames();
            }
        }
    });
}

/// Whether all frames that can be read have at most a million pixels.
fn frames_are_small(data: &[u8]) -> bool {
    let mut decoder = gif_0_10::Decoder::new(data);
    decoder.set(gif_0_10::ColorOutput::Indexed);
    let Ok(mut reader) = decoder.read_info() else { return false };
    while let Ok(Some(frame)) = reader.next_frame_info() {
        if usize::from(frame.width) * usize::from(frame.height) > 1_000_000 {
            return false;
        }
    }
    true
}

/// The same for what looks like a file.
#[property]
#[ignore = "finds the bug"]
pub fn animations_are_decoded_or_refused(file: &Gif) {
    any_animation_is_decoded_or_refused(&file.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! lz-fear 0.1.0, main--/rust-lz-fear issue 7. The decoder removes as many bytes from the front of
//! its window as the block has, although the window of the first block is empty.
//!
//! The decoder reserves memory for a block before it reads the block (issue 6): the property takes
//! only data whose blocks are not longer than the data.

use crate::frame::Frame;
use lz_fear::LZ4FrameReader;
use mutagen_core::property;
use std::io::{Read, sink};
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("lz-fear-7", any_frame_is_decoded_or_refused);

/// Bytes that are no frame are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_frame_is_decoded_or_refused(data: &[u8]) {
    BUG.only(|| {
        if blocks_are_in(data)
            && let Ok(reader) = LZ4FrameReader::new(data)
        {
            let _ = std::io::copy(&mut reader.into_read().take(1 << 20), &mut sink());
        }
    });
}

/// The same for what looks like a frame.
#[property]
#[ignore = "finds the bug"]
pub fn frames_are_decoded_or_refused(frame: &Frame) {
    any_frame_is_decoded_or_refused(&frame.print());
}

/// Whether the data has a header and all the bytes that its blocks claim to have.
fn blocks_are_in(data: &[u8]) -> bool {
    let Some(&flags) = data.get(4) else { return false };
    let bit = |bit: u8, bytes: usize| usize::from(flags >> bit & 1) * bytes;
    let mut at = 7 + bit(3, 8) + bit(0, 4);
    loop {
        let Some(length) = data.get(at..).and_then(|rest| rest.first_chunk()) else {
            return true;
        };
        let length = u32::from_le_bytes(*length) & !(1 << 31);
        at += 4 + length as usize + bit(4, 4);
        if length == 0 {
            return true;
        }
        if at > data.len() {
            return false;
        }
    }
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

#[test]
fn a_frame_is_decoded_as_it_was_printed() {
    use crate::frame::{Block, Bytes};
    let stored = Block::Stored(Bytes(b"ab".to_vec()));
    let frame = Frame {
        linked: false,
        block_checksums: true,
        content_size: None,
        block_size: 4,
        blocks: vec![stored],
    };
    let bytes = frame.print();
    let reader = LZ4FrameReader::new(&bytes[..]).expect("the header is right");
    let text = std::io::read_to_string(reader.into_read()).expect("the blocks are right");
    assert_eq!(text, "ab");
}

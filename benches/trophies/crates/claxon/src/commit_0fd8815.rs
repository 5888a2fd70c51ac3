//! claxon 0.3.0, ruuda/claxon commit 0fd88158a4. A frame may leave it to the stream how many bits a
//! sample has; the number of bits is then unwrapped, although there is none.
//!
//! The release also overflows numbers when it decodes two channels from their sum and difference,
//! and panics where a part of the format is not implemented.

use crate::stream::Stream;
use claxon::FlacReader;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("claxon-0fd8815", any_stream_is_decoded_or_refused);

/// Bytes that are no stream are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_stream_is_decoded_or_refused(bytes: &[u8]) {
    BUG.only(|| {
        let Ok(mut reader) = FlacReader::new(bytes) else { return };
        let mut blocks = reader.blocks();
        let mut buffer = Vec::new();
        while let Ok(Some(block)) = blocks.read_next_or_eof(buffer) {
            buffer = block.into_buffer();
        }
    });
}

/// A stream, whose frames may have any codes, is decoded or refused.
#[property]
#[ignore = "finds the bug"]
pub fn frames_are_decoded_or_refused(stream: &Stream) {
    any_stream_is_decoded_or_refused(&stream.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! claxon 0.3.0, ruuda/claxon commit 0fd88158a4. A frame may leave it to the stream how many bits a
//! sample has; the number of bits is then unwrapped, although there is none.
//!
//! The release also overflows numbers when it decodes two channels from their sum and difference,
//! and panics where a part of the format is not implemented.

use crate::stream::Stream;
use claxon::FlacReader;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "claxon-0fd8815",
    krate: "claxon",
    version: "0.3.0",
    reference: "https://github.com/ruuda/claxon/commit/0fd88158a4",
    kind: Kind::Unwrap,
    bytes: Some(any_stream_is_decoded_or_refused),
    text: None,
    property: "commit_0fd8815::any_stream_is_decoded_or_refused",
    typed: Some("commit_0fd8815::frames_are_decoded_or_refused"),
    witness: WITNESS,
    message: "src/frame.rs",
};

/// A frame of 192 samples, one channel, and as many bits as the stream says.
const WITNESS: &[u8] = b"fLaC\x80\0\0\x22\x10\0\x10\0\0\0\0\0\0\0\x0a\xc4\x40\xf0\0\0\0\0\
    \0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\xff\xf8\x10\0\0\x28\0\0\0";

/// Bytes that are no stream are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_stream_is_decoded_or_refused(bytes: &[u8]) {
    let Ok(mut reader) = FlacReader::new(bytes) else { return };
    let mut blocks = reader.blocks();
    let mut buffer = Vec::new();
    while let Ok(Some(block)) = blocks.read_next_or_eof(buffer) {
        buffer = block.into_buffer();
    }
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

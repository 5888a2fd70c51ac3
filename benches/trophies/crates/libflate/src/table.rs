//! libflate 1.1.1, sile/libflate issue 64. The decoder remembers the length of the code that ends a
//! block, and expects that there is such a code. A block may define its codes without one.

use crate::stream::Stream;
use libflate_1_1::deflate::Decoder;
use mutagen_core::property;
use std::io::{Read, sink};
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("libflate-64", any_stream_is_decoded_or_refused);

/// Bytes that are no stream are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_stream_is_decoded_or_refused(data: &[u8]) {
    BUG.only(|| {
        let _ = std::io::copy(&mut Decoder::new(data).take(1 << 20), &mut sink());
    });
}

/// The same for what looks like a stream.
#[property]
#[ignore = "finds the bug"]
pub fn streams_are_decoded_or_refused(stream: &Stream) {
    any_stream_is_decoded_or_refused(&stream.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

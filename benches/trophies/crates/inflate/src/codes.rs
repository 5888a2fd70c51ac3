//! inflate 0.1.1, PistonDevelopers/inflate issue 14. The codes of a block are counted up in 16
//! bits. A block may define more codes of the short lengths than there are, until the sum
//! overflows.

use inflate::InflateStream;
use mutagen_core::property;
use trophy::Trophy;
use trophy_libflate::stream::Stream;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("inflate-14", any_stream_is_decoded_or_refused);

/// Bytes that are no stream are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_stream_is_decoded_or_refused(mut data: &[u8]) {
    BUG.only(|| {
        let mut decoder = InflateStream::new();
        while let Ok((read @ 1.., _)) = decoder.update(data) {
            data = &data[read..];
        }
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

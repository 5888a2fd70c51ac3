//! inflate 0.1.1, PistonDevelopers/inflate issue 14. The codes of a block are counted up in 16
//! bits. A block may define more codes of the short lengths than there are, until the sum
//! overflows.

use inflate::InflateStream;
use mutagen_core::property;
use trophy::{Bug, Kind};
use trophy_libflate::stream::Stream;

/// The bug.
pub const BUG: Bug = Bug {
    name: "inflate-14",
    krate: "inflate",
    version: "0.1.1",
    reference: "https://github.com/PistonDevelopers/inflate/issues/14",
    kind: Kind::Arithmetic,
    bytes: Some(any_stream_is_decoded_or_refused),
    text: None,
    property: "codes::any_stream_is_decoded_or_refused",
    typed: Some("codes::streams_are_decoded_or_refused"),
    // 255 codes of one bit, one each of two to five bits, and 16 codes of nine bits.
    witness: b"\
        \x95\xe0\x07\x0c\x18\x30\x0c\xc3\x30\xf0\xff\xff\xff\xff\xff\xff\xff\xff\
        \xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f\
        \x52\x4e\xf7\xff\x01\x00\x00",
    message: "attempt to add with overflow",
};

/// Bytes that are no stream are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_stream_is_decoded_or_refused(mut data: &[u8]) {
    let mut decoder = InflateStream::new();
    while let Ok((read @ 1.., _)) = decoder.update(data) {
        data = &data[read..];
    }
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

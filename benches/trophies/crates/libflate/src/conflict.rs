//! libflate 0.1.13, sile/libflate issue 15, commit 6157daa468. A block may define more codes of a
//! length than there are: the decoder asserts that a code is not in use when it enters the code
//! into its table.
//!
//! The property takes only data whose first block defines its codes: the decoder reads past a table
//! at two of the codes that the format defines.

use crate::stream::Stream;
use libflate_0_1::deflate::Decoder;
use mutagen_core::property;
use std::io::{Read, sink};
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("libflate-15", any_codes_are_read_or_refused);

/// Bytes that are no stream are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_codes_are_read_or_refused(data: &[u8]) {
    BUG.only(|| {
        if data.first().is_some_and(|first| first >> 1 & 3 == 2) {
            let _ = std::io::copy(&mut Decoder::new(data).take(1 << 20), &mut sink());
        }
    });
}

/// The same for what looks like a stream.
#[property]
#[ignore = "finds the bug"]
pub fn codes_are_read_or_refused(stream: &Stream) {
    any_codes_are_read_or_refused(&stream.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! miniz_oxide 0.1.2, Frommi/miniz_oxide commit 91c23bdbd5. A block may leave codes undefined. The
//! decoder takes them for a byte of zero in a code of no bits, which it reads without end.
//!
//! The property takes only data of one block that defines its codes, and no more codes than there
//! are: the decoder subtracts from a length of zero at the two codes beyond. It decodes into a
//! buffer of fixed size: the release exhausts the memory otherwise, which is commit b53177a368.

use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};
use mutagen_core::property;
use std::io::Cursor;
use trophy::Trophy;
use trophy_libflate::stream::Stream;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("miniz_oxide-91c23bd", every_block_is_decoded_to_its_end);

/// Bytes that are no block are an error, and the decoder ends.
#[property]
#[ignore = "finds the bug"]
pub fn every_block_is_decoded_to_its_end(data: &[u8]) {
    BUG.only(|| {
        if data.first().is_none_or(|first| first & 7 != 5 || first >> 3 > 29) {
            return;
        }
        let mut decoder = DecompressorOxide::new();
        let mut window = vec![0; 1 << 15];
        let mut read = 0;
        let mut status = TINFLStatus::HasMoreOutput;
        while status == TINFLStatus::HasMoreOutput {
            let mut out = Cursor::new(&mut window[..]);
            let (next, count, _) = decompress(&mut decoder, &data[read..], &mut out, 0);
            read += count;
            status = next;
        }
    });
}

/// The same for what looks like a stream.
#[property]
#[ignore = "finds the bug"]
pub fn every_printed_block_is_decoded_to_its_end(stream: &Stream) {
    every_block_is_decoded_to_its_end(&stream.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

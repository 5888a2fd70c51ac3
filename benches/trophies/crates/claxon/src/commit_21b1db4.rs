//! claxon 0.3.0, ruuda/claxon commit 21b1db4a78. The first values of a channel with linear
//! prediction are as many as the order of the prediction, which may be more than the frame has.
//!
//! The property makes the header of the frame, so that its bytes are those of the channel. The
//! release panics at other channels too: where a part of the format is not implemented, and where
//! it shifts by as many bits as a number has, or by less than none.

use crate::stream::{MONO, crc8};
use claxon::FlacReader;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("claxon-21b1db4", any_channel_is_decoded_or_refused);

/// Bytes that are no channel of 16 samples are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_channel_is_decoded_or_refused(bytes: &[u8]) {
    BUG.only(|| {
        let mut header = vec![0xff, 0xf8, 0x69, 0x08, 0, 15];
        header.push(crc8(&header));
        let stream = [MONO, &*header, bytes].concat();
        if let Ok(mut reader) = FlacReader::new(&*stream) {
            let _ = reader.blocks().read_next_or_eof(Vec::new());
        }
    });
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

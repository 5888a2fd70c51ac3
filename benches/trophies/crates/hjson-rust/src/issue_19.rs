//! serde-hjson 0.9.1, hjson/hjson-rust issue 19. The bytes of a text are collected and taken for
//! UTF-8, so a text of other bytes panics.

use mutagen_core::property;
use serde_hjson::Value;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("hjson-rust-19", any_bytes_are_read_or_refused);

/// Bytes that are no document are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_bytes_are_read_or_refused(bytes: &[u8]) {
    BUG.only(|| {
        let _ = serde_hjson::from_slice::<Value>(bytes);
    });
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

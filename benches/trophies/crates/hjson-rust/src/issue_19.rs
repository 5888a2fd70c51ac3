//! serde-hjson 0.9.1, hjson/hjson-rust issue 19. The bytes of a text are collected and taken for
//! UTF-8, so a text of other bytes panics.

use mutagen_core::property;
use serde_hjson::Value;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "hjson-rust-19",
    krate: "serde-hjson",
    version: "0.9.1",
    reference: "https://github.com/hjson/hjson-rust/issues/19",
    kind: Kind::Utf8,
    bytes: Some(any_bytes_are_read_or_refused),
    text: None,
    property: "issue_19::any_bytes_are_read_or_refused",
    typed: None,
    witness: b"\"\xff\"",
    message: "Utf8Error",
};

/// Bytes that are no document are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_bytes_are_read_or_refused(bytes: &[u8]) {
    let _ = serde_hjson::from_slice::<Value>(bytes);
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

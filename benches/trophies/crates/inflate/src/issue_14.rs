//! inflate 0.1.1, PistonDevelopers/inflate issue 14. The next code of each length is counted up
//! without a check that the lengths leave room for it, so lengths that no code can have overflow
//! it.

use crate::deflate::{self, Block};
use inflate::InflateStream;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "inflate-14",
    krate: "inflate",
    version: "0.1.1",
    reference: "https://github.com/PistonDevelopers/inflate/issues/14",
    kind: Kind::Arithmetic,
    bytes: Some(any_bytes_are_inflated_or_refused),
    text: None,
    property: "issue_14::any_bytes_are_inflated_or_refused",
    typed: Some("issue_14::blocks_are_inflated_or_refused"),
    witness: b"\xcd\x00\xc9\xd7Q(\xdd\x01\xee\xd7Q",
    message: "attempt to add with overflow",
};

/// Bytes that are no stream are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_bytes_are_inflated_or_refused(bytes: &[u8]) {
    let mut stream = InflateStream::new();
    let mut rest = bytes;
    // A step may take no byte while it writes; a stream of no more progress ends the loop.
    let mut idle = 0;
    while !rest.is_empty() && idle < 100 {
        let Ok((taken, _)) = stream.update(rest) else { return };
        idle = if taken == 0 { idle + 1 } else { 0 };
        rest = &rest[taken..];
    }
}

/// A stream of blocks, whose codes need not be complete, is inflated or refused.
#[property]
#[ignore = "finds the bug"]
pub fn blocks_are_inflated_or_refused(blocks: &[Block]) {
    any_bytes_are_inflated_or_refused(&deflate::print(blocks));
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

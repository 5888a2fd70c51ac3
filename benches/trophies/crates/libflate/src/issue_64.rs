//! libflate 1.1.1, sile/libflate issue 64. A code whose symbol for the end of a block has no bits
//! is accepted, but the number of bits of that symbol is expected when the code is complete.

use libflate::deflate::Decoder;
use mutagen_core::property;
use std::io::{self, Read};
use trophy::{Bug, Kind};
use trophy_inflate::deflate::{self, Block};

/// The bug.
pub const BUG: Bug = Bug {
    name: "libflate-64",
    krate: "libflate",
    version: "1.1.1",
    reference: "https://github.com/sile/libflate/issues/64",
    kind: Kind::Unwrap,
    bytes: Some(any_bytes_are_inflated_or_refused),
    text: None,
    property: "issue_64::any_bytes_are_inflated_or_refused",
    typed: Some("issue_64::blocks_are_inflated_or_refused"),
    witness: b"\x05\xc0\x80\x00\x00 \x7f\xed",
    message: "bug",
};

/// Bytes that are no stream are an error. A few bytes may be many; the first of them are enough.
#[property]
#[ignore = "finds the bug"]
pub fn any_bytes_are_inflated_or_refused(bytes: &[u8]) {
    let _ = io::copy(&mut Decoder::new(bytes).take(100_000), &mut io::sink());
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

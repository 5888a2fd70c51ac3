//! mp3-metadata 0.2.1, GuillaumeGomez/mp3-metadata pull request 9. The reader looks for a tag at each
//! byte, and compares the length of the file with the size of the tag alone, not with where the tag
//! starts: it reads past the end.

use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "mp3-metadata-9-end",
    krate: "mp3-metadata",
    version: "0.2.1",
    reference: "GuillaumeGomez/mp3-metadata pull 9",
    kind: Kind::Index,
    bytes: Some(any_file_is_read_or_refused),
    text: None,
    property: "end::any_file_is_read_or_refused",
    typed: None,
    witness: b"12345678901234ID3",
    message: "index out of bounds",
};

/// Bytes that are no file are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_file_is_read_or_refused(data: &[u8]) {
    let _ = mp3_metadata::read_from_slice(data);
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

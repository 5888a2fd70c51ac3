//! mp3-metadata 0.2.1, GuillaumeGomez/mp3-metadata pull request 9. The header of a tag may have a
//! second header, which says how long it is. The reader subtracts four from this number, which may be
//! less. The pull request also mends other lengths within a tag that the property may find.
//!
//! The property appends zeros to a file: a tag at its very end shows the bug of `end`.

use crate::file::Mp3;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "mp3-metadata-9-header",
    krate: "mp3-metadata",
    version: "0.2.1",
    reference: "GuillaumeGomez/mp3-metadata pull 9",
    kind: Kind::Arithmetic,
    bytes: Some(any_padded_file_is_read_or_refused),
    text: None,
    property: "header::any_padded_file_is_read_or_refused",
    typed: Some("header::padded_files_are_read_or_refused"),
    witness: b"ID3\x03\0\x40\0\0\0\x06\0\0\0\0\0\0",
    message: "attempt to subtract with overflow",
};

/// Bytes that are no file are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_padded_file_is_read_or_refused(data: &[u8]) {
    let _ = mp3_metadata::read_from_slice(&[data, &[0; 128]].concat());
}

/// The same for what looks like a file.
#[property]
#[ignore = "finds the bug"]
pub fn padded_files_are_read_or_refused(file: &Mp3) {
    any_padded_file_is_read_or_refused(&file.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

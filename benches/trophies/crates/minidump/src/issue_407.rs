//! minidump 0.9.6, luser/rust-minidump issue 407. A mapping of Linux whose end is before its start
//! should have no range of addresses; the comparison is the wrong way round, and making a range
//! backwards panics.
//!
//! The property leaves out dumps of more streams than bytes, for which the release reserves memory.

use crate::dump::Dump;
use minidump::{Minidump, MinidumpLinuxMaps};
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "minidump-407",
    krate: "minidump",
    version: "0.9.6",
    reference: "https://github.com/rust-minidump/rust-minidump/issues/407",
    kind: Kind::Panic,
    bytes: Some(mappings_are_read_or_refused),
    text: None,
    property: "issue_407::mappings_are_read_or_refused",
    typed: Some("issue_407::mappings_of_a_dump_are_read_or_refused"),
    witness: WITNESS,
    message: "range-map",
};

/// A dump of one stream, whose only mapping goes from 5 to 3.
const WITNESS: &[u8] = b"MDMP\x93\xa7\0\0\x01\0\0\0\x20\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
    \x09\0gG\x20\0\0\0\x2c\0\0\x00\
    005-003 r-xp 00000000 08:01 1 /a\n";

/// The mappings of a dump are read or refused.
#[property]
#[ignore = "finds the bug"]
pub fn mappings_are_read_or_refused(bytes: &[u8]) {
    if crate::has_few_streams(bytes)
        && let Ok(dump) = Minidump::read(bytes)
    {
        let _ = dump.get_stream::<MinidumpLinuxMaps>();
    }
}

/// The same of a dump whose numbers may be wrong.
#[property]
#[ignore = "finds the bug"]
pub fn mappings_of_a_dump_are_read_or_refused(dump: &Dump) {
    mappings_are_read_or_refused(&dump.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

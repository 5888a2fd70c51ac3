//! minidump 0.9.6, luser/rust-minidump pull 406. The stream of crashes of macOS says how many of
//! its twenty records are in use; the number is taken as it is.
//!
//! The property leaves out dumps of more streams than bytes, for which the release reserves memory.

use crate::dump::Dump;
use minidump::{Minidump, MinidumpMacCrashInfo};
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "minidump-406",
    krate: "minidump",
    version: "0.9.6",
    reference: "https://github.com/rust-minidump/rust-minidump/pull/406",
    kind: Kind::Index,
    bytes: Some(crash_info_is_read_or_refused),
    text: None,
    property: "pull_406::crash_info_is_read_or_refused",
    typed: Some("pull_406::crash_info_of_a_dump_is_read_or_refused"),
    witness: WITNESS,
    message: "out of range for slice of length 20",
};

/// A dump of one stream, which says that it has 21 records.
const WITNESS: &[u8] = &{
    let mut dump = [0; 32 + 12 + 172];
    let numbers = [
        (0, 0x504d_444d_u32),
        (4, 0xa793),
        (8, 1),
        (12, 32),
        (32, 0x4d7a_0001),
        (36, 172),
        (40, 44),
        (44, 0x4d7a_0001),
        (48, 21),
    ];
    let mut index = 0;
    while index < numbers.len() {
        let (place, number) = numbers[index];
        let bytes = number.to_le_bytes();
        let mut byte = 0;
        while byte < 4 {
            dump[place + byte] = bytes[byte];
            byte += 1;
        }
        index += 1;
    }
    dump
};

/// The crash of a dump is read or refused.
#[property]
#[ignore = "finds the bug"]
pub fn crash_info_is_read_or_refused(bytes: &[u8]) {
    if crate::has_few_streams(bytes)
        && let Ok(dump) = Minidump::read(bytes)
    {
        let _ = dump.get_stream::<MinidumpMacCrashInfo>();
    }
}

/// The same of a dump whose numbers may be wrong.
#[property]
#[ignore = "finds the bug"]
pub fn crash_info_of_a_dump_is_read_or_refused(dump: &Dump) {
    crash_info_is_read_or_refused(&dump.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

//! minidump 0.9.6, luser/rust-minidump pull request 406. A stream about a crash on macOS has room
//! for 20 records and says how many of them there are: the crate takes this many of the 20.

use crate::dump::Dump;
use minidump::MinidumpMacCrashInfo;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "minidump-406",
    krate: "minidump",
    version: "0.9.6",
    reference: "https://github.com/luser/rust-minidump/pull/406",
    kind: Kind::Index,
    bytes: Some(any_crash_is_read_or_refused),
    text: None,
    property: "crash::any_crash_is_read_or_refused",
    typed: Some("crash::crashes_are_read_or_refused"),
    witness: &WITNESS,
    message: "out of range for slice of length 20",
};

/// A header, a directory, and a stream with a count of 21 and 20 records of no bytes.
const WITNESS: [u8; 216] = {
    let start = b"MDMP\x93\xa7\0\0\x01\0\0\0\x20\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
        \x01\0\x7a\x4d\xac\0\0\0\x2c\0\0\0\
        \x01\0\x7a\x4d\x15\0\0\0";
    let mut dump = [0; 216];
    let mut i = 0;
    while i < start.len() {
        dump[i] = start[i];
        i += 1;
    }
    dump
};

/// Bytes that are no dump are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_crash_is_read_or_refused(data: &[u8]) {
    if let Some(dump) = crate::read(data) {
        let _ = dump.get_stream::<MinidumpMacCrashInfo>();
    }
}

/// The same for what looks like a dump.
#[property]
#[ignore = "finds the bug"]
pub fn crashes_are_read_or_refused(dump: &Dump) {
    any_crash_is_read_or_refused(&dump.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

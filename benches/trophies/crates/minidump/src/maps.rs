//! minidump 0.9.6, luser/rust-minidump issue 407. The addresses of a line of `/proc/self/maps` are
//! compared the wrong way round: no range is made of those in order, and a range is made of those
//! that are not, which the type of ranges does not permit.

use crate::dump::Dump;
use minidump::MinidumpLinuxMaps;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "minidump-407",
    krate: "minidump",
    version: "0.9.6",
    reference: "https://github.com/luser/rust-minidump/issues/407",
    kind: Kind::Panic,
    bytes: Some(any_maps_are_read_or_refused),
    text: None,
    property: "maps::any_maps_are_read_or_refused",
    typed: Some("maps::maps_are_read_or_refused"),
    witness: b"MDMP\x93\xa7\0\0\x01\0\0\0\x20\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
        \x09\0\x67\x47\x06\0\0\0\x2c\0\0\0\
        2-1 r\n",
    message: "Ranges must be ordered",
};

/// Bytes that are no dump are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_maps_are_read_or_refused(data: &[u8]) {
    if let Some(dump) = crate::read(data)
        && let Ok(maps) = dump.get_stream::<MinidumpLinuxMaps>()
    {
        maps.print(&mut Vec::new()).expect("a vector has room");
    }
}

/// The same for what looks like a dump.
#[property]
#[ignore = "finds the bug"]
pub fn maps_are_read_or_refused(dump: &Dump) {
    any_maps_are_read_or_refused(&dump.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

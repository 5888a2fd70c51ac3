//! minidump 0.9.6, luser/rust-minidump issue 407. The addresses of a line of `/proc/self/maps` are
//! compared the wrong way round: no range is made of those in order, and a range is made of those
//! that are not, which the type of ranges does not permit.

use crate::dump::Dump;
use minidump::MinidumpLinuxMaps;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("minidump-407", any_maps_are_read_or_refused);

/// Bytes that are no dump are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_maps_are_read_or_refused(data: &[u8]) {
    BUG.only(|| {
        if let Some(dump) = crate::read(data)
            && let Ok(maps) = dump.get_stream::<MinidumpLinuxMaps>()
        {
            maps.print(&mut Vec::new()).expect("a vector has room");
        }
    });
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

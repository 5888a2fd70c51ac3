//! minidump 0.9.6, luser/rust-minidump pull request 425. Whether an address is in a region of
//! memory is found out with the end of the region, a sum that overflows for a region at the end of
//! memory.

use crate::dump::Dump;
use minidump::MinidumpMemoryList;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("minidump-425", any_memory_is_read_or_refused);

/// Bytes that are no dump are an error, and the first byte of a region can be read.
#[property]
#[ignore = "finds the bug"]
pub fn any_memory_is_read_or_refused(data: &[u8]) {
    BUG.only(|| {
        if let Some(dump) = crate::read(data)
            && let Ok(memory) = dump.get_stream::<MinidumpMemoryList>()
        {
            for region in memory.iter() {
                let _ = region.get_memory_at_address::<u8>(region.base_address);
            }
        }
    });
}

/// The same for what looks like a dump.
#[property]
#[ignore = "finds the bug"]
pub fn memory_is_read_or_refused(dump: &Dump) {
    any_memory_is_read_or_refused(&dump.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

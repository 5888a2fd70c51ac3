//! minidump 0.9.6, luser/rust-minidump pull request 406. A stream about a crash on macOS has room
//! for 20 records and says how many of them there are: the crate takes this many of the 20.

use crate::dump::Dump;
use minidump::MinidumpMacCrashInfo;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::bytes("minidump-406", any_crash_is_read_or_refused);

/// Bytes that are no dump are an error.
#[property]
#[ignore = "finds the bug"]
pub fn any_crash_is_read_or_refused(data: &[u8]) {
    BUG.only(|| {
        if let Some(dump) = crate::read(data) {
            let _ = dump.get_stream::<MinidumpMacCrashInfo>();
        }
    });
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

//! Bugs of the crate `minidump`, which reads the state of a crashed process.
//!
//! The crate reserves room for as many streams as the header says (luser/rust-minidump issue 381).
//! The properties take only dumps of at most 64 streams.

pub mod crash;
pub mod dump;
pub mod maps;
pub mod memory;

use minidump::Minidump;

/// The bugs of the crate.
pub const BUGS: &[trophy::Trophy] = &[crash::BUG, maps::BUG, memory::BUG];

/// Reads the directory of a dump that does not claim to have many streams.
fn read(data: &[u8]) -> Option<Minidump<'_, &[u8]>> {
    let count = data.get(8..12)?.try_into().ok()?;
    let big_endian = data.starts_with(b"PMDM");
    let count = if big_endian { u32::from_be_bytes(count) } else { u32::from_le_bytes(count) };
    if count <= 64 { Minidump::read(data).ok() } else { None }
}

//! Bugs of the crate `minidump`, which reads the dumps of crashed processes.

pub mod dump;
pub mod issue_407;
pub mod pull_406;

/// The bugs of the crate.
pub const BUGS: &[trophy::Bug] = &[issue_407::BUG, pull_406::BUG];

/// Whether the header of a dump says that it has no more streams than bytes, in either order of
/// bytes.
fn has_few_streams(bytes: &[u8]) -> bool {
    let count = bytes.get(8..12).and_then(|count| count.first_chunk());
    count.is_some_and(|&count| {
        let count = u32::from_le_bytes(count).min(u32::from_be_bytes(count));
        usize::try_from(count).is_ok_and(|count| count <= bytes.len())
    })
}

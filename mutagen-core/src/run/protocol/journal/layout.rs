//! Where things are in the file of a journal.

/// The first bytes of a journal. The last one before the line end is the version.
pub(super) const MAGIC: &[u8; 16] = b"mutagen log 004\n";

/// The length of the head in bytes.
pub(super) const HEAD: usize = 16 * 1024;

/// Where the marks are in the head: two places that are used in turn, each a cache line of `PLACE`
/// bytes. Its last word at `COUNT`, which is written last, counts the writes; 0 if there was none.
/// The place with the larger count holds.
pub(super) const PLACES: [usize; 2] = [64, 128];
pub(super) const PLACE: usize = 64;
pub(super) const COUNT: usize = PLACE - 8;

/// Where the steps of the running drift are in the head.
pub(super) const STEPS: usize = 512;

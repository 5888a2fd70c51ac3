//! Where things are in the file of a journal.

/// The first bytes of a journal. The last one before the line end is the version.
pub(super) const MAGIC: &[u8; 16] = b"mutagen log 004\n";

/// The length of the head in bytes.
pub(super) const HEAD: usize = 16 * 1024;

/// Where the marks are in the head: a counter, and two places that are used in turn. The counter
/// says which one was written last; 0 if none was.
pub(super) const MARKS: usize = 64;
pub(super) const PLACES: [usize; 2] = [128, 192];

/// Where the steps of the running drift are in the head.
pub(super) const STEPS: usize = 512;

//! The files of a campaign that a worker maps into its memory, and files that may not exist.

use memmap2::{MmapOptions, MmapRaw};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Makes a file of `len` zeros and maps it. An existing file is removed first: truncating it would
/// kill a process that still maps it.
pub(super) fn create_mapped(path: &Path, len: usize) -> io::Result<MmapRaw> {
    if_exists(fs::remove_file(path))?;
    let mut file = File::options().read(true).write(true).create_new(true).open(path)?;
    // The bytes are written, not only reserved: with a full disk, a write fails, while an access to
    // the mapping kills the process.
    file.write_all(&vec![0; len])?;
    MmapOptions::new().len(len).map_raw(&file)
}

/// The result of an access to a file, or `None` if there is no such file.
pub(super) fn if_exists<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        result => result.map(Some),
    }
}

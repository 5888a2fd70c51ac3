//! The files of a journal: their names, and how one takes the place of another. No link is
//! followed, so that no file of somebody else is read or changed.

use super::layout::MAGIC;
use rustix::fs::OFlags;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// The file with the state of the search.
pub(super) fn state_path(journal: &Path) -> PathBuf {
    beside(journal, "state")
}

pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(suffix);
    PathBuf::from(name)
}

/// Makes an empty file. The old file is removed and not cut off: a process may still map it.
fn create(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    File::options().read(true).write(true).create_new(true).open(path)
}

/// Writes a file anew beside the old one. With `lasts`, it is on the disk after the return.
pub(super) fn write_beside(
    path: &Path,
    lasts: bool,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<File> {
    let new = beside(path, "new");
    let written = create(&new).and_then(|mut file| {
        write(&mut file)?;
        if lasts {
            file.sync_data()?;
        }
        Ok(file)
    });
    if written.is_err() {
        let _ = fs::remove_file(&new);
    }
    written
}

/// Puts the file that was written beside the old one in its place. Whoever has the old one open
/// keeps it.
pub(super) fn put_in_place(path: &Path) -> io::Result<()> {
    let new = beside(path, "new");
    fs::rename(&new, path).inspect_err(|_| _ = fs::remove_file(&new))
}

/// Writes a file anew, and puts it in the place of the old one.
pub(super) fn replace(
    path: &Path,
    lasts: bool,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<File> {
    let file = write_beside(path, lasts, write)?;
    put_in_place(path)?;
    Ok(file)
}

/// Opens a file that a worker before this one has left, to go on with it.
pub(super) fn reopen(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true).write(true).custom_flags(OFlags::NOFOLLOW.bits() as i32).open(path)
}

/// Whether something else than a journal is at this path.
pub(super) fn is_of_somebody_else(path: &Path) -> bool {
    let Ok(found) = fs::symlink_metadata(path) else { return false };
    let mut start = MAGIC.to_owned();
    let mut read = || File::open(path)?.read_exact(&mut start);
    !found.is_file() || found.len() > 0 && (read().is_err() || start != *MAGIC)
}

//! A file that a process keeps open while user code runs in it, which may write to any descriptor,
//! close it, and open a file of its own under the same number.

#![allow(unsafe_code)]

use super::files::reopen;
use std::fs::{self, File, Metadata};
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::AsRawFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// An open file at a path. User code cannot change the file by its descriptor, which is for
/// reading.
pub(super) struct Held {
    path: PathBuf,
    file: ManuallyDrop<File>,
    /// The device and the number of the file.
    identity: (u64, u64),
    /// Stands for a full disk in tests.
    #[cfg(test)]
    pub(super) is_full: bool,
}

fn identity(file: &Metadata) -> (u64, u64) {
    (file.dev(), file.ino())
}

/// A path to an open file, even if the file has no name any more. Only Linux has it.
fn by_descriptor(file: &File) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

impl Held {
    pub(super) fn of(path: &Path, file: &File) -> io::Result<Held> {
        let reading = File::open(by_descriptor(file)).or_else(|_| File::open(path))?;
        let identity = identity(&file.metadata()?);
        let held = Held {
            path: path.to_owned(),
            file: ManuallyDrop::new(reading),
            identity,
            #[cfg(test)]
            is_full: false,
        };
        if held.is_ours() { Ok(held) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    /// The file, for reading and writing.
    pub(super) fn writable(&self) -> io::Result<File> {
        #[cfg(test)]
        if self.is_full {
            return Err(io::ErrorKind::StorageFull.into());
        }
        let by_descriptor = || {
            if !self.is_ours() {
                return Err(io::ErrorKind::NotFound.into());
            }
            File::options().read(true).write(true).open(by_descriptor(&self.file))
        };
        let file = by_descriptor().or_else(|_| reopen(&self.path))?;
        match identity(&file.metadata()?) == self.identity {
            true => Ok(file),
            false => Err(io::ErrorKind::NotFound.into()),
        }
    }

    /// Whether another file is at the path now. A file that was removed is not replaced.
    pub(super) fn is_replaced(&self) -> bool {
        fs::symlink_metadata(&self.path).is_ok_and(|file| identity(&file) != self.identity)
    }

    #[cfg(test)]
    pub(super) fn descriptor(&self) -> std::os::fd::BorrowedFd<'_> {
        std::os::fd::AsFd::as_fd(&*self.file)
    }

    /// Does what user code does that closes the descriptor and opens another file.
    #[cfg(test)]
    pub(super) fn become_another(&mut self, file: &File) {
        self.file = ManuallyDrop::new(file.try_clone().unwrap());
    }

    /// Whether the descriptor is still that of the file.
    fn is_ours(&self) -> bool {
        self.file.metadata().is_ok_and(|file| identity(&file) == self.identity)
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if self.is_ours() {
            // SAFETY: the file is not used again.
            unsafe { ManuallyDrop::drop(&mut self.file) }
        }
    }
}

//! Opens the files of a campaign: never through a symbolic link, never anything but an ordinary
//! file, and never more than a limit of it.

use rustix::fs::OFlags;
use std::fs::{File, OpenOptions};
use std::io::{self, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Opens an existing file to read it.
pub(super) fn existing(path: &Path) -> io::Result<File> {
    open(path, OpenOptions::new().read(true))
}

/// Opens an existing file to lock it.
pub(super) fn to_lock(path: &Path) -> io::Result<File> {
    open(path, OpenOptions::new().read(true).write(true))
}

/// Makes a new file that only its owner may read, and opens it to append to it.
pub(super) fn new_file(path: &Path) -> io::Result<File> {
    open(path, OpenOptions::new().append(true).create_new(true).mode(0o600))
}

/// Makes a new file with this mode.
pub(super) fn new_with_mode(path: &Path, mode: u32) -> io::Result<File> {
    open(path, OpenOptions::new().write(true).create_new(true).mode(mode))
}

fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // Without NONBLOCK, a pipe in place of the file would block for ever.
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK;
    let file = options.custom_flags(flags.bits().cast_signed()).open(path)?;
    if file.metadata()?.is_file() {
        return Ok(file);
    }
    Err(io::Error::new(io::ErrorKind::InvalidInput, "not an ordinary file"))
}

/// The content of a file that has at most this many bytes.
pub(super) fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    existing(path)?.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let error = format!("the file has more than {most} bytes");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, error));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn symbolic_links_folders_and_pipes_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("victim"), "precious").unwrap();
        symlink(path("victim"), path("link")).unwrap();
        symlink(path("nowhere"), path("dangling")).unwrap();
        let pipe = rustix::fs::FileType::Fifo;
        let mode = rustix::fs::Mode::from_raw_mode(0o600);
        rustix::fs::mknodat(rustix::fs::CWD, path("pipe"), pipe, mode, 0).unwrap();
        for name in ["link", "dangling", "pipe", "."] {
            assert!(existing(&path(name)).is_err(), "{name}");
            assert!(new_file(&path(name)).is_err(), "{name}");
            assert!(to_lock(&path(name)).is_err(), "{name}");
        }
        assert!(new_file(&path("victim")).is_err());
        assert_eq!(fs::read(path("victim")).unwrap(), b"precious");
        assert!(!path("nowhere").exists());
    }

    #[test]
    fn a_new_file_belongs_to_its_owner_alone_and_a_large_one_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        new_file(&path).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        fs::write(&path, "12345").unwrap();
        assert_eq!(read_at_most(&path, 5).unwrap(), b"12345");
        assert_eq!(read_at_most(&path, 4).unwrap_err().kind(), io::ErrorKind::FileTooLarge);
    }
}

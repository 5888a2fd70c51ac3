//! The executable of a campaign as it was at the start. A build that is made while the campaign
//! runs replaces cargo's file, but not this one, so that every worker runs the same code.

use super::open;
use crate::error::CliError;
use std::fs::{self, File, Metadata};
use std::hash::Hasher;
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use twox_hash::XxHash3_64;

/// The bytes that are read at once.
const BUFFER: usize = 1 << 18;

/// The executable in the folder of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    path: PathBuf,
    id: String,
    linked: Stamp,
}

/// What tells, without reading a file, that it was probably not changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Stamp {
    size: u64,
    modified: (i64, i64),
    device: u64,
    inode: u64,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Stamp {
        Stamp {
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
            device: metadata.dev(),
            inode: metadata.ino(),
        }
    }
}

impl Program {
    /// Links the executable to the path `into`, at which there must be no file yet. If it cannot be
    /// linked, for example because `into` is on another file system, it is copied.
    ///
    /// # Errors
    /// When the executable cannot be read, or the link and the copy fail.
    pub fn link(executable: &Path, into: &Path) -> Result<Program, CliError> {
        let failed = |error| CliError::CampaignFile { path: into.to_owned(), error };
        // A link to a symbolic link would follow whatever the symbolic link is changed to.
        let original = fs::canonicalize(executable)
            .map_err(|error| CliError::Start { path: executable.to_owned(), error })?;
        if fs::hard_link(&original, into).is_err() {
            copy(&original, into).map_err(failed)?;
        }
        Program::at(into).map_err(failed)
    }

    fn at(path: &Path) -> io::Result<Program> {
        let file = open::existing(path)?;
        let linked = Stamp::of(&file.metadata()?);
        Ok(Program { path: path.to_owned(), id: digest(file)?, linked })
    }

    /// The executable.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The digest of its content: 16 hexadecimal digits.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Checks that the executable is still the one that was linked. To be called before each start
    /// of a worker; reads the content only if size, time or inode differ.
    ///
    /// # Errors
    /// When it was changed or removed.
    pub fn check(&self) -> Result<(), CliError> {
        let path = || self.path.clone();
        let failed = |error| CliError::CampaignFile { path: path(), error };
        let metadata = fs::symlink_metadata(&self.path).map_err(failed)?;
        if metadata.is_file() && Stamp::of(&metadata) == self.linked {
            return Ok(());
        }
        let found = Program::at(&self.path).map_err(failed)?.id;
        // A new time is no change of the code.
        if found == self.id {
            return Ok(());
        }
        Err(CliError::ProgramChanged { path: path(), linked: self.id.clone(), found })
    }
}

/// Copies a file to a new one with the same permissions. Leaves nothing behind on an error.
fn copy(original: &Path, into: &Path) -> io::Result<()> {
    let mut from = File::open(original)?;
    let mut to = open::new_with_mode(into, from.metadata()?.permissions().mode() & 0o777)?;
    if let Err(error) = io::copy(&mut from, &mut to) {
        let _ = fs::remove_file(into);
        return Err(error);
    }
    Ok(())
}

fn digest(mut file: File) -> io::Result<String> {
    let mut hasher = XxHash3_64::new();
    let mut buffer = vec![0; BUFFER];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(format!("{:016x}", hasher.finish())),
            Ok(bytes) => hasher.write(&buffer[..bytes]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    /// A folder with an executable and the path for its link.
    fn executable() -> (tempfile::TempDir, PathBuf, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let (original, into) = (folder.path().join("shop-1234"), folder.path().join("program"));
        fs::write(&original, "#!/bin/sh\nexit 7\n").unwrap();
        fs::set_permissions(&original, fs::Permissions::from_mode(0o755)).unwrap();
        (folder, original, into)
    }

    #[test]
    fn a_rebuild_replaces_the_executable_and_not_the_program() {
        let (_folder, original, into) = executable();
        let program = Program::link(&original, &into).unwrap();
        assert_eq!(fs::metadata(&into).unwrap().ino(), fs::metadata(&original).unwrap().ino());
        fs::remove_file(&original).unwrap();
        fs::write(&original, "#!/bin/sh\nexit 8\n").unwrap();
        program.check().unwrap();
        let ended = std::process::Command::new("sh").arg(program.path()).status().unwrap();
        assert_eq!(ended.code(), Some(7));
        let other = Program::link(&original, &into.with_extension("2")).unwrap();
        assert_ne!(other.id(), program.id());
        assert_eq!(program.id().len(), 16);
    }

    #[test]
    fn a_copy_has_the_content_and_the_permissions() {
        let (_folder, original, into) = executable();
        copy(&original, &into).unwrap();
        let copied = Program::at(&into).unwrap();
        assert_eq!(copied.id(), Program::at(&original).unwrap().id());
        assert_eq!(fs::metadata(&into).unwrap().permissions().mode() & 0o777, 0o755);
        assert!(copy(&original, &into).is_err());
    }

    #[test]
    fn an_executable_on_another_file_system_is_copied() {
        let other = Path::new("/dev/shm");
        let (folder, _, into) = executable();
        let device = |path: &Path| fs::metadata(path).map(|data| data.dev()).ok();
        if device(other).is_none_or(|found| Some(found) == device(folder.path())) {
            return;
        }
        let original = tempfile::NamedTempFile::new_in(other).unwrap();
        fs::write(original.path(), "code").unwrap();
        let program = Program::link(original.path(), &into).unwrap();
        drop(original);
        program.check().unwrap();
        assert_eq!(fs::read(&into).unwrap(), b"code");
    }

    #[test]
    fn a_program_that_was_changed_in_place_is_an_error_with_both_ids() {
        let (_folder, original, into) = executable();
        let program = Program::link(&original, &into).unwrap();
        fs::write(&original, "#!/bin/sh\nexit 9\n").unwrap();
        let found = Program::at(&into).unwrap();
        let error = program.check().unwrap_err().to_string();
        assert!(error.contains(program.id()) && error.contains(found.id()), "{error}");
        assert_ne!(program.id(), found.id());
    }

    #[test]
    fn a_program_that_was_only_touched_is_the_same() {
        let (_folder, original, into) = executable();
        let program = Program::link(&original, &into).unwrap();
        File::open(&into).unwrap().set_modified(std::time::UNIX_EPOCH).unwrap();
        program.check().unwrap();
    }

    #[test]
    fn a_program_that_is_gone_or_a_symbolic_link_is_an_error() {
        let (_folder, original, into) = executable();
        let program = Program::link(&original, &into).unwrap();
        fs::remove_file(&into).unwrap();
        assert!(program.check().unwrap_err().to_string().contains("program"));
        symlink(&original, &into).unwrap();
        assert!(program.check().is_err());
        assert!(Program::link(&original, &into).is_err(), "the link was there already");
        let gone = original.with_file_name("gone");
        assert!(Program::link(&gone, &into.with_extension("2")).is_err());
    }
}

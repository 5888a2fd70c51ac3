//! Packages of old releases, made below the target folder: their lock files, texts and files.

pub(crate) mod locks;
pub(crate) mod release;
pub(crate) mod texts;

use benches::study::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// The repository of this executable, and a folder of this name inside its target folder.
///
/// # Errors
/// When the executable is in no target folder, or the repository is gone.
pub(crate) fn root_and_folder(name: &str) -> Result<(PathBuf, PathBuf), Error> {
    let own = std::env::current_exe()?;
    let target = own.ancestors().nth(2).ok_or("this executable is in no target folder")?;
    let root = fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))?;
    Ok((root, target.join(name)))
}

/// Writes a file, unless it has this text: cargo builds again what was written.
pub(crate) fn write(file: &Path, text: &str) -> Result<(), Error> {
    let of_file = |error| format!("{}: {error}", file.display());
    if fs::read_to_string(file).is_ok_and(|old| old == text) {
        return Ok(());
    }
    let folder = file.parent().ok_or("a file is in no folder")?;
    fs::create_dir_all(folder).map_err(of_file)?;
    Ok(fs::write(file, text).map_err(of_file)?)
}

//! Gets solvers from package registries by the registries' own clients. All is done in a folder
//! that is renamed at the end, so that a solver is there as a whole or not at all.

mod client;
mod debian;
mod hash;
mod pypi;

use crate::SolverError;
use crate::cache::Cache;
use crate::catalogue::{Entry, Registry};
use crate::driver::python;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The programs that fetch and unpack.
#[derive(Debug, Clone)]
pub struct Clients {
    /// A Python with pip.
    pub python: OsString,
    /// `apt-get`.
    pub apt_get: OsString,
    /// `dpkg-deb`.
    pub dpkg_deb: OsString,
}

impl Clients {
    /// Those that the user has.
    pub fn of_user() -> Clients {
        Clients { python: python(), apt_get: "apt-get".into(), dpkg_deb: "dpkg-deb".into() }
    }
}

/// Gets a solver, unless it is there. Returns whether it had to be fetched.
///
/// # Errors
/// When the registry cannot be reached, or has no pinned file for this machine; when a file has
/// another hash; when the cache cannot be written. Nothing is left in the cache then.
pub fn fetch(entry: &Entry, cache: &Cache, clients: &Clients) -> Result<bool, SolverError> {
    if cache.has(&entry.name) {
        return Ok(false);
    }
    let part = cache.part()?;
    let folder = |name: &str| -> Result<PathBuf, SolverError> {
        let folder = part.path().join(name);
        match fs::create_dir(&folder) {
            Ok(()) => Ok(folder),
            Err(error) => Err(SolverError::Cache { path: folder, error }),
        }
    };
    let (files, whole) = (folder("files")?, folder("whole")?);
    let place = client::Place { name: &entry.name, cache: cache.folder(), clients };
    match entry.from {
        Registry::Pypi => pypi::download(entry, &place, &files)?,
        Registry::Debian => debian::download(entry, &place, &files)?,
    }
    let checked = check(entry, &files)?;
    match entry.from {
        Registry::Pypi => pypi::unpack(&place, &checked, &whole)?,
        Registry::Debian => debian::unpack(&place, &checked, &whole)?,
    }
    cache.keep(&whole, &entry.name)?;
    Ok(true)
}

/// The files in a folder, which must be the pinned ones.
fn check(entry: &Entry, folder: &Path) -> Result<Vec<PathBuf>, SolverError> {
    let failed = |error| SolverError::Cache { path: folder.to_owned(), error };
    let mut got: Vec<String> = Vec::new();
    for file in fs::read_dir(folder).map_err(failed)? {
        got.push(file.map_err(failed)?.file_name().to_string_lossy().into_owned());
    }
    got.sort_unstable();
    let is_pinned = |name: &String| entry.files.iter().any(|file| file.name == *name);
    if got.len() != entry.files.len() || !got.iter().all(is_pinned) {
        return Err(platform(entry, &got.join(", ")));
    }
    let mut checked = Vec::new();
    for file in &entry.files {
        let path = folder.join(&file.name);
        let hash = hash::of(&path).map_err(failed)?;
        if hash != file.sha256 {
            return Err(SolverError::Hash {
                name: entry.name.clone(),
                file: file.name.clone(),
                got: hash,
                wanted: file.sha256.clone(),
            });
        }
        checked.push(path);
    }
    Ok(checked)
}

/// The error of a registry that has another file for this machine.
fn platform(entry: &Entry, got: &str) -> SolverError {
    let wanted: Vec<&str> = entry.files.iter().map(|file| file.name.as_str()).collect();
    let got = if got.is_empty() { "no file" } else { got };
    let (name, got, wanted) = (entry.name.clone(), got.to_owned(), wanted.join(", "));
    SolverError::Platform { name, got, wanted }
}

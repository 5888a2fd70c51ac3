//! Debian's archive, by `apt-get download` and `dpkg-deb -x`, which need no rights.

use super::client::Place;
use crate::SolverError;
use crate::catalogue::Entry;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Downloads the packages.
pub(super) fn download(entry: &Entry, place: &Place<'_>, to: &Path) -> Result<(), SolverError> {
    let mut command = Command::new(&place.clients.apt_get);
    // The folder belongs to this user, and apt's own may not write into it.
    command.args(["download", "-q", "-o", "APT::Sandbox::User=root"]).args(&entry.ask);
    place.run("apt-get download", command.current_dir(to), |_| None)
}

/// Unpacks the packages, one over the other.
pub(super) fn unpack(place: &Place<'_>, files: &[PathBuf], to: &Path) -> Result<(), SolverError> {
    for file in files {
        place.run(
            "dpkg-deb",
            Command::new(&place.clients.dpkg_deb).arg("-x").arg(file).arg(to),
            |_| None,
        )?;
    }
    Ok(())
}

//! PyPI, by pip: the wheel is downloaded, and installed into a folder of its own.

use super::client::Place;
use super::platform;
use crate::SolverError;
use crate::catalogue::Entry;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What pip's error stream has when the registry could not be reached.
const NETWORK: [&str; 4] =
    ["connection broken", "NewConnectionError", "NameResolutionError", "ProxyError"];

/// What it has when the registry has no wheel for this machine.
const PLATFORM: [&str; 2] = ["No matching distribution", "not a supported wheel"];

/// Downloads the wheel for this machine.
pub(super) fn download(entry: &Entry, place: &Place<'_>, to: &Path) -> Result<(), SolverError> {
    let mut command = pip(place, "download");
    command.args(["--no-deps", "--only-binary=:all:", "--retries=2", "--dest"]).arg(to);
    place.run("pip download", command.args(&entry.ask), |text| of_machine(entry, text))
}

/// What a client says when there is no wheel for this machine, as an error.
fn of_machine(entry: &Entry, text: &str) -> Option<SolverError> {
    if NETWORK.iter().any(|sign| text.contains(sign)) {
        return None;
    }
    let has_sign = |line: &&str| PLATFORM.iter().any(|sign| line.contains(sign));
    Some(platform(entry, text.lines().find(has_sign)?.trim()))
}

/// Installs the wheel into a folder.
pub(super) fn unpack(place: &Place<'_>, files: &[PathBuf], to: &Path) -> Result<(), SolverError> {
    let mut command = pip(place, "install");
    command.args(["--no-deps", "--no-index", "--no-compile", "--root-user-action=ignore"]);
    place.run("pip install", command.arg("--target").arg(to).args(files), |_| None)
}

fn pip(place: &Place<'_>, what: &str) -> Command {
    let mut command = Command::new(&place.clients.python);
    command.args(["-m", "pip", what, "--quiet", "--disable-pip-version-check"]);
    command
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::Catalogue;

    #[test]
    fn a_missing_wheel_is_told_from_a_missing_network() {
        let catalogue = Catalogue::own().unwrap();
        let entry = catalogue.entry("z3-4.8.5").unwrap();
        let missing = "ERROR: No matching distribution found for z3-solver==4.8.5.0\n";
        let error = of_machine(entry, missing).unwrap().to_string();
        assert!(error.contains("No matching") && error.contains("manylinux1_x86_64"), "{error}");
        let network = format!("WARNING: Retrying: NewConnectionError('no')\n{missing}");
        assert!(of_machine(entry, &network).is_none());
        assert!(of_machine(entry, "ERROR: something else").is_none());
    }
}

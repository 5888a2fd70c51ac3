//! Builds the executables of other tools, each with the features and flags that it needs.

use super::tools::{CARGO_BOLERO, Peer, Place};
use crate::study::Error;
use crate::study::plan::task::Workload;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

impl Peer {
    /// Builds for these workloads, and returns the executable or an error.
    pub(super) fn build(&self, workloads: &[&Workload], folder: &Path) -> Result<PathBuf, Error> {
        let mut features = vec![self.feature.to_owned()];
        features.extend(workloads.iter().map(|workload| feature(workload.package).to_owned()));
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["build", "--release", "--package", &self.place.package]);
        cargo.current_dir(self.place.workspace());
        cargo.args(["--bin", &format!("peer-{}", self.feature)]);
        cargo.args(["--no-default-features", "--features", &features.join(",")]);
        cargo.args(["--message-format", "json-render-diagnostics"]);
        cargo.args(["--config", "profile.release.codegen-units=1"]);
        // Another workspace sets that in its own manifest, for the crates that it tests.
        let own = workloads.iter().filter(|_| self.place.manifest.is_none());
        for workload in own {
            // The tested code is built as for mutagen; the tools are built for speed.
            for check in ["debug-assertions", "overflow-checks"] {
                let package = workload.package;
                let setting = format!("profile.release.package.{package}.{check}=true");
                cargo.args(["--config", &setting]);
            }
        }
        if self.flags.is_empty() {
            cargo.arg("--target-dir").arg(folder.join("plain"));
        } else {
            // With a target, build scripts are not instrumented.
            cargo.args(["--target", &host()?]).env("RUSTFLAGS", self.flags.join(" "));
            cargo.env_remove("CARGO_ENCODED_RUSTFLAGS");
            // Peers with the same flags share a target folder.
            let bolero = self.flags.contains(&CARGO_BOLERO);
            let build = if bolero { "cargo-bolero" } else { "cargo-fuzz" };
            cargo.arg("--target-dir").arg(folder.join(build));
        }
        let output = cargo.stderr(Stdio::inherit()).output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut executables = text.lines().filter_map(|line| {
            let message: Value = serde_json::from_str(line).ok()?;
            message["executable"].as_str().map(PathBuf::from)
        });
        match executables.next_back() {
            Some(executable) if output.status.success() => Ok(executable),
            _ => Err(format!("cargo could not build it ({})", output.status).into()),
        }
    }
}

impl Place {
    /// The folder of the workspace.
    pub(super) fn workspace(&self) -> PathBuf {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        match self.manifest.as_deref().and_then(Path::parent) {
            Some(folder) if folder.as_os_str().is_empty() => PathBuf::from("."),
            Some(folder) => folder.to_owned(),
            None => own,
        }
    }
}

/// The feature for a workload: the name of its package after `etna-` or `trophy-`.
fn feature(package: &str) -> &str {
    let prefixes = ["etna-", "trophy-"];
    prefixes.iter().find_map(|prefix| package.strip_prefix(prefix)).unwrap_or(package)
}

/// The file with the dictionary for a workload.
pub(super) fn dictionary_of(workload: &Workload) -> Result<PathBuf, Error> {
    Ok(folder()?.join(format!("{}.dict", workload.package)))
}

/// The folder for the executables, beside this executable's folder.
pub(super) fn folder() -> Result<PathBuf, Error> {
    let own = std::env::current_exe()?;
    let target = own.ancestors().nth(2).ok_or("this executable is in no target folder")?;
    let folder = target.join("peers");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// The triple of this machine.
fn host() -> Result<String, Error> {
    let output = Command::new("rustc").arg("-vV").output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.ok_or("rustc does not say its host")?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workload_has_the_feature_of_its_package_without_the_collection() {
        let packages = ["etna-bst", "trophy-hjson-rust", "constants"];
        assert_eq!(packages.map(feature), ["bst", "hjson-rust", "constants"]);
    }
}

//! Builds the executables of other tools, each with the features and flags that it needs.

use super::tools::{CARGO_BOLERO, Peer};
use crate::study::Error;
use crate::study::plan::task::Workload;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The package with the executables.
const PACKAGE: &str = "peers";

impl Peer {
    /// Builds for these workloads, and returns the executable or an error.
    pub(super) fn build(&self, workloads: &[&Workload], folder: &Path) -> Result<PathBuf, Error> {
        let mut features = vec![self.feature.to_owned()];
        let short = |workload: &&Workload| workload.package.trim_start_matches("etna-").to_owned();
        features.extend(workloads.iter().map(short));
        let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
        cargo.args(["build", "--release", "--package", PACKAGE]).current_dir(workspace());
        cargo.args(["--bin", &format!("peer-{}", self.feature)]);
        cargo.args(["--features", &features.join(",")]);
        cargo.args(["--message-format", "json-render-diagnostics"]);
        cargo.args(["--config", "profile.release.codegen-units=1"]);
        for workload in workloads {
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

/// The folder of the workspace.
pub(super) fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
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

//! The compiler that cargo will use: its version, the host it is for, and questions put to it.

use super::BuildError;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A compiler.
#[derive(Debug, Clone)]
pub(super) struct Toolchain {
    rustc: OsString,
    folder: PathBuf,
    version: String,
    host: String,
}

impl Toolchain {
    /// The compiler that cargo uses for a manifest, or in the current folder. A `rust-toolchain.toml`
    /// beside it is heeded.
    ///
    /// # Errors
    /// When there is none, or it does not say its version.
    pub(super) fn find(manifest: Option<&Path>) -> Result<Toolchain, BuildError> {
        let variables = ["RUSTC", "CARGO_BUILD_RUSTC"];
        let set = variables.iter().filter_map(std::env::var_os).find(|value| !value.is_empty());
        let rustc = set.unwrap_or_else(|| "rustc".into());
        let beside = manifest.and_then(Path::parent).filter(|folder| folder.is_dir());
        let mut toolchain = Toolchain {
            rustc,
            folder: beside.unwrap_or(Path::new(".")).to_owned(),
            version: String::new(),
            host: String::new(),
        };
        let output = toolchain.ask(["-vV"])?;
        let version = String::from_utf8_lossy(&output.stdout).into_owned();
        let host = version.lines().find_map(|line| line.strip_prefix("host: "));
        match host {
            Some(host) if output.status.success() => {
                toolchain.host = host.to_owned();
                toolchain.version = version;
                Ok(toolchain)
            }
            _ => Err(toolchain.failed("-vV", &output)),
        }
    }

    /// The whole text that names the version.
    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// The first line of it.
    pub(super) fn name(&self) -> &str {
        self.version.lines().next().unwrap_or_default()
    }

    /// The triple of this machine.
    pub(super) fn host(&self) -> &str {
        &self.host
    }

    /// Runs the compiler.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(super) fn ask(
        &self,
        arguments: impl IntoIterator<Item = impl AsRef<OsStr>>,
    ) -> Result<Output, BuildError> {
        let mut command = Command::new(&self.rustc);
        command.args(arguments).current_dir(&self.folder);
        command.output().map_err(|error| BuildError::Start {
            program: self.rustc.to_string_lossy().into_owned(),
            error,
        })
    }

    /// The error for an answer that was none.
    pub(super) fn failed(&self, arguments: &str, output: &Output) -> BuildError {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        let said = if said.is_empty() { output.status.to_string() } else { said };
        let command = format!("{} {arguments}", self.rustc.to_string_lossy());
        BuildError::Compiler { command, said }
    }
}

//! The compiler that cargo uses: its version, its host, and ways to query it.

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
    /// The compiler that cargo uses for a manifest, or in the current folder. A
    /// `rust-toolchain.toml` in the folder of the manifest is respected.
    ///
    /// # Errors
    /// When there is no compiler, or it does not print its version.
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
            Some(_) if output.status.success() && is_old(&version) => {
                Err(BuildError::OldCompiler { rustc: first_line(&version).to_owned() })
            }
            Some(host) if output.status.success() => {
                toolchain.host = host.to_owned();
                toolchain.version = version;
                Ok(toolchain)
            }
            _ => Err(BuildError::NoCompiler { said: said(&output) }),
        }
    }

    /// The full output of `rustc -vV`.
    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// The first line of the version.
    pub(super) fn name(&self) -> &str {
        first_line(&self.version)
    }

    /// The target triple of this machine.
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
        // With this variable, rustup adds a backtrace of itself to its errors.
        command.args(arguments).current_dir(&self.folder).env("RUST_BACKTRACE", "0");
        command.output().map_err(|error| BuildError::Start {
            program: self.rustc.to_string_lossy().into_owned(),
            error,
        })
    }

    /// The error for a query that the compiler did not answer.
    pub(super) fn failed(&self, arguments: &str, output: &Output) -> BuildError {
        let command = format!("{} {arguments}", self.rustc.to_string_lossy());
        BuildError::Compiler { command, said: said(output) }
    }
}

/// What a program said about its failure, without the word `error` in front.
fn said(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    match said.trim().trim_start_matches("error: ") {
        "" => output.status.to_string(),
        said => said.to_owned(),
    }
}

fn first_line(version: &str) -> &str {
    version.lines().next().unwrap_or_default()
}

/// Whether the output of `rustc -vV` is that of a release before [`OLDEST`]. A version that cannot
/// be read is not old: the options that it must know are tried anyway.
fn is_old(version: &str) -> bool {
    let release = version.lines().find_map(|line| line.strip_prefix("release: "));
    let mut numbers = release.unwrap_or_default().split('.').map(str::parse::<u32>);
    matches!((numbers.next(), numbers.next()), (Some(Ok(a)), Some(Ok(b))) if (a, b) < OLDEST)
}

/// The first release that can build what is instrumented.
const OLDEST: (u32, u32) = (1, 95);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_before_the_oldest_is_old_and_what_is_no_release_is_not() {
        let version = |release: &str| format!("rustc {release}\nhost: x\nrelease: {release}\n");
        assert!(is_old(&version("1.94.1")) && is_old(&version("0.12.0")));
        assert!(!is_old(&version("1.95.0")) && !is_old(&version("1.100.0-nightly")));
        assert!(!is_old(&version("2.0.0")) && !is_old("") && !is_old(&version("x.y")));
    }
}

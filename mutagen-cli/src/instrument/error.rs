//! The errors that can occur before a property runs, each with advice for the user.

use crate::escape::escape;
use derive_more::{Display, Error};
use std::io;
use std::path::PathBuf;

/// Why the instrumented build failed.
#[derive(Debug, Display, Error)]
pub enum BuildError {
    /// `cargo metadata` failed; its own message says why.
    #[display("{}", _0.trim().trim_start_matches("error: "))]
    Metadata(#[error(not(source))] String),
    /// A program of the toolchain could not be started.
    #[display("cannot start `{program}`: {error}; check that Rust is installed and in the PATH")]
    Start {
        /// The program.
        program: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The compiler failed at something that every compiler supports.
    #[display("`{command}` failed: {said}; use a stable Rust of version 1.95 or later")]
    Compiler {
        /// The command.
        command: String,
        /// The output of the compiler.
        said: String,
    },
    /// The compiler could not even say its version.
    #[display(
        "there is no compiler: {said}\ninstall it, or change the file or variable that selects it \
         (`rust-toolchain.toml`, `RUSTUP_TOOLCHAIN`, `RUSTC`); mutagen needs a stable Rust of \
         version 1.95 or later"
    )]
    NoCompiler {
        /// The output of the compiler or of rustup.
        said: String,
    },
    /// The compiler is too old.
    #[display(
        "this compiler ({rustc}) is too old; use a stable Rust of version 1.95 or later: run \
         `rustup update`, and look for an old version in `rust-toolchain.toml` or \
         `RUSTUP_TOOLCHAIN`"
    )]
    OldCompiler {
        /// The compiler's version.
        rustc: String,
    },
    /// The standard library of the target is not installed.
    #[display(
        "the standard library for `{triple}` is not installed; run `rustup target add {triple}`"
    )]
    NoStd {
        /// The target.
        triple: String,
    },
    /// Cargo failed and has printed the reason.
    #[display("the instrumented build failed: {}", fault(*code))]
    Cargo {
        /// Cargo's exit code, or `None` if a signal ended cargo.
        code: Option<i32>,
    },
    /// Cargo's messages could not be read.
    #[display("cannot read cargo's messages: {_0}; use a stable Rust of version 1.95 or later")]
    Messages(io::Error),
    /// A file or folder of the build could not be used.
    #[display(
        "{}: {error}; check that it can be read and written and that the disk is not full",
        path.display()
    )]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// A requested package is not a member of the workspace.
    #[display(
        "the workspace has no package `{}`{}; name a member",
        escape(name),
        nearest_of(nearest)
    )]
    NoPackage {
        /// The requested name.
        name: String,
        /// The most similar names of members.
        nearest: Vec<String>,
    },
    /// A requested package cannot have properties.
    #[display(
        "package `{name}` does not depend on `mutagen-core` and so has no properties: add it with \
         `cargo add --dev mutagen-core --package {name}`, or select another package"
    )]
    NoProperties {
        /// The package.
        name: String,
    },
    /// No package was selected.
    #[display(
        "no package of the workspace depends on `mutagen-core` and is enabled: add it with `cargo \
         add --dev mutagen-core`, or name a package with `--package`"
    )]
    NothingSelected,
    /// A package to instrument is not among the dependencies.
    #[display(
        "`{}`, which {from} wants to instrument, is not among the dependencies{}; name a package \
         that the properties use",
        escape(name),
        nearest_of(nearest)
    )]
    NotInGraph {
        /// The name.
        name: String,
        /// The flag or manifest that requested it.
        from: String,
        /// The most similar names.
        nearest: Vec<String>,
    },
    /// The package whose suite is asked for is not there.
    #[display(
        "there is no package `{}`{}; give `--suite-of` a member of the workspace or a dependency \
         that is a library",
        escape(name),
        nearest_of(nearest)
    )]
    NoSuchPackage {
        /// The name.
        name: String,
        /// The most similar names.
        nearest: Vec<String>,
    },
    /// A suite does not build.
    #[display(
        "the suite of {package} does not build, the messages are above; see what `cargo test` says \
         in {}",
        folder.display()
    )]
    SuiteUnbuilt {
        /// The package and its version.
        package: String,
        /// The folder of the suite.
        folder: PathBuf,
    },
    /// A suite fails.
    #[display(
        "the suite of {package} fails, as shown above; mend it, or see what `cargo test` says in \
         {}",
        folder.display()
    )]
    SuiteFails {
        /// The package and its version.
        package: String,
        /// The folder of the suite.
        folder: PathBuf,
    },
    /// A package has no suite.
    #[display(
        "{package} has no suite: `cargo test` runs no test of it; the published package may lack \
         the tests that its repository has"
    )]
    NoSuite {
        /// The package and its version.
        package: String,
    },
    /// A package to instrument is among the dependencies, but its spec does not name a version.
    #[display(
        "`{}`, which {from} wants to instrument, {fault}; the dependencies have `{name}` in {}: \
         write one of them, for example `{name}@{}`",
        escape(spec),
        listed(versions),
        versions.last().map_or("", String::as_str)
    )]
    NotOneVersion {
        /// The spec.
        spec: String,
        /// The flag or manifest that requested it.
        from: String,
        /// What is wrong with the spec.
        fault: &'static str,
        /// The name of the package.
        name: String,
        /// The versions that are among the dependencies, the oldest first.
        versions: Vec<String>,
    },
    /// A package to instrument can never be instrumented.
    #[display(
        "`{name}`, which {from} wants to instrument, is {what}; such packages are never \
         instrumented: remove the name"
    )]
    NeverInstrumented {
        /// The name.
        name: String,
        /// The flag or manifest that requested it.
        from: String,
        /// The kind of the package.
        what: &'static str,
    },
    /// A value in `[package.metadata.mutagen]` has the wrong type.
    #[display(
        "`[package.metadata.mutagen]` of `{package}`: `{key}` must be {expected}; correct its \
         Cargo.toml"
    )]
    Settings {
        /// The package.
        package: String,
        /// The key.
        key: &'static str,
        /// The expected value.
        expected: &'static str,
    },
    /// The compiler does not support coverage counters.
    #[display(
        "this compiler ({rustc}) cannot instrument: it does not know the LLVM option `{option}`; \
         use a stable Rust of version 1.95 or later with its own LLVM"
    )]
    NoCounters {
        /// The compiler's version.
        rustc: String,
        /// The unsupported option.
        option: String,
    },
    /// The compiler does not know the passes of the fidelity `exact`.
    #[display(
        "this compiler ({rustc}) cannot instrument before it optimises ({said}); use \
         `--fidelity branches`"
    )]
    NoPasses {
        /// The compiler's version.
        rustc: String,
        /// The output of the compiler.
        said: String,
    },
    /// A test executable did not list its tests.
    #[display("{}: cannot list the tests ({said}); see what `cargo test` says", path.display())]
    List {
        /// The executable.
        path: PathBuf,
        /// What happened instead.
        said: String,
    },
}

impl BuildError {
    /// The exit code of cargo, if cargo failed.
    pub fn cargo_exit_code(&self) -> Option<u8> {
        match self {
            BuildError::Cargo { code } => {
                // A signal has no exit code. Cargo uses 101 for a failed build.
                Some(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(101))
            }
            _ => None,
        }
    }
}

fn fault(code: Option<i32>) -> String {
    match code {
        Some(code) => format!("cargo ended with exit code {code}; its messages are above"),
        None => "cargo was killed; check that there is enough memory".to_owned(),
    }
}

/// The versions as a list with an `and`.
fn listed(versions: &[String]) -> String {
    match versions {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        all => all.concat(),
    }
}

fn nearest_of(names: &[String]) -> String {
    match names {
        [] => String::new(),
        names => format!(" (the nearest: {})", names.join(", ")),
    }
}

/// The names most similar to a given name, the nearest first.
pub(super) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<String> {
    const NEAREST_SHOWN: usize = 3;
    let mut ranked: Vec<(f64, &str)> =
        names.map(|candidate| (strsim::jaro_winkler(candidate, name), candidate)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(b.1)));
    ranked.dedup();
    ranked.into_iter().take(NEAREST_SHOWN).map(|(_, name)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_build_has_cargos_exit_code_and_nothing_else_has() {
        assert_eq!(BuildError::Cargo { code: Some(101) }.cargo_exit_code(), Some(101));
        assert_eq!(BuildError::Cargo { code: None }.cargo_exit_code(), Some(101));
        assert_eq!(BuildError::NothingSelected.cargo_exit_code(), None);
    }

    #[test]
    fn a_wrong_name_brings_the_nearest() {
        let names = ["wasm-engine", "serde", "wain-validate", "wasm-syntax", "wain-validate"];
        let nearest = nearest("wain_validate", names.into_iter());
        assert_eq!(nearest[0], "wain-validate");
        assert_eq!(nearest.len(), 3);
        let error = BuildError::NoPackage { name: "x".into(), nearest };
        assert!(error.to_string().contains("(the nearest: wain-validate, "), "{error}");
    }

    #[test]
    fn cargos_word_error_is_not_said_twice() {
        let error = BuildError::Metadata("error: no Cargo.toml here\n".into());
        assert_eq!(error.to_string(), "no Cargo.toml here");
    }
}

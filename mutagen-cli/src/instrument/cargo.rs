//! One invocation of cargo, which builds the test executables of the selected packages through the
//! compiler wrapper, in a separate folder and with a separate profile.

use super::graph::{Graph, Package, offline_flags};
use super::plan::Group;
use super::wrapper::Instructions;
use super::{BuildError, BuildOptions, CrateSource, Executable, Fidelity};
use cargo_metadata::{Artifact, Message, Target};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The name of the profile.
const PROFILE: &str = "mutagen";

/// What the profile adds to the profile it inherits from.
const ALWAYS: [(&str, &str); 4] =
    [("debug", LINES), ("strip", "\"none\""), ("incremental", "false"), ("lto", "\"off\"")];

/// Debug information for code without edges: enough for backtraces.
const LINES: &str = "\"line-tables-only\"";

/// Debug information for code with edges. The full names of functions say whose code an edge
/// belongs to, and line tables do not contain them. It also is how cargo tells artefacts with edges
/// from others: see [`key`](super::plan::key).
const NAMES: &str = "\"limited\"";

/// Used unless the user chose a base profile. With one codegen unit, a crate has the same edges on
/// every machine, and fewer copies of generic code.
const BY_DEFAULT: [(&str, &str); 4] = [
    ("opt-level", "3"),
    ("debug-assertions", "true"),
    ("overflow-checks", "true"),
    ("codegen-units", "1"),
];

/// The engine needs no debug assertions: it is not the code under test.
const ENGINE: [(&str, &str); 3] = [
    ("package.mutagen-core.opt-level", "3"),
    ("package.mutagen-core.debug-assertions", "false"),
    ("package.mutagen-core.overflow-checks", "false"),
];

/// What the users of a package do not get. A package that is not the user's own is built without.
const CHECKS: [&str; 2] = ["debug-assertions", "overflow-checks"];

/// Variables that cargo sets for the programs it runs. This process may be such a program, but the
/// variables must not reach the cargo that is started here.
const INHERITED: [&str; 4] = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_BIN_", "CARGO_CRATE_"];

/// One invocation.
pub(super) struct Invocation<'b> {
    pub(super) options: &'b BuildOptions,
    pub(super) graph: &'b Graph,
    pub(super) group: &'b Group,
    pub(super) manifest: PathBuf,
    pub(super) triple: &'b str,
    /// The target folder.
    pub(super) place: &'b Path,
    pub(super) flags: &'b [String],
    pub(super) link: Vec<String>,
}

impl Invocation<'_> {
    /// Runs cargo and returns the test executables.
    ///
    /// # Errors
    /// When cargo fails. Cargo has then printed the reason on the standard error stream.
    pub(super) fn run(&self) -> Result<Vec<Executable>, BuildError> {
        let mut command = self.command()?;
        let program = command.get_program().to_string_lossy().into_owned();
        let mut cargo = command.spawn().map_err(|error| BuildError::Start { program, error })?;
        let mut executables = Vec::new();
        if let Some(messages) = cargo.stdout.take() {
            for message in Message::parse_stream(BufReader::new(messages)) {
                if let Message::CompilerArtifact(artifact) =
                    message.map_err(BuildError::Messages)?
                {
                    executables.extend(self.executable(artifact));
                }
            }
        }
        let status = cargo.wait().map_err(BuildError::Messages)?;
        if !status.success() {
            return Err(BuildError::Cargo { code: status.code() });
        }
        executables.sort_by(|a, b| (&a.package, &a.path).cmp(&(&b.package, &b.path)));
        Ok(executables)
    }

    fn executable(&self, artifact: Artifact) -> Option<Executable> {
        let mut packages = self.group.packages.iter();
        let is_its = |&&at: &&usize| self.graph.packages[at].id == artifact.package_id.repr;
        let at = *packages.find(is_its)?;
        let package = &self.graph.packages[at];
        let path = artifact.executable.filter(|_| artifact.profile.test)?;
        Some(Executable {
            package: package.name.clone(),
            folder: package.folder.clone(),
            sources: self.sources(at, &artifact.target),
            target: artifact.target.name,
            kind: artifact.target.kind.first().map(ToString::to_string).unwrap_or_default(),
            path: path.into_std_path_buf(),
            instrumented: self.graph.labels(&self.instrumented_in(at)),
            checked: self.graph.labels(&self.checked_in(at)),
        })
    }

    /// The instrumented packages that a package's tests depend on, by name and version.
    fn instrumented_in(&self, package: usize) -> BTreeSet<String> {
        if self.options.fidelity == Fidelity::None {
            return BTreeSet::new();
        }
        self.chosen_in(package).map(Package::ident).collect()
    }

    /// The packages that a package's tests depend on and that are to be instrumented.
    fn chosen_in(&self, package: usize) -> impl Iterator<Item = &Package> {
        let closure = self.graph.closure(package).into_iter();
        let packages = closure.map(move |at| &self.graph.packages[at]);
        packages.filter(move |package| self.group.instrumented.contains(&package.ident()))
    }

    /// Those of them that are not the user's own, but have the checks of the user's own packages.
    fn checked_in(&self, package: usize) -> BTreeSet<String> {
        if self.options.profile.is_some() {
            return BTreeSet::new();
        }
        let others = self.chosen_in(package).filter(|package| !package.member);
        let idents = others.map(Package::ident);
        idents.filter(|ident| !self.group.unchecked.contains(ident)).collect()
    }

    /// The sources of the instrumented crates in a test executable of a package: the libraries,
    /// and the target itself.
    fn sources(&self, package: usize, target: &Target) -> Vec<CrateSource> {
        let instrumented = self.instrumented_in(package);
        let closure = self.graph.closure(package).into_iter();
        let packages = closure.map(|at| &self.graph.packages[at]);
        let packages = packages.filter(|package| instrumented.contains(&package.ident()));
        let mut sources: Vec<CrateSource> =
            packages.filter_map(|package| package.library.clone()).collect();
        if instrumented.contains(&self.graph.packages[package].ident()) {
            sources.push(CrateSource::of(target));
        }
        sources.sort();
        sources.dedup();
        sources
    }

    fn command(&self) -> Result<Command, BuildError> {
        let mut command = wrapped(self.options, self.place, &self.instructions())?;
        command.args(self.arguments());
        Ok(command)
    }

    fn instructions(&self) -> Instructions {
        let packages = self.group.instrumented.iter().cloned().collect();
        Instructions::new(packages, self.flags.to_vec(), self.link.clone())
    }

    fn arguments(&self) -> Vec<OsString> {
        let options = self.options;
        let words = ["test", "--no-run", "--tests", "--message-format=json-render-diagnostics"];
        let mut arguments: Vec<OsString> = words.map(OsString::from).to_vec();
        let mut add = |flag: &str, value: &dyn AsRef<std::ffi::OsStr>| {
            arguments.push(flag.into());
            arguments.push(value.as_ref().into());
        };
        add("--manifest-path", &self.manifest);
        add("--target", &self.triple);
        add("--target-dir", &self.place);
        for &package in &self.group.packages {
            add("--package", &self.graph.packages[package].id);
        }
        for feature in &options.features {
            add("--features", feature);
        }
        if let Some(jobs) = options.jobs {
            add("--jobs", &jobs.to_string());
        }
        add("--color", &options.color.name());
        add("--profile", &PROFILE);
        for setting in self.profile() {
            add("--config", &setting);
        }
        let flags = [
            ("--all-features", options.all_features),
            ("--no-default-features", options.no_default_features),
            ("--quiet", options.quiet),
        ];
        let set = flags.into_iter().filter(|&(_, set)| set).map(|(flag, _)| flag);
        arguments.extend(set.chain(offline_flags(options)).map(OsString::from));
        arguments
    }

    /// The profile as command-line settings, so the user's manifest need not be changed.
    fn profile(&self) -> Vec<String> {
        let inherited = self.options.profile.as_deref().unwrap_or("release");
        let mut settings = vec![format!("profile.{PROFILE}.inherits=\"{inherited}\"")];
        let by_default = BY_DEFAULT.iter().filter(|_| self.options.profile.is_none());
        for (key, value) in ALWAYS.iter().chain(by_default).chain(&ENGINE) {
            settings.push(format!("profile.{PROFILE}.{key}={value}"));
        }
        let mut of = |name: &str, key: &str, value: &str| {
            settings.push(format!("profile.{PROFILE}.package.\"{name}\".{key}={value}"));
        };
        for name in self.graph.labels(&self.group.instrumented) {
            of(&name, "debug", NAMES);
            if self.options.unoptimised {
                of(&name, "opt-level", "0");
            }
        }
        // A profile that the user chose says which checks there are.
        let unchecked = Some(&self.group.unchecked).filter(|_| self.options.profile.is_none());
        for name in unchecked.into_iter().flat_map(|unchecked| self.graph.labels(unchecked)) {
            CHECKS.iter().for_each(|check| of(&name, check, "false"));
        }
        settings
    }
}

/// The program that acts as compiler wrapper.
///
/// # Errors
/// When it is not known where this executable is.
pub(super) fn wrapper(options: &BuildOptions) -> Result<PathBuf, BuildError> {
    match &options.wrapper {
        Some(wrapper) => Ok(wrapper.clone()),
        None => std::env::current_exe()
            .map_err(|error| BuildError::File { path: "cargo-mutagen".into(), error }),
    }
}

/// Cargo with the compiler wrapper, which builds into a folder. Its output can be read.
///
/// # Errors
/// When it is not known where this executable is.
pub(super) fn wrapped(
    options: &BuildOptions,
    place: &Path,
    instructions: &Instructions,
) -> Result<Command, BuildError> {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let inherited = |name: &OsString| {
        let name = name.to_string_lossy();
        name == "OUT_DIR" || INHERITED.iter().any(|start| name.starts_with(start))
    };
    for (name, _) in std::env::vars_os().filter(|(name, _)| inherited(name)) {
        command.env_remove(name);
    }
    // With the user's variables and settings for these, the build would go elsewhere.
    command.env("CARGO_BUILD_BUILD_DIR", place).env("CARGO_INCREMENTAL", "0");
    command.env("RUSTC_WRAPPER", wrapper(options)?);
    command.envs(instructions.to_env());
    command.stdout(Stdio::piped());
    Ok(command)
}

//! Runs the test suite of a package, built so that it tells which lines it has reached. That of a
//! dependency is unpacked below the target folder, where its own development dependencies are
//! resolved. Nothing is optimised: a line has the same blocks in each build then.

use super::cargo::{wrapped, wrapper};
use super::error::nearest;
use super::graph::{self, Package, offline_flags};
use super::named::not_one;
use super::plan::{fingerprint, key};
use super::reached::{self, Reached};
use super::spec::with_names;
use super::toolchain::Toolchain;
use super::wrapper::Instructions;
use super::{BuildError, BuildOptions, PackageSpec, flags, from_here, stub};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

/// The word by which cargo starts this executable as the runner of a suite's executables.
const RUNNER: &str = "suite-runner";

/// The variable with what the runner needs to know.
const VARIABLE: &str = "MUTAGEN_SUITE";

/// Who names the package.
const BY_FLAG: &str = "`--suite-of`";

/// The most lines of a failed suite that are shown.
const SHOWN: usize = 40;

/// The profile: nothing is optimised, and only the package has debug information.
pub(super) const PROFILE: [&str; 5] = [
    "profile.mutagen.inherits=\"dev\"",
    "profile.mutagen.opt-level=0",
    "profile.mutagen.debug=false",
    "profile.mutagen.strip=\"none\"",
    "profile.mutagen.incremental=false",
];

/// A package with a suite.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tested {
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
    /// The folder, as the user's build has it.
    pub folder: PathBuf,
    /// The folder of the library's first file, relative to that.
    pub sources: String,
    id: String,
    is_member: bool,
    is_foreign: bool,
    features: Vec<String>,
    root: PathBuf,
}

impl Tested {
    /// The name and the version.
    pub fn ident(&self) -> String {
        graph::ident(&self.name, &self.version)
    }
}

/// What a suite reaches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Suite {
    /// The lines of the package's files.
    pub lines: Reached,
    /// The number of its tests.
    pub tests: u64,
}

/// What the runner needs to know.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Running {
    /// The folder of the source files.
    sources: PathBuf,
    /// Where the lines are written.
    results: PathBuf,
}

/// The package whose suite is asked for.
///
/// # Errors
/// When cargo cannot read the manifest, or the spec does not name one package.
pub fn tested(options: &BuildOptions, spec: &str) -> Result<Tested, BuildError> {
    let toolchain = Toolchain::find(options.manifest_path.as_deref())?;
    let triple = triple(options, &toolchain)?;
    let (graph, workspace) = graph::load(options, &triple)?;
    let names = with_names(options, &graph, &workspace.root)?.packages;
    // Other members of the workspace may use other versions.
    let of_names = (0..graph.packages.len())
        .filter(|at| names.contains(&graph.packages[*at].name) && graph.packages[*at].member);
    let used: BTreeSet<usize> = of_names.flat_map(|at| graph.closure(at)).collect();
    let is_used = |at: usize| names.is_empty() || used.contains(&at);
    let all = graph.packages.iter().enumerate().filter(|(at, _)| is_used(*at));
    let all: Vec<&Package> = all
        .map(|(_, package)| package)
        .filter(|package| !package.framework && package.library.is_some())
        .collect();
    let parsed = PackageSpec::parse(spec);
    let is_it = |package: &&&Package| {
        let Package { name, version, id, .. } = package;
        parsed.as_ref().is_some_and(|parsed| parsed.names(name, version, id))
    };
    let found: Vec<&&Package> = all.iter().filter(is_it).collect();
    let package = match found[..] {
        [package] => package,
        [] => {
            return Err(BuildError::NoSuchPackage {
                name: spec.to_owned(),
                nearest: nearest(spec, all.iter().map(|package| package.name.as_str())),
            });
        }
        _ => return Err(not_one(spec, &all, BY_FLAG, "names several versions")),
    };
    // The library was looked for above.
    let library = package.library.as_ref().map(|it| it.root.clone()).unwrap_or_default();
    let sources = library.parent().and_then(|it| it.strip_prefix(&package.folder).ok());
    Ok(Tested {
        name: package.name.clone(),
        version: package.version.clone(),
        folder: package.folder.clone(),
        sources: sources.unwrap_or(Path::new("src")).to_string_lossy().into_owned(),
        id: package.id.clone(),
        is_member: package.member,
        is_foreign: package.foreign,
        features: package.features.clone(),
        root: workspace.root,
    })
}

pub(super) fn triple(options: &BuildOptions, toolchain: &Toolchain) -> Result<String, BuildError> {
    Ok(match &options.target {
        Some(path) if path.ends_with(".json") => {
            from_here(Path::new(path))?.to_string_lossy().into_owned()
        }
        Some(triple) => triple.clone(),
        None => toolchain.host().to_owned(),
    })
}

/// Runs the suite of a package. `target` is the folder of mutagen's files.
///
/// # Errors
/// When the suite cannot be unpacked, does not build, has no test, or fails.
pub fn suite(options: &BuildOptions, package: &Tested, target: &Path) -> Result<Suite, BuildError> {
    let toolchain = Toolchain::find(options.manifest_path.as_deref())?;
    let triple = triple(options, &toolchain)?;
    let suites = target.join("suites");
    let folder = match package.is_foreign {
        true => unpacked(package, &suites)?,
        false => package.folder.clone(),
    };
    let flags = flags::of_suite();
    let place = suites.join(key(&flags, toolchain.version()));
    let link = stub::suite_link_flags(&toolchain, &triple, &place)?;
    let results = tempfile::tempdir_in(&place)
        .map_err(|error| BuildError::File { path: place.clone(), error })?;
    let run = Run { options, package, folder, triple, place, flags, link };
    run.build()?;
    let tests = run.test(results.path())?;
    let lines = lines(results.path())
        .map_err(|error| BuildError::File { path: results.path().to_owned(), error })?;
    match tests {
        0 => Err(BuildError::NoSuite { package: package.ident() }),
        tests => Ok(Suite { lines, tests }),
    }
}

/// The lines that all executables of a suite have reached.
fn lines(results: &Path) -> io::Result<Reached> {
    let mut all = Reached::default();
    for entry in fs::read_dir(results)? {
        all.add(serde_json::from_slice(&fs::read(entry?.path())?)?);
    }
    Ok(all)
}

/// Copies the package to a folder of its own, unless it is there, and returns the folder.
fn unpacked(package: &Tested, suites: &Path) -> Result<PathBuf, BuildError> {
    let digest = fingerprint([package.id.as_str()].into_iter());
    let folder = suites.join(format!("{}-{}-{digest:016x}", package.name, package.version));
    let failed = |error| BuildError::File { path: folder.clone(), error };
    if folder.is_dir() {
        return Ok(folder);
    }
    fs::create_dir_all(suites).map_err(failed)?;
    let scratch = tempfile::tempdir_in(suites).map_err(failed)?;
    copy(&package.folder, scratch.path()).map_err(failed)?;
    // It is in the folder of a workspace and belongs to none.
    let manifest = scratch.path().join("Cargo.toml");
    let mut text = fs::read_to_string(&manifest).map_err(failed)?;
    if !text.lines().any(|line| line.starts_with("[workspace")) {
        text.push_str("\n[workspace]\n");
    }
    fs::write(&manifest, text).map_err(failed)?;
    fs::rename(scratch.path(), &folder).map_err(failed)?;
    Ok(folder)
}

/// Copies a folder.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, to) = (entry.path(), to.join(entry.file_name()));
        match entry.file_type()?.is_dir() {
            true => copy(&source, &to)?,
            false => fs::copy(&source, &to).map(drop)?,
        }
    }
    Ok(())
}

/// A run of a suite.
struct Run<'r> {
    options: &'r BuildOptions,
    package: &'r Tested,
    folder: PathBuf,
    triple: String,
    place: PathBuf,
    flags: Vec<String>,
    link: Vec<String>,
}

impl Run<'_> {
    fn command(&self) -> Result<Command, BuildError> {
        let Run { options, package, .. } = self;
        let instructions =
            Instructions::new(vec![package.ident()], self.flags.clone(), self.link.clone());
        let mut command = wrapped(options, &self.place, &instructions)?;
        let manifest = match package.is_member {
            true => package.root.join("Cargo.toml"),
            false => self.folder.join("Cargo.toml"),
        };
        command.args(["test", "--manifest-path"]).arg(manifest);
        command.args(["--target", &self.triple, "--target-dir"]).arg(&self.place);
        command.args(["--profile", "mutagen", "--no-fail-fast", "--color", options.color.name()]);
        let debug = format!("profile.mutagen.package.\"{}\".debug=\"limited\"", package.name);
        for setting in PROFILE.into_iter().chain([debug.as_str()]) {
            command.args(["--config", setting]);
        }
        match package.is_member {
            true => {
                command.args(["--package", &package.id]);
                let flags = [
                    ("--all-features", options.all_features),
                    ("--no-default-features", options.no_default_features),
                ];
                command.args(flags.into_iter().filter(|(_, set)| *set).map(|(flag, _)| flag));
                options.features.iter().for_each(|feature| {
                    command.args(["--features", feature]);
                });
            }
            // What the suite itself needs is on by default; what the user's build has is, too.
            false => {
                let others = package.features.iter().filter(|feature| *feature != "default");
                others.for_each(|feature| {
                    command.args(["--features", feature]);
                });
            }
        }
        if let Some(jobs) = options.jobs {
            command.args(["--jobs", &jobs.to_string()]);
        }
        if options.quiet {
            command.arg("--quiet");
        }
        command.args(offline_flags(options));
        Ok(command)
    }

    /// Builds the executables, with the package's own lock file if it has one and that works.
    fn build(&self) -> Result<(), BuildError> {
        let builds = || -> Result<bool, BuildError> {
            let mut command = self.command()?;
            command.arg("--no-run").stdout(Stdio::null());
            let status = command.status().map_err(|error| started(&command, error))?;
            Ok(status.success())
        };
        if builds()? {
            return Ok(());
        }
        // The versions of a published lock file may be too old for this compiler.
        let lock = self.folder.join("Cargo.lock");
        let is_published =
            self.package.is_foreign && self.package.folder.join("Cargo.lock").is_file();
        if is_published && fs::remove_file(&lock).is_ok() {
            // A closed stream must not end the command.
            let _ = writeln!(io::stderr(), "trying again with newer versions of what it needs");
            if builds()? {
                return Ok(());
            }
        }
        let (package, folder) = (self.package.ident(), self.folder.clone());
        Err(BuildError::SuiteUnbuilt { package, folder })
    }

    /// Runs the executables and the examples of the documentation. Returns the number of tests.
    fn test(&self, results: &Path) -> Result<u64, BuildError> {
        let mut command = self.command()?;
        let runner = wrapper(self.options)?;
        let triple = Path::new(&self.triple).file_stem().unwrap_or_default().to_string_lossy();
        let runner = format!("target.{triple:?}.runner=[{:?}, {RUNNER:?}]", runner.display());
        command.args(["--config", &runner]);
        let running = Running { sources: self.folder.clone(), results: results.to_owned() };
        // A folder is text, so this does not fail.
        command.env(VARIABLE, serde_json::to_string(&running).unwrap_or_default());
        // The examples of the documentation are compiled by `rustdoc`.
        let debug = ["-Cdebuginfo=1".to_owned()];
        let all: Vec<&str> =
            self.flags.iter().chain(&self.link).chain(&debug).map(String::as_str).collect();
        command.env("CARGO_ENCODED_RUSTDOCFLAGS", all.join("\u{1f}"));
        let mut cargo = command.spawn().map_err(|error| started(&command, error))?;
        let (mut tests, mut said) = (0, Vec::new());
        if let Some(output) = cargo.stdout.take() {
            for line in BufReader::new(output).lines() {
                let line = line.map_err(BuildError::Messages)?;
                tests += tests_in(&line);
                said.push(line);
            }
        }
        let status = cargo.wait().map_err(BuildError::Messages)?;
        if status.success() {
            return Ok(tests);
        }
        for line in &said[said.len().saturating_sub(SHOWN)..] {
            // The exit code says the same if the stream is closed.
            let _ = writeln!(io::stderr(), "{line}");
        }
        let (package, folder) = (self.package.ident(), self.folder.clone());
        Err(BuildError::SuiteFails { package, folder })
    }
}

pub(super) fn started(command: &Command, error: io::Error) -> BuildError {
    BuildError::Start { program: command.get_program().to_string_lossy().into_owned(), error }
}

/// The number of tests that a line of an executable of a suite announces.
fn tests_in(line: &str) -> u64 {
    let number = line
        .strip_prefix("running ")
        .and_then(|rest| rest.strip_suffix(" tests").or_else(|| rest.strip_suffix(" test")));
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Acts as the runner of an executable of a suite if the process was started as one, and then
/// returns the exit code. Call it before anything else.
pub fn run_if_runner() -> Option<ExitCode> {
    let words: Vec<OsString> = std::env::args_os().skip(1).collect();
    let [word, executable, arguments @ ..] = &words[..] else { return None };
    if word != RUNNER {
        return None;
    }
    let running = std::env::var(VARIABLE).ok();
    let running: Option<Running> = running.and_then(|text| serde_json::from_str(&text).ok());
    let Some(Running { sources, results }) = running else {
        let _ = writeln!(io::stderr(), "error: `{RUNNER}` is started by `cargo mutagen gaps`");
        return Some(ExitCode::from(2));
    };
    let mut command = Command::new(executable);
    command.args(arguments).env_remove(VARIABLE);
    let ran = reached::run(&mut command, &sources, &std::env::temp_dir());
    let written = ran.and_then(|(status, reached)| {
        let (_, file) = tempfile::NamedTempFile::new_in(&results)?.keep()?;
        fs::write(file, serde_json::to_vec(&reached)?)?;
        Ok(status)
    });
    Some(match written {
        Ok(status) => {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            ExitCode::from(code.unwrap_or(101))
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {}: {error}", results.display());
            ExitCode::from(101)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_of_each_executable_are_counted() {
        let output = ["", "running 12 tests", "test a ... ok", "running 1 test", "running on"];
        assert_eq!(output.map(tests_in), [0, 12, 0, 1, 0]);
    }

    #[test]
    fn a_dependency_is_unpacked_once_as_a_workspace_of_its_own() {
        let top = tempfile::tempdir().unwrap();
        let from = top.path().join("registry");
        fs::create_dir_all(from.join("src")).unwrap();
        fs::write(from.join("Cargo.toml"), "[package]\nname = \"x\"\n").unwrap();
        fs::write(from.join("Cargo.lock"), "lock").unwrap();
        fs::write(from.join("src/lib.rs"), "").unwrap();
        let package = Tested {
            name: "x".into(),
            version: "1.0.0".into(),
            folder: from,
            sources: "src".into(),
            id: "registry+x@1.0.0".into(),
            is_member: false,
            is_foreign: true,
            features: Vec::new(),
            root: top.path().to_owned(),
        };
        let suites = top.path().join("suites");
        let folder = unpacked(&package, &suites).unwrap();
        assert!(folder.join("src/lib.rs").is_file());
        assert_eq!(fs::read_to_string(folder.join("Cargo.lock")).unwrap(), "lock");
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert_eq!(manifest, "[package]\nname = \"x\"\n\n[workspace]\n");
        fs::write(folder.join("mark"), "").unwrap();
        assert_eq!(unpacked(&package, &suites).unwrap(), folder);
        assert!(folder.join("mark").is_file());
        let other = Tested { id: "git+x@1.0.0".into(), ..package };
        assert_ne!(unpacked(&other, &suites).unwrap(), folder);
    }
}

//! Builds tests of their own in a package of their own, and runs each alone, with the flags of a
//! suite. The package has the dependencies of the package that the tests were made from, in the
//! versions of its lock file.

use super::cargo::wrapped;
use super::graph::{metadata_command, offline_flags};
use super::plan::key;
use super::reached;
use super::suite::{PROFILE, started, triple};
use super::toolchain::Toolchain;
use super::wrapper::Instructions;
use super::{BuildError, BuildOptions, Tested, flags, stub};
use cargo_metadata::diagnostic::DiagnosticLevel;
use cargo_metadata::{Dependency, DependencyKind, Message, Metadata};
use mutagen_core::internal::run::protocol::Lines;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The name of the package.
const NAME: &str = "mutagen-gaps";

/// The file of the tests.
const FILE: &str = "tests/gaps.rs";

/// How often the tests are built: those that do not compile are left out the next time.
const BUILDS: usize = 5;

/// The index that packages come from if nothing else is said.
const CRATES_IO: [&str; 2] =
    ["registry+https://github.com/rust-lang/crates.io-index", "sparse+https://index.crates.io/"];

/// A test of its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Emitted {
    /// The name of the function.
    pub name: String,
    /// The text of the function.
    pub text: String,
}

/// Builds tests and runs each alone. Returns for each the lines of the tested package that it
/// reaches; `None` if it does not compile or does not pass. The tests were made from a package with
/// this name, and `target` is the folder of mutagen's files.
///
/// # Errors
/// When the package cannot be written, or does not build for another reason than a test.
pub fn run_alone(
    options: &BuildOptions,
    tested: &Tested,
    package: &str,
    tests: &[Emitted],
    target: &Path,
) -> Result<Vec<Option<Lines>>, BuildError> {
    let toolchain = Toolchain::find(options.manifest_path.as_deref())?;
    let triple = triple(options, &toolchain)?;
    let folder = target.join("gaps").join(package);
    let flags = flags::of_suite();
    let place = target.join("suites").join(key(&flags, toolchain.version()));
    let link = stub::suite_link_flags(&toolchain, &triple, &place)?;
    let alone = Alone { options, tested, folder, triple, place, flags, link };
    alone.write(package, tests)?;
    let mut left: BTreeSet<usize> = (0..tests.len()).collect();
    for _ in 0..BUILDS {
        match alone.build(tests, &left)? {
            Built::Executable(executable) => return alone.run(tests, &left, &executable),
            Built::Faulty(faulty) => left.retain(|at| !faulty.contains(at)),
        }
        if left.is_empty() {
            break;
        }
    }
    Ok(vec![None; tests.len()])
}

/// What came of a build.
enum Built {
    Executable(PathBuf),
    /// These tests do not compile.
    Faulty(BTreeSet<usize>),
}

struct Alone<'a> {
    options: &'a BuildOptions,
    tested: &'a Tested,
    folder: PathBuf,
    triple: String,
    place: PathBuf,
    flags: Vec<String>,
    link: Vec<String>,
}

impl Alone<'_> {
    fn failed(&self) -> impl Fn(io::Error) -> BuildError {
        let path = self.folder.clone();
        move |error| BuildError::File { path: path.clone(), error }
    }

    /// Writes the manifest and the lock file.
    fn write(&self, package: &str, tests: &[Emitted]) -> Result<(), BuildError> {
        let mut command = metadata_command(self.options);
        let flags = offline_flags(self.options).map(str::to_owned);
        command.other_options(flags.collect::<Vec<String>>());
        let metadata = command.exec().map_err(|error| BuildError::Metadata(error.to_string()))?;
        let manifest = manifest(&metadata, package, tests);
        let manifest = manifest.ok_or_else(|| BuildError::NoPackage {
            name: package.to_owned(),
            nearest: Vec::new(),
        })?;
        fs::create_dir_all(self.folder.join("tests")).map_err(self.failed())?;
        fs::write(self.folder.join("Cargo.toml"), manifest).map_err(self.failed())?;
        let lock = metadata.workspace_root.join("Cargo.lock");
        if lock.is_file() {
            fs::copy(lock, self.folder.join("Cargo.lock")).map_err(self.failed())?;
        }
        Ok(())
    }

    /// Builds those of the tests that are left.
    fn build(&self, tests: &[Emitted], left: &BTreeSet<usize>) -> Result<Built, BuildError> {
        let (mut text, mut lines) = (String::new(), BTreeMap::new());
        for &at in left {
            lines.insert(text.lines().count() + 1, at);
            text.push_str(&tests[at].text);
        }
        fs::write(self.folder.join(FILE), text).map_err(self.failed())?;
        let packages = vec![self.tested.ident(), format!("{NAME}@0.0.0")];
        let instructions = Instructions::new(packages, self.flags.clone(), self.link.clone());
        let mut command = wrapped(self.options, &self.place, &instructions)?;
        command.args(["test", "--no-run", "--message-format=json", "--manifest-path"]);
        command.arg(self.folder.join("Cargo.toml"));
        command.args(["--target", &self.triple, "--target-dir"]).arg(&self.place);
        command.args(["--profile", "mutagen", "--color", self.options.color.name()]);
        for setting in PROFILE {
            command.args(["--config", setting]);
        }
        for name in [&self.tested.name, NAME] {
            let debug = format!("profile.mutagen.package.\"{name}\".debug=\"limited\"");
            command.args(["--config", &debug]);
        }
        if let Some(jobs) = self.options.jobs {
            command.args(["--jobs", &jobs.to_string()]);
        }
        if self.options.quiet {
            command.arg("--quiet");
        }
        // The lock file is that of the whole workspace, and cargo takes out what is not needed.
        let flags = offline_flags(self.options).filter(|flag| *flag != "--locked");
        command.args(flags.map(|flag| if flag == "--frozen" { "--offline" } else { flag }));
        let mut cargo = command.spawn().map_err(|error| started(&command, error))?;
        let (mut executable, mut faulty) = (None, BTreeSet::new());
        let mut said = Vec::new();
        if let Some(messages) = cargo.stdout.take() {
            for message in Message::parse_stream(BufReader::new(messages)) {
                match message.map_err(BuildError::Messages)? {
                    Message::CompilerArtifact(artifact) if artifact.profile.test => {
                        executable = artifact.executable.map(PathBuf::from).or(executable);
                    }
                    Message::CompilerMessage(message)
                        if message.message.level == DiagnosticLevel::Error =>
                    {
                        let spans = message.message.spans.iter();
                        let own = spans.filter(|span| span.file_name.ends_with(FILE));
                        faulty.extend(own.filter_map(|span| {
                            let (_, at) = lines.range(..=span.line_start).next_back()?;
                            Some(*at)
                        }));
                        said.extend(message.message.rendered);
                    }
                    _ => {}
                }
            }
        }
        let status = cargo.wait().map_err(BuildError::Messages)?;
        match executable.filter(|_| status.success()) {
            Some(executable) => Ok(Built::Executable(executable)),
            None if !faulty.is_empty() => Ok(Built::Faulty(faulty)),
            None => {
                // The exit code says the same if the stream is closed.
                let _ = writeln!(io::stderr(), "{}", said.concat());
                Err(BuildError::Cargo { code: status.code() })
            }
        }
    }

    fn run(
        &self,
        tests: &[Emitted],
        left: &BTreeSet<usize>,
        executable: &Path,
    ) -> Result<Vec<Option<Lines>>, BuildError> {
        let run = |at: usize| {
            let mut command = Command::new(executable);
            command.args(["--exact", &tests[at].name]).current_dir(&self.folder);
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
            let ran = reached::run(&mut command, &self.tested.folder, &std::env::temp_dir());
            let (status, reached) = ran.map_err(|error| started(&command, error))?;
            Ok(status.success().then_some(reached.hit))
        };
        (0..tests.len()).map(|at| if left.contains(&at) { run(at) } else { Ok(None) }).collect()
    }
}

/// The manifest of the package for tests that were made from this package.
fn manifest(metadata: &Metadata, package: &str, tests: &[Emitted]) -> Option<String> {
    let own = metadata.workspace_packages().into_iter().find(|it| it.name == package)?;
    let node = metadata.resolve.as_ref()?.nodes.iter().find(|node| node.id == own.id)?;
    let active: BTreeSet<&str> = node
        .deps
        .iter()
        .filter_map(|dependency| metadata.packages.iter().find(|it| it.id == dependency.pkg))
        .map(|it| it.name.as_str())
        .collect();
    let mut text = format!(
        "[workspace]\n\n[package]\nname = \"{NAME}\"\nversion = \"0.0.0\"\nedition = \"{}\"\n\n\
         [dependencies]\n",
        own.edition
    );
    let mut known = BTreeSet::new();
    let is_named = |name: &str| {
        let krate = name.replace('-', "_");
        tests.iter().any(|test| test.text.contains(&krate))
    };
    let wanted = own.dependencies.iter().filter(|it| it.kind != DependencyKind::Build);
    for dependency in wanted.filter(|it| active.contains(it.name.as_str())) {
        let name = dependency.rename.as_ref().unwrap_or(&dependency.name);
        if is_named(name) && known.insert(name.clone()) {
            text.push_str(&format!("{name} = {{ {} }}\n", described(dependency)));
        }
    }
    if is_named(&format!("{}::", own.name)) {
        let folder = own.manifest_path.parent()?;
        text.push_str(&format!("{} = {{ path = {:?} }}\n", own.name, folder.as_str()));
    }
    Some(text)
}

/// What a manifest says of a dependency.
fn described(dependency: &Dependency) -> String {
    let mut parts = vec![format!("package = {:?}", dependency.name)];
    let source = dependency.source.as_ref().map(|source| source.repr.as_str());
    match (&dependency.path, source) {
        (Some(path), _) => parts.push(format!("path = {:?}", path.as_str())),
        (None, Some(source)) if source.starts_with("git+") => parts.push(of_git(source)),
        (None, Some(source)) if !CRATES_IO.contains(&source) => {
            let index = source.strip_prefix("registry+").unwrap_or(source);
            parts.push(format!("version = \"{}\"", dependency.req));
            parts.push(format!("registry-index = {index:?}"));
        }
        _ => parts.push(format!("version = \"{}\"", dependency.req)),
    }
    parts.push(format!("default-features = {}", dependency.uses_default_features));
    parts.push(format!("features = {:?}", dependency.features));
    parts.join(", ")
}

/// The address of a git repository, with its branch, tag or revision.
fn of_git(source: &str) -> String {
    let source = source.trim_start_matches("git+").split('#').next().unwrap_or_default();
    let (url, which) = source.split_once('?').unwrap_or((source, ""));
    match which.split_once('=') {
        Some((key, value)) => format!("git = {url:?}, {key} = {value:?}"),
        None => format!("git = {url:?}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repository_is_named_with_what_is_wanted_of_it() {
        assert_eq!(of_git("git+https://a.b/c"), "git = \"https://a.b/c\"");
        let tagged = "git = \"https://a.b/c\", tag = \"v1\"";
        assert_eq!(of_git("git+https://a.b/c?tag=v1#0123"), tagged);
    }
}

//! The instrumented build: builds test executables with coverage counters from the selected
//! packages.
//!
//! The steps, in order: `graph` asks cargo for the workspace. `spec` finds the selected packages in
//! it, and `named` those to be instrumented. `plan` decides which packages are built, which are
//! instrumented, which have [`Checks`], and in how many invocations. `toolchain` finds the
//! compiler, and `flags` gives its flags for each level of [`Fidelity`]. `stub` makes an archive
//! for executables without the coverage runtime. `cargo` runs cargo with this executable as the
//! compiler [`wrapper`], which cargo calls for each crate. `user_wrapper` finds the wrapper that
//! the user has configured. [`properties`] reads the properties of an executable. [`BuildOptions`]
//! are the command-line flags.

mod alone;
mod cargo;
mod checks;
mod error;
mod fidelity;
mod flags;
mod graph;
mod lock;
mod named;
mod options;
mod plan;
mod property;
mod reached;
mod spec;
mod stub;
mod suite;
mod toolchain;
mod user_wrapper;
pub mod wrapper;

pub use alone::{Emitted, run_alone};
pub use checks::Checks;
pub use error::BuildError;
pub use fidelity::Fidelity;
pub use named::PackageSpec;
pub use options::{BuildOptions, Color};
pub(crate) use property::without_marks;
pub use property::{FoundProperty, has_counters, properties};
pub use reached::Reached;
pub use suite::{Suite, Tested, run_if_runner, suite, tested};

use std::io::Write;
use std::path::{Path, PathBuf, absolute};
use toolchain::Toolchain;

/// The result of a build.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Built {
    /// The test executables, with and without properties.
    pub executables: Vec<Executable>,
    /// The folder inside the target folder that holds all files of mutagen.
    pub target_folder: PathBuf,
}

/// A test executable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Executable {
    /// The name of the package.
    pub package: String,
    /// The folder of the package, in which its tests run.
    pub folder: PathBuf,
    /// The name of the cargo target.
    pub target: String,
    /// The kind of the cargo target: `lib`, `bin`, `test` and so on.
    pub kind: String,
    /// The executable.
    pub path: PathBuf,
    /// The instrumented packages in the executable, sorted: the name of each, or `name@version` if
    /// the workspace depends on several versions.
    pub instrumented: Vec<String>,
    /// Those of them that are not members of the workspace, and still have debug assertions and
    /// overflow checks.
    pub checked: Vec<String>,
    /// The sources of the instrumented crates in the executable.
    pub sources: Vec<CrateSource>,
}

/// The source of a crate.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CrateSource {
    /// The name of the crate, as in paths.
    pub krate: String,
    /// The first file.
    pub root: PathBuf,
}

impl CrateSource {
    fn of(target: &cargo_metadata::Target) -> CrateSource {
        CrateSource {
            krate: target.name.replace('-', "_"),
            root: target.src_path.clone().into_std_path_buf(),
        }
    }
}

/// The flags that an instrumented crate gets in addition to cargo's.
///
/// # Errors
/// When the compiler cannot instrument.
pub fn instrumentation(options: &BuildOptions) -> Result<Vec<String>, BuildError> {
    let toolchain = Toolchain::find(options.manifest_path.as_deref())?;
    let folder = tempfile::tempdir()
        .map_err(|error| BuildError::File { path: std::env::temp_dir(), error })?;
    flags::known(&toolchain, folder.path(), options)
}

/// The folder inside the target folder that holds all files of mutagen, and the names of the
/// packages that the options select, without a build. Cargo is not asked if the options name the
/// target folder and no package.
///
/// # Errors
/// When cargo cannot read the manifest.
pub fn places(options: &BuildOptions) -> Result<(PathBuf, Vec<String>), BuildError> {
    if let (Some(folder), []) = (&options.target_dir, options.packages.as_slice()) {
        return Ok((folder_of_mutagen(folder)?, Vec::new()));
    }
    let (graph, workspace) = graph::members(options)?;
    let names = spec::with_names(options, &graph, &workspace.root)?.packages;
    let folder = options.target_dir.as_ref().unwrap_or(&workspace.target_folder);
    Ok((folder_of_mutagen(folder)?, names))
}

/// The folder inside a target folder that holds all files of mutagen. It is absolute, since cargo
/// and the workers run in other folders.
fn folder_of_mutagen(target: &Path) -> Result<PathBuf, BuildError> {
    let folder = target.join("mutagen");
    absolute(&folder).map_err(|error| BuildError::File { path: folder, error })
}

/// Builds the test executables of the selected packages, instrumented. Cargo's progress and
/// messages go to the standard error stream.
///
/// # Errors
/// When the selection is wrong, the compiler cannot instrument, or cargo fails.
pub fn build(options: &BuildOptions) -> Result<Built, BuildError> {
    let toolchain = Toolchain::find(options.manifest_path.as_deref())?;
    let triple = match &options.target {
        // The path of a target specification.
        Some(path) if path.ends_with(".json") => {
            from_here(Path::new(path))?.to_string_lossy().into_owned()
        }
        Some(triple) => triple.clone(),
        None => toolchain.host().to_owned(),
    };
    let (graph, workspace) = graph::load(options, &triple)?;
    let options = &spec::with_names(options, &graph, &workspace.root)?;
    let mut groups = plan::groups(&graph, options)?;
    if options.plain {
        groups.iter_mut().for_each(|group| group.instrumented.clear());
    }
    let folder = options.target_dir.as_ref().unwrap_or(&workspace.target_folder);
    let folder = folder_of_mutagen(folder)?;
    let flags = flags::known(&toolchain, &folder, options)?;
    let mut built = Built { executables: Vec::new(), target_folder: folder.clone() };
    let place = folder.join(plan::key(&flags, toolchain.version()));
    for group in &groups {
        if options.verbose {
            let names = graph.labels(&group.instrumented).join(", ");
            let text = format!("instrumented: {names} (in {})", place.display());
            let _ = writeln!(std::io::stderr(), "{text}");
        }
        let link = stub::link_flags(&toolchain, &triple, &place, options.traces_comparisons())?;
        let executables = cargo::Invocation {
            options,
            graph: &graph,
            group,
            manifest: workspace.root.join("Cargo.toml"),
            triple: &triple,
            place: &place,
            flags: &flags,
            link,
        }
        .run()?;
        built.executables.extend(executables);
    }
    Ok(built)
}

/// A path from the command line as an absolute path. The compilers, the linker and the tests run in
/// other folders.
///
/// # Errors
/// When the path is empty, or there is no current folder.
fn from_here(path: &Path) -> Result<PathBuf, BuildError> {
    absolute(path).map_err(|error| BuildError::File { path: path.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_on_the_command_line_is_one_from_the_current_folder() {
        let here = std::env::current_dir().unwrap();
        assert_eq!(from_here(Path::new("./x")).unwrap(), here.join("x"));
        assert_eq!(from_here(Path::new("/x/y")).unwrap(), Path::new("/x/y"));
        assert!(from_here(Path::new("")).is_err());
    }
}

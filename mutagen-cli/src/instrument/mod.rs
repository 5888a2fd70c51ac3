//! The build plan: from "these packages" to test executables whose counters are where they should be.
//!
//! In this order: `graph` is what cargo says of the workspace; `spec` finds in it what is asked for; `plan` which packages are built, which
//! are instrumented, and in how many invocations; `toolchain` the compiler, and `flags` what it is
//! told, for each level of [`Fidelity`]; `stub` an archive for executables without the coverage runtime; `cargo` the invocation, with
//! this executable as compiler [`wrapper`] that cargo calls for each crate (`user_wrapper` is the one
//! that was there before); [`properties`] what is in an executable.

mod cargo;
mod error;
mod fidelity;
mod flags;
mod graph;
mod plan;
mod property;
mod spec;
mod stub;
mod toolchain;
mod user_wrapper;
pub mod wrapper;

pub use error::BuildError;
pub use fidelity::Fidelity;
pub(crate) use property::without_marks;
pub use property::{FoundProperty, has_counters, properties};

use std::path::PathBuf;
use toolchain::Toolchain;

/// What to build, in the words of cargo's own flags.
#[derive(Debug, Clone, Default)]
pub struct BuildOptions {
    /// The packages with properties: names, folders or cargo's package specs. None: all members that depend directly on
    /// `mutagen-core` and have not opted out.
    pub packages: Vec<String>,
    /// All members, as without `packages`.
    pub workspace: bool,
    /// Members to leave out, said in the same ways.
    pub exclude: Vec<String>,
    /// Packages to instrument beside those that the manifests say.
    pub instrument: Vec<String>,
    /// Let instrumented code say what it compares.
    pub trace_cmp: bool,
    /// What the counters tell apart.
    pub fidelity: Fidelity,
    /// Cargo features, as cargo takes them.
    pub features: Vec<String>,
    /// All cargo features.
    pub all_features: bool,
    /// Not the default cargo features.
    pub no_default_features: bool,
    /// The cargo profile to start from, instead of `release` with checks.
    pub profile: Option<String>,
    /// The target triple, instead of the host's.
    pub target: Option<String>,
    /// The folder for everything that is built.
    pub target_dir: Option<PathBuf>,
    /// Path to the Cargo.toml.
    pub manifest_path: Option<PathBuf>,
    /// Parallel jobs.
    pub jobs: Option<u32>,
    /// Cargo's `--locked`.
    pub locked: bool,
    /// Cargo's `--offline`.
    pub offline: bool,
    /// Cargo's `--frozen`.
    pub frozen: bool,
    /// Say on the standard error stream what is instrumented and how.
    pub verbose: bool,
    /// Cargo's `--quiet`.
    pub quiet: bool,
    /// Cargo's `--color`: `auto`, `always` or `never`; empty is `auto`.
    pub color: String,
    /// Instrument nothing: for comparisons with what instrumentation costs.
    pub plain: bool,
    /// The executable that cargo calls as compiler wrapper, which must call
    /// [`wrapper::run_if_wrapper`] first thing. None: the running one.
    pub wrapper: Option<PathBuf>,
}

/// What was built.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Built {
    /// The test executables, with and without properties.
    pub executables: Vec<Executable>,
    /// The folder in the target folder where everything of mutagen's is.
    pub target_folder: PathBuf,
}

/// A test executable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Executable {
    /// The name of the package.
    pub package: String,
    /// The folder of the package, which tests are run in.
    pub folder: PathBuf,
    /// The name of the cargo target.
    pub target: String,
    /// The kind of the cargo target: `lib`, `bin`, `test` and so on.
    pub kind: String,
    /// The executable.
    pub path: PathBuf,
    /// The names of the packages that are instrumented in it, sorted.
    pub instrumented: Vec<String>,
}

/// What the compiler is told, beside cargo's own arguments, for a crate that is instrumented.
///
/// # Errors
/// When the compiler cannot instrument.
pub fn instrumentation(options: &BuildOptions) -> Result<Vec<String>, BuildError> {
    let toolchain = Toolchain::find(options.manifest_path.as_deref())?;
    let folder = tempfile::tempdir()
        .map_err(|error| BuildError::File { path: std::env::temp_dir(), error })?;
    flags::known(&toolchain, folder.path(), options)
}

/// Builds the test executables of the selected packages, instrumented. Cargo's progress and messages
/// go to the standard error stream.
///
/// # Errors
/// When the selection makes no sense, the compiler cannot instrument, or cargo fails.
pub fn build(options: &BuildOptions) -> Result<Built, BuildError> {
    let toolchain = Toolchain::find(options.manifest_path.as_deref())?;
    let triple = options.target.clone().unwrap_or_else(|| toolchain.host().to_owned());
    let (graph, workspace) = graph::load(options, &triple)?;
    let options = &spec::with_names(options, &graph, &workspace.root)?;
    let mut groups = plan::groups(&graph, options)?;
    if options.plain {
        groups.iter_mut().for_each(|group| group.instrumented.clear());
    }
    let folder = options.target_dir.as_ref().unwrap_or(&workspace.target_folder).join("mutagen");
    let flags = flags::known(&toolchain, &folder, options)?;
    let mut built = Built { executables: Vec::new(), target_folder: folder.clone() };
    for group in &groups {
        let place = folder.join(group.key(&flags, toolchain.version()));
        if options.verbose {
            let names = group.instrumented.iter().map(String::as_str).collect::<Vec<_>>();
            eprintln!("instrumented: {} (in {})", names.join(", "), place.display());
        }
        let stub = stub::make(&toolchain, &triple, &place)?;
        let executables = cargo::Invocation {
            options,
            graph: &graph,
            group,
            manifest: workspace.root.join("Cargo.toml"),
            triple: &triple,
            place: &place,
            flags: &flags,
            stub,
        }
        .run()?;
        built.executables.extend(executables);
    }
    Ok(built)
}

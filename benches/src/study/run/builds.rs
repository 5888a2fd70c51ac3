//! The packages of a study, built once for all trials: instrumented through mutagen's build plan,
//! with or without traced comparisons, and plain for strategies without feedback.

use crate::study::Error;
use crate::study::plan::task::{Home, Workload};
use mutagen_cli::campaigns::{RunFolder, target_name};
use mutagen_cli::instrument::{BuildOptions, build};
use mutagen_cli::properties::candidates;
use mutagen_cli::select::{Candidate, select};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The ways of building a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// With counters in the crates that the manifest names.
    Instrumented,
    /// With counters, without recorded comparisons.
    Untraced,
    /// Without counters.
    Plain,
}

/// The workspace of the packages, and the compiler wrapper that instruments them.
#[derive(Debug, Clone, Default)]
pub struct Place {
    /// The manifest of the workspace; `None` for the workspace of this crate.
    pub manifest: Option<PathBuf>,
    /// The executable that cargo calls as compiler wrapper; `None` for the running executable.
    pub wrapper: Option<PathBuf>,
}

/// Packages that were built together.
struct Packages {
    kind: Kind,
    names: Vec<String>,
    folder: PathBuf,
    candidates: Vec<Candidate>,
}

impl Packages {
    fn has(&self, kind: Kind, package: &str) -> bool {
        self.kind == kind && self.names.iter().any(|name| name == package)
    }
}

/// The finished builds.
#[derive(Default)]
pub struct Builds {
    built: Vec<Packages>,
    /// Other tools' executables, by the names of strategy and package.
    peers: BTreeMap<(String, String), PathBuf>,
}

impl Builds {
    /// Builds the packages of workloads, with the features of all of them, unless all of
    /// them have this kind of build.
    pub fn add(&mut self, kind: Kind, workloads: &[Workload], place: &Place) -> Result<(), Error> {
        let is_built = |one: &Workload| self.built.iter().any(|all| all.has(kind, one.package));
        let mut homes: Vec<Option<Home>> = Vec::new();
        for workload in workloads.iter().filter(|workload| !is_built(workload)) {
            if !homes.contains(&workload.home) {
                homes.push(workload.home);
            }
        }
        for home in homes {
            let of_home = workloads.iter().filter(|workload| workload.home == home);
            self.build(kind, &of_home.collect::<Vec<&Workload>>(), home, place)?;
        }
        Ok(())
    }

    /// Builds the packages of the workloads of one workspace.
    fn build(
        &mut self,
        kind: Kind,
        workloads: &[&Workload],
        home: Option<Home>,
        place: &Place,
    ) -> Result<(), Error> {
        let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
        let names: Vec<String> =
            workloads.iter().map(|workload| workload.package.to_owned()).collect();
        let manifest = home.map(|home| home.manifest.to_owned()).or(place.manifest.clone());
        let options = BuildOptions {
            packages: names.clone(),
            features: all(workloads.iter().flat_map(|workload| workload.features)),
            instrument: all(workloads.iter().flat_map(|workload| workload.instrument)),
            manifest_path: Some(manifest.unwrap_or(own)),
            target_dir: home.map(|home| home.target.to_owned()),
            wrapper: place.wrapper.clone(),
            plain: kind == Kind::Plain,
            no_trace_cmp: kind == Kind::Untraced,
            ..BuildOptions::default()
        };
        let built = build(&options)?;
        let candidates = candidates(&built)?;
        self.built.push(Packages { kind, names, folder: built.target_folder, candidates });
        Ok(())
    }

    /// Adds another tool's executable for a package.
    pub fn add_peer(&mut self, strategy: &str, package: &str, executable: PathBuf) {
        self.peers.insert((strategy.to_owned(), package.to_owned()), executable);
    }

    /// Another tool's executable for a package.
    pub fn peer(&self, strategy: &str, package: &str) -> Result<&Path, Error> {
        let built = self.peers.get(&(strategy.to_owned(), package.to_owned()));
        let missing = || format!("`{strategy}` was not built for `{package}`");
        Ok(built.ok_or_else(missing)?)
    }

    /// The property of a package, and a folder for a campaign on it.
    pub fn find(
        &self,
        kind: Kind,
        package: &str,
        property: &str,
    ) -> Result<(Candidate, RunFolder), Error> {
        let built = self.built.iter().find(|built| built.has(kind, package));
        let Packages { folder, candidates, .. } = built.ok_or("the packages were not built")?;
        let own = candidates.iter().filter(|candidate| candidate.package == package).cloned();
        let candidate = select(&own.collect::<Vec<Candidate>>(), property)?.clone();
        let files = RunFolder::create(folder, package, &target_name(&candidate), &candidate.path)?;
        Ok((candidate, files))
    }
}

/// Each name once.
fn all<'n>(names: impl Iterator<Item = &'n &'static str>) -> Vec<String> {
    let names: BTreeSet<&str> = names.copied().collect();
    names.into_iter().map(str::to_owned).collect()
}

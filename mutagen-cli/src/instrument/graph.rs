//! The packages of a workspace and their dependencies, read from `cargo metadata`, as far as the
//! plan needs them.

use super::lock;
use super::{BuildError, BuildOptions, Checks, CrateSource};
use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand, Target, TargetKind};
use clap::ValueEnum;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

/// The package that a package with properties depends on directly.
const CORE: &str = "mutagen-core";

/// The framework's own packages.
const FRAMEWORK: [&str; 3] = [CORE, "mutagen-derive", "mutagen-cli"];

/// The framework's measurement packages. They count only in the framework's own workspace, because
/// other projects may use the same names.
const BENCHES: &str = "benches";

/// The kinds of a library that is compiled for the target machine.
const LIBRARY: [TargetKind; 5] = [
    TargetKind::Lib,
    TargetKind::RLib,
    TargetKind::DyLib,
    TargetKind::CDyLib,
    TargetKind::StaticLib,
];

/// A package.
#[derive(Debug, Clone, Default)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) version: String,
    /// Cargo's package id.
    pub(super) id: String,
    pub(super) folder: PathBuf,
    /// Whether it is a member of the workspace.
    pub(super) member: bool,
    /// Its library, unless that is a procedural macro.
    pub(super) library: Option<CrateSource>,
    /// Whether its library is a procedural macro, which runs in the compiler.
    pub(super) proc_macro: bool,
    /// Whether the package belongs to the framework.
    pub(super) framework: bool,
    /// Whether it can have properties: it depends directly on `mutagen-core`.
    pub(super) has_core: bool,
    /// Whether cargo builds it when no package is named.
    pub(super) enabled: bool,
    /// The specs of the packages that its manifest asks to instrument.
    pub(super) instrument: Option<Vec<String>>,
    /// Which packages its manifest asks to build with checks.
    pub(super) checks: Option<Checks>,
    /// Whether it comes from elsewhere, such as a registry, and has no folder of the user's.
    pub(super) foreign: bool,
    /// Its features that are active.
    pub(super) features: Vec<String>,
    /// The dependencies of its library.
    pub(super) normal: Vec<usize>,
    /// The dependencies that only its tests have.
    pub(super) dev: Vec<usize>,
}

impl Package {
    /// The name and the version, which tell the package from others. Two packages of one name and
    /// version, from different sources, are treated as one: the compiler wrapper sees no more.
    pub(super) fn ident(&self) -> String {
        ident(&self.name, &self.version)
    }
}

/// The name and the version of a package as a spec of cargo's.
pub(super) fn ident(name: &str, version: &str) -> String {
    format!("{name}@{version}")
}

/// The packages of a workspace and all their dependencies.
#[derive(Debug, Clone, Default)]
pub(super) struct Graph {
    pub(super) packages: Vec<Package>,
    /// Those of the lock file, also what this choice of features and targets does not need. Only
    /// their names, versions and ids are known.
    pub(super) locked: Vec<Package>,
}

impl Graph {
    /// A package and everything that is compiled for its tests on the target machine, without build
    /// scripts and without dependencies that only procedural macros use.
    pub(super) fn closure(&self, package: usize) -> BTreeSet<usize> {
        let mut closure = BTreeSet::from([package]);
        let own = &self.packages[package];
        let mut open: Vec<usize> = own.normal.iter().chain(&own.dev).copied().collect();
        while let Some(next) = open.pop() {
            if closure.insert(next) && !self.packages[next].proc_macro {
                open.extend(&self.packages[next].normal);
            }
        }
        closure
    }

    /// How the packages with these names and versions are called: by the name alone, or with the
    /// version if the graph has another version of that name.
    pub(super) fn labels(&self, idents: &BTreeSet<String>) -> Vec<String> {
        let is_other =
            |one: &Package, other: &Package| one.name == other.name && one.version != other.version;
        let label = |package: &Package| match self.packages.iter().any(|p| is_other(package, p)) {
            true => package.ident(),
            false => package.name.clone(),
        };
        let packages = self.packages.iter().filter(|package| idents.contains(&package.ident()));
        let labels: BTreeSet<String> = packages.map(label).collect();
        labels.into_iter().collect()
    }
}

/// The root folder of the workspace.
pub(super) struct Workspace {
    pub(super) root: PathBuf,
    pub(super) target_folder: PathBuf,
}

/// Runs `cargo metadata`.
///
/// # Errors
/// When cargo fails, or a manifest's settings are wrong.
pub(super) fn load(options: &BuildOptions, triple: &str) -> Result<(Graph, Workspace), BuildError> {
    let mut command = metadata_command(options);
    if options.all_features {
        command.features(CargoOpt::AllFeatures);
    }
    if options.no_default_features {
        command.features(CargoOpt::NoDefaultFeatures);
    }
    if !options.features.is_empty() {
        command.features(CargoOpt::SomeFeatures(options.features.clone()));
    }
    let mut others = Vec::new();
    if !triple.ends_with(".json") {
        others.extend(["--filter-platform".to_owned(), triple.to_owned()]);
    }
    others.extend(offline_flags(options).map(str::to_owned));
    command.other_options(others);
    let (mut graph, workspace) = ask(&command)?;
    graph.locked = lock::packages(&workspace.root);
    Ok((graph, workspace))
}

/// Runs `cargo metadata` for the members of the workspace alone, without their dependencies.
///
/// # Errors
/// When cargo fails, or a manifest's settings are wrong.
pub(super) fn members(options: &BuildOptions) -> Result<(Graph, Workspace), BuildError> {
    let mut command = metadata_command(options);
    command.no_deps().other_options(offline_flags(options).map(str::to_owned).collect::<Vec<_>>());
    ask(&command)
}

pub(super) fn metadata_command(options: &BuildOptions) -> MetadataCommand {
    let mut command = MetadataCommand::new();
    if let Some(path) = &options.manifest_path {
        command.manifest_path(path);
    }
    command
}

fn ask(command: &MetadataCommand) -> Result<(Graph, Workspace), BuildError> {
    let metadata = command.exec().map_err(|error| match error {
        cargo_metadata::Error::CargoMetadata { stderr } if stderr.trim().is_empty() => {
            let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
            BuildError::Metadata(format!(
                "`{} metadata` failed and said nothing; check that the variable `CARGO` is unset \
                 or names cargo",
                cargo.to_string_lossy()
            ))
        }
        cargo_metadata::Error::CargoMetadata { stderr } => BuildError::Metadata(stderr),
        other => BuildError::Metadata(other.to_string()),
    })?;
    let workspace = Workspace {
        root: metadata.workspace_root.clone().into_std_path_buf(),
        target_folder: metadata.target_directory.clone().into_std_path_buf(),
    };
    Ok((graph(&metadata)?, workspace))
}

/// Cargo's flags about the lock file and the network.
pub(super) fn offline_flags(options: &BuildOptions) -> impl Iterator<Item = &'static str> {
    let flags = [
        ("--locked", options.locked),
        ("--offline", options.offline),
        ("--frozen", options.frozen),
    ];
    flags.into_iter().filter(|&(_, set)| set).map(|(flag, _)| flag)
}

fn graph(metadata: &Metadata) -> Result<Graph, BuildError> {
    let members: BTreeSet<_> = metadata.workspace_members.iter().collect();
    let is_own = |name: &str| FRAMEWORK.contains(&name);
    let home = metadata.packages.iter().any(|p| p.name == CORE && members.contains(&p.id));
    let mut packages = Vec::new();
    for package in &metadata.packages {
        let name = package.name.to_string();
        let core =
            |d: &&cargo_metadata::Dependency| d.name == CORE && d.kind != DependencyKind::Build;
        let kinds = |kind: TargetKind| package.targets.iter().any(|t| t.kind.contains(&kind));
        let is_library = |target: &&Target| target.kind.iter().any(|kind| LIBRARY.contains(kind));
        packages.push(Package {
            library: package.targets.iter().find(is_library).map(CrateSource::of),
            version: package.version.to_string(),
            id: package.id.repr.clone(),
            folder: package.manifest_path.parent().map(PathBuf::from).unwrap_or_default(),
            member: members.contains(&package.id),
            proc_macro: kinds(TargetKind::ProcMacro),
            framework: is_own(&name) || (home && name == BENCHES),
            has_core: package.dependencies.iter().any(|d| core(&d)),
            enabled: enabled(&name, &package.metadata)?,
            instrument: instrument(&name, &package.metadata)?,
            checks: checks(&name, &package.metadata)?,
            foreign: package.source.is_some(),
            features: Vec::new(),
            normal: Vec::new(),
            dev: Vec::new(),
            name,
        });
    }
    let index: BTreeMap<_, _> = metadata.packages.iter().map(|p| &p.id).zip(0..).collect();
    for node in metadata.resolve.iter().flat_map(|resolve| &resolve.nodes) {
        let Some(&from) = index.get(&node.id) else { continue };
        packages[from].features = node.features.iter().map(ToString::to_string).collect();
        for dependency in &node.deps {
            let Some(&to) = index.get(&dependency.pkg) else { continue };
            let is = |kind| dependency.dep_kinds.iter().any(|info| info.kind == kind);
            if is(DependencyKind::Normal) {
                packages[from].normal.push(to);
            }
            if is(DependencyKind::Development) {
                packages[from].dev.push(to);
            }
        }
    }
    Ok(Graph { packages, locked: Vec::new() })
}

fn enabled(package: &str, metadata: &serde_json::Value) -> Result<bool, BuildError> {
    let read = serde_json::Value::as_bool;
    Ok(setting(package, metadata, "enabled", "`true` or `false`", read)?.unwrap_or(true))
}

fn instrument(
    package: &str,
    metadata: &serde_json::Value,
) -> Result<Option<Vec<String>>, BuildError> {
    let name = |name: &serde_json::Value| name.as_str().map(str::to_owned);
    setting(package, metadata, "instrument", "a list of package specs", |value| {
        value.as_array()?.iter().map(name).collect()
    })
}

fn checks(package: &str, metadata: &serde_json::Value) -> Result<Option<Checks>, BuildError> {
    setting(package, metadata, "checks", "`\"own\"` or `\"all\"`", |value| {
        Checks::from_str(value.as_str()?, false).ok()
    })
}

/// A setting in the manifest of a package; `None` if it is not there.
///
/// # Errors
/// When `read` returns `None`: it is not what is expected.
fn setting<T>(
    package: &str,
    metadata: &serde_json::Value,
    key: &'static str,
    expected: &'static str,
    read: impl FnOnce(&serde_json::Value) -> Option<T>,
) -> Result<Option<T>, BuildError> {
    match &metadata["mutagen"][key] {
        serde_json::Value::Null => Ok(None),
        value => match read(value) {
            Some(read) => Ok(Some(read)),
            None => Err(BuildError::Settings { package: package.to_owned(), key, expected }),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_of_the_wrong_kind_are_said_to_be_so() {
        let right = json!({"mutagen": {"enabled": false, "instrument": ["a", "b"]}});
        assert!(!enabled("p", &right).unwrap());
        assert_eq!(instrument("p", &right).unwrap().unwrap(), ["a", "b"]);
        assert_eq!(checks("p", &json!({"mutagen": {"checks": "all"}})).unwrap(), Some(Checks::All));
        assert_eq!(checks("p", &json!({"mutagen": {"checks": "own"}})).unwrap(), Some(Checks::Own));
        let absent = json!(null);
        assert!(enabled("p", &absent).unwrap() && instrument("p", &absent).unwrap().is_none());
        assert_eq!(checks("p", &absent).unwrap(), None);
        let wrong = json!({"mutagen": {"enabled": "no", "instrument": "a", "checks": true}});
        let said = enabled("p", &wrong).unwrap_err().to_string();
        assert!(said.contains("`p`") && said.contains("`enabled` must be `true` or"), "{said}");
        let said = instrument("p", &wrong).unwrap_err().to_string();
        assert!(said.contains("`instrument` must be a list of package specs"), "{said}");
        for wrong in [wrong, json!({"mutagen": {"checks": "none"}})] {
            let said = checks("p", &wrong).unwrap_err().to_string();
            assert!(said.contains("`checks` must be `\"own\"` or `\"all\"`"), "{said}");
        }
    }

    #[test]
    fn a_package_is_called_with_its_version_only_where_another_version_is_there() {
        let package = |name: &str, version: &str| Package {
            name: name.into(),
            version: version.into(),
            ..Package::default()
        };
        let twin = Package { id: "another source".into(), ..package("money", "1.0.0") };
        let packages = vec![
            package("wasmi", "2.0.0"),
            package("shop", "0.0.0"),
            package("wasmi", "1.0.9"),
            package("money", "1.0.0"),
            twin,
        ];
        let labels = |graph: &Graph, idents: &[&str]| {
            graph.labels(&idents.iter().map(|ident| (*ident).to_owned()).collect())
        };
        let all = Graph { packages, ..Graph::default() };
        let asked = ["wasmi@2.0.0", "shop@0.0.0", "money@1.0.0", "wasmi@3.0.0"];
        assert_eq!(labels(&all, &asked), ["money", "shop", "wasmi@2.0.0"]);
        let one = Graph { packages: all.packages[..2].to_vec(), ..Graph::default() };
        assert_eq!(labels(&one, &asked), ["shop", "wasmi"]);
    }

    #[test]
    fn the_closure_has_dev_dependencies_of_the_package_itself_alone() {
        let package = |normal: &[usize], dev: &[usize]| Package {
            normal: normal.to_vec(),
            dev: dev.to_vec(),
            ..Package::default()
        };
        let macros = Package { proc_macro: true, ..package(&[5], &[]) };
        let graph = Graph {
            packages: vec![
                package(&[1, 4], &[2]),
                package(&[3], &[6]),
                package(&[], &[]),
                package(&[], &[]),
                macros,
                package(&[], &[]),
                package(&[], &[]),
            ],
            ..Graph::default()
        };
        assert_eq!(graph.closure(0), BTreeSet::from([0, 1, 2, 3, 4]));
    }
}

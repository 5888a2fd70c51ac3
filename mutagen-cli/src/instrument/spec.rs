//! Resolves `--package` and `--exclude` to members of the workspace. A spec is a name, a folder, or
//! one of cargo's package specs, which cargo itself resolves.

use super::graph::{Graph, Package, offline_flags};
use super::{BuildError, BuildOptions};
use std::path::Path;
use std::process::Command;

/// The options with each package spec replaced by the name of the member.
///
/// # Errors
/// When cargo cannot be started. A spec that cargo cannot resolve is kept, and the plan reports it.
pub(super) fn with_names(
    options: &BuildOptions,
    graph: &Graph,
    root: &Path,
) -> Result<BuildOptions, BuildError> {
    let name = |spec: &String| match member(spec, graph) {
        Some(package) => Ok(package.name.clone()),
        None => Ok(resolved(spec, options, graph, root)?.unwrap_or_else(|| spec.clone())),
    };
    Ok(BuildOptions {
        packages: options.packages.iter().map(name).collect::<Result<_, _>>()?,
        exclude: options.exclude.iter().map(name).collect::<Result<_, _>>()?,
        ..options.clone()
    })
}

/// The member with this name or in this folder.
fn member<'g>(spec: &str, graph: &'g Graph) -> Option<&'g Package> {
    let mut members = graph.packages.iter().filter(|package| package.member);
    if let Some(named) = members.clone().find(|package| package.name == spec) {
        return Some(named);
    }
    let folder = Path::new(spec).canonicalize().ok()?;
    members.find(|package| package.folder.canonicalize().is_ok_and(|other| other == folder))
}

/// The name of the package that cargo resolves a spec to.
fn resolved(
    spec: &str,
    options: &BuildOptions,
    graph: &Graph,
    root: &Path,
) -> Result<Option<String>, BuildError> {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(&program);
    command.arg("pkgid").arg("--manifest-path").arg(root.join("Cargo.toml"));
    command.args(offline_flags(options)).arg("--").arg(spec);
    let output = command.output().map_err(|error| {
        let program = program.to_string_lossy().into_owned();
        BuildError::Start { program, error }
    })?;
    // Cargo's error for a spec says less than the plan's, which names similar members.
    let id = String::from_utf8_lossy(&output.stdout);
    let found = graph.packages.iter().find(|package| package.id == id.trim());
    Ok(found.map(|package| package.name.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_is_meant_by_its_name_and_by_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let package = |name: &str, member| {
            let folder = folder.path().join(name);
            std::fs::create_dir(&folder).unwrap();
            Package { name: name.into(), folder, member, ..Package::default() }
        };
        let packages = vec![package("shop", true), package("serde", false)];
        let graph = Graph { packages, ..Graph::default() };
        let found = |spec: &str| member(spec, &graph).map(|package| package.name.as_str());
        assert_eq!(found("shop"), Some("shop"));
        for name in ["shop", "shop/", "serde/../shop"] {
            assert_eq!(found(&folder.path().join(name).to_string_lossy()), Some("shop"));
        }
        assert_eq!(found("serde"), None);
        assert_eq!(found(&folder.path().join("serde").to_string_lossy()), None);
        assert_eq!(found("shop@1.0.0"), None);
    }
}

//! Where the source of a released crate is, as cargo tells without the network.

use crate::entries::Release;
use crate::error::PlantError;
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand};
use std::path::{Path, PathBuf};

/// Checks that the crate of ours in this folder pins the version for which the changes were
/// written, as a build-dependency. So cargo has fetched that version before the build script runs.
///
/// # Errors
/// When the manifest says something else of the released crate, or cargo cannot read it.
pub fn check_pin(release: &Release<'_>, manifest: &Path) -> Result<(), PlantError> {
    let manifest = manifest.join("Cargo.toml");
    let mut command = offline();
    command.no_deps().manifest_path(&manifest);
    let metadata = ask(&command, release)?;
    let mut packages = metadata.packages.iter();
    let ours = packages.find(|package| package.manifest_path.as_std_path() == manifest);
    let requirement = ours.and_then(|package| {
        let mut dependencies = package.dependencies.iter();
        dependencies
            .find(|needed| needed.kind == DependencyKind::Build && needed.name == release.package)
    });
    let found = requirement.map(|needed| needed.req.to_string());
    if found == Some(format!("={}", release.version)) {
        return Ok(());
    }
    Err(PlantError::OtherVersion {
        path: release.plan.to_owned(),
        package: release.package.to_owned(),
        version: release.version.to_owned(),
        manifest,
        found: match found {
            Some(requirement) => format!("`{requirement}`"),
            None => "no such build-dependency".to_owned(),
        },
    })
}

/// The folder with the source of a released crate.
///
/// Cargo is asked about a package, made for the question in `out`, that depends on the released
/// crate alone. About the whole workspace it would answer only if all its dependencies were
/// fetched, which a build of a few members does not do.
///
/// # Errors
/// When the source is not there offline, and when `out` cannot be written to.
pub fn find(release: &Release<'_>, manifest: &Path, out: &Path) -> Result<PathBuf, PlantError> {
    let Release { package, version, .. } = release;
    let unwritable = |error| PlantError::Unwritable { path: out.to_owned(), error };
    let folder = tempfile::tempdir_in(out).map_err(unwritable)?;
    let question = folder.path().join("Cargo.toml");
    let text = format!(
        "[package]\nname = \"question\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         [lib]\npath = \"lib.rs\"\n[workspace]\n[dependencies]\n{package} = \"={version}\"\n"
    );
    std::fs::write(&question, text).map_err(unwritable)?;
    std::fs::write(folder.path().join("lib.rs"), "").map_err(unwritable)?;
    // Cargo's settings, such as vendored sources, are those of our crate's folder.
    let mut command = offline();
    command.manifest_path(&question).current_dir(manifest);
    let metadata = ask(&command, release)?;
    let is_it = |found: &&cargo_metadata::Package| {
        found.name.as_str() == *package && found.version.to_string() == *version
    };
    match metadata.packages.iter().find(is_it).and_then(|found| found.manifest_path.parent()) {
        Some(folder) => Ok(folder.as_std_path().to_owned()),
        None => Err(not_there(release, "it is not among the packages".to_owned())),
    }
}

fn offline() -> MetadataCommand {
    let mut command = MetadataCommand::new();
    command.other_options(["--offline".to_owned()]);
    command
}

fn ask(command: &MetadataCommand, release: &Release<'_>) -> Result<Metadata, PlantError> {
    command.exec().map_err(|error| match error {
        cargo_metadata::Error::CargoMetadata { stderr } => not_there(release, stderr),
        other => not_there(release, other.to_string()),
    })
}

fn not_there(release: &Release<'_>, message: String) -> PlantError {
    let (package, version) = (release.package.to_owned(), release.version.to_owned());
    PlantError::NotThere { package, version, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The folder of the crate of ours that changes wain-exec.
    fn exec() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../exec").canonicalize().expect("it exists")
    }

    fn release(package: &'static str, version: &'static str) -> Release<'static> {
        Release { plan: Path::new("bugs.toml"), package, version }
    }

    #[test]
    fn another_version_than_the_pinned_one_is_refused() {
        check_pin(&release("wain-exec", "0.3.1"), &exec()).expect("it is the pinned one");
        let error = check_pin(&release("wain-exec", "0.3.2"), &exec()).expect_err("it is not");
        let text = error.to_string();
        assert!(text.starts_with("bugs.toml is written for wain-exec 0.3.2, but "), "{text}");
        assert!(text.contains("Cargo.toml has `=0.3.1`; write `wain-exec = \"=0.3.2\"`"), "{text}");
        // A dependency that is no build-dependency does not count.
        let error = check_pin(&release("wain-ast", "0.2.2"), &exec()).expect_err("it is no such");
        assert!(error.to_string().contains("no such build-dependency"), "{error}");
    }

    #[test]
    fn a_source_is_found_without_the_network_or_the_remedy_is_told() {
        let out = tempfile::tempdir().expect("there is a temporary folder");
        let found = find(&release("wain-exec", "0.3.1"), &exec(), out.path());
        assert!(found.expect("it was fetched").join("src/lib.rs").is_file());
        let error = find(&release("wain-exec", "0.0.99"), &exec(), out.path());
        let text = error.expect_err("there is no such version").to_string();
        let start = "the source of wain-exec 0.0.99 is not there offline; run `cargo fetch`";
        assert!(text.starts_with(start), "{text}");
        let left = std::fs::read_dir(out.path()).expect("the folder exists").count();
        assert_eq!(left, 0, "the question was not removed");
    }
}

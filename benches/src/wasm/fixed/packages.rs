//! Makes the packages of the releases, in a workspace of their own inside the target folder.
//!
//! Two releases that are compatible by their version numbers cannot share a graph of cargo's, and
//! here two of them and the reference do. So cargo fetches each release and its parts by a package
//! of their own, whose lock file names them, and they are copied: a copy has a source of its own.

use super::list::Pair;
use super::texts;
use crate::released::locks::{Part, joined, parts};
use crate::released::release::Release;
use crate::released::{root_and_folder, write};
use benches::study::Error;
use cargo_metadata::{MetadataCommand, Package};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The file that says that the copy of a release is whole.
const WHOLE: &str = "whole";

/// The folders that the packages are made from and in.
pub(super) struct Places {
    /// The repository.
    pub(super) root: PathBuf,
    /// The workspace of the packages.
    pub(super) folder: PathBuf,
}

impl Places {
    /// The repository of this executable, and a folder inside its target folder.
    pub(super) fn here() -> Result<Places, Error> {
        let (root, folder) = root_and_folder("wasm-fixed")?;
        Ok(Places { root, folder })
    }

    /// The manifest of the workspace.
    pub(super) fn manifest(&self) -> PathBuf {
        self.folder.join("Cargo.toml")
    }

    /// The short lock file of a release.
    fn lock(&self, release: &Release) -> PathBuf {
        self.root.join(format!("case-studies/wasm/fixed/locks/{release}.lock"))
    }

    /// A short module that shows the bug of a release.
    pub(super) fn witness(&self, release: &Release) -> PathBuf {
        self.root.join(format!("case-studies/wasm/fixed/witnesses/{release}.wat"))
    }
}

/// Makes the packages of these pairs, and returns the pairs of which both releases could be had.
/// One line on the standard error stream says which could not.
///
/// # Errors
/// When a release has no lock file or no adapter, or a file cannot be written.
pub(super) fn make(pairs: &[Pair], places: &Places) -> Result<Vec<Pair>, Error> {
    let lock = places.root.join("Cargo.lock");
    let lock = fs::read_to_string(&lock).map_err(|error| format!("{}: {error}", lock.display()))?;
    let releases: BTreeSet<&Release> =
        pairs.iter().flat_map(|pair| [&pair.bug, &pair.without]).collect();
    let mut whole = lock.clone();
    let mut had: BTreeMap<&Release, Vec<Part>> = BTreeMap::new();
    for release in releases {
        let file = places.lock(release);
        let of_file = |error: String| format!("{}: {error}", file.display());
        let named = fs::read_to_string(&file)
            .map_err(|error| of_file(format!("{error}; add the lock file of {release}")))?;
        let adapter = texts::adapter(release).map_err(|error| format!("{release}: {error}"))?;
        let names = parts(&named).map_err(of_file)?;
        let own = joined(&lock, &named, |_| true).map_err(of_file)?;
        match copied(release, &names, &own, places) {
            Ok(parts) => had.insert(release, parts),
            Err(error) => {
                eprintln!("{release} cannot be had: {}", error.to_string().replace('\n', "; "));
                continue;
            }
        };
        let is_other = |part: &Part| part.version != release.number();
        whole = joined(&whole, &named, is_other).map_err(of_file)?;
        let folder = places.folder.join("releases").join(texts::release_package(release));
        write(&folder.join("Cargo.toml"), &texts::release(release, &places.root)?)?;
        write(&folder.join("src/lib.rs"), adapter)?;
    }
    let both = |pair: &&Pair| had.contains_key(&pair.bug) && had.contains_key(&pair.without);
    let kept: Vec<Pair> = pairs.iter().filter(both).cloned().collect();
    let mut members = Vec::new();
    for pair in &kept {
        let parts = &had[&pair.bug];
        let (own, smart) = (texts::pair_package(pair), texts::smart_package(pair));
        let folder = places.folder.join("pairs").join(&own);
        write(&folder.join("Cargo.toml"), &texts::pair(pair, parts, &places.root)?)?;
        write(&folder.join("src/lib.rs"), texts::PAIR)?;
        write(&folder.join("tests/properties.rs"), texts::PROPERTIES)?;
        let witness = places.witness(&pair.bug);
        let text = fs::read_to_string(&witness).map_err(|error| {
            format!(
                "{}: {error}; add a module that shows the bug of {}",
                witness.display(),
                pair.bug
            )
        })?;
        write(&folder.join("tests/witness.wat"), &text)?;
        let folder = places.folder.join("smart").join(&smart);
        write(&folder.join("Cargo.toml"), &texts::smart(pair, parts, &places.root)?)?;
        write(&folder.join("src/lib.rs"), "//! The properties are its tests.\n")?;
        write(&folder.join("tests/properties.rs"), texts::SMART)?;
        members.extend([format!("pairs/{own}"), format!("smart/{smart}")]);
    }
    let folder = places.folder.join("peers");
    write(&folder.join("Cargo.toml"), &texts::peers(&kept, &places.root)?)?;
    write(&folder.join("src/libfuzzer.rs"), texts::PEERS)?;
    members.push("peers".to_owned());
    write(&places.manifest(), &texts::workspace(&members)?)?;
    write(&places.folder.join("Cargo.lock"), &whole)?;
    Ok(kept)
}

/// Copies a release and those of its parts that are released with it, and returns them. Cargo takes
/// the others from the registry.
fn copied(
    release: &Release,
    names: &[Part],
    lock: &str,
    places: &Places,
) -> Result<Vec<Part>, Error> {
    let is_own = |part: &&Part| part.version == release.number();
    let parts: Vec<Part> = names.iter().filter(is_own).cloned().collect();
    let target = places.folder.join("sources").join(release.to_string());
    if target.join(WHOLE).exists() {
        return Ok(parts);
    }
    let fetched = places.folder.join("fetched").join(release.to_string());
    write(&fetched.join("Cargo.toml"), &texts::fetched(names)?)?;
    write(&fetched.join("lib.rs"), "")?;
    write(&fetched.join("Cargo.lock"), lock)?;
    let metadata = MetadataCommand::new().manifest_path(fetched.join("Cargo.toml")).exec()?;
    for part in &parts {
        let is_it = |package: &&Package| {
            package.name.as_str() == part.name && package.version.to_string() == part.version
        };
        let package = metadata.packages.iter().find(is_it);
        let package =
            package.ok_or_else(|| format!("cargo has no {} {}", part.name, part.version))?;
        let from = package.manifest_path.parent().ok_or("a manifest is in no folder")?;
        copy(from.as_std_path(), &target.join(&part.name), &parts)?;
    }
    write(&target.join(WHOLE), "")?;
    Ok(parts)
}

/// Copies a part, with the other parts beside it.
fn copy(from: &Path, to: &Path, parts: &[Part]) -> Result<(), Error> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy(&source, &target, parts)?;
        } else if entry.file_name() == "Cargo.toml" {
            write(&target, &texts::part(&fs::read_to_string(&source)?, parts))?;
        } else {
            fs::copy(&source, &target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn release() -> Release {
        Release { krate: "wasmi".to_owned(), version: [0, 36, 0] }
    }

    #[test]
    fn a_copy_has_its_parts_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("to/wasmi"));
        write(&from.join("Cargo.toml"), "[dependencies.wasmi_core]\n").unwrap();
        write(&from.join("src/lib.rs"), "fn f() {}").unwrap();
        let part = Part { name: "wasmi_core".to_owned(), version: "0.36.0".to_owned() };
        copy(&from, &to, &[part]).unwrap();
        let manifest = fs::read_to_string(to.join("Cargo.toml")).unwrap();
        assert!(manifest.contains("path = \"../wasmi_core\""), "{manifest}");
        assert_eq!(fs::read_to_string(to.join("src/lib.rs")).unwrap(), "fn f() {}");
    }

    #[test]
    fn a_release_without_a_lock_file_is_named_with_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().to_owned();
        let places = Places { folder: root.join("made"), root };
        write(&places.root.join("Cargo.lock"), "version = 4\n").unwrap();
        let pair = Pair { bug: release(), without: Release { version: [0, 36, 1], ..release() } };
        let error = make(&[pair], &places).unwrap_err().to_string();
        assert!(error.contains("locks/wasmi-0.36.0.lock: "), "{error}");
        assert!(error.ends_with("add the lock file of wasmi-0.36.0"), "{error}");
        assert!(!places.folder.exists());
    }
}

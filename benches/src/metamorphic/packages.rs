//! Makes a package for each release, with the specification of its library and a lock file of its
//! own, inside the target folder.

use super::list::{List, Subject};
use crate::released::locks::joined;
use crate::released::texts::{filled, path, quoted};
use crate::released::{root_and_folder, write};
use benches::study::Error;
use std::fs;
use std::path::{Path, PathBuf};
use toml::{Table, Value};

/// The manifest of a made package.
const MANIFEST: &str = include_str!("../../../case-studies/metamorphic/fixed/package.toml");

/// The folders that the packages are made from and in.
pub(super) struct Places {
    /// The repository.
    pub(super) root: PathBuf,
    /// The folder of the packages.
    pub(super) folder: PathBuf,
}

impl Places {
    /// The repository of this executable, and a folder inside its target folder.
    pub(super) fn here() -> Result<Places, Error> {
        let (root, folder) = root_and_folder("metamorphic")?;
        Ok(Places { root, folder })
    }

    /// The target folder of all packages.
    pub(super) fn target(&self) -> PathBuf {
        self.folder.join("target")
    }

    /// The folder of the studies.
    pub(super) fn studies(&self) -> PathBuf {
        self.root.join("case-studies/metamorphic")
    }

    /// The manifest of the package of a release.
    pub(super) fn manifest(&self, subject: &Subject) -> PathBuf {
        self.folder.join("packages").join(package(subject)).join("Cargo.toml")
    }
}

/// The name of the package of a release.
pub(super) fn package(subject: &Subject) -> String {
    format!("release-{}", subject.release.slug())
}

/// Makes the package of a release.
///
/// # Errors
/// When its lock file or specification is missing or wrong, or a file cannot be written.
pub(super) fn make(list: &List, subject: &Subject, places: &Places) -> Result<(), Error> {
    let read = |file: &Path| -> Result<String, Error> {
        let text = fs::read_to_string(file);
        Ok(text.map_err(|error| format!("{}: {error}", file.display()))?)
    };
    let study = places.studies().join(&subject.specification);
    let manifest: Table = read(&study.join("Cargo.toml"))?.parse()?;
    let whole: Table = read(&places.root.join("Cargo.toml"))?.parse()?;
    let text = self::manifest(list, subject, &manifest, &whole, &places.root)?;
    let file = places.studies().join(format!("fixed/locks/{}.lock", subject.release));
    let lock = read(&places.root.join("Cargo.lock"))?;
    let lock = joined(&lock, &read(&file)?, |_| true)
        .map_err(|error| format!("{}: {error}", file.display()))?;
    let made = places.manifest(subject);
    write(&made, &text)?;
    // Cargo drops from the lock file what the package does not need.
    let made = made.with_file_name("Cargo.lock");
    if !made.exists() { write(&made, &lock) } else { Ok(()) }
}

/// The manifest of the package of a release: the source of the study, with this release.
fn manifest(
    list: &List,
    subject: &Subject,
    study: &Table,
    whole: &Table,
    root: &Path,
) -> Result<String, Error> {
    let name = |table: &Table| table.get("name").and_then(Value::as_str).map(str::to_owned);
    let missing = |what: &str| format!("the manifest of {} has no {what}", subject.specification);
    let part = |key: &str| study.get(key).and_then(Value::as_table);
    let own = part("package").and_then(name).ok_or_else(|| missing("name"))?;
    let listed = instrumented(study).ok_or_else(|| missing("list of what is instrumented"))?;
    let (mut lines, mut under_test) = (String::new(), own.clone());
    for (key, value) in part("dependencies").ok_or_else(|| missing("dependencies"))? {
        if key == "mutagen-core" {
            continue;
        }
        let mut table = dependency(key, value, whole).ok_or_else(|| missing(key))?;
        let of = table.get("package").and_then(Value::as_str).unwrap_or(key).to_owned();
        let is_subject = listed.contains(&of) || of == subject.release.krate;
        let version =
            if is_subject { format!("={}", subject.release.number()) } else { "*".into() };
        table.insert("version".to_owned(), Value::String(version));
        if is_subject {
            under_test = of;
            if key != &subject.release.krate {
                table.insert("package".to_owned(), Value::String(subject.release.krate.clone()));
            }
        }
        lines += &format!("{key} = {}\n", inline(&Value::Table(table))?);
    }
    let instrument = listed.iter().map(|name| match name {
        name if *name == own => quoted(&package(subject)),
        name if *name == under_test => quoted(&subject.release.krate),
        name => quoted(name),
    });
    let chosen = list.features(subject);
    let mut features = format!(
        "default = [{}]\n",
        chosen.iter().map(|name| quoted(name)).collect::<Vec<String>>().join(", ")
    );
    let all = part("features").into_iter().flatten();
    for (key, value) in all.filter(|(key, _)| *key != "default") {
        // What a feature activates need not exist in a release without it.
        let value = if chosen.contains(&key.as_str()) { inline(value)? } else { "[]".to_owned() };
        features += &format!("{key} = {value}\n");
    }
    filled(
        MANIFEST,
        &[
            ("package", &package(subject)),
            ("instrument", &instrument.collect::<Vec<String>>().join(", ")),
            (
                "source",
                &path(
                    root,
                    &format!("case-studies/metamorphic/{}/src/lib.rs", subject.specification),
                )?,
            ),
            ("features", features.trim_end()),
            ("core-crate", &path(root, "mutagen-core")?),
            ("dependencies", lines.trim_end()),
        ],
    )
}

/// A value on one line. Texts and lists are written as in JSON.
fn inline(value: &Value) -> Result<String, Error> {
    let Value::Table(table) = value else { return Ok(serde_json::to_string(value)?) };
    let entries = table.iter().map(|(key, value)| Ok(format!("{key} = {}", inline(value)?)));
    Ok(format!("{{ {} }}", entries.collect::<Result<Vec<String>, Error>>()?.join(", ")))
}

/// The packages that the manifest of a study instruments.
fn instrumented(study: &Table) -> Option<Vec<String>> {
    let metadata = study.get("package")?.get("metadata")?.get("mutagen")?;
    let names = metadata.get("instrument")?.as_array()?.iter();
    names.map(|name| name.as_str().map(str::to_owned)).collect()
}

/// A dependency as a table, as the workspace has it if it is the workspace's.
fn dependency(name: &str, value: &Value, whole: &Table) -> Option<Table> {
    let is_shared = value.get("workspace").and_then(Value::as_bool) == Some(true);
    let value =
        if is_shared { whole.get("workspace")?.get("dependencies")?.get(name)? } else { value };
    match value {
        Value::Table(table) => Some(table.clone()),
        version => Some(Table::from_iter([("version".to_owned(), version.clone())])),
    }
}

#[cfg(test)]
mod tests {
    use super::super::list;
    use super::*;

    /// The manifest of the release with a bug of the table.
    fn of(id: &str) -> Table {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = tempfile::tempdir().unwrap();
        let places = Places { root, folder: folder.path().to_owned() };
        let list = list::read(&places.studies().join("fixed.toml")).unwrap();
        let bug = list.bugs.iter().find(|bug| bug.id == id).unwrap();
        make(&list, &bug.bug, &places).unwrap();
        let manifest = places.manifest(&bug.bug);
        let lock = fs::read_to_string(manifest.with_file_name("Cargo.lock")).unwrap();
        assert!(lock.contains(&format!("version = \"{}\"", bug.bug.release.number())));
        fs::read_to_string(manifest).unwrap().parse().unwrap()
    }

    #[test]
    fn the_release_takes_the_place_of_the_current_one() {
        let made = of("nb-bz-div");
        let dependencies = &made["dependencies"];
        assert_eq!(dependencies["num-bigint"]["version"].as_str(), Some("=0.4.7"));
        assert_eq!(dependencies["num-traits"]["version"].as_str(), Some("*"));
        let instrument = &made["package"]["metadata"]["mutagen"]["instrument"];
        assert_eq!(instrument, &Value::from(vec!["num-bigint"]));
        assert!(made["lib"]["path"].as_str().unwrap().ends_with("num-bigint/src/lib.rs"));
    }

    #[test]
    fn a_renamed_crate_and_the_features_follow_the_release() {
        let made = of("im-union");
        let dependency = &made["dependencies"]["persistent"];
        assert_eq!(dependency["package"].as_str(), Some("im"));
        let instrument = &made["package"]["metadata"]["mutagen"]["instrument"];
        assert_eq!(instrument, &Value::from(vec!["im", "release-im-15-1-0"]));
        assert_eq!(made["features"]["default"], Value::Array(Vec::new()));
        let features = &of("dec-isint")["features"];
        assert_eq!(features["default"], Value::from(vec!["recent"]));
        assert_eq!(features["recent"], Value::from(vec!["rust_decimal/maths"]));
        assert_eq!(of("dec-neg")["features"]["recent"], Value::Array(Vec::new()));
    }

    #[test]
    fn a_macro_is_instrumented_where_its_user_is() {
        let made = of("uint-neg");
        let instrument = &made["package"]["metadata"]["mutagen"]["instrument"];
        assert_eq!(instrument, &Value::from(vec!["release-uint-0-9-2"]));
        assert_eq!(made["dependencies"]["uint"]["version"].as_str(), Some("=0.9.2"));
    }
}

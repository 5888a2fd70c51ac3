//! The package specs of `instrument`: which packages a spec names, by cargo's own rules. Cargo's
//! crate for them, `cargo-util-schemas`, brings parsers of URLs, of TOML and of times along. Here
//! `semver` is enough, because `cargo metadata` gives each package id in full.

use super::BuildError;
use super::error::nearest;
use super::graph::Package;
use cargo_metadata::semver::{Op, Version, VersionReq};
use std::collections::BTreeSet;

/// A package spec of cargo's: `name`, `name@version` or a package id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackageSpec<'s> {
    text: &'s str,
    name: &'s str,
    version: Option<PartialVersion>,
}

impl<'s> PackageSpec<'s> {
    /// Reads a spec. `None` if what follows its `@` is no version and not the beginning of one.
    pub fn parse(text: &'s str) -> Option<PackageSpec<'s>> {
        if is_id(text) {
            return Some(PackageSpec { text, name: name_in(text), version: None });
        }
        let name = name_in(text);
        let version = match text.get(name.len() + 1..) {
            Some(version) => Some(PartialVersion::parse(version)?),
            None => None,
        };
        Some(PackageSpec { text, name, version })
    }

    /// Whether it names the package with this name, version and id.
    pub fn names(&self, name: &str, version: &str, id: &str) -> bool {
        if is_id(self.text) {
            return self.text == id;
        }
        let is_version = |wanted: &PartialVersion| {
            Version::parse(version).is_ok_and(|version| wanted.matches(&version))
        };
        self.name == name && self.version.as_ref().is_none_or(is_version)
    }

    /// Whether it is a name alone, which names all versions.
    fn is_name(&self) -> bool {
        self.text == self.name
    }
}

/// Whether a spec is a package id, as `cargo pkgid` and `cargo metadata` print it.
fn is_id(text: &str) -> bool {
    text.contains("://")
}

/// The name of the package in a spec.
fn name_in(text: &str) -> &str {
    // Cargo still reads `name:version`, its older form.
    let before_version = |text: &str| text.find(['@', ':']).unwrap_or(text.len());
    if !is_id(text) {
        return &text[..before_version(text)];
    }
    let (url, fragment) = text.split_once('#').unwrap_or((text, ""));
    match fragment.starts_with(char::is_alphabetic) {
        true => &fragment[..before_version(fragment)],
        // The fragment is the version alone.
        false => url.rsplit('/').next().unwrap_or(url),
    }
}

/// A version, or its first one or two numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
enum PartialVersion {
    Whole(Version),
    Start { major: u64, minor: Option<u64> },
}

impl PartialVersion {
    fn parse(text: &str) -> Option<PartialVersion> {
        if let Ok(version) = Version::parse(text) {
            return Some(PartialVersion::Whole(version));
        }
        // A requirement without an operator is such a beginning. With an operator or a wildcard, it
        // is something else.
        let mut requirement = VersionReq::parse(text).ok()?;
        let only = requirement.comparators.pop()?;
        let is_start = requirement.comparators.is_empty()
            && only.op == Op::Caret
            && text.starts_with(|first: char| first.is_ascii_digit());
        is_start.then_some(PartialVersion::Start { major: only.major, minor: only.minor })
    }

    fn matches(&self, version: &Version) -> bool {
        match self {
            PartialVersion::Whole(whole) => {
                let is_build = whole.build.is_empty() || whole.build == version.build;
                is_build && whole.cmp_precedence(version).is_eq()
            }
            // A pre-release must be named as a whole.
            PartialVersion::Start { major, minor } => {
                version.pre.is_empty()
                    && *major == version.major
                    && minor.is_none_or(|minor| minor == version.minor)
            }
        }
    }
}

/// The packages that a spec names. Only a name alone may name several versions. `from` says whose
/// wish it is, for the error.
///
/// # Errors
/// When the spec names none of the packages, names several versions, or is no spec.
pub(super) fn named<'g>(
    text: &str,
    among: &[&'g Package],
    from: &str,
) -> Result<Vec<&'g Package>, BuildError> {
    let spec = PackageSpec::parse(text);
    let names = |package: &&&Package| {
        let Package { name, version, id, .. } = package;
        spec.as_ref().is_some_and(|spec| spec.names(name, version, id))
    };
    let found: Vec<&'g Package> = among.iter().filter(names).copied().collect();
    let versions: BTreeSet<String> = found.iter().map(|package| package.ident()).collect();
    let fault = match (&spec, versions.len()) {
        (Some(_), 1) => return Ok(found),
        (Some(spec), 2..) if spec.is_name() => return Ok(found),
        (Some(_), 2..) => "names several versions",
        (Some(_), _) => "names no version that is there",
        (None, _) => "has no version behind its name",
    };
    Err(not_one(text, among, from, fault))
}

/// The error for a spec that does not name what it should.
pub(super) fn not_one(
    text: &str,
    among: &[&Package],
    from: &str,
    fault: &'static str,
) -> BuildError {
    let (spec, from, name) = (text.to_owned(), from.to_owned(), name_in(text).to_owned());
    let same = among.iter().filter(|package| package.name == name);
    let versions = same.filter_map(|package| Version::parse(&package.version).ok());
    let versions: BTreeSet<Version> = versions.collect();
    if versions.is_empty() {
        let nearest = nearest(&name, among.iter().map(|package| package.name.as_str()));
        return BuildError::NotInGraph { name: spec, from, nearest };
    }
    let versions = versions.iter().map(Version::to_string).collect();
    BuildError::NotOneVersion { spec, from, fault, name, versions }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "registry+https://example.org/index#wasmi@2.0.0";

    fn package(name: &str, version: &str) -> Package {
        let id = format!("registry+https://example.org/index#{name}@{version}");
        Package { name: name.into(), version: version.into(), id, ..Package::default() }
    }

    fn packages() -> Vec<Package> {
        let all = [
            ("wasmi", "2.0.0"),
            ("wasmi", "0.31.2"),
            ("wasmi", "0.40.0"),
            ("wasmi", "3.0.0-beta.1"),
            ("wasmi_core", "2.0.0"),
            ("tables", "1.2.3+mvp"),
        ];
        all.map(|(name, version)| package(name, version)).into()
    }

    fn found(spec: &str) -> Result<Vec<String>, String> {
        let packages = packages();
        let among: Vec<&Package> = packages.iter().collect();
        let found = named(spec, &among, "`--instrument`").map_err(|error| error.to_string())?;
        Ok(found.into_iter().map(Package::ident).collect())
    }

    #[test]
    fn a_name_alone_names_all_versions_and_a_version_only_itself() {
        let all = ["wasmi@2.0.0", "wasmi@0.31.2", "wasmi@0.40.0", "wasmi@3.0.0-beta.1"];
        assert_eq!(found("wasmi").unwrap(), all);
        for (spec, named) in [
            ("wasmi@2.0.0", "wasmi@2.0.0"),
            ("wasmi@2.0", "wasmi@2.0.0"),
            ("wasmi@2", "wasmi@2.0.0"),
            ("wasmi:2", "wasmi@2.0.0"),
            ("wasmi@0.31", "wasmi@0.31.2"),
            ("wasmi@3.0.0-beta.1", "wasmi@3.0.0-beta.1"),
            ("tables@1.2.3", "tables@1.2.3+mvp"),
            ("tables@1.2.3+mvp", "tables@1.2.3+mvp"),
            (ID, "wasmi@2.0.0"),
        ] {
            assert_eq!(found(spec).unwrap(), [named], "{spec}");
        }
    }

    #[test]
    fn a_spec_that_names_no_version_or_several_is_an_error_with_all_versions() {
        let there = "`wasmi` in 0.31.2, 0.40.0, 2.0.0 and 3.0.0-beta.1";
        for (spec, fault) in [
            ("wasmi@1", "names no version that is there"),
            ("wasmi@3", "names no version that is there"),
            ("wasmi@2.0.1", "names no version that is there"),
            ("registry+https://example.org/index#wasmi@2.0.1", "names no version that is there"),
            ("https://example.org/wasmi#2.0.0", "names no version that is there"),
            ("wasmi@0", "names several versions"),
            ("wasmi@", "has no version behind its name"),
            ("wasmi@^2", "has no version behind its name"),
            ("wasmi@=2.0.0", "has no version behind its name"),
            ("wasmi@2.*", "has no version behind its name"),
            ("wasmi@0.31, 0.40", "has no version behind its name"),
            ("wasmi@two", "has no version behind its name"),
        ] {
            let said = found(spec).unwrap_err();
            assert!(said.contains(fault) && said.contains(there), "{spec}: {said}");
        }
        assert!(found("tables@1.2.3+simd").is_err());
    }

    #[test]
    fn a_name_that_is_not_there_brings_the_nearest_with_and_without_a_version() {
        for spec in ["wasmy", "wasmy@2", "wasmy@x", "registry+https://example.org/index#wasmy@2"] {
            let said = found(spec).unwrap_err();
            assert!(
                said.contains(&format!("`{spec}`")) && said.contains("nearest: wasmi"),
                "{said}"
            );
        }
    }

    #[test]
    fn two_packages_of_one_name_and_version_are_named_together() {
        let twin = Package { id: "path+file:///wasmi#2.0.0".into(), ..package("wasmi", "2.0.0") };
        let own = package("wasmi", "2.0.0");
        assert_eq!(named("wasmi@2.0.0", &[&own, &twin], "").unwrap().len(), 2);
    }
}

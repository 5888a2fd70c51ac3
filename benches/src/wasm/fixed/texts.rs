//! The texts of the packages that are made outside the workspace, from the templates in
//! `case-studies/wasm/fixed`.

use super::list::Pair;
use crate::released::locks::Part;
use crate::released::release::Release;
use crate::released::texts::{filled, path, quoted};
use benches::study::Error;
use std::path::Path;

/// The adapters of each engine, each with the first release that it fits, in their order.
const ADAPTERS: [(&str, [u64; 3], &str); 3] = [
    (
        "wasmi",
        [0, 32, 0],
        include_str!("../../../../case-studies/wasm/fixed/adapters/wasmi-0.32.rs"),
    ),
    (
        "wasmi",
        [0, 37, 0],
        include_str!("../../../../case-studies/wasm/fixed/adapters/wasmi-0.37.rs"),
    ),
    (
        "wasmi",
        [0, 49, 0],
        include_str!("../../../../case-studies/wasm/fixed/adapters/wasmi-0.49.rs"),
    ),
];

macro_rules! template {
    ($name:literal) => {
        include_str!(concat!("../../../../case-studies/wasm/fixed/templates/", $name))
    };
}

pub(super) const PAIR: &str = template!("pair.rs");
pub(super) const PROPERTIES: &str = template!("properties.rs");
pub(super) const SMART: &str = template!("smart.rs");
pub(super) const PEERS: &str = template!("peers.rs");

/// The package with other tools on the properties.
pub(super) const PEERS_PACKAGE: &str = "fixed-peers";

/// The source of the adapter that fits a release.
///
/// # Errors
/// When there is none.
pub(super) fn adapter(release: &Release) -> Result<&'static str, String> {
    let fits = |(engine, since, _): &&(&str, [u64; 3], &str)| {
        *engine == release.krate && *since <= release.version
    };
    let found = ADAPTERS.iter().rfind(fits).map(|(.., text)| *text);
    let missing = "there is no adapter for it in `case-studies/wasm/fixed/adapters`: add one";
    found.ok_or_else(|| missing.to_owned())
}

/// The package with the adapter of a release.
pub(super) fn release_package(release: &Release) -> String {
    format!("release-{}", release.slug())
}

/// The package with the properties on a pair.
pub(super) fn pair_package(pair: &Pair) -> String {
    format!("fixed-{}", pair.bug.slug())
}

/// The package with the same properties on modules of wasm-smith.
pub(super) fn smart_package(pair: &Pair) -> String {
    format!("smart-{}", pair.bug.slug())
}

/// The manifest of the workspace with these members.
pub(super) fn workspace(members: &[String]) -> Result<String, Error> {
    let members: Vec<String> = members.iter().map(|member| quoted(member)).collect();
    filled(template!("workspace.toml"), &[("members", &members.join(", "))])
}

/// The manifest of a package that depends on exactly these parts.
pub(super) fn fetched(parts: &[Part]) -> Result<String, Error> {
    let line = |part: &Part| format!("{} = \"={}\"\n", part.name, part.version);
    let lines: String = parts.iter().map(line).collect();
    filled(template!("fetched.toml"), &[("dependencies", lines.trim_end())])
}

/// The manifest of the package with the adapter of a release.
pub(super) fn release(release: &Release, root: &Path) -> Result<String, Error> {
    let source = format!("../../sources/{release}/{}", release.krate);
    filled(
        template!("release.toml"),
        &[
            ("package", &release_package(release)),
            ("release", &release.number()),
            ("engine", &release.krate),
            ("source", &quoted(&source)),
            ("engine-crate", &path(root, "case-studies/wasm/engine")?),
            ("face-crate", &path(root, "case-studies/wasm/face")?),
        ],
    )
}

/// The manifest of the package with the properties on a pair, where these parts of the release with
/// the bug are instrumented.
pub(super) fn pair(pair: &Pair, parts: &[Part], root: &Path) -> Result<String, Error> {
    filled(
        template!("pair.toml"),
        &[
            ("package", &pair_package(pair)),
            ("bug", &release_package(&pair.bug)),
            ("without", &release_package(&pair.without)),
            ("instrument", &instrumented(pair, parts)),
            ("core-crate", &path(root, "mutagen-core")?),
            ("face-crate", &path(root, "case-studies/wasm/face")?),
            ("study-crate", &path(root, "case-studies/wasm")?),
            ("syntax-crate", &path(root, "case-studies/wasm/syntax")?),
        ],
    )
}

/// The manifest of the package with the same properties on modules of wasm-smith.
pub(super) fn smart(pair: &Pair, parts: &[Part], root: &Path) -> Result<String, Error> {
    filled(
        template!("smart.toml"),
        &[
            ("package", &smart_package(pair)),
            ("pair", &pair_package(pair)),
            ("instrument", &instrumented(pair, parts)),
            ("core-crate", &path(root, "mutagen-core")?),
            ("smart-crate", &path(root, "benches/smart")?),
            ("study-crate", &path(root, "case-studies/wasm")?),
        ],
    )
}

/// The manifest of the package with other tools, which has a feature for each of these pairs.
pub(super) fn peers(pairs: &[Pair], root: &Path) -> Result<String, Error> {
    let each = |line: fn(&str) -> String| -> String {
        pairs.iter().map(|pair| line(&pair_package(pair))).collect::<Vec<String>>().join("\n")
    };
    filled(
        template!("peers.toml"),
        &[
            ("features", &each(|name| format!("{name} = [\"dep:{name}\"]"))),
            (
                "pairs",
                &each(|name| format!("{name} = {{ path = \"../pairs/{name}\", optional = true }}")),
            ),
            ("core-crate", &path(root, "mutagen-core")?),
            ("smart-crate", &path(root, "benches/smart")?),
            ("study-crate", &path(root, "case-studies/wasm")?),
            ("trial-crate", &path(root, "benches/trial")?),
        ],
    )
}

/// The release and its parts, and its adapter, in which its generic code is compiled.
fn instrumented(pair: &Pair, parts: &[Part]) -> String {
    let parts = parts.iter().map(|part| format!("{}@{}", part.name, part.version));
    let all = std::iter::once(release_package(&pair.bug)).chain(parts);
    all.map(|spec| quoted(&spec)).collect::<Vec<String>>().join(", ")
}

/// The manifest of a part of a release, in which other parts are those beside it, and the compiler
/// keeps its warnings for itself, as it does for a package of the registry.
pub(super) fn part(manifest: &str, parts: &[Part]) -> String {
    let mut text = String::with_capacity(manifest.len() + 200);
    for line in manifest.lines() {
        text += line;
        text.push('\n');
        let name = line.strip_prefix("[dependencies.").and_then(|rest| rest.strip_suffix(']'));
        if let Some(part) = parts.iter().find(|part| Some(part.name.as_str()) == name) {
            text += &format!("path = \"../{}\"\n", part.name);
        }
    }
    if !manifest.contains("\n[lints") {
        text += "\n[lints.rust]\nwarnings = \"allow\"\n";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use toml::{Table, Value};

    fn made_up() -> (Pair, Vec<Part>) {
        let release = |version| Release { krate: "wasmi".to_owned(), version };
        let pair = Pair { bug: release([0, 36, 0]), without: release([0, 36, 1]) };
        let part = |name: &str| Part { name: name.to_owned(), version: "0.36.0".to_owned() };
        (pair, vec![part("wasmi"), part("wasmi_core")])
    }

    fn read(text: Result<String, Error>) -> Table {
        text.unwrap().parse().unwrap()
    }

    #[test]
    fn each_release_has_the_adapter_that_came_last_before_it() {
        let of = |version| adapter(&Release { krate: "wasmi".to_owned(), version });
        assert_eq!(of([0, 36, 4]), Ok(ADAPTERS[0].2));
        assert_eq!(of([0, 40, 0]), Ok(ADAPTERS[1].2));
        assert_eq!(of([1, 0, 0]), Ok(ADAPTERS[2].2));
        assert!(of([0, 31, 2]).unwrap_err().contains("no adapter"));
    }

    #[test]
    fn manifests_name_the_releases_and_what_is_instrumented() {
        let ((made, parts), root) = (made_up(), Path::new("/a \"root\""));
        let package = read(release(&made.bug, root));
        assert_eq!(package["package"]["version"].as_str(), Some("0.36.0"));
        let source = package["dependencies"]["wasmi"]["path"].as_str();
        assert_eq!(source, Some("../../sources/wasmi-0.36.0/wasmi"));
        for package in [read(pair(&made, &parts, root)), read(smart(&made, &parts, root))] {
            let asked = &package["package"]["metadata"]["mutagen"]["instrument"];
            let specs = ["release-wasmi-0-36-0", "wasmi@0.36.0", "wasmi_core@0.36.0"];
            assert_eq!(asked, &Value::from(specs.to_vec()));
            let core = &package["dev-dependencies"]["mutagen-core"]["path"];
            assert_eq!(core.as_str(), Some("/a \"root\"/mutagen-core"));
        }
        let peers = read(peers(&[made], root));
        let own = &peers["dependencies"]["fixed-wasmi-0-36-0"]["path"];
        assert_eq!(own.as_str(), Some("../pairs/fixed-wasmi-0-36-0"));
        assert_eq!(peers["package"]["name"].as_str(), Some(PEERS_PACKAGE));
        let members = ["pairs/a".to_owned(), "smart/b".to_owned()];
        let workspace = read(workspace(&members));
        assert_eq!(workspace["workspace"]["members"], Value::from(members.to_vec()));
        let fetched = read(fetched(&parts));
        assert_eq!(fetched["dependencies"]["wasmi_core"].as_str(), Some("=0.36.0"));
    }

    #[test]
    fn parts_of_a_release_are_taken_from_beside_it() {
        let manifest = "[package]\nname = \"wasmi\"\n\n[dependencies.wasmi_core]\n\
                        version = \"0.36.0\"\n\n[dependencies.spin]\nversion = \"0.9\"\n";
        let table: Table = part(manifest, &made_up().1).parse().unwrap();
        assert_eq!(table["dependencies"]["wasmi_core"]["path"].as_str(), Some("../wasmi_core"));
        assert_eq!(table["dependencies"]["spin"].get("path"), None);
        assert_eq!(table["lints"]["rust"]["warnings"].as_str(), Some("allow"));
    }
}

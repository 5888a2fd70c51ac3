//! Which packages are built, and which of them are instrumented.
//!
//! A package with properties is instrumented together with the members of the workspace that it
//! depends on, unless its manifest says otherwise. Packages whose requests do not conflict share
//! one invocation of cargo and one folder. The groups are formed over all packages of the workspace
//! that have properties, including those that are not selected. The selection therefore does not
//! change the folder, and built artefacts stay valid.

use super::error::nearest;
use super::graph::{Graph, Package};
use super::named::named;
use super::{BuildError, BuildOptions, Checks};
use std::collections::BTreeSet;

/// The version of the wrapper's behaviour. Increase it when the wrapper treats crates differently,
/// so that no stale artefact is used.
const REVISION: u32 = 1;

/// Who asks for a package that is named on the command line.
const BY_FLAG: &str = "`--instrument`";

/// Packages that are built by one invocation of cargo.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Group {
    /// The packages to build, as indices into the graph.
    pub(super) packages: Vec<usize>,
    /// The packages that are instrumented, by name and version.
    pub(super) instrumented: BTreeSet<String>,
    /// Those of them that are built without debug assertions and overflow checks.
    pub(super) unchecked: BTreeSet<String>,
}

impl Group {
    /// The name of the folder. It covers everything that changes the artefacts without cargo
    /// noticing, because cargo does not know what its compiler wrapper does. Which packages are
    /// checked is part of cargo's profile, which cargo notices.
    pub(super) fn key(&self, graph: &Graph, flags: &[String], rustc: &str) -> String {
        // Without the version of a package of which there is only one, a new version of it takes
        // the place of the old one.
        let labels = graph.labels(&self.instrumented);
        let names = labels.iter().map(String::as_str);
        let flags = flags.iter().map(String::as_str);
        let revision = REVISION.to_string();
        let texts = names.chain([""]).chain(flags).chain(["", rustc, &revision]);
        format!("{:016x}", fingerprint(texts))
    }
}

/// A hash that is the same on all machines and in all releases (FNV-1a).
pub(super) fn fingerprint<'t>(texts: impl Iterator<Item = &'t str>) -> u64 {
    let bytes = texts.flat_map(|text| text.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// What one package asks to instrument.
struct Wish {
    instrumented: BTreeSet<String>,
    unchecked: BTreeSet<String>,
    /// All packages that its tests depend on.
    closure: BTreeSet<String>,
}

impl Wish {
    /// Whether the package gets exactly what it asks for if these packages are instrumented, and
    /// these of them unchecked.
    fn agrees(&self, instrumented: &BTreeSet<String>, unchecked: &BTreeSet<String>) -> bool {
        instrumented.intersection(&self.closure).eq(&self.instrumented)
            && unchecked.intersection(&self.closure).eq(&self.unchecked)
    }
}

/// The groups of packages to build for the selected packages.
///
/// # Errors
/// When a name or spec is wrong, or nothing is selected.
pub(super) fn groups(graph: &Graph, options: &BuildOptions) -> Result<Vec<Group>, BuildError> {
    let selected = selection(graph, options)?;
    let used: BTreeSet<usize> =
        selected.iter().flat_map(|&package| graph.closure(package)).collect();
    let used: Vec<&Package> = used.iter().map(|&at| &graph.packages[at]).collect();
    let mut added = BTreeSet::new();
    for spec in &options.instrument {
        added.extend(named(spec, &used, BY_FLAG)?.into_iter().map(Package::ident));
    }
    let mut shared: Vec<(Group, Vec<Wish>)> = Vec::new();
    for package in 0..graph.packages.len() {
        if !selected.contains(&package) && !is_candidate(&graph.packages[package]) {
            continue;
        }
        let wish = match wish(graph, package, &added, options.checks) {
            Ok(wish) => wish,
            Err(error) if selected.contains(&package) => return Err(error),
            // An error in a package's request matters only when the package is selected.
            Err(_) => continue,
        };
        let fitting = shared.iter_mut().find_map(|(group, wishes)| {
            let instrumented = group.instrumented.union(&wish.instrumented).cloned().collect();
            let unchecked = group.unchecked.union(&wish.unchecked).cloned().collect();
            let agrees = |wish: &Wish| wish.agrees(&instrumented, &unchecked);
            let agree = agrees(&wish) && wishes.iter().all(agrees);
            agree.then_some((group, wishes, instrumented, unchecked))
        });
        match fitting {
            Some((group, wishes, instrumented, unchecked)) => {
                (group.instrumented, group.unchecked) = (instrumented, unchecked);
                group.packages.push(package);
                wishes.push(wish);
            }
            None => {
                let (instrumented, unchecked) = (wish.instrumented.clone(), wish.unchecked.clone());
                let group = Group { packages: vec![package], instrumented, unchecked };
                shared.push((group, vec![wish]));
            }
        }
    }
    let mut groups: Vec<Group> = shared.into_iter().map(|(group, _)| group).collect();
    for group in &mut groups {
        group.packages.retain(|package| selected.contains(package));
    }
    groups.retain(|group| !group.packages.is_empty());
    Ok(groups)
}

/// Whether a package is built when no package is named.
fn is_candidate(package: &Package) -> bool {
    package.member && package.has_core && package.enabled && !package.framework
}

fn selection(graph: &Graph, options: &BuildOptions) -> Result<BTreeSet<usize>, BuildError> {
    let member = |name: &String| {
        let mut all = graph.packages.iter().enumerate();
        let found = all.find(|(_, package)| package.member && package.name == *name);
        found.map(|(at, _)| at).ok_or_else(|| {
            let members = graph.packages.iter().filter(|p| p.member && p.has_core);
            let nearest = nearest(name, members.map(|p| p.name.as_str()));
            BuildError::NoPackage { name: name.clone(), nearest }
        })
    };
    let mut selected = BTreeSet::new();
    if options.packages.is_empty() || options.workspace {
        selected.extend((0..graph.packages.len()).filter(|&at| is_candidate(&graph.packages[at])));
    }
    for name in &options.packages {
        let at = member(name)?;
        if !graph.packages[at].has_core {
            return Err(BuildError::NoProperties { name: name.clone() });
        }
        selected.insert(at);
    }
    for name in &options.exclude {
        selected.remove(&member(name)?);
    }
    if selected.is_empty() { Err(BuildError::NothingSelected) } else { Ok(selected) }
}

/// What one package asks for. `added` are the packages that the command line adds, by name and
/// version.
fn wish(
    graph: &Graph,
    package: usize,
    added: &BTreeSet<String>,
    checks: Option<Checks>,
) -> Result<Wish, BuildError> {
    let closure: Vec<&Package> =
        graph.closure(package).into_iter().map(|at| &graph.packages[at]).collect();
    let own = &graph.packages[package];
    let mut instrumented = BTreeSet::new();
    match &own.instrument {
        None => {
            let members = closure.iter().filter(|p| p.member);
            let dependencies = members.filter(|p| !p.framework && !p.proc_macro);
            instrumented.extend(dependencies.map(|p| p.ident()));
            // A procedural macro's own tests are ordinary code, and the wrapper skips the macro
            // itself.
            instrumented.insert(own.ident());
        }
        Some(specs) => {
            let from = format!("`[package.metadata.mutagen]` of `{}`", own.name);
            for spec in specs {
                for found in named(spec, &closure, &from)? {
                    allowed(found, package, graph, &from)?;
                    instrumented.insert(found.ident());
                }
            }
        }
    }
    for found in closure.iter().filter(|found| added.contains(&found.ident())) {
        allowed(found, package, graph, BY_FLAG)?;
        instrumented.insert(found.ident());
    }
    let others = closure.iter().filter(|found| !found.member).map(|found| found.ident());
    let unchecked = match checks.or(own.checks).unwrap_or_default() {
        Checks::Own => others.filter(|other| instrumented.contains(other)).collect(),
        Checks::All => BTreeSet::new(),
    };
    let closure = closure.iter().map(|found| found.ident()).collect();
    Ok(Wish { instrumented, unchecked, closure })
}

fn allowed(found: &Package, own: usize, graph: &Graph, from: &str) -> Result<(), BuildError> {
    let what = match found {
        Package { framework: true, .. } => "a package of mutagen itself",
        Package { proc_macro: true, name, .. } if *name != graph.packages[own].name => {
            "a procedural macro"
        }
        _ => return Ok(()),
    };
    let (name, from) = (found.name.clone(), from.to_owned());
    Err(BuildError::NeverInstrumented { name, from, what })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Packages by name: `+` marks members, and `!` marks packages that use `mutagen-core`.
    fn graph(packages: &[(&str, &[usize])]) -> Graph {
        let package = |&(name, normal): &(&str, &[usize])| Package {
            name: name.trim_end_matches(['+', '!']).to_owned(),
            member: name.contains('+') || name.contains('!'),
            has_core: name.contains('!'),
            framework: name.starts_with("mutagen-"),
            proc_macro: name.starts_with("macro"),
            enabled: true,
            normal: normal.to_vec(),
            ..Package::default()
        };
        Graph { packages: packages.iter().map(package).collect() }
    }

    fn shop() -> Graph {
        graph(&[
            ("shop!", &[2, 3, 4, 5]),
            ("till!", &[2, 3]),
            ("money+", &[]),
            ("serde", &[]),
            ("mutagen-core+", &[]),
            ("macros+", &[]),
        ])
    }

    fn sets(graph: &Graph, options: &BuildOptions) -> Vec<(Vec<usize>, Vec<String>)> {
        let groups = groups(graph, options).unwrap().into_iter();
        groups.map(|group| (group.packages, graph.labels(&group.instrumented))).collect()
    }

    /// The packages of each group that are built without checks.
    fn unchecked(graph: &Graph, options: &BuildOptions) -> Vec<Vec<String>> {
        let groups = groups(graph, options).unwrap().into_iter();
        groups.map(|group| graph.labels(&group.unchecked)).collect()
    }

    /// Two members that compare an engine with an old version of it, which only the second one
    /// uses.
    fn engines() -> Graph {
        let mut graph =
            graph(&[("new!", &[2]), ("both!", &[2, 3]), ("wasmi", &[]), ("wasmi", &[])]);
        graph.packages[2].version = "2.0.0".into();
        graph.packages[3].version = "1.0.9".into();
        graph
    }

    fn instrumenting(specs: &[&str]) -> BuildOptions {
        BuildOptions { instrument: text(specs), ..BuildOptions::default() }
    }

    fn said(graph: &Graph, options: &BuildOptions) -> String {
        groups(graph, options).unwrap_err().to_string()
    }

    fn package(name: &str) -> BuildOptions {
        BuildOptions { packages: vec![name.into()], ..BuildOptions::default() }
    }

    fn text(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn members_that_use_the_core_are_built_once_with_the_members_they_depend_on() {
        let all = text(&["money", "shop", "till"]);
        assert_eq!(sets(&shop(), &BuildOptions::default()), [(vec![0, 1], all)]);
    }

    #[test]
    fn the_selection_changes_what_is_built_and_not_what_is_instrumented() {
        let all = groups(&shop(), &BuildOptions::default()).unwrap();
        let one = groups(&shop(), &package("till")).unwrap();
        assert_eq!((one.len(), &one[0].packages), (1, &vec![1]));
        let key = |group: &Group, flags: &[String]| group.key(&shop(), flags, "rustc");
        assert_eq!(key(&one[0], &[]), key(&all[0], &[]));
        assert_ne!(key(&one[0], &[]), key(&one[0], &["-F".into()]));
    }

    #[test]
    fn one_version_is_instrumented_and_the_other_is_not() {
        let graph = engines();
        let of = |specs: &[&str]| sets(&graph, &instrumenting(specs));
        let both = text(&["both", "new", "wasmi@1.0.9", "wasmi@2.0.0"]);
        assert_eq!(of(&["wasmi"]), [(vec![0, 1], both)]);
        let new = text(&["both", "new", "wasmi@2.0.0"]);
        assert_eq!(of(&["wasmi@2"]), [(vec![0, 1], new)]);
        // Only one of the packages depends on the old version.
        let old = text(&["both", "new", "wasmi@1.0.9"]);
        assert_eq!(of(&["wasmi@1.0.9"]), [(vec![0, 1], old)]);
        let keys: BTreeSet<String> = ["wasmi", "wasmi@1.0.9", "wasmi@2.0.0"]
            .iter()
            .flat_map(|spec| groups(&graph, &instrumenting(&[spec])).unwrap())
            .map(|group| group.key(&graph, &[], "rustc"))
            .collect();
        assert_eq!(keys.len(), 3);
    }

    #[test]
    fn the_manifest_names_versions_too_and_a_wrong_one_is_said_with_those_there_are() {
        let mut graph = engines();
        graph.packages[1].instrument = Some(text(&["both", "wasmi@1"]));
        let old = text(&["both", "new", "wasmi@1.0.9"]);
        assert_eq!(sets(&graph, &package("both")), [(vec![1], old)]);
        graph.packages[1].instrument = Some(text(&["wasmi@3"]));
        let said = said(&graph, &package("both"));
        let parts = ["`wasmi@3`, which `[package.metadata.mutagen]` of `both`", "1.0.9 and 2.0.0"];
        assert!(parts.iter().all(|part| said.contains(part)), "{said}");
        let said = self::said(&engines(), &instrumenting(&["wasmi@1", "wasmi@"]));
        assert!(said.contains("`wasmi@`, which `--instrument`"), "{said}");
    }

    #[test]
    fn a_package_keeps_its_folder_when_its_only_version_changes() {
        let mut graph = shop();
        let key = |graph: &Graph| {
            groups(graph, &instrumenting(&["serde"])).unwrap()[0].key(graph, &[], "rustc")
        };
        let before = key(&graph);
        graph.packages[3].version = "1.0.1".into();
        assert_eq!(key(&graph), before);
        assert_ne!(
            groups(&graph, &BuildOptions::default()).unwrap()[0].key(&graph, &[], "rustc"),
            before
        );
    }

    #[test]
    fn named_packages_of_others_are_unchecked_unless_all_are_to_be_checked() {
        let graph = engines();
        assert_eq!(unchecked(&graph, &BuildOptions::default()), [text(&[])]);
        let two = instrumenting(&["wasmi@2"]);
        assert_eq!(unchecked(&graph, &two), [text(&["wasmi@2.0.0"])]);
        let all = BuildOptions { checks: Some(Checks::All), ..two.clone() };
        assert_eq!(unchecked(&graph, &all), [text(&[])]);
        let mut named = engines();
        named.packages[0].instrument = Some(text(&["new", "wasmi"]));
        named.packages[0].checks = Some(Checks::All);
        assert_eq!(unchecked(&named, &package("new")), [text(&[])]);
        let own = BuildOptions { checks: Some(Checks::Own), ..package("new") };
        assert_eq!(unchecked(&named, &own), [text(&["wasmi@2.0.0"])]);
    }

    #[test]
    fn packages_that_want_other_checks_of_the_same_package_are_built_apart() {
        let mut graph = engines();
        graph.packages[0].checks = Some(Checks::All);
        let options = instrumenting(&["wasmi@2"]);
        let groups = groups(&graph, &options).unwrap();
        let packages: Vec<&[usize]> = groups.iter().map(|group| &group.packages[..]).collect();
        assert_eq!(packages, [[0], [1]]);
        assert_eq!(unchecked(&graph, &options), [text(&[]), text(&["wasmi@2.0.0"])]);
    }

    #[test]
    fn wishes_that_contradict_each_other_are_built_apart() {
        let mut graph = shop();
        graph.packages[1].instrument = Some(text(&["serde"]));
        let shop_alone = text(&["money", "shop"]);
        let expected = [(vec![0], shop_alone), (vec![1], text(&["serde"]))];
        assert_eq!(sets(&graph, &BuildOptions::default()), expected);
    }

    #[test]
    fn what_is_added_is_added_to_what_the_manifest_says() {
        let mut graph = shop();
        graph.packages[0].instrument = Some(text(&["money"]));
        graph.packages[1].enabled = false;
        let options = BuildOptions { instrument: text(&["serde"]), ..package("shop") };
        assert_eq!(sets(&graph, &options), [(vec![0], text(&["money", "serde"]))]);
    }

    #[test]
    fn opted_out_packages_are_built_only_when_named_and_excluded_ones_never() {
        let mut graph = shop();
        graph.packages[0].enabled = false;
        assert_eq!(sets(&graph, &BuildOptions::default())[0].0, [1]);
        assert_eq!(sets(&graph, &package("shop"))[0].0, [0]);
        let exclude = BuildOptions { exclude: text(&["till"]), ..BuildOptions::default() };
        assert!(said(&graph, &exclude).contains("no package of the workspace"));
    }

    #[test]
    fn wrong_names_are_said_with_the_nearest() {
        assert!(said(&shop(), &package("shopp")).contains("nearest: shop"));
        assert!(said(&shop(), &package("money")).contains("cargo add --dev mutagen-core"));
        let options = BuildOptions { instrument: text(&["serda"]), ..BuildOptions::default() };
        assert!(said(&shop(), &options).contains("`serda`, which `--instrument` wants"));
        assert!(said(&shop(), &options).contains("nearest: serde"));
    }

    #[test]
    fn the_framework_and_procedural_macros_are_never_instrumented() {
        for (name, what) in [("mutagen-core", "mutagen itself"), ("macros", "a procedural macro")] {
            let options = BuildOptions { instrument: text(&[name]), ..package("shop") };
            assert!(said(&shop(), &options).contains(what));
        }
        let mut graph = shop();
        graph.packages[1].instrument = Some(text(&["no-such"]));
        assert!(said(&graph, &package("till")).contains("`[package.metadata.mutagen]` of `till`"));
        // The package is not selected, so an error in its request does not matter.
        assert_eq!(sets(&graph, &package("shop"))[0].0, [0]);
    }
}

//! Which packages are built, and which of them are instrumented.
//!
//! A package with properties is instrumented together with the members of the workspace that it
//! depends on, unless its manifest says otherwise. Packages whose wishes do not contradict each other
//! share one invocation of cargo and one folder. The groups are made over all packages of the
//! workspace that have properties, also those that are not selected, so that the selection does not
//! change the folder and what is built once stays built.

use super::error::nearest;
use super::graph::{Graph, Package};
use super::{BuildError, BuildOptions};
use std::collections::BTreeSet;

/// Changes when the wrapper treats crates in another way, so that nothing stale is used.
const REVISION: u32 = 1;

/// Packages that one invocation builds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Group {
    /// The packages to build, as places in the graph.
    pub(super) packages: Vec<usize>,
    /// The names of the packages that are instrumented.
    pub(super) instrumented: BTreeSet<String>,
}

impl Group {
    /// The name of the folder: different for whatever makes artefacts different that cargo does not
    /// notice itself, since it does not know what its compiler wrapper does.
    pub(super) fn key(&self, flags: &[String], rustc: &str) -> String {
        let names = self.instrumented.iter().map(String::as_str);
        let flags = flags.iter().map(String::as_str);
        let revision = REVISION.to_string();
        let texts = names.chain([""]).chain(flags).chain(["", rustc, &revision]);
        format!("{:016x}", fingerprint(texts))
    }
}

/// A hash that is the same on every machine and in every release (FNV-1a).
pub(super) fn fingerprint<'t>(texts: impl Iterator<Item = &'t str>) -> u64 {
    let bytes = texts.flat_map(|text| text.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// What one package wants.
struct Wish {
    instrumented: BTreeSet<String>,
    /// The names of everything that its tests are made of.
    closure: BTreeSet<String>,
}

impl Wish {
    /// Whether the package gets exactly what it wants where all these are instrumented.
    fn agrees(&self, instrumented: &BTreeSet<String>) -> bool {
        instrumented.intersection(&self.closure).eq(&self.instrumented)
    }
}

/// The groups that the selected packages are built in.
///
/// # Errors
/// When a name is wrong, or nothing is selected.
pub(super) fn groups(graph: &Graph, options: &BuildOptions) -> Result<Vec<Group>, BuildError> {
    let selected = selection(graph, options)?;
    let used = |name: &str| {
        let closures = selected.iter().flat_map(|&package| graph.closure(package));
        closures.map(|at| graph.packages[at].name.as_str()).any(|other| other == name)
    };
    if let Some(name) = options.instrument.iter().find(|name| !used(name)) {
        let all = selected.iter().flat_map(|&package| graph.closure(package));
        let names = all.map(|at| graph.packages[at].name.as_str());
        let (name, from) = (name.clone(), "`--instrument`".to_owned());
        return Err(BuildError::NotInGraph { nearest: nearest(&name, names), name, from });
    }
    let mut shared: Vec<(Group, Vec<Wish>)> = Vec::new();
    for package in 0..graph.packages.len() {
        if !selected.contains(&package) && !is_candidate(&graph.packages[package]) {
            continue;
        }
        let wish = match wish(graph, package, &options.instrument) {
            Ok(wish) => wish,
            Err(error) if selected.contains(&package) => return Err(error),
            // What is wrong with a package matters only when it is selected.
            Err(_) => continue,
        };
        let fitting = shared.iter_mut().find_map(|(group, wishes)| {
            let union = group.instrumented.union(&wish.instrumented).cloned().collect();
            let all = wishes.iter().chain([&wish]).all(|wish| wish.agrees(&union));
            all.then_some((group, wishes, union))
        });
        match fitting {
            Some((group, wishes, union)) => {
                group.instrumented = union;
                group.packages.push(package);
                wishes.push(wish);
            }
            None => {
                let instrumented = wish.instrumented.clone();
                shared.push((Group { packages: vec![package], instrumented }, vec![wish]));
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

/// Whether a package is built when none is named.
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

fn wish(graph: &Graph, package: usize, added: &[String]) -> Result<Wish, BuildError> {
    let closure = graph.closure(package);
    let named = |name: &str| closure.iter().map(|&at| &graph.packages[at]).find(|p| p.name == name);
    let own = &graph.packages[package];
    let mut instrumented = BTreeSet::new();
    match &own.instrument {
        None => {
            let members = closure.iter().map(|&at| &graph.packages[at]).filter(|p| p.member);
            let dependencies = members.filter(|p| !p.framework && !p.proc_macro);
            instrumented.extend(dependencies.map(|p| p.name.clone()));
            // A procedural macro's own tests are ordinary code; the wrapper leaves the macro alone.
            instrumented.insert(own.name.clone());
        }
        Some(names) => {
            let from = format!("`[package.metadata.mutagen]` of `{}`", own.name);
            for name in names {
                let Some(found) = named(name) else {
                    let names = closure.iter().map(|&at| graph.packages[at].name.as_str());
                    let (name, nearest) = (name.clone(), nearest(name, names));
                    return Err(BuildError::NotInGraph { name, from, nearest });
                };
                allowed(found, package, graph, &from)?;
                instrumented.insert(name.clone());
            }
        }
    }
    for found in added.iter().filter_map(|name| named(name)) {
        allowed(found, package, graph, "`--instrument`")?;
        instrumented.insert(found.name.clone());
    }
    let closure = closure.iter().map(|&at| graph.packages[at].name.clone()).collect();
    Ok(Wish { instrumented, closure })
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

    /// Packages by name: those with a `+` are members, and those with a `!` use the core.
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
        groups.map(|g| (g.packages, g.instrumented.into_iter().collect())).collect()
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
        assert_eq!(one[0].key(&[], "rustc"), all[0].key(&[], "rustc"));
        assert_ne!(one[0].key(&[], "rustc"), one[0].key(&["-F".into()], "rustc"));
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
        // It is not selected here, and so it may be wrong.
        assert_eq!(sets(&graph, &package("shop"))[0].0, [0]);
    }
}

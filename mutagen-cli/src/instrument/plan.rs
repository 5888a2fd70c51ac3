//! Which packages are built, and which of them are instrumented.
//!
//! A package with properties is instrumented together with the members of the workspace that it
//! depends on, unless its manifest says otherwise. Packages whose requests do not conflict share
//! one invocation of cargo. The groups are formed over all packages of the workspace that have
//! properties, including those that are not selected. The selection therefore does not change what
//! is instrumented, and built artefacts stay valid.

use super::error::nearest;
use super::graph::{Graph, Package};
use super::named::{PackageSpec, named};
use super::{BuildError, BuildOptions, Checks};
use std::collections::BTreeSet;

/// The version of the wrapper's behaviour. Increase it when the wrapper treats crates differently,
/// so that no stale artefact is used.
const REVISION: u32 = 2;

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

/// The name of the folder of builds with these flags for instrumented code. It covers what changes
/// the artefacts without cargo noticing, because cargo does not know what its compiler wrapper
/// does. Which packages are instrumented and checked is part of cargo's profile, which cargo
/// notices: it gives their artefacts names of their own. So all groups share what they have in
/// common, the engine above all.
pub(super) fn key(flags: &[String], rustc: &str) -> String {
    let flags = flags.iter().map(String::as_str);
    let revision = REVISION.to_string();
    format!("{:016x}", fingerprint(flags.chain(["", rustc, &revision])))
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
                // Which engines there are depends on features, for example, and the list is one.
                if is_elsewhere(spec, &closure, graph) {
                    continue;
                }
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

/// Whether a spec names no package that is needed here, but one of the lock file that other
/// features, another target or another package needs.
fn is_elsewhere(spec: &str, closure: &[&Package], graph: &Graph) -> bool {
    let Some(spec) = PackageSpec::parse(spec) else { return false };
    let names = |package: &Package| spec.names(&package.name, &package.version, &package.id);
    let mut others = graph.packages.iter().chain(&graph.locked);
    !closure.iter().any(|package| names(package)) && others.any(names)
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
mod tests;

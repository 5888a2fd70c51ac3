//! The table of bugs and the packages: each bug of the one is in the other, with properties that
//! its package has.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use trophy::table;
use trophy::{Bug, Property};
use trophy_peers::packages;

#[test]
fn the_bugs_of_the_table_are_those_of_the_packages() {
    let listed: Vec<&str> = table::bugs().iter().map(|bug| bug.name).collect();
    let mut names: Vec<&str> = packages::bugs().map(|trophy| trophy.name).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "a bug is in two packages");
    let names: BTreeSet<&str> = names.into_iter().collect();
    assert_eq!(listed.iter().copied().collect::<BTreeSet<_>>(), names);
    for trophy in packages::bugs() {
        let takes_text = matches!(trophy.property, Property::Text(_));
        assert_eq!(trophy.bug().takes_text, takes_text, "{}", trophy.name);
    }
}

#[test]
fn each_property_of_the_table_is_one_in_its_package() {
    for bug in table::bugs() {
        for path in [Some(bug.property), bug.typed].into_iter().flatten() {
            assert!(is_property(bug, path), "{}: {path}", bug.name);
        }
    }
}

/// Whether the function of this path is a property in the file of its module.
fn is_property(bug: &Bug, path: &str) -> bool {
    let Some((module, function)) = path.split_once("::") else { return false };
    let folder = bug.package.strip_prefix("trophy-").unwrap_or(bug.package);
    let file = Path::new("../crates").join(folder).join("src").join(format!("{module}.rs"));
    let text = fs::read_to_string(&file).unwrap_or_default();
    let Some(place) = text.find(&format!("pub fn {function}(")) else { return false };
    let attributes = text[..place].rsplit("\n\n").next().unwrap_or_default();
    attributes.contains("#[property]")
}

//! Tests of the plan, on made-up graphs.

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
    Graph { packages: packages.iter().map(package).collect(), ..Graph::default() }
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
    let mut graph = graph(&[("new!", &[2]), ("both!", &[2, 3]), ("wasmi", &[]), ("wasmi", &[])]);
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
    assert_eq!(one[0].instrumented, all[0].instrumented);
}

#[test]
fn flags_and_compilers_have_folders_of_their_own() {
    let keys = [key(&[], "rustc"), key(&["-F".into()], "rustc"), key(&[], "rustc 2")];
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 3);
    assert_eq!(key(&[], "rustc"), keys[0]);
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
fn a_manifest_may_name_what_only_another_build_needs_and_a_flag_may_not() {
    let locked = |name: &str, version: &str| Package {
        name: name.into(),
        version: version.into(),
        ..Package::default()
    };
    let mut graph = engines();
    graph.locked = vec![locked("wasmi", "0.31.2"), locked("stitch", "0.1.0")];
    let specs = ["new", "wasmi@2", "wasmi@0.31", "stitch", "stitch@0.1.0", "both"];
    graph.packages[0].instrument = Some(text(&specs));
    let only = text(&["new", "wasmi@2.0.0"]);
    assert_eq!(sets(&graph, &package("new")), [(vec![0], only)]);
    for spec in ["wasmi@0.32", "stitch@0.2", "stich"] {
        graph.packages[0].instrument = Some(text(&["new", spec]));
        let said = said(&graph, &package("new"));
        assert!(said.contains(&format!("`{spec}`, which `[package.metadata.mu")), "{said}");
    }
    let flag = BuildOptions { instrument: text(&["stitch"]), ..package("both") };
    assert!(said(&graph, &flag).contains("`stitch`, which `--instrument`"));
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

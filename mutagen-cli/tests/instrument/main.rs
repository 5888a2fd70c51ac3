//! Tests instrumented builds of a small real workspace (`shop`, below), through real cargo.
//!
//! The workspace is written to a folder that stays between runs together with its build. The first
//! run takes a minute, later runs take a second. To add a case, add a file to one of the packages
//! or a test to `shop`. Tests of `shop` run instrumented and report errors by panicking.

mod shop;

use mutagen_cli::instrument::{
    BuildOptions, Built, Executable, Fidelity, has_counters, properties,
};
use shop::{Shop, options};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

fn executable<'b>(built: &'b Built, kind: &str) -> &'b Executable {
    let found = built.executables.iter().find(|executable| executable.kind == kind);
    found.unwrap_or_else(|| panic!("no {kind} among {built:#?}"))
}

/// Runs one of the shop's tests and returns its output.
fn passes(executable: &Executable, test: &str) -> String {
    let mut command = Command::new(&executable.path);
    command.args(["--exact", test, "--nocapture"]).current_dir(&executable.folder);
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("1 passed"), "{test}: {said}");
    println!("{said}");
    said.into_owned()
}

#[test]
fn a_package_with_everything_that_a_package_may_have_is_built() {
    let shop = Shop::open();
    let built = shop.build(&options("shop"));
    let (library, program, plain) =
        (executable(&built, "lib"), executable(&built, "bin"), executable(&built, "test"));
    assert_eq!((built.executables.len(), plain.target.as_str()), (3, "plain"));
    for executable in &built.executables {
        assert_eq!(executable.instrumented, ["money", "shop"]);
        assert!(has_counters(&executable.path).unwrap());
    }
    let found = properties(&library.path).unwrap();
    let said: Vec<_> = found.iter().map(|p| (p.path.as_str(), p.ignored)).collect();
    assert_eq!(said, [("tests::sums_are_not_negative", false), ("tests::that_fails", true)]);
    assert!(found[0].file.ends_with("lib.rs") && found[0].line > 1, "{found:?}");
    assert_eq!(properties(&program.path).unwrap(), []);
    passes(plain, "the_program_runs");
}

#[test]
fn nothing_that_runs_in_the_build_has_counters() {
    let shop = Shop::open();
    let built = shop.build(&options("shop"));
    let scripts = shop.find(&built.target_folder, "build-script-build");
    assert!(!scripts.is_empty());
    for script in scripts {
        assert!(!has_counters(&script).unwrap(), "{}", script.display());
    }
}

#[test]
fn each_branch_is_an_edge_of_its_own() {
    let shop = Shop::open();
    passes(executable(&shop.build(&options("shop")), "lib"), "tests::each_branch_is_an_edge");
}

#[test]
#[ignore = "a minute: cargo test -p mutagen-cli --test instrument -- --ignored highest"]
fn at_the_highest_fidelity_so_is_each_choice_between_constants() {
    let shop = Shop::open();
    let exact = BuildOptions { fidelity: Fidelity::Exact, ..options("shop") };
    passes(executable(&shop.build(&exact), "lib"), "tests::each_choice_is_an_edge");
}

#[test]
fn code_of_the_engine_and_of_hash_containers_is_never_new() {
    let shop = Shop::open();
    passes(executable(&shop.build(&options("shop")), "lib"), "tests::generators_are_never_new");
}

#[test]
fn no_edge_that_a_campaign_logs_is_in_the_engine() {
    let shop = Shop::open();
    let built = shop.build(&options("shop"));
    passes(executable(&built, "lib"), "tests::no_logged_edge_is_the_engines");
}

/// The hits of each input, parsed from lines of `hits edge:count edge:count`. Counts are modulo
/// 256, and edges without hits are omitted.
fn hits(said: &str) -> Vec<Vec<(u32, u64)>> {
    let lines = said.lines().filter_map(|line| line.strip_prefix("hits"));
    let hits = lines.map(|line| {
        let pairs = line.split_whitespace().map(|pair| pair.split_once(':').unwrap());
        let pairs = pairs.map(|(edge, count)| (edge.parse().unwrap(), count.parse().unwrap()));
        let counted = pairs.map(|(edge, count): (u32, u64)| (edge, count % 256));
        counted.filter(|&(_, count)| count != 0).collect()
    });
    hits.collect()
}

/// For each edge that was hit, its count for each input, without the number of the edge.
fn counts_of_edges(hits: &[Vec<(u32, u64)>]) -> Vec<Vec<(usize, u64)>> {
    let mut by_edge: BTreeMap<u32, Vec<(usize, u64)>> = BTreeMap::new();
    for (input, counted) in hits.iter().enumerate() {
        for &(edge, count) in counted {
            by_edge.entry(edge).or_default().push((input, count));
        }
    }
    let mut counts: Vec<_> = by_edge.into_values().collect();
    counts.sort();
    counts
}

#[test]
fn counters_say_what_a_callback_of_guards_says_of_every_edge() {
    let shop = Shop::open();
    let built = shop.build(&options("shop"));
    let counters = passes(executable(&built, "lib"), "tests::exact::hits_are_printed");
    let guards = Command::new(shop.guards()).output().unwrap();
    let guards = String::from_utf8(guards.stdout).unwrap();
    let edges =
        |said: &str| said.lines().find(|line| line.starts_with("edges ")).map(str::to_owned);
    assert_eq!(edges(&counters), edges(&guards));
    let (by_counters, by_guards) = (hits(&counters), hits(&guards));
    assert_eq!(by_counters.len(), 65);
    assert_eq!(by_guards.len(), 65);
    // Edges are numbered by the names of functions, guards as the linker laid them out: the same
    // edges under other numbers, which are the same for all inputs.
    assert_eq!(counts_of_edges(&by_counters), counts_of_edges(&by_guards));
    // The inputs must exercise counts above 255, which wrap, and many different edges.
    assert!(guards.contains(":256") && guards.contains(":512"), "no loop went round that often");
    let sets: BTreeSet<_> = by_guards.iter().collect();
    assert!(sets.len() > 50 && by_guards.iter().any(|hit| hit.len() > 20), "{}", sets.len());
}

/// The counters of the shop's library, and whether they are those of `libafl_targets`.
fn said_by_counters(shop: &Shop) -> (String, bool) {
    let built = shop.build(&options("shop"));
    let library = executable(&built, "lib");
    let code = fs::read(&library.path).unwrap();
    let name = b"libafl_targets";
    let libafl = code.windows(name.len()).any(|bytes| bytes == name);
    (passes(library, "tests::exact::hits_are_printed"), libafl)
}

#[test]
#[ignore = "builds `libafl_targets` and about a hundred crates that it needs"]
fn counters_reported_to_libafl_say_what_our_own_say_of_every_edge() {
    let (own, by_libafl) = said_by_counters(&Shop::open());
    assert!(!by_libafl);
    let shop = Shop::with_libafl();
    let (libafl, by_libafl) = said_by_counters(&shop);
    assert!(by_libafl);
    let edges = |said: &str| said.lines().find(|l| l.starts_with("edges ")).map(str::to_owned);
    assert_eq!(edges(&own), edges(&libafl));
    let (own, libafl) = (hits(&own), hits(&libafl));
    assert_eq!((own.len(), &own), (65, &libafl));
    assert!(own.iter().any(|hit| hit.len() > 20));
    let built = shop.build(&options("shop"));
    for test in
        ["each_branch_is_an_edge", "generators_are_never_new", "points_of_ones_own_are_edges"]
    {
        passes(executable(&built, "lib"), &format!("tests::{test}"));
    }
}

#[test]
fn only_what_runs_between_the_window_and_the_end_of_the_property_is_seen() {
    let shop = Shop::open();
    let built = shop.build(&options("shop"));
    passes(executable(&built, "lib"), "tests::exact::nothing_leaks_into_a_run");
}

#[test]
fn points_of_ones_own_are_edges_beside_the_compilers() {
    let shop = Shop::open();
    let built = shop.build(&options("shop"));
    passes(executable(&built, "lib"), "tests::points_of_ones_own_are_edges");
}

#[test]
fn plain_builds_and_instrumented_ones_leave_each_other_alone() {
    let shop = Shop::open();
    shop.plain();
    let built = shop.build(&options("shop"));
    assert_eq!(shop.plain(), "", "the plain build was not fresh");
    let time = |path: &Path| path.metadata().unwrap().modified().unwrap();
    let before: Vec<_> = built.executables.iter().map(|e| time(&e.path)).collect();
    let again = shop.build(&options("shop"));
    let after: Vec<_> = again.executables.iter().map(|e| time(&e.path)).collect();
    assert_eq!((again, after), (built, before), "the instrumented build was not fresh");
}

#[test]
fn builds_that_instrument_different_packages_share_the_engine_alone() {
    let shop = Shop::open();
    let built = shop.build(&options("shop"));
    let library = executable(&built, "lib");
    let folder = library.path.parent().unwrap();
    let is_of = |name: &str, file: &str| file.starts_with(name) && file.ends_with(".rlib");
    let libraries = |name: &str| {
        let files = fs::read_dir(folder).unwrap();
        let names = files.map(|file| file.unwrap().file_name().to_string_lossy().into_owned());
        names.filter(|file| is_of(name, file)).collect::<BTreeSet<String>>()
    };
    // Builds of other versions may have left more than one.
    let engines = libraries("libmutagen_core-");
    let without = shop.build(&BuildOptions { plain: true, ..options("shop") });
    let bare = executable(&without, "lib");
    assert_eq!((library.instrumented.len(), bare.instrumented.len()), (2, 0));
    assert_eq!(bare.path.parent(), Some(folder));
    assert_ne!(bare.path, library.path);
    assert_eq!(libraries("libmutagen_core-"), engines, "the engine was built again");
    assert!(!engines.is_empty() && libraries("libmoney-").len() >= 2);
    passes(library, "tests::each_branch_is_an_edge");
    assert_eq!(shop.build(&options("shop")), built);
}

#[test]
fn a_package_that_does_not_compile_has_cargos_exit_code() {
    let shop = Shop::open();
    let error = shop.try_build(&options("broken")).unwrap_err();
    assert_eq!(error.cargo_exit_code(), Some(101), "{error}");
}

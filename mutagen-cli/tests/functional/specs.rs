//! Tests with two versions of a package in one graph: one of them is instrumented, by its package
//! spec, and built as its users get it.

use crate::command::{counterexample, report, run};
use crate::project::{Project, scratch, target, update};
use serde_json::Value;
use std::fs;
use std::sync::OnceLock;

/// The sources of the two versions, which differ in a constant and in what happens at 0.
const OLD: &str = "\
#[inline(never)]
pub fn is_small(x: u8) -> bool {
    u32::from(x) + 40_001 < 40_101
}
#[inline(never)]
pub fn before(x: u8) -> u8 {
    x.wrapping_sub(1)
}
";
const NEW: &str = "\
#[inline(never)]
pub fn is_small(x: u8) -> bool {
    u32::from(x) + 40_002 < 40_102
}
#[inline(never)]
pub fn before(x: u8) -> u8 {
    x - 1
}
";

const LIB: &str = r#"
#[cfg(test)]
mod tests {
    use mutagen_core::{Outcome, check, property};

    #[property]
    fn both_agree(x: &u8) -> bool {
        engine::is_small(*x) == reference::is_small(*x)
    }

    #[property]
    fn steps_back(x: &u8) -> bool {
        engine::before(*x) == reference::before(*x)
    }

    #[property]
    fn goes_down(x: &u8) -> Outcome {
        check!(engine::before(*x) < *x)
    }

    #[property]
    fn nothing_is_small(x: &u8) -> Outcome {
        check!(!engine::is_small(*x))
    }
}
"#;

/// The engines are beside the project and not below it, or they would be members of its workspace.
const MANIFEST: &str = "\
engine = { path = \"../specs-engines/new\" }
reference = { package = \"engine\", path = \"../specs-engines/old\" }

[package.metadata.mutagen]
instrument = [\"specs\", \"engine@2\"]
";

fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        for (folder, version, source) in [("old", "1.0.9", OLD), ("new", "2.0.0", NEW)] {
            let folder = scratch().join("specs-engines").join(folder);
            let manifest = format!(
                "[package]\nname = \"engine\"\nversion = \"{version}\"\nedition = \"2024\"\n"
            );
            update(&folder.join("Cargo.toml"), &manifest);
            update(&folder.join("src/lib.rs"), source);
        }
        Project::write_with("specs", "specs", MANIFEST, &[("src/lib.rs", LIB)])
    })
}

/// The report of a short campaign.
fn campaign(arguments: &str) -> Value {
    let line = format!("run {arguments} --seed 1 --max-tests 200 --message-format json");
    report(&run(project(), &line))
}

/// Which of the two engines have edges that were hit.
fn engines_with_edges(report: &Value) -> Vec<&'static str> {
    let edges = report["new_edges"].as_array().unwrap();
    let is_in = |engine: &str| {
        let file = format!("specs-engines/{engine}/src/lib.rs");
        edges.iter().any(|edge| edge["file"].as_str().is_some_and(|at| at.ends_with(&file)))
    };
    ["old", "new"].into_iter().filter(|engine| is_in(engine)).collect()
}

/// The literals that the newest run of a property got.
fn literals(property: &str) -> String {
    let runs = target().join("mutagen/campaigns/specs/lib").join(format!("tests.{property}"));
    let runs = fs::read_dir(runs).unwrap().map(|run| run.unwrap().path().join("literals.json"));
    fs::read_to_string(runs.filter(|file| file.exists()).max().unwrap()).unwrap()
}

#[test]
#[ignore = "minutes: cargo test -p mutagen-cli --test functional -- --ignored specs"]
fn a_version_is_instrumented_and_another_is_not_until_its_name_alone_is_given() {
    let new = campaign("both_agree --show-edges");
    assert_eq!(new["outcome"], "nothing_found", "{new:#}");
    assert_eq!(engines_with_edges(&new), ["new"], "{new:#}");
    let found = literals("both_agree");
    assert!(found.contains("40002") && !found.contains("40001"), "{found}");

    let both = campaign("both_agree --show-edges --instrument engine");
    assert_eq!(engines_with_edges(&both), ["old", "new"], "{both:#}");
    assert!(both["edges_in_all"].as_u64() > new["edges_in_all"].as_u64());
    let found = literals("both_agree");
    assert!(found.contains("40002") && found.contains("40001"), "{found}");

    let again = campaign("both_agree --show-edges");
    assert_eq!(again["edges_in_all"], new["edges_in_all"]);
    assert_eq!(again["program"], new["program"], "the first build was not used again");
}

#[test]
#[ignore = "minutes: cargo test -p mutagen-cli --test functional -- --ignored specs"]
fn the_versions_are_told_apart_in_what_is_said() {
    let ran = run(project(), "run steps_back --seed 1 --max-tests 10 --verbose");
    assert!(ran.err.contains("instrumented: engine@2.0.0, specs (in "), "{ran:#?}");
    for (spec, fault) in [
        ("engine@3", "names no version that is there"),
        ("engine@two", "has no version behind its name"),
    ] {
        let ran = run(project(), &format!("run steps_back --instrument {spec}"));
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        let said = format!("error: `{spec}`, which `--instrument` wants to instrument, {fault}; ");
        assert!(ran.err.contains(&said), "{ran:#?}");
        assert!(ran.err.contains("have `engine` in 1.0.9 and 2.0.0: write one"), "{ran:#?}");
    }
}

#[test]
#[ignore = "minutes: cargo test -p mutagen-cli --test functional -- --ignored specs"]
fn a_named_package_is_built_as_its_users_get_it() {
    let wraps = campaign("steps_back");
    assert_eq!(wraps["outcome"], "nothing_found", "{wraps:#}");
    let wrong = campaign("goes_down");
    assert_eq!(counterexample(&wrong)["message"], "check failed: engine::before(*x) < *x");
    assert_eq!(counterexample(&wrong)["remarks"], Value::Array(Vec::new()));
}

#[test]
#[ignore = "minutes: cargo test -p mutagen-cli --test functional -- --ignored specs"]
fn with_its_checks_a_failure_is_said_to_come_from_them_alone_or_not() {
    let remark = |property: &str, message: &str| {
        let report = campaign(&format!("{property} --checks all"));
        let failure = counterexample(&report);
        assert!(failure["message"].as_str().unwrap().contains(message), "{failure:#}");
        let remarks = failure["remarks"].as_array().unwrap().clone();
        assert_eq!(remarks.len(), 1, "{failure:#}");
        assert!(report["report"].as_str().unwrap().contains(remarks[0].as_str().unwrap()));
        remarks[0].as_str().unwrap().to_owned()
    };
    let checks = "the debug assertions and overflow checks of `engine@2.0.0`";
    assert_eq!(
        remark("steps_back", "attempt to subtract with overflow"),
        format!("only {checks} make this fail: without them, the test passes")
    );
    assert_eq!(
        remark("goes_down", "attempt to subtract with overflow"),
        format!(
            "without {checks}, the test fails in another way: check failed: \
             engine::before(*x) < *x"
        )
    );
    let too = format!("this fails without {checks}, too");
    assert_eq!(remark("nothing_is_small", "check failed"), too);
}

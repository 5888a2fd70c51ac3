//! Tests `list`, and how `run` finds the requested property.

use crate::command::{command, json, run};
use crate::project::properties;

#[test]
fn the_list_has_each_property_with_its_place() {
    let ran = run(properties(), "list");
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let line = |name: &str| ran.out.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    assert!(line("properties::tests::holds ").contains("src/lib.rs:"), "{ran:#?}");
    assert!(line("properties::tests::is_ignored ").contains("ignored"), "{ran:#?}");
    assert!(!line("properties::tests::holds ").contains("ignored"), "{ran:#?}");
    assert!(!line("properties::laws::law ").is_empty(), "{ran:#?}");
    assert_eq!(run(properties(), "ls").out, ran.out);
}

#[test]
#[cfg(target_os = "linux")]
fn a_list_that_cannot_be_written_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = command(properties(), "list").stdout(full).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("cannot write to the standard output"), "{said}");
}

#[test]
fn a_property_is_ignored_where_the_condition_says_so() {
    let ran = run(properties(), "list");
    let line = |name: &str| ran.out.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    assert!(line("properties::tests::is_ignored_here ").contains("ignored by plain"), "{ran:#?}");
    let elsewhere = line("properties::tests::is_ignored_elsewhere ");
    assert!(!elsewhere.is_empty() && !elsewhere.contains("ignored by plain"), "{ran:#?}");
}

#[test]
fn a_property_that_is_named_like_a_keyword_is_listed_and_runs() {
    let ran = run(properties(), "list");
    assert!(ran.out.contains("properties::tests::r#mod::r#type "), "{ran:#?}");
    for name in ["mod::type", "r#mod::r#type"] {
        let report = json(&format!("{name} --seed 1"));
        assert_eq!(report["property"], "properties::tests::r#mod::r#type");
        assert_eq!(report["exit_code"], 1);
    }
}

#[test]
fn an_unknown_property_brings_the_nearest_ones_and_is_a_usage_error() {
    let ran = run(properties(), "run returns_fasle");
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(ran.err.contains("no property `returns_fasle`"), "{ran:#?}");
    assert!(ran.err.contains("properties::tests::returns_false"), "{ran:#?}");
    assert!(ran.err.contains("cargo mutagen list"), "{ran:#?}");
    assert!(ran.out.is_empty(), "{ran:#?}");
}

#[test]
fn a_name_that_means_several_brings_them_all() {
    let ran = run(properties(), "run twice");
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    for name in ["properties::tests::first::twice", "properties::tests::second::twice"] {
        assert!(ran.err.contains(name), "no `{name}` in {ran:#?}");
    }
    let report = json("second::twice --max-tests 10 --seed 1");
    assert_eq!(report["property"], "properties::tests::second::twice");
    assert_eq!(report["exit_code"], 0);
}

#[test]
fn a_unique_part_of_a_name_is_enough() {
    let report = json("an_error --seed 1");
    assert_eq!(report["property"], "properties::tests::returns_an_error");
}

#[test]
fn a_property_in_an_integration_test_is_found() {
    let report = json("laws::law --max-tests 10 --seed 1");
    assert_eq!(report["property"], "properties::laws::law");
    assert_eq!(report["statistics"]["tests"], 10);
}

#[test]
fn a_package_is_also_meant_by_its_folder_and_by_cargos_specs() {
    let plain = run(properties(), "list").out;
    assert!(!plain.is_empty());
    for spec in [".", "properties@0.0.0", "properties@0"] {
        let ran = run(properties(), &format!("list --package {spec}"));
        assert_eq!((ran.code, &ran.out), (Some(0), &plain), "{ran:#?}");
    }
    let ran = run(properties(), "list --package properties@9.9.9");
    assert_eq!(ran.code, Some(2), "{ran:#?}");
    assert!(ran.err.contains("no package `properties@9.9.9`"), "{ran:#?}");
    assert!(ran.err.contains("the nearest: properties"), "{ran:#?}");
}

#[test]
fn cargos_word_in_front_may_be_left_out() {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cargo-mutagen"));
    let output = command.arg("--help").output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("Usage: cargo mutagen") && text.contains("130 interrupted"), "{text}");
    let output = command.args(["mutagen", "--help"]).output().unwrap();
    assert!(output.status.success());
}

#[test]
fn wrong_usage_is_exit_code_2() {
    assert_eq!(run(properties(), "run holds --max-time soon").code, Some(2));
    assert_eq!(run(properties(), "walk").code, Some(2));
}

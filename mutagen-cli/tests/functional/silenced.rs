//! Kinds of failures that a property names, and what silencing them does to campaigns, replays and
//! kept counterexamples.

use crate::command::{self, Ran, command, ran};
use crate::project::Project;
use serde_json::Value;
use std::fs;
use std::sync::OnceLock;

const SOURCE: &str = r#"
#[cfg(test)]
mod laws {
    use mutagen_core::{Outcome, property};

    #[property]
    fn kinds(x: &u32) -> Outcome {
        match *x {
            1 => Outcome::Discarded,
            x if x % 2 == 0 => Outcome::Passed,
            x if x % 9 == 0 => Outcome::failed_as("nine", format!("{x} has the factor nine")),
            x => Outcome::failed_as("odd", format!("{x} is odd")),
        }
    }

    #[property(silence = ["odd"])]
    fn silences(x: &u32) -> Outcome {
        kinds(x)
    }

    #[property(silence = ["odd"])]
    fn aborts(x: &u32) -> Outcome {
        if x % 64 == 62 {
            std::process::abort();
        }
        kinds(x)
    }

    #[property]
    fn keeps(x: &u32) -> Outcome {
        if *x < 3 { Outcome::Passed } else { Outcome::failed_as("large", "too large") }
    }
}
"#;

fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| Project::write_to("silenced", "silenced", &[("src/lib.rs", SOURCE)]))
}

fn run(arguments: &str) -> Ran {
    ran(&mut command(project(), arguments))
}

fn json(arguments: &str) -> Value {
    command::report(&run(&format!("run {arguments} --message-format json")))
}

/// The keys of the counterexamples of a report, in order.
fn keys(report: &Value) -> Vec<&str> {
    let failures = report["failures"].as_array().unwrap();
    let mut keys: Vec<&str> = failures.iter().map(|it| it["key"].as_str().unwrap()).collect();
    keys.sort_unstable();
    keys
}

/// The silenced kinds of a report with their tests. The tests of all kinds are those of the
/// statistics, and each test is counted once.
fn silenced(report: &Value) -> Vec<(&str, u64)> {
    let kinds = report["silenced"].as_array().unwrap().iter();
    let kinds: Vec<(&str, u64)> =
        kinds.map(|it| (it["kind"].as_str().unwrap(), it["tests"].as_u64().unwrap())).collect();
    let figure = |name: &str| report["statistics"][name].as_u64().unwrap();
    assert_eq!(kinds.iter().map(|(_, tests)| tests).sum::<u64>(), figure("silenced"), "{report:#}");
    let verdicts = ["passed", "discarded", "failed", "silenced"];
    assert_eq!(verdicts.map(figure).iter().sum::<u64>(), figure("tests"), "{report:#}");
    kinds
}

#[test]
fn failures_are_told_apart_by_kind_and_a_silenced_one_hides_no_other() {
    let both = json("kinds --seed 1 --max-tests 2000 --keep-going --no-shrink");
    assert_eq!(keys(&both), ["kind nine", "kind odd"], "{both:#}");
    assert_eq!(silenced(&both), []);

    let line = "kinds --seed 1 --max-tests 2000 --keep-going --silence odd";
    let one = json(line);
    assert_eq!(keys(&one), ["kind nine"], "{one:#}");
    let nine = &one["failures"][0];
    let smallest = nine["shrunk"]["text"].as_str().or(nine["text"].as_str());
    assert_eq!(smallest, Some("(9,)"), "{one:#}");
    let [("odd", odd @ 100..)] = silenced(&one)[..] else { panic!("{one:#}") };
    let notes = one["notes"].to_string();
    assert!(notes.contains(&format!("{odd} tests failed in the silenced kind `odd`")), "{notes}");
    assert_eq!(json(line)["course"], one["course"], "the same seed gives the same run");

    // Without `--keep-going`, the campaign ends with the first that is not silenced.
    let first = json("silences --seed 1 --max-tests 20000");
    assert_eq!(keys(&first), ["kind nine"], "{first:#}");
    assert_eq!(first["statistics"]["failed"], 1, "{first:#}");
}

#[test]
fn when_all_kinds_are_silenced_nothing_is_found_and_a_kind_without_tests_is_named() {
    for workers in ["", " --workers 2"] {
        let line = format!(
            "kinds --seed 1 --max-tests 2000 --silence odd --silence nine --silence tarp{workers}"
        );
        let report = json(&line);
        assert_eq!((&report["outcome"], keys(&report)), (&"nothing_found".into(), vec![]));
        let [("odd", 100..), ("nine", 1..), ("tarp", 0)] = silenced(&report)[..] else {
            panic!("{report:#}")
        };
        let text = report["report"].as_str().unwrap();
        assert!(text.contains("note: no test failed in the silenced kind `tarp`\n"), "{text}");
        assert!(text.contains(" failed in silenced kinds: "), "{text}");
        assert!(text.contains(", 0 failed, "), "{text}");
    }
}

#[test]
fn tests_that_end_the_process_leave_the_counts_whole() {
    let report = json("aborts --seed 1 --max-tests 3000 --keep-going --silence nine --no-shrink");
    let died = report["failures"].as_array().unwrap().iter().filter(|it| it["kind"] == "died");
    assert_eq!((died.count(), keys(&report).len()), (1, 1), "{report:#}");
    assert!(report["deaths"].as_u64() > Some(1), "{report:#}");
    // The kinds of the property come first.
    let [("odd", 100..), ("nine", 1..)] = silenced(&report)[..] else { panic!("{report:#}") };
}

#[test]
fn a_replayed_test_of_a_silenced_kind_is_told_from_one_that_fails() {
    let replay = |property: &str| run(&format!("replay {property} --text (3,)"));
    let failed = replay("kinds");
    assert!(failed.code == Some(1) && failed.out.contains("failed: 3 is odd\n"), "{failed:#?}");
    for line in ["silences", "kinds --silence odd"] {
        let silenced = replay(line);
        assert_eq!(silenced.code, Some(3), "{silenced:#?}");
        let told = "failed in the silenced kind `odd`: 3 is odd\n";
        assert!(silenced.out.contains(told), "{silenced:#?}");
    }
}

#[test]
fn what_is_silenced_is_not_kept_and_what_is_kept_can_be_silenced() {
    let _ = fs::remove_dir_all(project().folder.join("mutagen-regressions"));
    let keeping = |arguments: &str| {
        let line = format!("run keeps --seed 1 --max-tests 300 --message-format json{arguments}");
        let mut command = command(project(), &line);
        command::report(&ran(command.env("MUTAGEN_REGRESSIONS", "write")))
    };
    let file = project().folder.join("mutagen-regressions/lib/laws/keeps.txt");
    let silenced = keeping(" --silence large");
    assert_eq!(silenced["outcome"], "nothing_found", "{silenced:#}");
    assert!(!file.exists());
    let found = keeping("");
    assert_eq!(keys(&found), ["kind large"], "{found:#}");
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("\n  key: kind large\n"), "{text}");
    assert_eq!(keeping("")["failures"][0]["is_regression"], true);
    let silenced = keeping(" --silence large");
    assert_eq!(silenced["regressions"]["silenced"], 1, "{silenced:#}");
    assert_eq!(silenced["silenced"][0]["regressions"], 1, "{silenced:#}");
    assert_eq!(silenced["outcome"], "nothing_found", "{silenced:#}");
}

//! Tests `--workers`: several processes share a campaign, give one another what they retain, and
//! have one report, one corpus and one list of failures. The run of each can be repeated.

use crate::command::{Ran, command, counterexample, ran, report};
use crate::project::{Project, target};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Each test has a property of its own, because the tests run at the same time.
const SOURCE: &str = r#"
#[cfg(test)]
mod laws {
    use mutagen_core::{Outcome, check, property};

    /// Each step is an edge of its own.
    fn steps(numbers: &[u8]) -> usize {
        let mut steps = 0;
        macro_rules! step {
            ($at:expr, $wanted:expr) => {
                if numbers.get($at) != Some(&$wanted) {
                    return std::hint::black_box(steps);
                }
                steps += std::hint::black_box(1);
            };
        }
        step!(0, 3);
        step!(1, 1);
        step!(2, 4);
        step!(3, 1);
        step!(4, 5);
        steps
    }

    #[property]
    fn holds(numbers: &[u8]) -> bool {
        steps(numbers) < 100
    }

    #[property]
    fn feeds(numbers: &[u8]) -> bool {
        steps(numbers) < 100
    }

    #[property]
    fn fails(numbers: &[u8]) -> Outcome {
        check!(steps(numbers) < 5)
    }

    #[property]
    fn fails_often(number: &u32) -> Outcome {
        check!(number % 2 == 0)
    }

    #[property]
    fn aborts_now_and_then(number: &u32) {
        if number % 64 == 63 {
            std::process::abort();
        }
    }

    #[property]
    fn fails_slowly(number: &u32) -> bool {
        std::thread::sleep(std::time::Duration::from_secs(2));
        *number > 1_000_000
    }

    #[property]
    fn hangs(numbers: &[u8]) {
        while steps(numbers) >= 3 {
            std::hint::black_box(());
        }
    }
}
"#;

fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| Project::write_to("sharing", "sharing", &[("src/lib.rs", SOURCE)]))
}

fn user(arguments: &str) -> Command {
    command(project(), arguments)
}

fn json(arguments: &str) -> Value {
    report(&ran(&mut user(&format!("{arguments} --message-format json"))))
}

fn workers(report: &Value) -> &Vec<Value> {
    report["workers"].as_array().unwrap()
}

/// The command line that a report names after this word, run again.
fn again(report: &Value, word: &str) -> Ran {
    let text = report["report"].as_str().unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix(word)).unwrap();
    let line = line.strip_prefix("cargo mutagen ").unwrap();
    ran(&mut user(&line.replace('\'', "")))
}

#[test]
fn workers_divide_the_tests_and_the_run_of_each_can_be_repeated() {
    let all = json("run holds --seed 3 --workers 3 --max-tests 60000");
    assert_eq!((&all["exit_code"], &all["statistics"]["tests"]), (&0.into(), &60_000.into()));
    assert_eq!((workers(&all).len(), &all["course"]), (3, &Value::Null));
    let folder = PathBuf::from(all["folder"].as_str().unwrap());
    let mut courses = BTreeSet::new();
    for (number, worker) in (1..).zip(workers(&all)) {
        assert_eq!(worker["statistics"]["tests"], 20_000, "{all:#}");
        let own = folder.join(format!("worker-{number}"));
        let received = fs::metadata(own.join("received")).unwrap().len();
        assert!(received > 0, "worker {number} has received nothing");
        let run = format!("run holds --seed 3 --max-tests 20000 --repeat-worker {}", own.display());
        let repeated = json(&run);
        assert_eq!(repeated["course"], worker["course"], "{repeated:#}");
        assert_eq!(repeated["statistics"], worker["statistics"], "{repeated:#}");
        courses.insert(worker["course"].as_str().unwrap().to_owned());
    }
    assert_eq!(courses.len(), 3, "the workers have run the same tests");
    assert_eq!(all["statistics"]["edges"], workers(&all)[0]["statistics"]["edges"], "{all:#}");
}

#[test]
fn a_failure_is_reported_once_with_the_commands_for_its_worker() {
    let found = json("run fails --seed 4 --workers 2");
    assert_eq!(found["exit_code"], 1, "{found:#}");
    let failure = counterexample(&found);
    let worker = failure["worker"].as_u64().unwrap();
    assert!((1..=2).contains(&worker), "{found:#}");
    // A worker may find the smallest test, of which shrinking leaves nothing out.
    let of = |way: &str| failure[way]["text"].as_str();
    let smallest = of("shrunk").or(of("smallest")).or(failure["text"].as_str());
    assert_eq!(smallest, Some("([3, 1, 4, 1, 5],)"), "{found:#}");
    // The single test and the worker's run are made again.
    let address = failure["address"].as_str().unwrap();
    let mut replay = user("replay fails");
    replay.args(["--address", address]);
    let replayed = ran(&mut replay);
    assert_eq!(replayed.code, Some(1), "{replayed:#?}");
    assert!(replayed.out.contains(failure["text"].as_str().unwrap()), "{replayed:#?}");
    let mut unclear = user("replay fails");
    let prefix = format!("worker {worker} ");
    unclear.args(["--address", address.strip_prefix(&prefix).unwrap()]);
    let unclear = ran(&mut unclear);
    assert_eq!(unclear.code, Some(2), "{unclear:#?}");
    assert!(unclear.err.contains("the run has 2 workers"), "{unclear:#?}");
    let repeated = again(&found, "repeat: ");
    assert_eq!(repeated.code, Some(1), "{repeated:#?}");
    let test = format!("found: test {} failed", failure["test"]);
    assert!(repeated.err.contains(&test), "{test}: {repeated:#?}");
}

#[test]
fn failures_of_all_workers_are_counted_together() {
    let report = json("run fails_often --seed 1 --workers 2 --keep-going --max-tests 4000");
    let failure = counterexample(&report);
    assert_eq!(failure["count"], report["statistics"]["failed"], "{report:#}");
    assert_eq!(report["statistics"]["tests"], 4000);
    for worker in workers(&report) {
        assert!(worker["statistics"]["failed"].as_u64().unwrap() > 200, "{report:#}");
    }
}

#[test]
fn each_worker_goes_on_after_its_deaths() {
    let report = json("run aborts_now_and_then --seed 1 --workers 2 --keep-going --max-tests 3000");
    let failure = counterexample(&report);
    assert_eq!((&report["exit_code"], &failure["kind"]), (&1.into(), &"died".into()));
    assert_eq!(failure["class"], "always", "{report:#}");
    for worker in workers(&report) {
        assert_eq!(worker["statistics"]["tests"], 1500, "{report:#}");
        assert!(worker["statistics"]["failed"].as_u64().unwrap() > 1, "{report:#}");
    }
    assert_eq!(failure["count"], report["statistics"]["failed"], "{report:#}");
}

#[test]
fn a_test_that_hangs_ends_the_campaign_of_all_workers() {
    let report = json("run hangs --seed 2 --workers 2 --timeout 500ms --no-shrink");
    // The other worker may find a test that hangs elsewhere before it is asked to end.
    let failures = report["failures"].as_array().unwrap();
    assert!((1..=2).contains(&failures.len()), "{report:#}");
    for failure in failures {
        assert_eq!(failure["kind"], "hung", "{report:#}");
        assert!(failure["text"].as_str().unwrap().starts_with("([3, 1, 4"), "{report:#}");
    }
}

#[test]
fn a_worker_that_has_found_a_failure_ends_by_itself_however_slow_the_test_is() {
    let report = json("run fails_slowly --seed 1 --timeout 20s --no-shrink");
    let failure = counterexample(&report);
    assert_eq!((&failure["class"], &report["notes"]), (&"always".into(), &Value::Array(vec![])));
    assert!(report["course"].is_string(), "{report:#}");
}

#[test]
fn the_corpus_is_one_and_the_next_campaign_divides_it() {
    let corpus = target().join("sharing-corpus");
    let _ = fs::remove_dir_all(&corpus);
    let files = |folder: &Path| {
        let files = fs::read_dir(folder).into_iter().flatten();
        files.filter(|file| file.as_ref().unwrap().path().is_file()).count() as u64
    };
    let run = format!("run feeds --workers 2 --max-tests 40000 --corpus {}", corpus.display());
    let first = json(&run);
    let kept = files(&corpus);
    assert!(kept > 5 && first["added_to_corpus"] == kept, "{kept} {first:#}");
    let second = json(&run);
    assert_eq!(second["added_to_corpus"].as_u64().unwrap(), files(&corpus) - kept, "{second:#}");
    let folder = PathBuf::from(second["folder"].as_str().unwrap());
    assert!(folder.join("inputs.json").exists() && folder.join("worker-2/journal").exists());
}

#[test]
fn a_number_of_workers_and_a_folder_are_checked() {
    for (arguments, error) in [
        ("run holds --workers 5000", "5000 is not in 0..=1024"),
        ("run holds --workers x", "invalid value 'x' for '--workers <N>'"),
        ("run holds --seed 1 --repeat-worker .", "not the folder of a worker"),
        ("run holds --repeat-worker .", "--seed <N>"),
    ] {
        let refused = ran(&mut user(arguments));
        assert_eq!(refused.code, Some(2), "{refused:#?}");
        assert!(refused.err.contains(error), "{refused:#?}");
    }
}

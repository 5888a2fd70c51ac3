//! Tests that campaigns start from the tests that earlier ones have retained and from the inputs
//! that a user has written, and the commands for corpora.

use crate::command::{Ran, command, counterexample, ran, report};
use crate::project::{Project, target, update};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

/// Each test has a property of its own, because the tests run at the same time.
const SOURCE: &str = r#"
#[cfg(test)]
mod laws {
    use mutagen_core::{Outcome, check, property};

    fn steps(numbers: &[u8]) -> usize {
        let mut steps = 0;
        for (number, wanted) in numbers.iter().zip([3, 1, 4, 1, 5]) {
            if *number != wanted {
                break;
            }
            steps += 1;
        }
        steps
    }

    #[property]
    fn grows(numbers: &[u8]) -> bool {
        // Without this, the compiler knows the result.
        std::hint::black_box(steps(numbers)) < 100
    }

    #[property]
    fn seeded(numbers: &[u8]) -> bool {
        // Without this, the compiler knows the result.
        std::hint::black_box(steps(numbers)) < 100
    }

    #[property]
    fn repeats(numbers: &[u8]) -> Outcome {
        check!(steps(numbers) < 4)
    }

    #[property]
    fn ages(numbers: &[u8]) -> bool {
        // Without this, the compiler knows the result.
        std::hint::black_box(steps(numbers)) < 100
    }

    /// All of its branches have edges of their own.
    #[property]
    fn shrinks(numbers: &[u8]) -> bool {
        let mut reached = 0;
        if numbers.first() == Some(&3) {
            reached += std::hint::black_box(1);
            if numbers.get(1) == Some(&1) {
                reached += std::hint::black_box(2);
                if numbers.get(3) == Some(&1) {
                    reached += std::hint::black_box(3);
                    if numbers.get(4) == Some(&5) {
                        reached += std::hint::black_box(4);
                    }
                }
            }
        }
        reached < 100 && numbers != [7; 8]
    }

    #[property]
    fn opens(text: &str) -> Outcome {
        check!(text != "open, Sesame \u{1f511}")
    }

    #[property]
    fn decodes(bytes: &[u8]) -> Outcome {
        check!(bytes != [0xff, 0, 0xfe, 200, 100])
    }

    #[derive(Debug, mutagen_core::Mutate)]
    struct Order {
        count: u8,
        #[mutate(default = 7)]
        size: u8,
    }

    #[property]
    fn orders(order: &Order) -> Outcome {
        check!(order.count != 203 || order.size != 7)
    }

    #[property]
    fn listed(order: &Order) -> bool {
        std::hint::black_box(order.count) != 203 || order.size != 203
    }

    #[property]
    fn aborts(text: &str) {
        if text == "end this process" {
            std::process::abort();
        }
    }
}
"#;

fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| Project::write_to("corpus", "corpus", &[("src/lib.rs", SOURCE)]))
}

fn user(arguments: &str) -> Command {
    command(project(), arguments)
}

fn said(arguments: &str) -> Ran {
    ran(&mut user(arguments))
}

fn json(arguments: &str) -> Value {
    report(&said(&format!("{arguments} --message-format json")))
}

/// The corpus of a property, which is empty at the start of a test.
fn fresh(property: &str) -> PathBuf {
    let folder = target().join("mutagen/corpus/corpus/lib/laws").join(property);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn texts(folder: &PathBuf) -> Vec<String> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let files = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let mut texts: Vec<String> = files.map(|file| fs::read_to_string(file).unwrap()).collect();
    texts.sort();
    texts
}

#[test]
fn a_campaign_adds_what_it_retains_and_the_next_one_starts_from_it() {
    let folder = fresh("grows");
    let first = said("run grows --max-tests 30000");
    let corpus = texts(&folder);
    assert!(corpus.iter().any(|text| text.starts_with("([3, 1")), "{corpus:?} {first:#?}");
    assert!(first.out.contains(" were added to the corpus\n"), "{first:#?}");
    let listed = said("corpus list");
    let line = format!("corpus::laws::grows  {} tests, ", corpus.len());
    assert!(listed.out.contains(&line), "{listed:#?}");

    let second = said(&format!("run grows --max-tests {}", corpus.len()));
    assert!(second.err.contains(&format!(", from {} tests of the corpus", corpus.len())));
    assert!(!second.out.contains(" 0 retained"), "{second:#?}");
    let seeded = said("run grows --max-tests 300 --seed 1");
    assert!(!seeded.err.contains(", from "), "{seeded:#?}");
    assert_eq!(texts(&folder), corpus, "all tests of the second run are known");

    let cleared = said("corpus clear corpus::laws::grows");
    let removed = format!("corpus::laws::grows: {} tests removed\n", corpus.len());
    assert_eq!(cleared.out, removed, "{cleared:#?}");
    let none = said("corpus clear laws::grows");
    assert_eq!(none.code, Some(2), "{none:#?}");
    assert!(none.err.contains("there is no corpus `laws::grows`"), "{none:#?}");
}

#[test]
fn with_a_seed_the_corpus_is_neither_read_nor_written() {
    let folder = fresh("seeded");
    let first = json("run seeded --max-tests 300 --seed 1");
    assert!(!folder.exists());
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("x.txt"), "([3, 1, 4, 1, 5],)").unwrap();
    let second = json("run seeded --max-tests 300 --seed 1");
    assert_eq!(first["course"], second["course"]);
    assert_eq!(texts(&folder).len(), 1);
}

#[test]
fn the_command_that_repeats_a_campaign_starts_from_the_same_inputs() {
    let folder = fresh("repeats");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("x.txt"), "([3, 1, 4],)").unwrap();
    let found = said("run repeats");
    let (_, repeat) = found.out.split_once("repeat: cargo mutagen ").unwrap();
    let repeat = repeat.lines().next().unwrap();
    assert!(repeat.contains(" --inputs "), "{repeat}");
    let words: Vec<&str> = repeat.split(' ').collect();
    let again = ran(user("run").args(&words[1..]));
    let line = |ran: &Ran| {
        let start = ran.out.find("counterexample after ").unwrap();
        ran.out[start..].split(" in ").next().unwrap().to_owned()
    };
    assert_eq!(line(&found), line(&again), "{again:#?}");
    let address = |ran: &Ran| {
        let (_, rest) = ran.out.split_once("address: ").unwrap();
        rest.lines().next().unwrap().to_owned()
    };
    let without_run = |ran: &Ran| address(ran).split(" of run ").next().unwrap().to_owned();
    assert_eq!(without_run(&found), without_run(&again));
    let found = address(&found);
    let (address, _) = found.split_once(" of run ").unwrap();
    let replayed = ran(user("replay repeats").args(["--address", address]));
    assert_eq!(replayed.code, Some(1), "{replayed:#?}");
}

#[test]
fn what_a_user_has_written_runs_first_also_with_a_seed() {
    let write = |property: &str, name: &str, bytes: &[u8]| {
        let folder = project().folder.join("mutagen-seeds/lib/laws").join(property);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(name), bytes).unwrap();
    };
    write("opens", "raw", "open, Sesame \u{1f511}".as_bytes());
    write("decodes", "a.txt", b"([1, 2],)");
    write("decodes", "b.bin", &[0xff, 0, 0xfe, 200, 100]);
    write("decodes", "c.txt", b"([1, 2");
    write("aborts", "end", b"end this process");
    let opens = json("run opens --seed 1");
    let failure = counterexample(&opens);
    assert_eq!((&failure["address"], &failure["test"]), (&"input 0".into(), &1.into()));
    let decodes = said("run decodes --seed 1");
    assert!(decodes.out.contains("counterexample after 2 tests"), "{decodes:#?}");
    assert!(decodes.err.contains(", from 3 tests in mutagen-seeds"), "{decodes:#?}");
    // It was read as bytes, of which each file has some.
    assert!(!decodes.out.contains("not a value"), "{decodes:#?}");
    let aborts = json("run aborts --seed 1 --keep-going --max-tests 200");
    assert_eq!(counterexample(&aborts)["kind"], "died", "{aborts:#}");
    assert_eq!(counterexample(&aborts)["address"], "input 0", "{aborts:#}");
    assert_eq!(aborts["statistics"]["tests"], 200);
}

#[test]
fn a_raw_file_is_replayed_as_it_is_if_the_property_takes_one_such_argument() {
    let folder = project().folder.join("raw");
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, bytes: &[u8]| fs::write(folder.join(name), bytes).unwrap();
    write("text", "open, Sesame \u{1f511}".as_bytes());
    write("bytes", &[0xff, 0, 0xfe, 200, 100]);
    write("value.txt", b"([255, 0, 254, 200, 100],)");
    let failed = [
        ("opens raw/text", "raw/text, taken as it is\nvalue: (\"open, Sesame "),
        ("decodes raw/bytes", "raw/bytes, taken as it is\nvalue: ([255, 0, 254, 200, 100],)\n"),
        ("decodes raw/value.txt", "raw/value.txt\nvalue: ([255, 0, 254, 200, 100],)\n"),
    ];
    for (what, shown) in failed {
        let failed = said(&format!("replay {what}"));
        assert_eq!(failed.code, Some(1), "{failed:#?}");
        assert!(failed.out.starts_with(shown), "{failed:#?}");
    }
    let passed = said("replay decodes raw/text");
    assert_eq!(passed.code, Some(0), "a text has bytes: {passed:#?}");
    let no_text = said("replay opens raw/bytes");
    assert_eq!((no_text.code, no_text.out.as_str()), (Some(2), ""), "{no_text:#?}");
    assert!(no_text.err.contains("raw/bytes: invalid utf-8"), "{no_text:#?}");
}

#[test]
fn what_no_longer_fits_the_types_is_set_aside_and_said_once() {
    let folder = fresh("ages");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("old.txt"), "(Old { x: 3 },)").unwrap();
    fs::write(folder.join("new.txt"), "([3],)").unwrap();
    let first = said("run ages --max-tests 300");
    let note = "1 test of the corpus is no longer a value of the property, and is now in ";
    assert!(first.out.contains(note), "{first:#?}");
    assert!(first.out.contains("; the first: old.txt: line 1, column 2: "), "{first:#?}");
    assert_eq!(fs::read_to_string(folder.join("set-aside/old.txt")).unwrap(), "(Old { x: 3 },)");
    assert!(!said("run ages --max-tests 300").out.contains("set-aside"));
}

#[test]
fn a_test_that_lacks_a_field_with_a_default_is_read() {
    let folder = fresh("orders");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("old.txt"), "(Order { count: 203 },)").unwrap();
    let found = json("run orders");
    assert_eq!(counterexample(&found)["address"], "input 0", "{found:#}");
    assert!(!folder.join("set-aside").exists());
}

#[test]
fn files_of_the_user_that_are_no_values_are_named() {
    let write = |name: &str, text: &str| {
        update(&project().folder.join("mutagen-seeds/lib/laws/listed").join(name), text);
    };
    write("a.txt", "(Order { count: 1, size: 2 },)");
    for name in ["b", "c", "d", "e", "f", "g"] {
        write(name, "Old");
    }
    let ran = said("run listed --max-tests 300 --seed 1");
    assert!(ran.out.contains("/listed/b: not a value of the property (line 1"), "{ran:#?}");
    assert!(ran.out.contains("/listed/f: not a value of the property"), "{ran:#?}");
    assert!(ran.out.contains("note: 1 other file in mutagen-seeds: no value of"), "{ran:#?}");
    assert!(!ran.out.contains("/listed/a.txt"), "{ran:#?}");
}

#[test]
fn a_corpus_is_minimized_and_merged() {
    let folder = fresh("shrinks");
    fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
    write("a.txt", "([3, 1],)");
    write("b.txt", "([3, 1, 9],)");
    write("c.txt", "([3, 1, 4, 1, 9],)");
    write("fails.txt", "([7, 7, 7, 7, 7, 7, 7, 7],)");
    write("old.txt", "(Old,)");
    let minimized = said("corpus minimize shrinks");
    assert_eq!(minimized.code, Some(1), "one fails: {minimized:#?}");
    assert!(minimized.out.starts_with("1 test set aside: not values "), "{minimized:#?}");
    assert!(minimized.out.contains("/fails.txt\n"), "{minimized:#?}");
    assert!(folder.join("set-aside/old.txt").exists());
    let left = texts(&folder);
    assert!(left.contains(&"([3, 1],)".to_owned()), "{left:?}");
    assert!(left.contains(&"([7, 7, 7, 7, 7, 7, 7, 7],)".to_owned()), "{left:?}");
    assert!(!left.contains(&"([3, 1, 9],)".to_owned()), "{left:?} {minimized:#?}");

    let other = project().folder.join("other");
    update(&other.join("x.txt"), "([3, 1, 4, 1, 5],)");
    update(&other.join("y.txt"), "([3, 1, 8],)");
    update(&other.join("z.txt"), "(Old,)");
    let merged = ran(user("corpus merge shrinks").arg(&other));
    assert!(merged.out.starts_with("1 test added, "), "{merged:#?}");
    assert!(merged.out.contains("/z.txt: not a value of the property (line 1"), "{merged:#?}");
    assert!(other.join("z.txt").exists(), "a folder of others is not changed");
    assert!(texts(&folder).contains(&"([3, 1, 4, 1, 5],)".to_owned()), "{merged:#?}");
    let none = said("corpus merge shrinks no-such-folder");
    assert_eq!(none.code, Some(2), "{none:#?}");
}

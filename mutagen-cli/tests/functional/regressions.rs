//! Tests that counterexamples are kept beside the package, run first, and survive changes of types
//! and damage to their files.

use crate::command::{Ran, command, ran, report};
use crate::project::{Project, update};
use serde_json::Value;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Each test has a property of its own, because the tests run at the same time.
const SOURCE: &str = r#"
#[cfg(test)]
mod laws {
    use mutagen_core::{Mutate, Outcome, assume, check, property};
    use std::sync::atomic::{AtomicU32, Ordering};

    #[derive(Debug, Clone, Mutate)]
    enum Shape {
        Dot,
        Circle { radius: u32, #[mutate(default = 7)] color: u32 },
    }

    fn is_mended() -> bool {
        std::env::var_os("MENDED").is_some()
    }

    fn is_large(shape: &Shape) -> bool {
        matches!(shape, Shape::Circle { radius: 20.., .. })
    }

    #[property]
    fn written(shape: &Shape) -> Outcome {
        check!(is_mended() || !is_large(shape))
    }

    #[property]
    fn printed(shape: &Shape) -> Outcome {
        check!(!is_large(shape))
    }

    #[property]
    fn plainly(shape: &Shape) -> Outcome {
        check!(matches!(shape, Shape::Dot | Shape::Circle { radius: ..3, .. }))
    }

    #[property]
    fn by_chance(x: u32) -> Outcome {
        static TESTS: AtomicU32 = AtomicU32::new(0);
        check!(TESTS.fetch_add(1, Ordering::Relaxed) != 57 || x > 1_000_000)
    }

    #[property]
    fn aborts(shape: &Shape) {
        if !is_mended() && is_large(shape) {
            std::process::abort();
        }
    }

    #[property]
    fn hangs(shape: &Shape) {
        while is_large(shape) {
            std::hint::black_box(());
        }
    }

    #[property]
    fn changed(shape: &Shape) -> Outcome {
        let Shape::Circle { radius, color } = shape else { return Outcome::Passed };
        check!(*radius != 1_000_003 || *color != 7)
    }

    #[property]
    fn damaged(shape: &Shape) -> bool {
        matches!(shape, Shape::Dot | Shape::Circle { .. })
    }

    #[property]
    fn goes_on(shape: &Shape) -> Outcome {
        check!(!is_large(shape))
    }

    #[property]
    fn remembers(x: u32) -> bool {
        static TESTS: AtomicU32 = AtomicU32::new(0);
        let _ = x;
        TESTS.fetch_add(1, Ordering::Relaxed) < 100
    }

    #[property]
    fn flickers(x: u32) -> bool {
        x.wrapping_mul(3) != 22_962_963
    }

    #[property]
    fn flickers_slowly(x: u32) -> bool {
        std::thread::sleep(std::time::Duration::from_millis(20));
        x.wrapping_mul(3) != 22_962_963
    }

    #[property]
    fn discards(x: u32) -> Outcome {
        assume!(x < 1000);
        check!(x < 7)
    }
}
"#;

/// The project of these tests.
pub fn project() -> &'static Project {
    static PROJECT: OnceLock<Project> = OnceLock::new();
    PROJECT.get_or_init(|| {
        let project = Project::write_to("regressions", "regressions", &[("src/lib.rs", SOURCE)]);
        let _ = fs::remove_dir_all(project.folder.join("mutagen-regressions"));
        project
    })
}

/// The file of a property's regressions.
pub fn file(property: &str) -> PathBuf {
    project().folder.join(format!("mutagen-regressions/lib/laws/{property}.txt"))
}

/// The command as a user runs it, with regressions.
pub fn user(arguments: &str) -> Command {
    let mut command = command(project(), arguments);
    command.env_remove("MUTAGEN_REGRESSIONS").env_remove("CI").env_remove("MENDED");
    command
}

fn said(arguments: &str) -> Ran {
    ran(&mut user(arguments))
}

fn json(command: &mut Command) -> Value {
    report(&ran(command.args(["--message-format", "json"])))
}

/// Writes the file of a property with these entries.
pub fn write(property: &str, entries: &str) {
    let file = file(property);
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, format!("# mutagen regressions, version 1\n{entries}")).unwrap();
}

/// Runs the property as plain `cargo test` does. Returns whether it passed, and what it said.
fn plain(program: &str, property: &str, is_mended: bool) -> (bool, String) {
    let mut command = Command::new(program);
    command.args([&format!("laws::{property}::property"), "--exact"]);
    command.env("CARGO_MANIFEST_DIR", &project().folder);
    command.env_remove("MUTAGEN_REGRESSIONS").env_remove("CI").env_remove("RUST_BACKTRACE");
    if is_mended {
        command.env("MENDED", "1");
    }
    let output = command.output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

/// Whether the property, run as plain `cargo test` does, says this. It is not awaited.
fn says(program: &str, property: &str, wanted: &str) -> bool {
    let mut command = Command::new(program);
    command.args([&format!("laws::{property}::property"), "--exact"]);
    command.env("CARGO_MANIFEST_DIR", &project().folder).env_remove("MUTAGEN_REGRESSIONS");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let is_said = lines.map_while(Result::ok).any(|line| line.contains(wanted));
    child.kill().unwrap();
    child.wait().unwrap();
    is_said
}

#[test]
fn plain_cargo_test_keeps_a_new_counterexample_and_runs_it_first() {
    let built = json(&mut user("run plainly --seed 1 --max-tests 1 --regressions off"));
    let program = program(&built);
    let place = "mutagen-regressions/lib/laws/plainly.txt:5";
    let (passed, first) = plain(&program, "plainly", false);
    assert!(!passed && first.contains(&format!("kept in {place}, to be run first")), "{first}");
    let text = fs::read_to_string(file("plainly")).unwrap();
    assert!(text.contains("\n  value: (Circle { radius: 3, color: 0 },)\n"), "{text}");
    let (passed, again) = plain(&program, "plainly", false);
    assert!(!passed && again.contains(&format!("a kept counterexample fails, {place}: ")));
    let (passed, said) = plain(&program, "by_chance", false);
    assert!(!passed && said.contains("\nit failed in 1 of 5 runs: "), "{said}");
    assert!(said.contains("not kept for later runs: it did not fail again"), "{said}");
    assert!(!file("by_chance").exists());
}

#[test]
fn a_counterexample_is_kept_runs_first_and_stays_as_a_test() {
    let first = said("run written --seed 1");
    assert_eq!(first.code, Some(1), "{first:#?}");
    let place = "mutagen-regressions/lib/laws/written.txt:5";
    assert!(first.out.contains(&format!("kept in {place}, runs first")), "{first:#?}");
    assert!(first.out.contains("replay: cargo mutagen replay regressions::laws::written\n"));
    let text = fs::read_to_string(file("written")).unwrap();
    assert!(text.contains("\n  value: (Circle { radius: 20, color: 0 },)\n"), "{text}");
    assert!(!text.contains(&*project().folder.to_string_lossy()), "{text}");

    let again = json(&mut user("run written --seed 2"));
    assert_eq!(again["exit_code"], 1);
    assert_eq!(again["statistics"]["tests"], 0, "no campaign runs");
    assert_eq!(again["failures"][0]["kept_in"], place);
    assert_eq!(again["failures"][0]["is_regression"], true);
    assert_eq!(again["regressions"]["failed"], 1);
    let (passed, said) = plain(&program(&again), "written", false);
    assert!(!passed && said.contains(&format!("a kept counterexample fails, {place}: ")), "{said}");

    let mended = ran(user("run written --seed 2 --max-tests 100").env("MENDED", "1"));
    assert_eq!(mended.code, Some(0), "{mended:#?}");
    assert!(mended.out.contains("1 kept counterexample ran first: 1 passed\n"), "{mended:#?}");
    let (passed, said) = plain(&program(&again), "written", true);
    assert!(passed && !said.contains("kept"), "{said}");
    assert_eq!(fs::read_to_string(file("written")).unwrap(), text);
}

/// The executable of a run.
fn program(report: &Value) -> String {
    format!("{}/program", report["folder"].as_str().unwrap())
}

#[test]
fn where_ci_is_set_the_entry_is_printed_and_not_written() {
    let ran = ran(user("run printed --seed 1").env("CI", "true"));
    assert_eq!(ran.code, Some(1), "{ran:#?}");
    let (_, whole) =
        ran.out.split_once("write this to mutagen-regressions/lib/laws/printed.txt:\n").unwrap();
    let whole = whole.split("\nreplay:").next().unwrap();
    assert!(!file("printed").exists());
    // It works as it is.
    update(&file("printed"), whole);
    let again = json(user("run printed").env("CI", "true"));
    assert_eq!(again["regressions"]["failed"], 1, "{again:#}");
    let off = said("run printed --regressions off --seed 1 --max-tests 1");
    assert!(!off.out.contains("kept"), "{off:#?}");
}

#[test]
fn an_abort_and_a_hang_are_kept_and_named_before_they_run_in_a_plain_test() {
    for (property, kind) in [("aborts", "died"), ("hangs", "hung")] {
        let first = json(user(&format!("run {property} --seed 1")).env("CI", ""));
        assert_eq!(first["failures"][0]["kind"], kind, "{first:#}");
        let text = fs::read_to_string(file(property)).unwrap();
        assert!(text.contains(&format!("\n{kind}: ")), "{text}");
        let again = json(&mut user(&format!("run {property}")));
        assert_eq!(again["failures"][0]["kind"], kind, "{again:#}");
        assert_eq!(again["regressions"]["failed"], 1, "{again:#}");
        if kind == "hung" {
            let named = "runs the test of mutagen-regressions/lib/laws/hangs.txt:5, which may end \
                         here: hung";
            assert!(says(&program(&again), property, named));
        } else {
            let (passed, said) = plain(&program(&again), property, false);
            let named = "runs the test of mutagen-regressions/lib/laws/aborts.txt:5, which may end \
                         here: died";
            assert!(!passed && said.contains(named), "{said}");
            let mended = json(user("run aborts --max-tests 100").env("MENDED", "1"));
            assert_eq!(
                (&mended["exit_code"], &mended["regressions"]["passed"]),
                (&0.into(), &1.into())
            );
        }
    }
}

#[test]
fn what_still_can_be_read_runs_and_the_rest_is_named_until_it_is_pruned() {
    let entries = "
failed: the fields are in another order, and one is missing
  value: (Circle { radius: 1_000_003 },)
failed: the fields are in another order
  value: (Circle { color: 7, radius: 1000003 },)
failed: a constructor has another name
  value: (
    Disc { radius: 1000003 },
  )
";
    write("changed", entries);
    let found = json(&mut user("run changed --max-tests 10 --keep-going"));
    assert_eq!(found["regressions"]["failed"], 2, "{found:#}");
    assert_eq!(found["regressions"]["unreadable"], 1, "{found:#}");
    let notes: Vec<&str> =
        found["notes"].as_array().unwrap().iter().map(|note| note.as_str().unwrap()).collect();
    let lost = "mutagen-regressions/lib/laws/changed.txt:9:5: a kept counterexample of \
                `laws::changed` can no longer be read: expected `Dot` or `Circle`, found `Disc`";
    assert!(notes.iter().any(|note| note.starts_with(lost)), "{notes:#?}");
    let filled = "in a kept counterexample, the field `color` of `Circle` is missing and gets its \
                  default";
    assert!(notes.contains(&filled), "{notes:#?}");
    let (_, said) = plain(&program(&found), "changed", false);
    assert!(said.contains("a kept counterexample fails, "), "{said}");
    assert!(said.contains("changed.txt:3: check failed"), "{said}");

    let before = fs::read_to_string(file("changed")).unwrap();
    let dry = self::said("regressions prune changed --dry-run");
    assert_eq!(dry.code, Some(0), "{dry:#?}");
    assert!(dry.out.contains("changed.txt:9:5: expected `Dot` or `Circle`, found `Disc`\n"));
    assert!(dry.out.ends_with("1 entry would be removed, 2 kept\n"), "{dry:#?}");
    assert_eq!(fs::read_to_string(file("changed")).unwrap(), before);
    let pruned = self::said("regressions prune changed");
    assert!(pruned.out.ends_with("1 entry removed, 2 kept\n"), "{pruned:#?}");
    let (left, _) = before.split_once("failed: a constructor").unwrap();
    assert_eq!(fs::read_to_string(file("changed")).unwrap(), left);
}

#[test]
fn a_damaged_file_is_named_with_its_line_and_left_as_it_is() {
    let whole = "\nfailed: x\n  value: (Dot,)\n";
    let files: [(&str, String, &str); 5] = [
        ("empty", String::new(), ":1: expected `# mutagen regressions, version 1`, found nothing"),
        ("newer", "# mutagen regressions, version 2\n".into(), ":1: version 2 is of a newer"),
        ("cut", format!("{HEADER}{whole}failed: y\n"), ":4: the entry has no `value: VALUE`"),
        ("merged", format!("{HEADER}\n<<<<<<< HEAD{whole}"), ":2: a conflict of a merge"),
        ("odd", format!("{HEADER}{whole}broken: 3"), ":4: expected `failed: MESSAGE`, "),
    ];
    for (what, text, expected) in files {
        write("damaged", "");
        fs::write(file("damaged"), &text).unwrap();
        let ran = said("run damaged --max-tests 10");
        assert_eq!(ran.code, Some(2), "{what}: {ran:#?}");
        assert!(ran.err.contains(&format!("damaged.txt{expected}")), "{what}: {ran:#?}");
        assert_eq!(fs::read_to_string(file("damaged")).unwrap(), text);
    }
    // A large file is read at once.
    write("damaged", &whole.repeat(20_000));
    let many = json(&mut user("run damaged --max-tests 10"));
    assert_eq!(many["regressions"]["passed"], 20_000, "{many:#}");
}

const HEADER: &str = "# mutagen regressions, version 1";

#[test]
fn a_campaign_goes_on_after_a_kept_counterexample_if_it_is_told_to() {
    write("goes_on", "\nfailed: x\n  value: (Circle { radius: 99, color: 3 },)\n");
    let before = fs::read_to_string(file("goes_on")).unwrap();
    let found = json(&mut user("run goes_on --seed 1 --keep-going --max-tests 300"));
    assert_eq!(found["statistics"]["tests"], 300, "{found:#}");
    assert_eq!(found["failures"].as_array().unwrap().len(), 1, "one way to fail: {found:#}");
    assert!(found["failures"][0]["count"].as_u64() > Some(1), "{found:#}");
    assert_eq!(fs::read_to_string(file("goes_on")).unwrap(), before);
    // The report and its command are about what is kept, although the campaign has found less.
    let failure = &found["failures"][0];
    assert_eq!(failure["text"], "(Circle { radius: 99, color: 3 },)", "{found:#}");
    assert_eq!((&failure["smallest"], &failure["shrunk"]), (&Value::Null, &Value::Null));
}

#[test]
fn a_campaign_runs_after_a_flaky_counterexample_that_is_to_be_ignored() {
    write("flickers", "\nfailed in 1 of 4 runs: x\n  value: (7654321,)\n");
    let run = "run flickers --seed 1 --flaky ignore --max-tests 300 --search edits=0,literals=off";
    let found = json(&mut user(run));
    assert_eq!((&found["exit_code"], &found["statistics"]["tests"]), (&0.into(), &300.into()));
    assert_eq!(found["failures"][0]["class"], "1 of 4", "{found:#}");
}

#[test]
fn a_failure_that_depends_on_other_tests_is_not_kept() {
    let found = json(&mut user("run remembers --seed 1"));
    assert_eq!(found["failures"][0]["class"], "only after other tests", "{found:#}");
    assert_eq!(found["failures"][0]["kept_in"], Value::Null);
    assert!(!file("remembers").exists());
}

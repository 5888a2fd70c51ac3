//! The files of a campaign: removed, on a full disk, in a place where none can be made. And the
//! program of a campaign, replaced or removed while it runs.

use crate::command::{Ran, ran};
use crate::project::{Project, target, update};
use crate::run::{LIST, Turn, folder, in_shell, prepare, run_arguments, wait};
use serde_json::Value;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

/// The folder with the runs of a property of the fault crate.
fn runs(property: &str) -> PathBuf {
    target().join("mutagen/campaigns/faults/lib").join(property.replace("::", "."))
}

/// A running command with its streams in files.
pub struct Started {
    /// The folder of these files.
    pub folder: PathBuf,
    pub child: Child,
    _turn: Turn,
}

impl Drop for Started {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Started {
    /// Starts the command that this makes, which is given an empty folder.
    pub fn new(name: &str, command: impl FnOnce(&Path) -> Command) -> Started {
        let turn = Turn::take();
        let folder = folder(name);
        let mut command = command(&folder);
        command.stdout(File::create(folder.join("stdout")).unwrap());
        command.stderr(File::create(folder.join("stderr")).unwrap());
        Started { child: command.spawn().unwrap(), folder, _turn: turn }
    }

    /// The standard error stream so far.
    pub fn said(&self) -> String {
        fs::read_to_string(self.folder.join("stderr")).unwrap()
    }

    /// Waits until the standard error stream has this. Returns the time that it took.
    pub fn wait_for(&mut self, part: &str, patience: Duration) -> Duration {
        let stream = self.folder.join("stderr");
        self.wait_for_in(&stream, part, patience)
    }

    /// The same with a file that the command writes.
    pub fn wait_for_in(&mut self, file: &Path, part: &str, patience: Duration) -> Duration {
        let start = Instant::now();
        loop {
            // A command that has ended may have written the part as the last one.
            let ended = self.child.try_wait().unwrap();
            if fs::read_to_string(file).is_ok_and(|text| text.contains(part)) {
                return start.elapsed();
            }
            assert!(ended.is_none(), "{ended:?} before `{part}`: {}", self.said());
            assert!(start.elapsed() < patience, "no `{part}`: {}", self.said());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end. Returns the report for programs.
    pub fn end(&mut self, seconds: u64) -> Value {
        let Some(status) = wait(&mut self.child, Duration::from_secs(seconds)) else {
            panic!("no end in {seconds} s: {}", self.said());
        };
        let out = fs::read_to_string(self.folder.join("stdout")).unwrap();
        let report: Value = serde_json::from_str(&out).unwrap_or_else(|error| {
            panic!("{status}, no report ({error}): {out}{}", self.said());
        });
        assert_eq!(report["exit_code"].as_i64(), status.code().map(i64::from), "{report:#}");
        report
    }
}

/// The command on the fault crate.
fn start(name: &str, property: &str, flags: &str) -> Started {
    Started::new(name, |folder| prepare(name, folder, &run_arguments(property, flags)))
}

const SOON: Duration = Duration::from_secs(60);

/// Everything that was shown is in the report, and the report says that the folder is not complete.
fn has_all_and_a_note(started: &Started, report: &Value) {
    assert_eq!(report["exit_code"], 1, "{report:#}");
    let failures = report["failures"].as_array().unwrap();
    let shown = started.said().matches("found: test ").count();
    assert!(failures.len() >= shown && shown > 0, "{shown} shown: {report:#}");
    for failure in failures {
        let is_there = failure["text"].is_string() || failure["value"].is_string();
        assert!(is_there, "no value: {report:#}");
        let own = failure["last_words"].to_string().contains("mutagen worker:");
        assert!(!own, "a fault of mutagen is reported as a failure: {report:#}");
    }
    assert_ne!(report["notes"].as_array().unwrap().len(), 0, "{report:#}");
}

/// Removes a folder into which a campaign writes: a file can be new since the folder was read.
fn remove(folder: &Path) {
    let is_gone = |_| fs::remove_dir_all(folder).is_ok() || !folder.exists();
    assert!((0..1000).any(is_gone), "{} cannot be removed", folder.display());
}

#[test]
fn a_campaign_of_which_the_folder_is_removed_reports_all_that_it_has_found() {
    for property in ["ends::aborts_7", "kinds::bug_a_hides_b"] {
        let mut started = start("rm_r", property, "--keep-going --max-time 4s");
        started.wait_for("found: ", SOON);
        std::thread::sleep(Duration::from_millis(500));
        let newest = fs::read_dir(runs(property)).unwrap().map(|run| run.unwrap().path()).max();
        remove(&newest.unwrap());
        let report = started.end(30);
        has_all_and_a_note(&started, &report);
        assert!(report["wall_seconds"].as_f64().unwrap() > 3.0, "it did not go on: {report:#}");
    }
}

/// The command with a small disk in place of the folder of this property's runs: one that nobody
/// else sees, in a name space of its own. Without the right to make one, the test does nothing.
fn with_small_disk(name: &str, property: &str, flags: &str, size: &str) -> Option<Started> {
    let runs = runs(property);
    fs::create_dir_all(&runs).unwrap();
    let mount = format!("mount -t tmpfs -o size={size} none '{}'", runs.display());
    let right = Command::new("unshare").args(["--mount", "sh", "-c", &mount]).status();
    if !right.is_ok_and(|status| status.success()) {
        eprintln!("no right to mount a file system: nothing is tested");
        return None;
    }
    Some(Started::new(name, |folder| {
        let command = prepare(name, folder, &run_arguments(property, flags));
        let inner = in_shell(&command, &mount);
        let mut outer = Command::new("unshare");
        outer.arg("--mount").arg(inner.get_program()).args(inner.get_args());
        for (name, value) in inner.get_envs() {
            match value {
                Some(value) => outer.env(name, value),
                None => outer.env_remove(name),
            };
        }
        outer.current_dir(inner.get_current_dir().unwrap()).stdin(std::process::Stdio::null());
        outer
    }))
}

/// Room for the copy of the program and little more.
const SMALL: &str = "128m";

/// Fills the disk of a command, which is seen through its root folder, and tells the property.
fn fill(started: &Started, property: &str) {
    let root = PathBuf::from(format!("/proc/{}/root", started.child.id()));
    let runs = root.join(runs(property).strip_prefix("/").unwrap());
    let mut file = File::create(runs.join("fill")).unwrap();
    for size in [1 << 16, 1] {
        while file.write_all(&vec![1; size]).is_ok() {}
    }
    fs::write(started.folder.join("full"), "").unwrap();
}

#[test]
fn a_full_disk_at_the_start_is_an_error_that_names_it() {
    let property = "kinds::holds_on_lists";
    let Some(mut started) = with_small_disk("full_start", property, "", "64k") else { return };
    let report = started.end(30);
    assert_eq!(report["exit_code"], 2, "{report:#}");
    let error = report["error"].as_str().unwrap();
    assert!(error.contains("No space left") && error.contains("campaigns"), "{error}");
}

#[test]
fn a_disk_that_is_full_in_the_middle_loses_nothing_that_was_found() {
    let property = "disk::aborts_and_panics_when_full";
    let flags = "--keep-going --max-tests 2000 --timeout 1h";
    let Some(mut started) = with_small_disk("full_aborts", property, flags, SMALL) else { return };
    started.wait_for("found: ", SOON);
    fill(&started, property);
    let report = started.end(120);
    has_all_and_a_note(&started, &report);
    assert_eq!(report["failures"].as_array().unwrap().len(), 2, "{report:#}");
    assert_eq!(report["statistics"]["tests"], 2000, "it did not go on: {report:#}");
    assert!(report["notes"].to_string().contains("folder is not complete"), "{report:#}");
}

#[test]
fn a_disk_that_is_full_in_the_middle_loses_no_lines_of_the_journal() {
    let property = "disk::two_checks_when_full";
    let flags = "--keep-going --max-tests 100000 --timeout 1h";
    let Some(mut started) = with_small_disk("full_tests", property, flags, SMALL) else { return };
    started.wait_for("found: ", SOON);
    fill(&started, property);
    let report = started.end(120);
    has_all_and_a_note(&started, &report);
    assert_eq!(report["failures"].as_array().unwrap().len(), 2, "{report:#}");
    assert_eq!(report["statistics"]["tests"], 100_000, "it did not go on: {report:#}");
    assert!(report["notes"].to_string().contains("journal: No space left"), "{report:#}");
}

#[test]
fn a_disk_that_is_full_in_the_middle_loses_no_figures_when_nothing_is_found() {
    let property = "disk::holds_on_lists_when_full";
    let flags = "--max-tests 20000 --timeout 1h";
    let Some(mut started) = with_small_disk("full_nothing", property, flags, SMALL) else { return };
    let waits = started.folder.join("waits");
    started.wait_for_in(&waits, "waits", SOON);
    fill(&started, property);
    let report = started.end(120);
    assert_eq!(report["seed"], 1);
    assert_eq!(report["exit_code"], 0, "{report:#}");
    assert_eq!(report["statistics"]["tests"], 20_000, "it did not go on: {report:#}");
    let notes = report["notes"].to_string();
    assert!(notes.contains("journal: No space left") && notes.contains("goes on"), "{report:#}");
}

/// The equivalent where nothing can be mounted: no file of the command grows beyond 256 KiB.
#[test]
fn a_limit_of_the_size_of_files_loses_nothing_that_was_found() {
    let name = "file_size";
    let mut started = Started::new(name, |folder| {
        let arguments = run_arguments("aborts_7", "--keep-going --max-time 4s");
        in_shell(&prepare(name, folder, &arguments), "ulimit -f 512")
    });
    let report = started.end(30);
    assert_eq!(report["exit_code"], 1, "{report:#}");
    assert!(report["failures"][0]["text"].is_string(), "{report:#}");
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error_that_names_it() {
    let _turn = Turn::take();
    let above = runs("kinds::slow");
    let _ = fs::remove_dir_all(&above);
    fs::create_dir_all(above.parent().unwrap()).unwrap();
    fs::write(&above, "in the way").unwrap();
    let arguments = run_arguments("kinds::slow", "--max-tests 3");
    let Ran { code, out, err } = ran(&mut prepare("in_the_way", &folder("in_the_way"), &arguments));
    fs::remove_file(&above).unwrap();
    assert_eq!(code, Some(2), "{out}{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert!(report["error"].as_str().unwrap().contains("kinds.slow"), "{report:#}");
}

#[test]
fn a_folder_for_temporary_files_that_is_not_there_changes_nothing() {
    let _turn = Turn::take();
    let mut command = prepare("tmpdir", &folder("tmpdir"), &run_arguments("aborts", ""));
    let ran = ran(command.env("TMPDIR", "/nonexistent"));
    assert_eq!(ran.code, Some(1), "{ran:#?}");
}

/// Hangs for 7 once there is the file `go`. Each test takes some time.
const STALE: &str = r#"
#[cfg(test)]
mod tests {
    #[mutagen_core::property]
    fn stale(x: &u32) {
        let go = std::path::Path::new(&std::env::var_os("FAULTS_FOLDER").unwrap()).join("go");
        std::thread::sleep(std::time::Duration::from_millis(1));
        while *x == 7 && go.exists() {
            std::hint::black_box(());
        }
    }
}
"#;

/// Starts a campaign, does this with the program, and expects the hang of the old program.
fn change_program(name: &str, change: impl FnOnce(&Project)) {
    let project = Project::write_to(name, name, &[("src/lib.rs", STALE)]);
    let listed = crate::command::run(&project, LIST);
    assert_eq!(listed.code, Some(0), "{listed:#?}");
    let mut started = Started::new(name, |folder| {
        let arguments = run_arguments("stale", "--max-time 60s");
        let mut command = crate::command::command(&project, &arguments);
        command.env("FAULTS_FOLDER", folder);
        command
    });
    started.wait_for("running ", SOON);
    std::thread::sleep(Duration::from_millis(300));
    change(&project);
    fs::write(started.folder.join("go"), "").unwrap();
    let report = started.end(90);
    assert_eq!(report["exit_code"], 1, "{report:#}");
    let failure = &report["failures"][0];
    assert_eq!((&failure["kind"], &failure["class"]), (&"hung".into(), &"always".into()));
    assert_eq!(failure["value"], "x = 7", "{report:#}");
}

#[test]
fn a_campaign_goes_on_with_its_own_program_when_it_is_built_anew() {
    change_program("faults-stale", |project| {
        let other = STALE.replace("x: &u32", "x: &Option<bool>").replace("*x == 7", "x.is_some()");
        update(&project.folder.join("src/lib.rs"), &other);
        let listed = crate::command::run(project, LIST);
        assert_eq!(listed.code, Some(0), "{listed:#?}");
    });
}

#[test]
#[ignore = "half a minute: cargo test -p mutagen-cli --test faults -- --ignored program_is_removed"]
fn a_campaign_goes_on_when_the_program_is_removed() {
    change_program("faults-gone", |_| {
        let mut folders = vec![target().join("mutagen")];
        let mut removed = 0;
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
                let name = entry.file_name().into_string().unwrap();
                if entry.path().is_dir() && name != "campaigns" {
                    folders.push(entry.path());
                } else if name.starts_with("faults_gone-") && !name.contains('.') {
                    fs::remove_file(entry.path()).unwrap();
                    removed += 1;
                }
            }
        }
        assert_ne!(removed, 0, "no program was found");
    });
}

/// The bytes of all files in a folder.
pub fn bytes(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() => bytes(&entry.path()),
            Ok(data) => data.len(),
            Err(_) => 0,
        })
        .sum()
}

#[test]
#[ignore = "10 minutes: cargo test -p mutagen-cli --test faults -- --ignored the_folder_of_a_long"]
fn the_folder_of_a_long_campaign_is_bounded() {
    let mut started = start("long", "holds_on_lists", "--max-time 10m");
    let report = started.end(700);
    assert_eq!(report["exit_code"], 0, "{report:#}");
    let bytes = bytes(Path::new(report["folder"].as_str().unwrap()));
    assert!(bytes < 256 << 20, "{bytes} bytes after {} tests", report["statistics"]["tests"]);
}

#[test]
#[ignore = "11 minutes: cargo test -p mutagen-cli --test faults -- --ignored a_late_crash"]
fn a_late_crash_is_shown_within_two_seconds() {
    for seconds in [60, 600] {
        let mut started = Started::new("late", |folder| {
            let arguments = run_arguments("aborts_late", "--max-time 1h");
            let mut command = prepare("late", folder, &arguments);
            command.env("FAULTS_SECONDS", seconds.to_string());
            command
        });
        started.wait_for("running ", SOON);
        let shown = started.wait_for("found: ", Duration::from_secs(seconds + 60));
        let since = Instant::now();
        let report = started.end(30);
        let late = shown.saturating_sub(Duration::from_secs(seconds));
        eprintln!("after {seconds} s: shown after {late:?}, ended {:?} later", since.elapsed());
        assert!(late < Duration::from_secs(2), "shown after {late:?}");
        assert!(since.elapsed() < Duration::from_secs(10), "ended after {:?}", since.elapsed());
        assert!(report["failures"][0]["text"].is_string(), "{report:#}");
    }
}

//! The streams of the command: full, closed, a terminal, a pipe of which nobody reads the rest. And
//! the environment of a worker, given to a program that is none.

use crate::command::{Ran, ran, run};
use crate::project::Project;
use crate::run::{LIST, Turn, folder, in_shell, prepare, project, run_arguments};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

const HUMAN: &str = "--message-format human";

/// The command that runs a property with these flags, with its files in the folder of the test.
fn command(name: &str, property: &str, flags: &str) -> Command {
    prepare(name, &folder(name), &run_arguments(property, flags))
}

fn full() -> File {
    File::options().write(true).open("/dev/full").unwrap()
}

#[test]
fn a_full_standard_output_is_an_error_that_says_what_was_found_and_where_it_is_kept() {
    let _turn = Turn::take();
    for flags in [HUMAN, "--message-format json", "--message-format json -q"] {
        let output = command("full", "aborts", flags).stdout(full()).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{flags}: {said}");
        assert!(said.contains("aborted") && said.contains("is kept in "), "{flags}: {said}");
    }
    let listed = crate::command::command(project(), LIST).stdout(full()).status().unwrap();
    assert_eq!(listed.code(), Some(2));
}

#[test]
fn full_streams_both_leave_what_was_found_on_disk() {
    let _turn = Turn::take();
    // Cargo ends with 101 if another test builds and it cannot say that it waits for that.
    let codes = (0..20).map(|_| {
        let mut command = command("full_both", "hidden", HUMAN);
        command.stdout(full()).stderr(full()).status().unwrap().code()
    });
    let code = codes.into_iter().find(|code| *code != Some(101));
    assert_eq!(code, Some(Some(2)));
    let listed = run(project(), "failures hidden");
    assert!(listed.out.contains("returned `false`"), "{listed:#?}");
}

#[test]
fn a_pipe_of_which_nobody_reads_the_rest_changes_no_exit_code() {
    let _turn = Turn::take();
    for (property, expected) in [("slow", 0), ("hidden", 1)] {
        let (reader, writer) = std::io::pipe().unwrap();
        let mut command = command("head", property, "--message-format human --max-time 1s");
        command.stdout(writer.try_clone().unwrap()).stderr(writer);
        let mut child = command.spawn().unwrap();
        drop(command);
        let mut line = String::new();
        let mut reader = BufReader::new(reader);
        // Cargo writes before, and fails itself if nobody reads.
        while !line.contains("running ") {
            assert_ne!(reader.read_line(&mut line).unwrap(), 0, "{line}");
        }
        drop(reader);
        assert_eq!(child.wait().unwrap().code(), Some(expected), "{property} after {line:?}");
    }
}

#[test]
fn closed_standard_streams_change_no_exit_code() {
    let _turn = Turn::take();
    let command = command("closed", "hidden", HUMAN);
    let status = in_shell(&command, "exec <&- >&- 2>&-").status().unwrap();
    // What cannot be written is an error, and a finding is not lost.
    assert!(matches!(status.code(), Some(1 | 2)), "{status}");
    let listed = run(project(), "failures hidden");
    assert!(listed.out.contains("returned `false`"), "{listed:#?}");
}

#[test]
fn programs_get_an_object_with_every_exit_code() {
    let _turn = Turn::take();
    for (property, flags, code) in [
        ("holds", "--max-tests 100", 0),
        ("hidden", "", 1),
        ("there_is_none", "", 2),
        ("never_valid", "--max-tests 100", 3),
        ("thread_aborts_later", "-q", 1),
        ("smallest_panics", "-q", 2),
    ] {
        let Ran { code: exit, out, err } = ran(&mut command("json", property, flags));
        let report: Value = serde_json::from_str(&out).unwrap_or_else(|error| {
            panic!("{property}: exit code {exit:?}, no report ({error}): {out}{err}")
        });
        assert_eq!(report["exit_code"].as_i64(), exit.map(i64::from), "{report:#}");
        // A smallest value that panics may as well be a finding.
        let right = exit == Some(code) || property == "smallest_panics" && exit == Some(1);
        assert!(right, "{property}: {exit:?}: {report:#}");
        assert_eq!(report["seed"], 1, "{report:#}");
        assert!(report["statistics"]["tests"].is_u64(), "{report:#}");
        assert_eq!(report["error"].is_string(), exit == Some(2), "{report:#}");
    }
}

/// Runs the command on a terminal of its own. `None` if the system has no `script`.
fn on_terminal(name: &str, property: &str) -> Option<String> {
    let command = command(name, property, HUMAN);
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let quoted: Vec<String> =
        words.map(|word| format!("'{}'", word.to_str().unwrap().replace('\'', r"'\''"))).collect();
    let mut script = Command::new("script");
    script.args(["-q", "-e", "-c", &quoted.join(" "), "/dev/null"]).stdin(Stdio::null());
    script
        .current_dir(&project().folder)
        .envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
    Some(String::from_utf8_lossy(&script.output().ok()?.stdout).into_owned())
}

#[test]
fn a_terminal_gets_no_control_characters_of_the_property() {
    let _turn = Turn::take();
    for property in ["debug_escape", "panic_escapes"] {
        let Some(shown) = on_terminal("terminal", property) else {
            return eprintln!("this system has no `script`");
        };
        assert!(shown.contains("erased"), "{shown}");
        assert!(!shown.contains("\u{1b}[2J") && !shown.contains('\u{7}'), "{shown:?}");
    }
}

#[test]
fn an_environment_that_names_a_worker_makes_none_and_changes_no_file() {
    let _turn = Turn::take();
    let folder = folder("environment");
    let report = crate::command::report(&ran(&mut command("task", "holds", "--max-tests 10")));
    let program = Path::new(report["folder"].as_str().unwrap()).join("program");
    let victim = folder.join("victim");
    fs::write(&victim, "mine").unwrap();
    let path = victim.to_str().unwrap();
    let json = format!(r#"{{"page":"{path}","log":"{path}","journal":"{path}"}}"#);
    for value in ["", "garbage", "0", "3", "1 2", "999999 0", "-1", path, &json, "\u{1}\u{fffd}"] {
        for (name, passes) in [("kinds::holds", true), ("kinds::hidden", false)] {
            let mut command = Command::new(&program);
            command.args([&format!("{name}::property"), "--exact"]).current_dir(&folder);
            for variable in ["MUTAGEN_WORKER", "MUTAGEN_TASK", "MUTAGEN_GUARDED_BY"] {
                command.env(variable, value);
            }
            let output = command.output().unwrap();
            let text = String::from_utf8_lossy(&output.stdout);
            assert_eq!(output.status.success(), passes, "{value:?}: {text}");
            let count = if passes { "1 passed" } else { "1 failed" };
            assert!(text.contains(count), "{value:?}: {text}");
        }
    }
    assert_eq!(fs::read_to_string(&victim).unwrap(), "mine");
}

const SAME: &str = "#[mutagen_core::property]\nfn same(x: &u32) -> bool {\n    *x != NUMBER\n}\n";

#[test]
#[ignore = "a minute: cargo test -p mutagen-cli --test faults -- --ignored equal_paths"]
fn equal_paths_in_several_targets_have_folders_apart() {
    let _turn = Turn::take();
    let [a, b] = [5, 6].map(|number| SAME.replace("NUMBER", &number.to_string()));
    let lib = format!("#[cfg(test)]\nmod tests {{\n{a}}}\n");
    let files = [("src/lib.rs", &lib[..]), ("tests/a.rs", &a), ("tests/b.rs", &b)];
    let project = Project::write_to("faults-targets", "faults-targets", &files);
    let mut folders = Vec::new();
    for (target, value) in [("a", 5), ("b", 6), ("a", 5)] {
        // A name that is not enough is an error that lists the full names.
        let listed = run(&project, LIST);
        let mut names = listed.out.lines().filter_map(|line| line.split_whitespace().next());
        let name = names.find(|name| name.contains(&format!("{target}::same")));
        let name = name.unwrap_or_else(|| panic!("{listed:#?}"));
        let arguments = run_arguments(name, "");
        let report = crate::command::report(&run(&project, &arguments));
        let text = report["failures"][0]["text"].as_str().unwrap();
        assert!(text.contains(&value.to_string()), "{report:#}");
        folders.push(report["folder"].as_str().unwrap().to_owned());
    }
    let above = |folder: &str| Path::new(folder).parent().unwrap().to_owned();
    assert_ne!(above(&folders[0]), above(&folders[1]));
    assert_eq!(above(&folders[0]), above(&folders[2]));
    assert_ne!(folders[0], folders[2]);
    assert!(Path::new(&folders[0]).join("records.jsonl").is_file(), "the first run is not kept");
}

#[test]
fn runs_of_one_property_at_the_same_time_are_apart_and_earlier_ones_are_kept() {
    let _turn = Turn::take();
    let start = |seed: u32| {
        let flags = format!("--seed {seed} --keep-going --max-time 2s");
        command("twins", "hidden", &flags).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
    };
    let children = [start(11).unwrap(), start(12).unwrap()];
    let reports = children.map(|child| {
        let output = child.wait_with_output().unwrap();
        serde_json::from_slice::<Value>(&output.stdout).unwrap()
    });
    assert_ne!(reports[0]["folder"], reports[1]["folder"]);
    for report in reports {
        assert_eq!(report["exit_code"], 1, "{report:#}");
        let folder = Path::new(report["folder"].as_str().unwrap());
        let info: Value =
            serde_json::from_slice(&fs::read(folder.join("run.json")).unwrap()).unwrap();
        assert_eq!(info["seed"], report["seed"]);
    }
}

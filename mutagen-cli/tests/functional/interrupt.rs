//! Tests Ctrl-C.

use crate::command::{Ran, command, report};
use crate::project::properties;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Starts a campaign and waits until its worker runs.
pub fn start(mut command: Command) -> (Child, BufReader<impl Read + use<>>) {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("running ") {
        line.clear();
        assert_ne!(errors.read_line(&mut line).unwrap(), 0, "no campaign was started");
    }
    sleep(Duration::from_millis(700));
    (child, errors)
}

/// Presses Ctrl-C.
pub fn press(child: &Child) {
    kill_process(Pid::from_child(child), Signal::INT).unwrap();
}

/// Waits for the end of the command, and kills the command if it does not end in time.
pub fn finish(mut child: Child, mut errors: impl Read) -> Ran {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > Duration::from_secs(30) {
            child.kill().unwrap();
            panic!("the command did not end");
        }
        sleep(Duration::from_millis(10));
    }
    let mut err = String::new();
    errors.read_to_string(&mut err).unwrap();
    let output = child.wait_with_output().unwrap();
    Ran { code: output.status.code(), out: String::from_utf8(output.stdout).unwrap(), err }
}

#[test]
fn ctrl_c_ends_the_campaign_with_its_summary() {
    let (child, errors) = start(command(properties(), "run holds --seed 1"));
    press(&child);
    let ran = finish(child, errors);
    assert_eq!(ran.code, Some(130), "{ran:#?}");
    assert!(ran.out.contains(" tests in ") && ran.out.contains("seed 1"), "{ran:#?}");
    assert!(!ran.out.starts_with("0 tests"), "{ran:#?}");
}

#[test]
fn ctrl_c_ends_all_workers_of_a_campaign() {
    let arguments = "run holds --seed 1 --workers 3 --message-format json";
    let (child, errors) = start(command(properties(), arguments));
    press(&child);
    let ran = finish(child, errors);
    let report = report(&ran);
    assert_eq!(report["exit_code"], 130, "{ran:#?}");
    let workers = report["workers"].as_array().unwrap();
    assert_eq!(workers.len(), 3, "{report:#}");
    assert!(workers.iter().all(|worker| worker["course"].is_string()), "{report:#}");
}

#[test]
fn a_second_ctrl_c_does_not_wait_for_the_running_test() {
    let hanging = command(properties(), "run loops_for_ever --seed 1 --timeout 1h");
    let (child, errors) = start(hanging);
    press(&child);
    sleep(Duration::from_millis(300));
    let start = Instant::now();
    press(&child);
    let ran = finish(child, errors);
    assert_eq!(ran.code, Some(130), "{ran:#?}");
    assert!(start.elapsed() < Duration::from_secs(10), "took {:?}", start.elapsed());
}

#[test]
fn what_was_found_before_ctrl_c_is_run_again_to_tell_whether_it_repeats() {
    for (property, flags, kind) in
        [("returns_false", "", "failed"), ("loops_for_ever", " --timeout 400ms", "hung")]
    {
        let arguments =
            format!("run {property} --seed 1 --keep-going --message-format json{flags}");
        let (child, errors) = start(command(properties(), &arguments));
        press(&child);
        let report = report(&finish(child, errors));
        assert_eq!(report["exit_code"], 130, "{report:#}");
        let found = &report["failures"][0];
        assert_eq!(
            (&found["kind"], &found["class"]),
            (&kind.into(), &"always".into()),
            "{found:#}"
        );
    }
}

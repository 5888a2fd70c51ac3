//! Tests the guard, which kills what a killed supervisor leaves behind.

use rustix::process::{Pid, Signal, kill_process, test_kill_process_group};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A worker with a child, in a process group of its own.
fn worker() -> (Child, Pid) {
    let mut command = Command::new("sh");
    let child = command.args(["-c", "sleep 60 & wait"]).process_group(0).spawn().unwrap();
    let group = Pid::from_child(&child);
    (child, group)
}

/// A supervisor that sends this to its guard and then lives until it is killed, and the guard.
fn supervise(orders: &str) -> (Child, Child) {
    let mut supervisor = Command::new("sh")
        .args(["-c", &format!("printf '{orders}'; exec sleep 60")])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let guard = Command::new(env!("CARGO_BIN_EXE_cargo-mutagen"))
        .arg("guard")
        .stdin(supervisor.stdout.take().unwrap())
        .process_group(0)
        .spawn()
        .unwrap();
    (supervisor, guard)
}

#[test]
fn when_the_supervisor_is_killed_the_guard_kills_the_groups_that_are_left_and_no_others() {
    let (mut left, left_group) = worker();
    let (mut forgotten, forgotten_group) = worker();
    let [one, other] = [left_group, forgotten_group].map(|group| group.as_raw_nonzero());
    let (mut supervisor, mut guard) = supervise(&format!("+{other}\\n+{one}\\n-{other}\\n"));
    sleep(Duration::from_millis(500)); // until the guard ignores signals
    for signal in [Signal::INT, Signal::TERM, Signal::HUP, Signal::TSTP] {
        kill_process(Pid::from_child(&guard), signal).unwrap();
    }
    sleep(Duration::from_millis(50));
    assert!(guard.try_wait().unwrap().is_none() && left.try_wait().unwrap().is_none());

    let start = Instant::now();
    supervisor.kill().unwrap();
    supervisor.wait().unwrap();
    assert_eq!(guard.wait().unwrap().code(), Some(0));
    left.wait().unwrap();
    while test_kill_process_group(left_group).is_ok() {
        assert!(start.elapsed() < Duration::from_secs(20), "the worker's child still lives");
        sleep(Duration::from_millis(1));
    }
    assert!(start.elapsed() < Duration::from_secs(20), "took {:?}", start.elapsed());
    assert!(forgotten.try_wait().unwrap().is_none());
    rustix::process::kill_process_group(forgotten_group, Signal::KILL).unwrap();
    forgotten.wait().unwrap();
}

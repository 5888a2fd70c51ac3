//! Tests the guard, which kills what a killed supervisor leaves behind.

use rustix::process::{Pid, Signal, kill_process, test_kill_process_group};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A worker with a child, in a process group of its own.
fn worker() -> (Child, Pid) {
    marked("unguarded", "sleep 60 & wait")
}

/// A process with this mark, in a process group of its own.
fn marked(mark: &str, script: &str) -> (Child, Pid) {
    let mut command = Command::new("sh");
    let command = command.args(["-c", script]).env("MUTAGEN_GUARDED_BY", mark);
    let child = command.process_group(0).spawn().unwrap();
    let group = Pid::from_child(&child);
    (child, group)
}

/// A supervisor that sends this to its guard and then lives until it is killed, and the guard.
fn supervise(mark: &str, orders: &str) -> (Child, Child) {
    let mut supervisor = Command::new("sh")
        .args(["-c", &format!("printf '{orders}'; exec sleep 60")])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let guard = Command::new(env!("CARGO_BIN_EXE_cargo-mutagen"))
        .args(["guard", mark])
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
    let (mut supervisor, mut guard) = supervise("1-1", &format!("+{other}\\n+{one}\\n-{other}\\n"));
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

#[cfg(target_os = "linux")]
#[test]
fn processes_that_left_their_group_are_killed_by_their_mark_unless_the_end_is_orderly() {
    for (orders, mark, killed) in [("", "1-2", true), ("end\\n", "1-3", false)] {
        let (mut marked, group) = marked(mark, "exec sleep 60");
        let (mut other, other_group) = self::marked("1-23", "exec sleep 60");
        let (mut supervisor, mut guard) = supervise(mark, orders);
        sleep(Duration::from_millis(300)); // until the processes run
        supervisor.kill().unwrap();
        supervisor.wait().unwrap();
        assert_eq!(guard.wait().unwrap().code(), Some(0));
        sleep(Duration::from_millis(300)); // until a killed process has ended
        assert_eq!(marked.try_wait().unwrap().is_some(), killed);
        assert!(other.try_wait().unwrap().is_none());
        let _ = rustix::process::kill_process_group(group, Signal::KILL);
        rustix::process::kill_process_group(other_group, Signal::KILL).unwrap();
        marked.wait().unwrap();
        other.wait().unwrap();
    }
}

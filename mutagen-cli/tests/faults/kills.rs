//! Kills of the worker and of the command, and signals to the command. Most of these take a minute
//! or more, so that they are ignored; each says how it is run.

use crate::processes::{left_behind, state, wait_for_worker, worker_of};
use crate::run::{Turn, folder, mark, prepare, run_arguments, wait};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::Child;
use std::time::{Duration, Instant};

/// How long processes may take to end after the command was killed.
const PATIENCE: Duration = Duration::from_secs(2);

/// A running command. Its streams are files in its folder.
struct Running {
    name: &'static str,
    folder: PathBuf,
    child: Child,
    worker: Pid,
    _turn: Turn,
}

impl Running {
    /// Starts `run` on a property and waits for the worker.
    fn start(name: &'static str, property: &str, flags: &str) -> Running {
        let turn = Turn::take();
        let folder = folder(name);
        let mut command = prepare(name, &folder, &run_arguments(property, flags));
        command.stdout(File::create(folder.join("stdout")).unwrap());
        command.stderr(File::create(folder.join("stderr")).unwrap());
        let mut child = command.spawn().unwrap();
        let worker = wait_for_worker(&mut child);
        Running { name, folder, child, worker, _turn: turn }
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    fn text(&self, stream: &str) -> String {
        String::from_utf8_lossy(&fs::read(self.folder.join(stream)).unwrap()).into_owned()
    }

    /// Waits until the standard error stream shows this.
    fn wait_until_shown(&mut self, part: &str) {
        let start = Instant::now();
        while !self.text("stderr").contains(part) {
            assert!(self.child.try_wait().unwrap().is_none(), "ended: {}", self.text("stderr"));
            assert!(start.elapsed() < Duration::from_secs(30), "`{part}` was not shown");
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits for the end. Returns the exit code and the report for programs.
    fn end(mut self, patience: Duration) -> (Option<i32>, Value) {
        let Some(status) = wait(&mut self.child, patience) else {
            panic!("{} did not end in {patience:?}: {}", self.name, self.text("stderr"));
        };
        let out = self.text("stdout");
        let report = serde_json::from_str(&out).unwrap_or_else(|error| {
            panic!("{}: {status}, no report ({error}): {out}{}", self.name, self.text("stderr"))
        });
        let left = left_behind(&mark(self.name), PATIENCE);
        assert!(left.is_empty(), "{} left {left:#?}", self.name);
        (status.code(), report)
    }

    /// Kills the command itself. Nothing that it has started may be left.
    fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
        let left = left_behind(&mark(self.name), PATIENCE);
        assert!(left.is_empty(), "{} left {left:#?}", self.name);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Between 0 and `most` ms, from the clock.
fn moment(most: u64) -> Duration {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    Duration::from_millis(u64::from(now.subsec_nanos()) / 1000 % most)
}

/// Kills the worker once in each of so many campaigns of `seconds`. `undisturbed` is the name of
/// campaigns that run beside those, because the speed of the machine changes: a campaign with a
/// kill runs at least 90 % of their tests.
fn kill_workers(name: &'static str, times: u64, seconds: u64, undisturbed: Option<&'static str>) {
    let flags = format!("--max-time {seconds}s");
    let patience = Duration::from_secs(seconds + 20);
    let tests = |report: &Value| report["statistics"]["tests"].as_u64().unwrap() as f64;
    let mut shares = Vec::new();
    for time in 0..times {
        let running = Running::start(name, "holds", &flags);
        let beside = undisturbed.map(|name| Running::start(name, "holds", &flags));
        std::thread::sleep(Duration::from_millis(300) + moment(seconds * 1000 - 800));
        let worker = worker_of(running.pid()).expect("no worker to kill");
        kill_process(worker, Signal::KILL).unwrap();
        let (code, report) = running.end(patience);
        assert_eq!(code, Some(0), "kill {time}: {report:#}");
        assert_eq!(report["interruptions"], 1, "kill {time}: {report:#}");
        assert_eq!(report["failures"], Value::Array(Vec::new()), "kill {time}: {report:#}");
        let wall = report["wall_seconds"].as_f64().unwrap();
        assert!(wall > seconds as f64 - 0.5, "kill {time}: over after {wall} s");
        if let Some(beside) = beside {
            let (code, plain) = beside.end(patience);
            assert_eq!((code, &plain["interruptions"]), (Some(0), &Value::from(0)), "{plain:#}");
            shares.push(tests(&report) / tests(&plain));
        }
    }
    shares.sort_by(f64::total_cmp);
    eprintln!("tests with a kill to tests without one: {shares:.3?}");
    assert!(shares.first().is_none_or(|least| *least >= 0.9), "{shares:.3?}");
}

#[test]
fn a_killed_worker_is_an_interruption_and_no_finding() {
    kill_workers("kill_worker", 3, 2, None);
}

#[test]
#[ignore = "3 minutes: cargo test -p mutagen-cli --test faults -- --ignored fifty_kills_of"]
fn fifty_kills_of_the_worker_are_fifty_interruptions() {
    kill_workers("kill_50_workers", 50, 3, None);
}

#[test]
#[ignore = "18 minutes, idle: cargo test -p mutagen-cli --test faults -- --ignored fifty_campaigns"]
fn fifty_campaigns_with_a_kill_each_run_as_many_tests_as_others() {
    kill_workers("kill_in_50_campaigns", 50, 20, Some("beside_50_campaigns"));
}

/// 50 kills, one after another, in one campaign.
#[test]
#[ignore = "40 s: cargo test -p mutagen-cli --test faults -- --ignored many_kills"]
fn many_kills_in_one_campaign_are_all_counted() {
    let mut running = Running::start("kill_often", "holds", "--max-time 40s");
    let mut kills = 0;
    while kills < 50 {
        assert!(running.child.try_wait().unwrap().is_none(), "over after {kills} kills");
        std::thread::sleep(Duration::from_millis(200) + moment(200));
        let Some(worker) = worker_of(running.pid()) else { continue };
        kills += u64::from(kill_process(worker, Signal::KILL).is_ok());
    }
    let (code, report) = running.end(Duration::from_secs(60));
    assert_eq!(code, Some(0), "{report:#}");
    // A kill of a process that another kill has just ended is none.
    assert!(report["interruptions"].as_u64().unwrap() > 40, "{report:#}");
}

/// The findings that the command has shown, by the text after `found: `.
fn shown(running: &Running) -> Vec<String> {
    let text = running.text("stderr");
    // A line that is not complete was not shown.
    let complete = text.rfind('\n').map_or("", |end| &text[..end]);
    complete.lines().filter_map(|line| line.split_once("found: ")).map(|(_, f)| f.into()).collect()
}

/// Kills the command. All that was shown is on disk, and no process is left.
fn kill_supervisor(name: &'static str, times: u64, property: &str) {
    for time in 0..times {
        let mut running = Running::start(name, property, "--keep-going --max-time 1h");
        running.wait_until_shown("found: ");
        std::thread::sleep(moment(1500));
        running.kill();
        let shown = shown(&running);
        assert_ne!(shown.len(), 0, "kill {time}");
        let arguments = format!("failures {property} --message-format json");
        let listed = crate::command::ran(&mut prepare(name, &running.folder, &arguments));
        assert_eq!(listed.code, Some(0), "kill {time}: {listed:#?}");
        let runs: Value = serde_json::from_str(&listed.out).unwrap();
        let newest = &runs[0];
        assert_eq!(newest["state"], "killed", "kill {time}: {newest:#}");
        for line in &shown {
            // `test 17 failed: the message (the address)`
            let test: u64 = line.split(' ').nth(1).unwrap().parse().unwrap();
            let is_it = |failure: &Value| failure["test"] == test;
            let failures = newest["failures"].as_array().unwrap();
            assert!(failures.iter().any(is_it), "kill {time}: `{line}` is not in {newest:#}");
        }
    }
}

#[test]
fn what_was_shown_is_listed_after_the_command_was_killed() {
    kill_supervisor("kill_supervisor", 2, "hidden");
    kill_supervisor("kill_supervisor_of_two_bugs", 1, "two_aborts");
}

#[test]
#[ignore = "2 minutes: cargo test -p mutagen-cli --test faults -- --ignored twenty_kills"]
fn twenty_kills_of_the_command_lose_nothing_that_was_shown() {
    kill_supervisor("kill_20_supervisors", 20, "hidden");
}

#[test]
fn processes_of_the_property_end_when_the_command_is_killed() {
    for property in ["spawns_sleep", "fork_setsid_hangs", "fork_twice_hangs", "loops"] {
        let mut running = Running::start("kill_with_children", property, "--timeout 1h");
        std::thread::sleep(Duration::from_millis(1000));
        running.kill();
    }
}

#[test]
fn a_property_that_kills_the_command_loses_nothing_that_was_shown() {
    let name = "kills_parent";
    let mut running = Running::start(name, "kills_parent", "--keep-going --max-time 3s");
    let status = wait(&mut running.child, Duration::from_secs(20)).expect("it did not end");
    let left = left_behind(&mark(name), PATIENCE);
    assert!(left.is_empty(), "{left:#?}");
    let shown = shown(&running);
    let listed = prepare(name, &running.folder, "failures kills_parent").output().unwrap();
    let text = String::from_utf8(listed.stdout).unwrap();
    assert!(shown.is_empty() || text.contains("returned `false`"), "{status}, {shown:?}: {text}");
}

#[test]
fn a_stopped_worker_is_replaced() {
    let running = Running::start("stop_worker", "holds", "--max-time 4s");
    std::thread::sleep(Duration::from_millis(500));
    kill_process(running.worker, Signal::STOP).unwrap();
    let (code, report) = running.end(Duration::from_secs(30));
    assert_eq!(code, Some(0), "{report:#}");
    assert!(report["statistics"]["tests"].as_u64().unwrap() > 1000, "{report:#}");
}

/// Sends a signal to a campaign and expects its summary.
fn signal(name: &'static str, (property, flags): (&str, &str), signal: Signal, exit: i32) {
    let running = Running::start(name, property, flags);
    std::thread::sleep(Duration::from_millis(700));
    let start = Instant::now();
    kill_process(running.pid(), signal).unwrap();
    let (code, report) = running.end(Duration::from_secs(30));
    let took = start.elapsed();
    assert_eq!(code, Some(exit), "{report:#}");
    assert_eq!(report["interrupted"], true, "{report:#}");
    assert!(took < Duration::from_secs(5), "took {took:?}: {report:#}");
    if property == "loops" {
        let notes = report["notes"].to_string();
        assert!(notes.contains("still running") && notes.contains("test "), "{report:#}");
    } else {
        assert_ne!(report["statistics"]["tests"], 0, "{report:#}");
    }
}

#[test]
fn signals_end_a_campaign_with_its_summary() {
    signal("sigint", ("holds", "--max-time 1h"), Signal::INT, 130);
    signal("sigterm", ("holds", "--max-time 1h"), Signal::TERM, 143);
    signal("sighup", ("holds", "--max-time 1h"), Signal::HUP, 129);
}

#[test]
fn sigterm_ends_a_campaign_within_five_seconds_although_a_test_hangs() {
    let hangs = ("loops", "--timeout 1h --max-time 1h");
    signal("sigterm_in_hang", hangs, Signal::TERM, 143);
    signal("sigterm_in_stop", ("sigstops", hangs.1), Signal::TERM, 143);
}

#[test]
fn a_second_signal_ends_the_command_at_once_with_the_running_test() {
    let mut running = Running::start("sigint_twice", "loops", "--timeout 1h --max-time 1h");
    std::thread::sleep(Duration::from_millis(700));
    kill_process(running.pid(), Signal::INT).unwrap();
    std::thread::sleep(Duration::from_millis(200));
    let start = Instant::now();
    if running.child.try_wait().unwrap().is_none() {
        kill_process(running.pid(), Signal::INT).unwrap();
    }
    let (code, report) = running.end(Duration::from_secs(30));
    assert_eq!(code, Some(130), "{report:#}");
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    assert!(report["notes"].to_string().contains("still running"), "{report:#}");
}

#[test]
fn other_signals_leave_no_process() {
    for signal in [Signal::QUIT, Signal::USR1] {
        let mut running = Running::start("sigquit", "holds", "--max-time 2s");
        std::thread::sleep(Duration::from_millis(500));
        kill_process(running.pid(), signal).unwrap();
        let ended = wait(&mut running.child, Duration::from_secs(20));
        assert!(ended.is_some(), "{signal:?}: it did not end");
        let left = left_behind(&mark("sigquit"), PATIENCE);
        assert!(left.is_empty(), "{signal:?}: {left:#?}");
    }
}

#[test]
fn ctrl_z_stops_the_worker_as_well_and_the_campaign_goes_on_after_it() {
    let running = Running::start("sigtstp", "holds", "--max-time 4s");
    std::thread::sleep(Duration::from_millis(500));
    kill_process(running.pid(), Signal::TSTP).unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let states = (state(running.pid()), worker_of(running.pid()).and_then(state));
    let ran = || {
        let id = running.worker.as_raw_nonzero();
        fs::read_to_string(format!("/proc/{id}/schedstat")).ok()
    };
    let before = ran();
    std::thread::sleep(Duration::from_millis(500));
    let after = ran();
    kill_process(running.pid(), Signal::CONT).unwrap();
    let (code, report) = running.end(Duration::from_secs(30));
    assert_eq!(states, (Some('T'), Some('T')));
    assert_eq!(before, after, "the worker ran while the command was stopped");
    assert_eq!(code, Some(0), "{report:#}");
    assert_eq!(report["failures"], Value::Array(Vec::new()), "{report:#}");
}

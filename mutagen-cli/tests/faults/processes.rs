//! Processes of a campaign: which of them live, found by a variable of their environment, and those
//! of a running command.

use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::process::Child;
use std::time::{Duration, Instant};

/// The environment variable that a command and all that it starts have.
pub const MARK: &str = "FAULTS_ROW";

/// The processes with this mark that are alive.
pub fn marked(mark: &str) -> Vec<Pid> {
    let wanted = format!("{MARK}={mark}");
    let alive = |id: &i32| {
        let environment = fs::read(format!("/proc/{id}/environ")).unwrap_or_default();
        // A process that has ended and is not waited for has no environment.
        environment.split(|byte| *byte == 0).any(|variable| variable == wanted.as_bytes())
    };
    let entries = fs::read_dir("/proc").unwrap();
    let ids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    ids.filter(alive).filter_map(Pid::from_raw).collect()
}

/// Waits until no process with this mark is left. Returns what is left after the time, by name, and
/// kills it.
pub fn left_behind(mark: &str, patience: Duration) -> Vec<String> {
    let start = Instant::now();
    loop {
        let left = marked(mark);
        if left.is_empty() {
            return Vec::new();
        }
        if start.elapsed() > patience {
            let names = left.iter().map(|pid| command_line(*pid)).collect();
            for pid in left {
                let _ = kill_process(pid, Signal::KILL);
            }
            return names;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

fn command_line(pid: Pid) -> String {
    let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&line).replace('\0', " ")
}

/// The state of a process, such as `R` or `T`, or `None` if there is none.
pub fn state(pid: Pid) -> Option<char> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(')')?.1.trim_start().chars().next()
}

/// The resident memory of a process in bytes; 0 if there is no process.
pub fn resident(pid: Pid) -> u64 {
    let statm = fs::read_to_string(format!("/proc/{}/statm", pid.as_raw_nonzero()));
    let statm = statm.unwrap_or_default();
    let pages: u64 = statm.split(' ').nth(1).map_or(0, |pages| pages.parse().unwrap());
    pages * rustix::param::page_size() as u64
}

/// The worker of a running command: its child that runs the test executable.
pub fn worker_of(supervisor: Pid) -> Option<Pid> {
    let id = supervisor.as_raw_nonzero();
    let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children")).ok()?;
    let mut children = children.split_whitespace().filter_map(|id| Pid::from_raw(id.parse().ok()?));
    children.find(|child| command_line(*child).contains("--nocapture"))
}

/// Waits for the worker of a command.
pub fn wait_for_worker(child: &mut Child) -> Pid {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(60) {
        if let Some(worker) = worker_of(Pid::from_child(child)) {
            return worker;
        }
        assert!(child.try_wait().unwrap().is_none(), "the command ended before it had a worker");
        std::thread::sleep(Duration::from_millis(2));
    }
    panic!("no worker was started in a minute")
}

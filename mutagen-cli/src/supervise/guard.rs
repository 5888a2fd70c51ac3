//! The guard: a small process that kills the workers' process groups when the supervisor was killed
//! by SIGKILL and could not do so. The supervisor names the groups through a pipe. When the
//! supervisor is gone, the pipe ends. Processes that left their group are known by an environment
//! variable that a worker and all its descendants have; only Linux shows it.

use super::orphans::the_command;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use std::io::{self, BufRead, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// How long the guard may take to end, and how long it looks for processes to kill.
const PATIENCE: Duration = Duration::from_secs(1);

/// The environment variable of a worker and its descendants.
const MARK: &str = "MUTAGEN_GUARDED_BY";

/// The order to end and to kill nothing.
const END: &str = "end";

/// A running guard. When this value is dropped, the guard ends and kills nothing, except in a
/// panic.
#[derive(Debug)]
pub(super) struct Guard {
    child: Child,
    /// Closed before the guard is waited for.
    groups: Option<ChildStdin>,
    mark: String,
}

impl Guard {
    /// Starts the guard, which is this executable with the hidden subcommand `guard`.
    ///
    /// # Errors
    /// When the guard cannot be started, or this executable is not the command, as in a test.
    pub(super) fn start() -> io::Result<Guard> {
        let path = the_command().ok_or(io::ErrorKind::Unsupported)?;
        // No other supervisor has the same process id at the same time.
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let mark = format!("{}-{}", std::process::id(), now.as_nanos());
        let mut child = Command::new(path)
            .args(["guard", &mark])
            .stdin(Stdio::piped())
            // Whoever reads the supervisor's output must not wait for the guard as well.
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // Out of reach of Ctrl-C, and of a kill of the supervisor's process group.
            .process_group(0)
            .spawn()?;
        let groups = child.stdin.take();
        Ok(Guard { child, groups, mark })
    }

    /// The guard's process id.
    pub(super) fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }

    /// Name and value of an environment variable for each worker. If the supervisor is killed, the
    /// guard also kills processes that have the variable and left the worker's group.
    pub(super) fn mark(&self) -> (&'static str, String) {
        (MARK, self.mark.clone())
    }

    /// Has the guard kill this process group if the supervisor is killed.
    pub(super) fn watch(&mut self, group: Pid) {
        self.send(&format!("+{}", group.as_raw_nonzero()));
    }

    /// Takes this back. Call it after the kill of the group and before the worker is waited for,
    /// because then its id may be reused.
    pub(super) fn forget(&mut self, group: Pid) {
        self.send(&format!("-{}", group.as_raw_nonzero()));
    }

    fn send(&mut self, order: &str) {
        if let Some(groups) = &mut self.groups {
            // One call, so that no part of a line is sent. The campaign goes on without the guard
            // if somebody has killed it.
            let _ = groups.write_all(format!("{order}\n").as_bytes());
        }
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.send(END);
        }
        self.groups = None;
        let start = Instant::now();
        while matches!(self.child.try_wait(), Ok(None)) {
            if start.elapsed() > PATIENCE {
                let _ = self.child.kill();
                let _ = self.child.wait();
                return;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// The process of the guard: reads the groups from the standard input, and kills those that are
/// left at its end.
///
/// # Errors
/// When signals cannot be ignored.
pub(crate) fn guard(mark: &str) -> io::Result<()> {
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] {
        // Nobody reads the flag: the signal has no effect.
        signal_hook::flag::register(signal, Arc::default())?;
    }
    let Some(groups) = left(io::stdin().lock()) else { return Ok(()) };
    for group in groups {
        // On some systems a group without live processes no longer exists.
        let _ = kill_process_group(group, Signal::KILL);
    }
    let start = Instant::now();
    // A process may have started another one before it was killed.
    while kill_marked(mark) && start.elapsed() < PATIENCE {
        std::thread::sleep(Duration::from_millis(1));
    }
    Ok(())
}

/// Kills the processes with this mark. Returns whether there were any.
fn kill_marked(mark: &str) -> bool {
    let entry = format!("{MARK}={mark}");
    let Ok(processes) = std::fs::read_dir("/proc") else { return false };
    let mut any = false;
    for process in processes.flatten() {
        let id = process.file_name().to_str().and_then(|name| name.parse().ok());
        let Some(id) = id.and_then(Pid::from_raw) else { continue };
        // Processes of other users cannot be read.
        let environment = std::fs::read(process.path().join("environ")).unwrap_or_default();
        if environment.split(|byte| *byte == 0).any(|variable| variable == entry.as_bytes()) {
            any |= kill_process(id, Signal::KILL).is_ok();
        }
    }
    any
}

/// The groups that were named and not taken back, or `None` after an orderly end. An incomplete
/// line is no order.
fn left(mut orders: impl BufRead) -> Option<Vec<Pid>> {
    let mut groups = Vec::new();
    let mut line = Vec::new();
    while let Ok(1..) = orders.read_until(b'\n', &mut line) {
        let order = std::str::from_utf8(&line).ok().and_then(|line| line.strip_suffix('\n'));
        let group = |number: &str| number.parse().ok().filter(|id| *id > 1).and_then(Pid::from_raw);
        if order == Some(END) {
            return None;
        } else if let Some(group) = order.and_then(|order| group(order.strip_prefix('+')?)) {
            groups.push(group);
        } else if let Some(group) = order.and_then(|order| group(order.strip_prefix('-')?)) {
            groups.retain(|watched| *watched != group);
        }
        line.clear();
    }
    Some(groups)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_groups_that_were_not_taken_back_are_left() {
        let groups = |orders: &str| -> Vec<i32> {
            left(orders.as_bytes())
                .unwrap()
                .iter()
                .map(|group| group.as_raw_nonzero().get())
                .collect()
        };
        assert_eq!(groups("+20\n+30\n-20\n"), [30]);
        assert_eq!(groups("+20\n-20\n-20\n"), [0; 0]);
        assert_eq!(groups(""), [0; 0]);
        assert_eq!(left(&b"+20\nend\n"[..]), None);
    }

    #[test]
    fn what_is_no_order_names_no_group() {
        // Group 1 would stand for every process of the user.
        for orders in
            ["+1\n", "+0\n", "+-5\n", "20\n", "+x\n", "\n", "+99999999999\n", "+20", "end"]
        {
            assert!(left(orders.as_bytes()).unwrap().is_empty(), "{orders:?}");
        }
        assert_eq!(left(&b"\xFF\n+20\n+3"[..]).unwrap().len(), 1);
    }

    #[test]
    fn a_program_that_is_not_the_command_gets_no_guard() {
        assert_eq!(Guard::start().unwrap_err().kind(), io::ErrorKind::Unsupported);
    }
}

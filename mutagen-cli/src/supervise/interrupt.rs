//! Handles the signals of a user and of the system: Ctrl-C, SIGTERM and SIGHUP end the campaign
//! with its summary, a second one ends it at once, and Ctrl-Z stops the worker as well.

use crate::error::CliError;
use rustix::process::{Pid, Signal, getpid, kill_process, kill_process_group};
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a process may take to stop after it has sent itself the signal. The first process of a
/// container does not stop at all.
const STOPS_WITHIN: Duration = Duration::from_millis(50);

/// The signals that have arrived.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    arrived: Arc<Arrived>,
}

#[derive(Debug, Default)]
struct Arrived {
    /// The number of signals that end the campaign.
    ends: AtomicUsize,
    /// The first of them, or 0.
    first: AtomicI32,
    hurries: AtomicBool,
    stop: AtomicBool,
    continued: AtomicUsize,
    /// The process groups that stop with this process.
    groups: Mutex<Vec<Pid>>,
    /// For how long this process was stopped so far, in nanoseconds.
    stopped: AtomicU64,
}

/// Makes a process group stop with this process, as long as the value lives.
#[derive(Debug)]
pub(super) struct StopsWith {
    arrived: Arc<Arrived>,
    group: Pid,
}

impl Drop for StopsWith {
    fn drop(&mut self) {
        self.arrived.groups().retain(|group| *group != self.group);
    }
}

impl Interrupt {
    /// Starts catching SIGINT, SIGTERM, SIGHUP and SIGTSTP. SIGHUP stays ignored under `nohup`.
    ///
    /// # Errors
    /// When the handlers cannot be installed.
    pub fn install() -> Result<Interrupt, CliError> {
        let mut caught = vec![SIGINT, SIGTERM, SIGTSTP, SIGCONT];
        if !is_ignored(SIGHUP) {
            caught.push(SIGHUP);
        }
        let mut signals = Signals::new(caught).map_err(CliError::Interrupt)?;
        let interrupt = Interrupt::default();
        let arrived = Arc::clone(&interrupt.arrived);
        std::thread::spawn(move || signals.forever().for_each(|signal| arrived.take(signal)));
        Ok(interrupt)
    }

    /// The number of signals so far that ask for the end: SIGINT, SIGTERM and SIGHUP.
    pub fn count(&self) -> usize {
        self.arrived.ends.load(Ordering::Acquire)
    }

    /// The first of these signals.
    pub fn signal(&self) -> Option<i32> {
        Some(self.arrived.first.load(Ordering::Acquire)).filter(|signal| *signal != 0)
    }

    /// The exit code that tells the first of these signals, as shells do: 130 for SIGINT.
    pub fn exit_code(&self) -> Option<u8> {
        self.signal().and_then(|signal| u8::try_from(128 + signal).ok())
    }

    /// Whether the sender will not wait long, as after SIGTERM and SIGHUP: whoever sends them
    /// usually sends SIGKILL 10 s later.
    pub fn hurries(&self) -> bool {
        self.arrived.hurries.load(Ordering::Acquire)
    }

    /// Whether Ctrl-Z was pressed since the last call. The caller then stops its children and calls
    /// [`Interrupt::stop_self`].
    pub fn take_stop(&self) -> bool {
        self.arrived.stop.swap(false, Ordering::AcqRel)
    }

    /// Makes a process group stop with this process, as long as the result lives.
    pub(super) fn stops_with(&self, group: Pid) -> StopsWith {
        self.arrived.groups().push(group);
        StopsWith { arrived: Arc::clone(&self.arrived), group }
    }

    /// For how long this process was stopped so far. Whoever keeps a limit of time adds the
    /// difference.
    pub(super) fn stopped(&self) -> Duration {
        Duration::from_nanos(self.arrived.stopped.load(Ordering::Acquire))
    }

    /// Stops this process, and the groups that stop with it, until it is continued. `tell` is
    /// called when the time is known and the groups do not go on yet.
    pub(super) fn stop_all(&self, tell: impl FnOnce()) {
        let send = |signal| {
            for group in self.arrived.groups().iter() {
                let _ = kill_process_group(*group, signal);
            }
        };
        send(Signal::STOP);
        let stopped = self.stop_self();
        let nanoseconds = u64::try_from(stopped.as_nanos()).unwrap_or(u64::MAX);
        self.arrived.stopped.fetch_add(nanoseconds, Ordering::AcqRel);
        tell();
        send(Signal::CONT);
    }

    /// Stops this process until it is continued. Returns for how long it was stopped.
    pub fn stop_self(&self) -> Duration {
        let continued = || self.arrived.continued.load(Ordering::Acquire);
        let (start, before) = (Instant::now(), continued());
        if kill_process(getpid(), Signal::STOP).is_err() {
            return Duration::ZERO;
        }
        // The system may stop this thread a moment after the call.
        while continued() == before && start.elapsed() < STOPS_WITHIN {
            std::thread::sleep(Duration::from_millis(1));
        }
        start.elapsed()
    }
}

impl Arrived {
    fn groups(&self) -> MutexGuard<'_, Vec<Pid>> {
        self.groups.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, signal: i32) {
        match signal {
            SIGTSTP => self.stop.store(true, Ordering::Release),
            SIGCONT => {
                // As in the system, it takes back a stop that has not happened yet. Nobody would
                // send another one.
                self.stop.store(false, Ordering::Release);
                self.continued.fetch_add(1, Ordering::AcqRel);
            }
            _ => {
                // Whoever sees the count must see the signal.
                let _ = self.first.compare_exchange(0, signal, Ordering::AcqRel, Ordering::Acquire);
                self.hurries.fetch_or(signal != SIGINT, Ordering::AcqRel);
                self.ends.fetch_add(1, Ordering::AcqRel);
            }
        }
    }
}

/// Whether this process ignores the signal, as it does from the start under `nohup`.
fn is_ignored(signal: i32) -> bool {
    std::fs::read_to_string("/proc/self/status").is_ok_and(|status| ignores(&status, signal))
}

/// The same for a text like `/proc/self/status`.
fn ignores(status: &str, signal: i32) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::super::alone::alone;
    use super::*;
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;

    #[test]
    fn nothing_has_arrived_before_the_handlers_are_installed() {
        let interrupt = Interrupt::default();
        assert_eq!((interrupt.count(), interrupt.signal(), interrupt.exit_code()), (0, None, None));
        assert!(!interrupt.hurries() && !interrupt.take_stop());
    }

    #[test]
    fn the_first_signal_decides_the_exit_code_and_any_of_the_systems_hurries() {
        let interrupt = Interrupt::default();
        interrupt.arrived.take(SIGINT);
        assert_eq!((interrupt.exit_code(), interrupt.hurries()), (Some(130), false));
        interrupt.arrived.take(SIGTERM);
        assert_eq!((interrupt.exit_code(), interrupt.hurries()), (Some(130), true));
        assert_eq!((interrupt.count(), interrupt.signal()), (2, Some(SIGINT)));
        for (signal, code) in [(SIGTERM, 143), (SIGHUP, 129)] {
            let interrupt = Interrupt::default();
            interrupt.arrived.take(signal);
            assert_eq!((interrupt.exit_code(), interrupt.hurries()), (Some(code), true));
        }
    }

    #[test]
    fn ctrl_z_is_reported_once_and_does_not_end_the_campaign() {
        let interrupt = Interrupt::default();
        interrupt.arrived.take(SIGTSTP);
        assert!(interrupt.take_stop() && !interrupt.take_stop());
        assert_eq!(interrupt.count(), 0);
    }

    #[test]
    fn a_process_that_is_to_go_on_does_not_stop_afterwards() {
        let interrupt = Interrupt::default();
        for signal in [SIGTSTP, SIGINT, SIGCONT] {
            interrupt.arrived.take(signal);
        }
        assert!(!interrupt.take_stop());
        assert_eq!(interrupt.count(), 1);
    }

    #[test]
    fn the_signals_that_nohup_ignores_are_recognised() {
        let status = "Name:\tx\nSigBlk:\t0000000000000000\nSigIgn:\t0000000000001001\n";
        assert!(ignores(status, SIGHUP));
        assert!(!ignores(status, SIGINT) && !ignores("", SIGHUP));
    }

    #[test]
    fn a_process_stops_at_ctrl_z_knows_for_how_long_and_ends_by_the_next_signal() {
        let name = "supervise::interrupt::tests::\
                    a_process_stops_at_ctrl_z_knows_for_how_long_and_ends_by_the_next_signal";
        let Some(mut command) = alone(name) else {
            let interrupt = Interrupt::install().unwrap();
            println!("\nready");
            while interrupt.count() == 0 {
                if interrupt.take_stop() {
                    println!("\nstopped for {} ms", interrupt.stop_self().as_millis());
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            std::process::exit(interrupt.exit_code().unwrap().into());
        };
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let pid = Pid::from_child(&child);
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        assert!(lines.any(|line| line == "ready"));
        kill_process(pid, Signal::TSTP).unwrap();
        waitid(WaitId::Pid(pid), WaitIdOptions::STOPPED).unwrap();
        std::thread::sleep(Duration::from_millis(100));
        kill_process(pid, Signal::CONT).unwrap();
        let stopped = lines.find_map(|line| {
            line.strip_prefix("stopped for ")?.strip_suffix(" ms")?.parse::<u64>().ok()
        });
        assert!((100..60_000).contains(&stopped.unwrap()), "{stopped:?}");
        // The child ignores a hangup if this process does.
        let (end, code) = if is_ignored(SIGHUP) { (Signal::TERM, 143) } else { (Signal::HUP, 129) };
        kill_process(pid, end).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code));
    }
}

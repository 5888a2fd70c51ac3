//! One worker process. It starts with a socket that it inherits, gets its task over the socket, and
//! is watched until it ends. If it dies, its spare can take over. This is the only file that starts
//! or kills a process of the user's.

use super::addresses;
use super::death::{Cause, Death, Ended};
use super::events::{Events, Happened};
use super::memory;
use super::output::{Output, last_words};
use super::pace::{Limits, Pace, Stuck};
use super::{Interrupt, SupervisedCampaign};
use crate::error::CliError;
use mutagen_core::internal::run::marker::test_of;
use mutagen_core::internal::run::protocol::{
    Deadly, Event, Order, Page, Phase, ProtocolError, Task, pass_on, write_frame,
};
use mutagen_core::internal::search::statistics::Statistics;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process, kill_process_group, waitid,
    waitpid,
};
use serde::Serialize;
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// How often the supervisor reads the page when no event arrives.
const TICK: Duration = Duration::from_millis(20);

/// The same while the worker waits for others.
const SHORT_TICK: Duration = Duration::from_micros(200);

/// How long a hanging process may take to leave its stack.
const MOMENT: Duration = Duration::from_millis(300);

/// How long the running test may go on after SIGTERM.
const GRACE: Duration = Duration::from_millis(1500);

/// How long a spare may take to become the owner of the page.
const TAKE_OVER: Duration = Duration::from_secs(5);

/// Who is told what a worker does.
pub(super) trait Listener {
    /// Takes an event.
    fn event(&mut self, event: Event);

    /// Whether the worker waits until this event was taken.
    fn is_waited_for(&self, event: &Event) -> bool {
        matches!(event, Event::Started { .. })
    }

    /// Takes the statistics, regularly.
    fn progress(&mut self, statistics: &Statistics, memory: Option<u64>);

    /// Whether a worker that has started, and waits for that, may run its first test.
    fn may_begin(&self) -> bool {
        true
    }

    /// Whether the campaign is over, so that the worker is asked to end.
    fn is_over(&self) -> bool {
        false
    }
}

/// A running worker.
pub(super) struct WorkerProcess {
    /// The process, whose number is that of its process group as well.
    process: Pid,
    /// Whether it has ended and was waited for.
    is_over: bool,
    page: Page,
    socket: UnixStream,
    events: Events,
    output: Output,
    errors: Output,
}

impl WorkerProcess {
    /// Starts a worker and sends the task. Its descendants have the mark in their environment.
    ///
    /// # Errors
    /// When the page cannot be made, the executable was changed, or cannot be started.
    pub(super) fn start(
        campaign: &SupervisedCampaign,
        task: &Task,
        mark: Option<&(&'static str, String)>,
    ) -> Result<WorkerProcess, CliError> {
        campaign.program.check()?;
        let page = Page::create(&task.page)?;
        let (ours, theirs) = UnixStream::pair().map_err(ProtocolError::Channel)?;
        let mut command = Command::new(campaign.program.path());
        command
            .arg(test_of(&campaign.path))
            .args(["--exact", "--nocapture", "--include-ignored"])
            .arg("--test-threads=1")
            .current_dir(&campaign.folder)
            .envs(campaign.environment.iter().map(|(name, value)| (name, value)))
            .envs(mark.map(|(name, value)| (name, value)))
            .env("CARGO_MANIFEST_DIR", &campaign.folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Its own process group: Ctrl-C on the terminal reaches only the supervisor, which asks
            // the worker through the page to end. All processes that the property starts can be
            // killed together.
            .process_group(0);
        pass_on(&mut command, theirs.as_fd());
        let mut child = addresses::fixed(|| command.spawn())
            .map_err(|error| CliError::Start { path: campaign.program.path().to_owned(), error })?;
        drop(theirs);
        let show = campaign.verbose;
        let output = match child.stdout.take() {
            Some(stream) => {
                let harness = format!("\nrunning 1 test\ntest {} ... ", test_of(&campaign.path));
                Output::read(stream, show, &harness).map_err(ProtocolError::Channel)?
            }
            None => Output::nothing(),
        };
        let errors = match child.stderr.take() {
            Some(stream) => Output::read(stream, show, "").map_err(ProtocolError::Channel)?,
            None => Output::nothing(),
        };
        let reader = ours.try_clone().map_err(ProtocolError::Channel)?;
        let events = Events::listen(reader).map_err(ProtocolError::Channel)?;
        let process = Pid::from_child(&child);
        events.wait_for(process);
        let mut worker =
            WorkerProcess { process, is_over: false, page, socket: ours, events, output, errors };
        // A worker that has died cannot take it, which is noticed later.
        let _ = worker.send(task);
        Ok(worker)
    }

    fn send(&mut self, message: &impl Serialize) -> Result<(), ProtocolError> {
        let message = serde_json::to_vec(message)?;
        write_frame(&mut self.socket, &message).map_err(ProtocolError::Channel)
    }

    /// Lets the worker run its first test.
    pub(super) fn begin(&mut self) {
        // A worker that has died cannot take it, which is noticed later.
        let _ = self.send(&Order::Start);
    }

    /// Waits until the output of a worker that has ended was shown.
    pub(super) fn drain(&self) {
        let _ = (self.output.end(), self.errors.end());
    }

    /// The process of the worker.
    pub(super) fn process(&self) -> Pid {
        self.process
    }

    /// The page, which has the last figures.
    pub(super) fn page(&self) -> &Page {
        &self.page
    }

    /// A remark about what could not be read, if there was something.
    pub(super) fn unreadable(&self) -> Option<String> {
        self.events.unreadable()
    }

    /// Waits until the worker has ended, and tells the listener what happens.
    ///
    /// # Errors
    /// When the worker cannot be waited for.
    pub(super) fn watch(
        &mut self,
        limits: &mut Limits,
        interrupt: &Interrupt,
        listener: &mut dyn Listener,
    ) -> Result<Ended, CliError> {
        self.watch_beyond(0, limits, interrupt, listener)
    }

    /// Like [`WorkerProcess::watch`], for a worker that runs given tests only: one that its test
    /// stops has hung, and one that is stopped between tests goes on.
    ///
    /// # Errors
    /// When the worker cannot be waited for.
    pub(super) fn watch_tests(
        &mut self,
        limits: &Limits,
        interrupt: &Interrupt,
        listener: &mut dyn Listener,
    ) -> Result<Ended, CliError> {
        self.watch_tests_beyond(0, limits, interrupt, listener)
    }

    /// Like [`WorkerProcess::watch_tests`], but this many signals of the user have ended something
    /// else before.
    ///
    /// # Errors
    /// When the worker cannot be waited for.
    pub(super) fn watch_tests_beyond(
        &mut self,
        before: usize,
        limits: &Limits,
        interrupt: &Interrupt,
        listener: &mut dyn Listener,
    ) -> Result<Ended, CliError> {
        let mut limits = Limits { waits_when_stopped: true, ..limits.clone() };
        loop {
            match self.watch_beyond(before, &mut limits, interrupt, listener)? {
                Ended::Stopped(Some(_)) => {
                    return self.kill_for(Cause::Stopped(limits.timeout), listener);
                }
                Ended::Stopped(None) => self.go_on(),
                ended => return Ok(ended),
            }
        }
    }

    /// Like [`WorkerProcess::watch`], but this many signals of the user have ended something else
    /// before.
    ///
    /// # Errors
    /// When the worker cannot be waited for.
    pub(super) fn watch_beyond(
        &mut self,
        before: usize,
        limits: &mut Limits,
        interrupt: &Interrupt,
        listener: &mut dyn Listener,
    ) -> Result<Ended, CliError> {
        let signals = || interrupt.count().saturating_sub(before);
        let mut pace = Pace::new(&self.page);
        let _group = interrupt.stops_with(self.process);
        let start = interrupt.stopped();
        let mut stopped = start;
        let mut waits = false;
        loop {
            let happened = self.events.next(if waits { SHORT_TICK } else { TICK });
            match happened {
                Ok(Happened::Event(event)) => {
                    waits |= listener.is_waited_for(&event);
                    listener.event(event);
                }
                Ok(Happened::Exited(process)) if process == self.process => {
                    return self.ended(limits, signals(), listener);
                }
                Ok(Happened::Exited(_)) => {}
                // The property has closed the socket; the process goes on.
                Ok(Happened::Closed) => {}
                Err(_) if waits => {}
                Err(_) => {
                    let memory = memory::resident(self.process);
                    listener.progress(&self.page.statistics(), memory);
                    if let Some(bytes) = memory.filter(|bytes| *bytes > limits.memory) {
                        return self.kill_for(Cause::Memory(bytes), listener);
                    }
                }
            }
            if waits && (listener.may_begin() || listener.is_over()) {
                waits = false;
                self.begin();
            }
            if interrupt.take_stop() {
                // The worker must know it before it looks at its own clock.
                interrupt.stop_all(|| self.page.set_stopped(interrupt.stopped() - start));
            }
            let more = interrupt.stopped().saturating_sub(stopped);
            if !more.is_zero() {
                stopped += more;
                limits.add(more);
                pace.add(more);
            }
            let now = Instant::now();
            let is_ended = listener.is_over();
            let is_over = is_ended || limits.end.is_some_and(|end| now >= end);
            if is_over || signals() > 0 {
                self.page.stop();
                pace.stopping(now);
            }
            let is_late = pace.has_been_stopping(GRACE) && (interrupt.hurries() || is_ended);
            if signals() > 1 || is_late && self.page.running().is_some() {
                let running = self.page.running().map(|running| (running.test, running.address));
                self.kill()?;
                self.events.rest().into_iter().for_each(|event| listener.event(event));
                return Ok(Ended::Interrupted(running));
            }
            match pace.is_stuck(&self.page, limits, || is_stopped(self.process)) {
                // The campaign is over, and the worker is busy with its own files.
                Some(Stuck::Hung(_)) if is_over && self.page.phase() == Phase::Resuming => {
                    self.kill()?;
                    self.events.rest().into_iter().for_each(|event| listener.event(event));
                    return Ok(Ended::Interrupted(None));
                }
                Some(Stuck::Hung(limit)) => return self.kill_for(Cause::Hung(limit), listener),
                Some(Stuck::Stopped) => return Ok(Ended::Stopped(self.page.running())),
                None => {}
            }
        }
    }

    /// Lets a stopped worker go on.
    pub(super) fn go_on(&self) {
        let _ = kill_process_group(self.process, Signal::CONT);
    }

    /// The end of a worker that has ended by itself.
    fn ended(
        &mut self,
        limits: &Limits,
        signals: usize,
        listener: &mut dyn Listener,
    ) -> Result<Ended, CliError> {
        let status = self.kill()?;
        let is_normal = status.code() == Some(0) && self.page.phase() == Phase::Idle;
        if is_normal {
            self.events.rest().into_iter().for_each(|event| listener.event(event));
            return Ok(if signals > 0 { Ended::Interrupted(None) } else { Ended::Finished });
        }
        self.events.arrived().into_iter().for_each(|event| listener.event(event));
        // The worker was asked to end while it made retained tests again.
        let was_asked = signals > 0
            || listener.is_over()
            || limits.end.is_some_and(|end| Instant::now() >= end);
        if was_asked && status.code() == Some(0) && self.page.running().is_none() {
            return Ok(Ended::Interrupted(None));
        }
        Ok(Ended::Died(self.death(Cause::Status(status))))
    }

    /// Kills a worker that exceeds a limit.
    ///
    /// # Errors
    /// When the worker cannot be waited for.
    pub(super) fn kill_for(
        &mut self,
        cause: Cause,
        listener: &mut dyn Listener,
    ) -> Result<Ended, CliError> {
        let (phase, running) = (self.page.phase(), self.page.running());
        if matches!(cause, Cause::Hung(_) | Cause::Stopped(_)) {
            // The handler of this signal keeps the stack. A stopped process gets it when it goes
            // on.
            let _ = kill_process(self.process, Signal::ABORT);
            let _ = kill_process(self.process, Signal::CONT);
            let start = Instant::now();
            while start.elapsed() < MOMENT && is_running(self.process) {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        self.kill()?;
        self.events.arrived().into_iter().for_each(|event| listener.event(event));
        let mut death = self.death(cause);
        // Even if the test ended in the last moment, it exceeded the limit.
        death.phase = phase;
        if let Some(running) = running {
            death.test = Some((running.test, running.address));
        }
        Ok(Ended::Died(death))
    }

    fn death(&self, cause: Cause) -> Death {
        Death {
            cause,
            phase: self.page.phase(),
            test: self.page.last(),
            said: self.page.said(),
            fall: self.page.fallen(cause.signal()),
            last_words: without_harness(&last_words(&self.output, &self.errors)),
            has_begun: self.page.owner() != 0,
        }
    }

    /// Lets the spare of a worker that has died take over. Returns whether there is one.
    pub(super) fn take_over(&mut self, deadly: &[Deadly]) -> bool {
        let Some(spare) = self.spare() else { return false };
        // The spare does not meet the tests before the fork again.
        let from = self.page.spare_test();
        let deadly = deadly.iter().filter(|deadly| deadly.test > from).copied().collect();
        self.events.begin_another();
        if self.send(&Order::TakeOver { deadly }).is_err() {
            return false;
        }
        let start = Instant::now();
        let number = u64::from(spare.as_raw_nonzero().get().unsigned_abs());
        while self.page.owner() != number {
            let gives_up = start.elapsed() > TAKE_OVER || !is_running(spare);
            // It may have taken over and died since the last look.
            if gives_up && self.page.owner() != number {
                end(spare);
                return false;
            }
            std::thread::sleep(Duration::from_micros(100));
        }
        self.output.forget();
        self.errors.forget();
        (self.process, self.is_over) = (spare, false);
        self.events.wait_for(spare);
        true
    }

    /// The spare, if it is alive and a child of this process, as it is after the worker's end.
    fn spare(&self) -> Option<Pid> {
        let number = i32::try_from(self.page.spare()).ok()?;
        let spare = Pid::from_raw(number).filter(|spare| *spare != self.process)?;
        (self.is_over && is_running(spare)).then_some(spare)
    }

    /// Kills the worker, if it is still running, and the processes that it started.
    fn kill(&mut self) -> Result<ExitStatus, CliError> {
        // The process id cannot be reused until the worker is waited for. On some systems a group
        // without live processes no longer exists, which is not an error.
        let _ = kill_process_group(self.process, Signal::KILL);
        let _ = kill_process(self.process, Signal::KILL);
        self.is_over = true;
        loop {
            match waitpid(Some(self.process), WaitOptions::empty()) {
                Ok(Some((_, status))) => return Ok(ExitStatus::from_raw(status.as_raw())),
                Ok(None) | Err(rustix::io::Errno::INTR) => {}
                Err(error) => return Err(CliError::Wait(error.into())),
            }
        }
    }
}

impl Drop for WorkerProcess {
    fn drop(&mut self) {
        if !self.is_over {
            let _ = self.kill();
        }
        if let Some(spare) = self.spare() {
            end(spare);
        }
    }
}

/// The output without what the test harness says: its lines begin with `test `, and after a test
/// that failed, all the rest is the harness's.
fn without_harness(words: &str) -> String {
    let start = |line: &&str| line.starts_with("running 1 test");
    let verdict = |line: &str| line.starts_with("test ") && line.contains(" ...");
    let lines = words.lines().filter(|line| !start(line));
    let ends = |line: &&str| !(verdict(line) && line.ends_with("FAILED"));
    let kept: Vec<&str> = lines.take_while(ends).filter(|line| !verdict(line)).collect();
    kept.join("\n").trim().to_owned()
}

/// Whether a child of this process is running.
fn is_running(process: Pid) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    matches!(waitid(WaitId::Pid(process), options), Ok(None))
}

/// Kills a child of this process.
fn end(process: Pid) {
    let _ = kill_process(process, Signal::KILL);
    let _ = waitpid(Some(process), WaitOptions::empty());
}

/// Whether a signal has stopped a process, as far as the system tells. A process that a debugger
/// holds is not meant.
fn is_stopped(process: Pid) -> bool {
    let path = format!("/proc/{}/stat", process.as_raw_nonzero());
    std::fs::read_to_string(path).is_ok_and(|stat| state_of(&stat) == Some('T'))
}

/// The state in a text like `/proc/PID/stat`. The name of the program, in parentheses, may have
/// spaces and parentheses.
fn state_of(stat: &str) -> Option<char> {
    stat.rsplit_once(')')?.1.trim_start().chars().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_state_of_a_process_is_read_behind_its_name() {
        assert_eq!(state_of("7 (a) T b) S 1 1 1 0"), Some('S'));
        assert_eq!(state_of("7 (worker) T 1 1 1 0"), Some('T'));
        assert_eq!(state_of(""), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_stopped_process_is_told_from_one_that_sleeps() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let process = Pid::from_child(&child);
        assert!(!is_stopped(process));
        kill_process(process, Signal::STOP).unwrap();
        waitid(WaitId::Pid(process), WaitIdOptions::STOPPED).unwrap();
        assert!(is_stopped(process));
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!is_stopped(process));
    }
}

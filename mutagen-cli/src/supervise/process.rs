//! One worker process. It starts with its task in the environment and a socket as its standard
//! input, and is watched until it ends. This is the only file that starts or kills a process of the
//! user's.

use super::addresses;
use super::events::Events;
use super::output::Output;
use super::record::{Ended, WorkerRun, describe};
use super::{How, Interrupt, SupervisedCampaign};
use crate::error::CliError;
use mutagen_core::internal::run::marker::test_of;
use mutagen_core::internal::run::protocol::{NewEdge, Page, ProtocolError, Running, Task};
use mutagen_core::internal::search::statistics::Statistics;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
use std::net::Shutdown;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

/// How often the supervisor reads the page when no event arrives.
const TICK: Duration = Duration::from_millis(20);

/// How long a worker may take to end after its last event.
const MOMENT: Duration = Duration::from_millis(1);

/// How long a worker may be busy outside a test: it looks up its edges, and it generates values,
/// possibly with the user's code.
const BETWEEN: Duration = Duration::from_secs(60);

/// The same limit after the worker was asked to end.
const ENDING: Duration = Duration::from_secs(5);

/// The limits after which a worker is ended.
pub(super) struct Limits {
    /// The start of the campaign.
    pub start: Instant,
    /// The end of the campaign.
    pub end: Option<Instant>,
    /// The time limit of one test.
    pub timeout: Duration,
}

/// A running worker.
pub(super) struct WorkerProcess {
    child: Child,
    page: Page,
    events: Events,
    output: Output,
    errors: Output,
}

impl WorkerProcess {
    pub(super) fn start(
        campaign: &SupervisedCampaign,
        task: &Task,
    ) -> Result<WorkerProcess, CliError> {
        let page = Page::create(&task.page)?;
        let (ours, theirs) = UnixStream::pair().map_err(ProtocolError::Channel)?;
        // A property that reads its standard input gets end-of-file instead of blocking forever.
        ours.shutdown(Shutdown::Write).map_err(ProtocolError::Channel)?;
        let (name, value) = task.to_env()?;
        let mut command = Command::new(&campaign.executable);
        command
            .arg(test_of(&campaign.path))
            .args(["--exact", "--nocapture", "--include-ignored"])
            .arg("--test-threads=1")
            .current_dir(&campaign.folder)
            .envs(campaign.environment.iter().map(|(name, value)| (name, value)))
            .env(name, value)
            .env("CARGO_MANIFEST_DIR", &campaign.folder)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Its own process group: Ctrl-C on the terminal reaches only the supervisor, which asks
            // the worker through the page to end. All processes that the property starts can be
            // killed together.
            .process_group(0);
        let mut child = addresses::fixed(|| command.spawn())
            .map_err(|error| CliError::Start { path: campaign.executable.clone(), error })?;
        let show = campaign.verbose;
        let output = match child.stdout.take() {
            Some(stream) => Output::read(stream, show),
            None => Output::read(std::io::empty(), show),
        };
        let errors = match child.stderr.take() {
            Some(stream) => Output::read(stream, show),
            None => Output::read(std::io::empty(), show),
        };
        Ok(WorkerProcess { child, page, events: Events::listen(ours), output, errors })
    }

    /// Waits until the worker has ended. Calls `progress` regularly with the statistics and the
    /// last new edge.
    pub(super) fn watch(
        mut self,
        limits: &Limits,
        interrupt: &Interrupt,
        mut progress: impl FnMut(&Statistics, Option<&NewEdge>),
    ) -> Result<WorkerRun, CliError> {
        let mut run = WorkerRun::new();
        let mut finished = false;
        let mut stopping: Option<Instant> = None;
        let mut seen = (self.page.progress(), Instant::now());
        let status = loop {
            match self.events.next(TICK) {
                Ok(event) => finished |= run.take(event, limits.start),
                Err(reason) => {
                    if reason == RecvTimeoutError::Disconnected {
                        // The worker ends soon, unless the property closed the socket.
                        std::thread::sleep(MOMENT);
                    }
                    if let Some(status) = self.ended()? {
                        break status;
                    }
                    progress(&self.page.statistics(), run.new_edges.last());
                }
            }
            let over = limits.end.is_some_and(|end| Instant::now() >= end);
            if over || interrupt.count() > 0 {
                self.page.stop();
                stopping.get_or_insert_with(Instant::now);
            }
            if interrupt.count() > 1 {
                self.kill()?;
                self.take_figures(&mut run);
                run.ended = Ended::Interrupted;
                return Ok(run);
            }
            let now = self.page.progress();
            if now != seen.0 {
                seen = (now, Instant::now());
                continue;
            }
            let still = seen.1.elapsed();
            match self.page.running_since(seen.0) {
                Some(running) if still > limits.timeout => {
                    return self.hung(running, run, limits);
                }
                // The worker may have ended just now. Then there is progress at the next look.
                None if self.page.progress() != seen.0 => {}
                // The worker has sent its last event.
                None if finished && still > ENDING => break self.kill()?,
                None if finished => {}
                // The work after the last test may take a moment, however long that test took.
                None if still > BETWEEN
                    || still > ENDING && stopping.is_some_and(|at| at.elapsed() > ENDING) =>
                {
                    return self.stuck(run, limits, interrupt, stopping.is_some());
                }
                _ => {}
            }
        };
        if finished || self.events.rest(&mut run, limits.start) {
            if interrupt.count() > 0 {
                run.ended = Ended::Interrupted;
            }
            return Ok(run);
        }
        self.take_figures(&mut run);
        match self.page.running() {
            Some(running) => {
                let how = How::Died(describe(status, &self.errors.end()));
                run.ended = Ended::Killed { running, how };
                Ok(run)
            }
            // The worker was asked to end while it rebuilt retained tests.
            None if status.success() && interrupt.count() > 0 => {
                run.ended = Ended::Interrupted;
                Ok(run)
            }
            None => {
                let how = describe(status, &self.errors.end());
                run.ended = Ended::Lost { how, said: self.said() };
                Ok(run)
            }
        }
    }

    /// Kills the worker because of the test that it hangs in.
    fn hung(
        mut self,
        running: Running,
        mut run: WorkerRun,
        limits: &Limits,
    ) -> Result<WorkerRun, CliError> {
        self.kill()?;
        self.events.rest(&mut run, limits.start);
        self.take_figures(&mut run);
        // Even if the test ended in the last moment, it exceeded the limit.
        run.ended = Ended::Killed { running, how: How::Hung(limits.timeout) };
        Ok(run)
    }

    /// Kills a worker that hangs between two tests.
    fn stuck(
        mut self,
        mut run: WorkerRun,
        limits: &Limits,
        interrupt: &Interrupt,
        stopping: bool,
    ) -> Result<WorkerRun, CliError> {
        self.kill()?;
        self.events.rest(&mut run, limits.start);
        self.take_figures(&mut run);
        if !stopping {
            let how = format!("had to be killed after {} s without a test", BETWEEN.as_secs());
            run.ended = Ended::Lost { how, said: self.said() };
            return Ok(run);
        }
        run.notes.push(
            "the worker had to be killed between two tests; if that happens again, look for a \
             hand-written `Mutate` or `Debug` implementation that does not terminate"
                .to_owned(),
        );
        if interrupt.count() > 0 {
            run.ended = Ended::Interrupted;
        }
        Ok(run)
    }

    /// The statistics of a worker that could not send them.
    fn take_figures(&self, run: &mut WorkerRun) {
        run.statistics = self.page.statistics();
        run.cpu = Duration::from_nanos(self.page.cpu_nanoseconds());
        run.search = Duration::from_nanos(self.page.search_nanoseconds());
    }

    /// How the worker ended, if it has ended. The processes that it started are then killed.
    fn ended(&mut self) -> Result<Option<ExitStatus>, CliError> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let ended = waitid(WaitId::Pid(Pid::from_child(&self.child)), options);
        match ended.map_err(|error| CliError::Wait(error.into()))? {
            Some(_) => self.kill().map(Some),
            None => Ok(None),
        }
    }

    /// Kills the worker, if it is still running, and the processes that it started.
    fn kill(&mut self) -> Result<ExitStatus, CliError> {
        // The process id cannot be reused until the worker is waited for. On some systems a group
        // without live processes no longer exists, which is not an error.
        if kill_process_group(Pid::from_child(&self.child), Signal::KILL).is_err() {
            self.child.kill().map_err(CliError::Wait)?;
        }
        self.child.wait().map_err(CliError::Wait)
    }

    /// The end of the worker's output.
    fn said(&self) -> String {
        let said = self.errors.end() + &self.output.end();
        let said = said.trim();
        if said.is_empty() { String::new() } else { format!(":\n{said}\n") }
    }
}

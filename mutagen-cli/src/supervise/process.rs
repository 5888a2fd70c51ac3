//! One worker process: started with its task in the environment and a socket as its standard input,
//! watched until it is gone. The only file that starts or kills a process of the user's.

use super::{Campaign, Failure, How, Interrupt};
use crate::error::CliError;
use mutagen_core::protocol::{Event, Page, ProtocolError, Running, Task};
use mutagen_core::statistics::Statistics;
use std::io::{BufRead, BufReader, Read};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often the supervisor looks at the page when no event comes.
const TICK: Duration = Duration::from_millis(20);

/// How much of what a worker printed is kept for an error message, in bytes.
const KEPT: usize = 4096;

/// When a worker is to be ended.
pub(super) struct Limits {
    /// When the campaign is over.
    pub end: Option<Instant>,
    /// How long one test may run.
    pub timeout: Duration,
}

/// A running worker.
pub(super) struct Worker {
    child: Child,
    page: Page,
    events: Receiver<Event>,
    output: JoinHandle<String>,
    errors: JoinHandle<String>,
}

/// What a worker did.
pub(super) struct Run {
    pub statistics: Statistics,
    pub edges_in_all: Option<u64>,
    pub failures: Vec<Failure>,
    pub notes: Vec<String>,
    /// The value to be confirmed.
    pub value: Option<String>,
    /// Why the value to be confirmed failed again without ending its process.
    pub confirmed: Option<String>,
    pub cpu: Duration,
    pub ended: Ended,
}

/// How a worker ended.
pub(super) enum Ended {
    /// By itself.
    Finished,
    /// Because of Ctrl-C.
    Interrupted,
    /// While this test ran.
    Killed { running: Running, how: How },
}

impl Worker {
    pub(super) fn start(campaign: &Campaign, task: &Task) -> Result<Worker, CliError> {
        let page = Page::create(&task.page)?;
        let (ours, theirs) = UnixStream::pair().map_err(ProtocolError::Channel)?;
        let (name, value) = task.to_env()?;
        let mut child = Command::new(&campaign.executable)
            .args([&campaign.path, "--exact", "--nocapture", "--include-ignored"])
            .arg("--test-threads=1")
            .current_dir(&campaign.folder)
            .env(name, value)
            .env("CARGO_MANIFEST_DIR", &campaign.folder)
            .stdin(Stdio::from(OwnedFd::from(theirs)))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            // Ctrl-C on the terminal is for the supervisor: the worker is asked by the page.
            .process_group(0)
            .spawn()
            .map_err(|error| CliError::Start { path: campaign.executable.clone(), error })?;
        let output = keep_end(child.stdout.take(), campaign.verbose);
        let errors = keep_end(child.stderr.take(), campaign.verbose);
        Ok(Worker { child, page, events: listen(ours), output, errors })
    }

    /// Waits until the worker is gone; calls `progress` with its figures now and then.
    pub(super) fn watch(
        mut self,
        limits: &Limits,
        interrupt: &Interrupt,
        mut progress: impl FnMut(&Statistics),
    ) -> Result<Run, CliError> {
        let mut run = Run {
            statistics: Statistics::default(),
            edges_in_all: None,
            failures: Vec::new(),
            notes: Vec::new(),
            value: None,
            confirmed: None,
            cpu: Duration::ZERO,
            ended: Ended::Finished,
        };
        let mut finished = false;
        let mut current = (0, Instant::now());
        loop {
            match self.events.recv_timeout(TICK) {
                Ok(event) => finished |= run.take(event),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => progress(&self.page.statistics()),
            }
            let over = limits.end.is_some_and(|end| Instant::now() >= end);
            if over || interrupt.count() > 0 {
                self.page.stop();
            }
            if interrupt.count() > 1 {
                self.kill()?;
                run.statistics = self.page.statistics();
                run.ended = Ended::Interrupted;
                return Ok(run);
            }
            let begun = self.page.running().map_or(0, |running| running.begun);
            if begun != current.0 || begun == 0 {
                current = (begun, Instant::now());
            } else if current.1.elapsed() > limits.timeout {
                return self.hung(run, limits.timeout);
            }
        }
        let status = self.child.wait().map_err(|error| self.wait_error(error))?;
        if finished {
            if interrupt.count() > 0 {
                run.ended = Ended::Interrupted;
            }
            return Ok(run);
        }
        run.statistics = self.page.statistics();
        match self.page.running() {
            Some(running) => {
                let how = How::Died(describe(status, &self.errors_said()));
                run.ended = Ended::Killed { running, how };
                Ok(run)
            }
            None => Err(self.died_outside(status)),
        }
    }

    /// Kills the worker in the test that it hangs in.
    fn hung(mut self, mut run: Run, timeout: Duration) -> Result<Run, CliError> {
        self.kill()?;
        // It may have gone on in the last moment: the page is exact now that it is dead.
        while let Ok(event) = self.events.recv() {
            run.take(event);
        }
        run.statistics = self.page.statistics();
        match self.page.running() {
            Some(running) => {
                run.ended = Ended::Killed { running, how: How::Hung(timeout) };
                Ok(run)
            }
            None => Err(CliError::Worker {
                how: "had to be killed between two tests".to_owned(),
                said: String::new(),
            }),
        }
    }

    fn kill(&mut self) -> Result<(), CliError> {
        let killed = self.child.kill().and_then(|()| self.child.wait());
        killed.map(drop).map_err(|error| self.wait_error(error))
    }

    fn wait_error(&self, error: std::io::Error) -> CliError {
        CliError::Worker { how: format!("cannot be waited for ({error})"), said: String::new() }
    }

    fn errors_said(&mut self) -> String {
        let errors = std::mem::replace(&mut self.errors, std::thread::spawn(String::new));
        errors.join().unwrap_or_default()
    }

    fn died_outside(mut self, status: ExitStatus) -> CliError {
        let mut said = self.errors_said();
        said.push_str(&self.output.join().unwrap_or_default());
        let said = said.trim();
        let said = if said.is_empty() { String::new() } else { format!(":\n{said}\n") };
        CliError::Worker { how: describe(status, ""), said }
    }
}

impl Run {
    /// Takes an event; says whether it is the last one.
    fn take(&mut self, event: Event) -> bool {
        match event {
            Event::Started { edges } => self.edges_in_all = Some(edges),
            Event::Failure { test, address, value, message } => self.failures.push(Failure {
                test,
                address,
                value,
                how: How::Failed(message),
                reproduced: true,
            }),
            Event::Value { value } => self.value = Some(value),
            Event::Confirmed { failed } => {
                self.confirmed = failed;
                return true;
            }
            Event::Note { text } => self.notes.push(text),
            Event::Finished { statistics, cpu_nanoseconds, .. } => {
                self.statistics = statistics;
                self.cpu = Duration::from_nanos(cpu_nanoseconds);
                return true;
            }
        }
        false
    }
}

/// Reads events until the worker is gone; what is no event is passed over.
fn listen(stream: UnixStream) -> Receiver<Event> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(stream).lines() {
            let Ok(line) = line else { break };
            let Ok(event) = serde_json::from_str(&line) else { continue };
            if sender.send(event).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Reads what a worker prints, so that it never waits for a reader, and keeps the end of it.
fn keep_end(stream: Option<impl Read + Send + 'static>, show: bool) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let Some(mut stream) = stream else { return String::new() };
        let mut kept = Vec::new();
        let mut buffer = [0; 4096];
        while let Ok(read @ 1..) = stream.read(&mut buffer) {
            if show {
                eprint!("{}", String::from_utf8_lossy(&buffer[..read]));
            }
            kept.extend_from_slice(&buffer[..read]);
            kept.drain(..kept.len().saturating_sub(KEPT));
        }
        String::from_utf8_lossy(&kept).into_owned()
    })
}

/// What ended the process, in words.
fn describe(status: ExitStatus, errors: &str) -> String {
    if errors.contains("has overflowed its stack") {
        return "overflowed its stack".to_owned();
    }
    match (status.signal(), status.code()) {
        (Some(6), _) => "aborted".to_owned(),
        (Some(9), _) => "was killed".to_owned(),
        (Some(11), _) => "made an invalid memory access".to_owned(),
        (Some(signal), _) => format!("was ended by signal {signal}"),
        (None, Some(code)) => format!("exited with code {code}"),
        (None, None) => "ended".to_owned(),
    }
}

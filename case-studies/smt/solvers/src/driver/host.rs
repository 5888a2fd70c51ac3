//! A child of Python that lives on and asks a solver's library or module about one script after the
//! other. When the solver ends the child, the next script gets a new one.

use super::command::work_folder;
use super::{Driver, Reply, Settings, python};
use crate::SolverError;
use crate::cache::Solver;
use crate::catalogue::{Code, Entry, Runs};
use crate::process::{Ended, Limits, Running, Way};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// What the child runs.
const PROGRAM: &str = include_str!("host.py");

/// Scripts after which the child is replaced, as a solver may keep what it should not.
const SCRIPTS: u32 = 500;

/// The exit code of a child that fails by itself.
const FAULT: i32 = 97;

/// CPU seconds in which a child must be ready.
const START: u64 = 20;

/// A solver behind a child that lives on.
#[derive(Debug)]
pub struct Host {
    entry: Entry,
    place: PathBuf,
    /// The Python that the child is.
    python: OsString,
    folder: TempDir,
    child: Option<Child>,
}

#[derive(Debug)]
struct Child {
    running: Running,
    /// CPU time at the end of the last script.
    used: Duration,
    scripts: u32,
    /// The limits that it was started with. All but those of time stay for its life.
    limits: Limits,
}

/// What came of a request.
enum Asked {
    /// What a process of its own would have left. The child goes on.
    Answered(Ended),
    /// The same so far: the script ended the child, or is to end with it.
    Over(Ended),
    /// The child ended before it took the script, with what it wrote to its error stream.
    Untaken(Vec<u8>),
}

impl Host {
    /// A host of a solver. The child is started with the first script.
    ///
    /// # Errors
    /// When the solver has neither a library nor a module, or no folder for its runs can be made.
    pub fn new(solver: &Solver) -> Result<Host, SolverError> {
        Host::by(solver, python())
    }

    /// The same with another Python.
    ///
    /// # Errors
    /// As for [`Host::new`].
    pub fn by(solver: &Solver, python: OsString) -> Result<Host, SolverError> {
        let entry = solver.entry.clone();
        if matches!(entry.runs, Runs::Cvc | Runs::Yices) {
            return Err(SolverError::Way {
                name: entry.name,
                way: "a child that lives on".to_owned(),
                others: "z3, cvc5 from 1.1 on, bitwuzla".to_owned(),
            });
        }
        let folder = work_folder(&entry.name)?;
        Ok(Host { place: solver.folder.clone(), python, folder, child: None, entry })
    }

    fn start(&self, limits: &Limits) -> Result<Child, SolverError> {
        let mut command = Command::new(&self.python);
        command.args(["-c", PROGRAM]).arg(self.entry.runs.to_string()).arg(&self.place);
        command.current_dir(self.folder.path()).env("TMPDIR", self.folder.path());
        command.env("LC_ALL", "C.UTF-8").env("PYTHONDONTWRITEBYTECODE", "1").stdin(Stdio::piped());
        let refused = |error| SolverError::Process { name: self.entry.name.clone(), error };
        let mut running = match Running::start_extensible(&mut command, limits) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let why = format!("`{}`: {error}", self.python.display());
                return Err(SolverError::Start { name: self.entry.name.clone(), why });
            }
            result => result.map_err(refused)?,
        };
        let own = Limits { wall: Duration::from_secs(10 * START), cpu: START, ..*limits };
        running.extend(Duration::ZERO, &own).map_err(refused)?;
        let cut = running.watch(&own, |output| frames(output).is_over).map_err(refused)?;
        let (output, errors) = running.take();
        let frames = frames(&output);
        if cut.is_some() || !frames.is_over {
            let text = String::from_utf8_lossy(&errors);
            let line = text.lines().rev().find(|line| !line.trim().is_empty());
            let why = line.unwrap_or("it ended or hung before it was ready").to_owned();
            return Err(SolverError::Start { name: self.entry.name.clone(), why });
        }
        Ok(Child { running, used: frames.cpu, scripts: 0, limits: *limits })
    }
}

impl Child {
    /// Whether it can take another script under these limits, unless it has ended since.
    fn is_fit(&self, limits: &Limits) -> bool {
        let kept = |limits: &Limits| (limits.memory, limits.output);
        // One that could not have the whole time for a script, a new one can.
        let has_time = Running::can_extend(self.used, limits);
        self.scripts < SCRIPTS && kept(&self.limits) == kept(limits) && has_time
    }

    /// Asks about a script.
    fn ask(&mut self, script: &str, options: &[String], limits: &Limits) -> io::Result<Asked> {
        self.running.extend(self.used, limits)?;
        let options = options.join("\n");
        let mut request = format!("{} {}\n{options}", options.len(), script.len()).into_bytes();
        request.extend_from_slice(script.as_bytes());
        if let Some(input) = &mut self.running.input {
            match input.write_all(&request).and_then(|()| input.flush()) {
                // It has ended since, which is seen below.
                Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
                result => result?,
            }
        }
        let cut = self.running.watch(limits, |output| frames(output).is_over)?;
        let (output, errors) = self.running.take();
        let frames = frames(&output);
        if cut.is_none() && !frames.is_taken {
            return Ok(Asked::Untaken(errors));
        }
        self.scripts += 1;
        let cpu = frames.cpu.saturating_sub(self.used);
        let way = cut.unwrap_or(Way::Exit(0));
        let ended = Ended { way, output: frames.bytes, errors, cpu, resident: 0 };
        if cut.is_some() || !frames.is_over {
            return Ok(Asked::Over(ended));
        }
        self.used = frames.cpu;
        Ok(Asked::Answered(ended))
    }
}

impl Driver for Host {
    fn name(&self) -> &str {
        &self.entry.name
    }

    fn code(&self) -> Code {
        self.entry.code
    }

    fn ask(&mut self, script: &str, settings: &Settings) -> Result<Reply, SolverError> {
        let limits = &settings.limits;
        let refused = |error| SolverError::Process { name: self.entry.name.clone(), error };
        let options = settings.arguments(self.entry.runs);
        let mut kept = self.child.take().filter(|child| child.is_fit(limits));
        let (child, asked) = loop {
            let (mut child, is_new) = match kept.take() {
                Some(child) => (child, false),
                None => (self.start(limits)?, true),
            };
            match child.ask(script, &options, limits).map_err(refused)? {
                // It ended between two scripts: that says nothing about this one.
                Asked::Untaken(_) if !is_new => {}
                asked => break (child, asked),
            }
        };
        let unstarted = |errors: &[u8]| {
            let text = String::from_utf8_lossy(errors);
            let why = text.lines().last().unwrap_or("it ended before it took a script").to_owned();
            Err(SolverError::Start { name: self.entry.name.clone(), why })
        };
        let ended = match asked {
            Asked::Answered(ended) => {
                self.child = Some(child);
                ended
            }
            Asked::Over(so_far) => {
                let cut = (so_far.way != Way::Exit(0)).then_some(so_far.way);
                let used = child.used;
                let end = child.running.end(cut).map_err(refused)?;
                let errors = [so_far.errors, end.errors].concat();
                if end.way == Way::Exit(FAULT) {
                    return unstarted(&errors);
                }
                let cpu = end.cpu.saturating_sub(used);
                Ended { way: end.way, cpu, resident: end.resident, errors, ..so_far }
            }
            Asked::Untaken(errors) => return unstarted(&errors),
        };
        let shown = format!("{} {} (a child that lives on)", self.entry.name, options.join(" "));
        Ok(Reply::of(&ended, script, settings, shown))
    }
}

/// What a child has written: `=` when it has taken a script, pieces of output, `+` and a length
/// before each, and at the end `.` and its CPU time in nanoseconds.
struct Frames {
    is_taken: bool,
    bytes: Vec<u8>,
    is_over: bool,
    cpu: Duration,
}

fn frames(mut output: &[u8]) -> Frames {
    let (bytes, cpu) = (Vec::new(), Duration::ZERO);
    let mut frames = Frames { is_taken: false, bytes, is_over: false, cpu };
    while let Some(end) = output.iter().position(|&byte| byte == b'\n') {
        let (line, rest) = (&output[..end], &output[end + 1..]);
        let number =
            line.get(1..).and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
        match (line.first(), number) {
            (Some(b'='), None) => {
                frames.is_taken = true;
                output = rest;
            }
            (Some(b'+'), Some(length)) => {
                let length: u64 = length;
                let length = usize::try_from(length).unwrap_or(usize::MAX).min(rest.len());
                frames.bytes.extend_from_slice(&rest[..length]);
                output = &rest[length..];
            }
            (Some(b'.'), Some(nanoseconds)) => {
                (frames.is_over, frames.cpu) = (true, Duration::from_nanos(nanoseconds));
                return frames;
            }
            _ => return frames,
        }
    }
    frames
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_joined_up_to_the_end_and_half_a_frame_is_kept() {
        let all = frames(b"=\n+4\nsat\n+7\nunsat\n\n.1500\n");
        assert_eq!((&all.bytes[..], all.is_over), (&b"sat\nunsat\n\n"[..], true));
        assert_eq!((all.cpu, all.is_taken), (Duration::from_nanos(1500), true));
        let half = frames(b"+4\nsat\n+7\nuns");
        assert_eq!((&half.bytes[..], half.is_over), (&b"sat\nuns"[..], false));
        assert!(!half.is_taken);
        assert!(!frames(b"something else\n.3\n").is_over);
    }
}

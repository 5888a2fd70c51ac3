//! ddSMT as a process. Each of its checks starts this program again, which asks the process that
//! has the solvers, through a socket.

use benches::study::Error;
use clap::Args;
use std::io::{ErrorKind, Read, Write};
use std::net::Shutdown;
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Arguments of the question that ddSMT asks.
#[derive(Args)]
pub(crate) struct QuestionArguments {
    /// The socket of the process that knows
    socket: PathBuf,
    /// The candidate
    candidate: PathBuf,
}

/// Asks whether a candidate shows the bug; the answer is the exit code.
///
/// # Errors
/// When nobody answers.
pub(crate) fn ask(arguments: &QuestionArguments) -> Result<bool, Error> {
    let mut stream = UnixStream::connect(&arguments.socket)?;
    stream.write_all(&std::fs::read(&arguments.candidate)?)?;
    stream.shutdown(Shutdown::Write)?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer == "yes")
}

/// Seconds of elapsed time after which ddSMT is stopped.
const LONGEST: u64 = 1800;

/// How often the socket is looked at, at least.
const PAUSE: Duration = Duration::from_millis(1);

/// The name of this program's subcommand for the question.
const QUESTION: &str = "smt-same-bug";

/// What ddSMT came to.
pub(super) struct Reduced {
    /// The result.
    pub(super) text: String,
    /// Whether it ended by itself.
    pub(super) is_done: bool,
}

/// Reduces a text with ddSMT. `holds` says whether a candidate shows the bug, or that no more are
/// answered.
///
/// # Errors
/// When ddSMT cannot be run, or does not see the bug.
pub(super) fn reduce(
    ddsmt: &Path,
    text: &str,
    mut holds: impl FnMut(&[u8]) -> Result<Option<bool>, Error>,
) -> Result<Reduced, Error> {
    let folder = tempfile::tempdir()?;
    let [socket, input, output] =
        ["socket", "in.smt2", "out.smt2"].map(|name| folder.path().join(name));
    std::fs::write(&input, text)?;
    let listener = UnixListener::bind(&socket)?;
    listener.set_nonblocking(true)?;
    let own = std::env::current_exe()?;
    let mut command = Command::new(ddsmt);
    // A candidate that takes long is our business: the limit is that of the solvers.
    command.args(["-q", "-j", "1", "--timeout", "600"]).arg(&input).arg(&output);
    command.arg(own).arg(QUESTION).arg(&socket).current_dir(folder.path());
    let started = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut child = Ended(started.map_err(|error| format!("{}: {error}", ddsmt.display()))?);
    let start = Instant::now();
    let is_done = loop {
        match listener.accept() {
            Ok((mut stream, _)) => {
                stream.set_nonblocking(false)?;
                let mut candidate = Vec::new();
                stream.read_to_end(&mut candidate)?;
                let Some(answer) = holds(&candidate)? else { break false };
                stream.write_all(if answer { b"yes" } else { b"no" })?;
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                if let Some(status) = child.0.try_wait()? {
                    if !status.success() {
                        let mut said = String::new();
                        if let Some(mut errors) = child.0.stderr.take() {
                            errors.read_to_string(&mut said)?;
                        }
                        let line = said.lines().last().unwrap_or_default();
                        return Err(format!("{} ended by {status}: {line}", ddsmt.display()).into());
                    }
                    break true;
                }
                if start.elapsed() > Duration::from_secs(LONGEST) {
                    break false;
                }
                sleep(PAUSE);
            }
            Err(error) => return Err(error.into()),
        }
    };
    drop(child);
    let text = std::fs::read_to_string(&output).unwrap_or_else(|_| text.to_owned());
    Ok(Reduced { text, is_done })
}

/// A process that does not outlive this.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

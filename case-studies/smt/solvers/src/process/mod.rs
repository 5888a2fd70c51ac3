//! One command under limits, to its end. It runs in a process group of its own, which is killed as
//! a whole, also after an orderly end. Its input is a file that exists in memory only. A descendant
//! that makes a group of its own is not reached; no solver does that.

mod limits;
mod running;
mod stream;
mod usage;

pub use limits::Limits;
pub(crate) use running::Running;

use rustix::fs::{MemfdFlags, memfd_create};
use std::fs::File;
use std::io::{self, Seek, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The file from which a process reads its input, for programs that want the name of a file.
pub const INPUT: &str = "/dev/stdin";

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// It exited with this code.
    Exit(i32),
    /// This signal ended it.
    Signal(i32),
    /// It used up the CPU time.
    Cpu,
    /// It used up the elapsed time, and was killed.
    Wall,
    /// It wrote too much, and was killed.
    Output,
}

/// What is left of a process.
#[derive(Debug, Clone)]
pub struct Ended {
    /// How it ended.
    pub way: Way,
    /// What it wrote to its output, cut at the limit.
    pub output: Vec<u8>,
    /// What it wrote to its error stream, cut at the limit.
    pub errors: Vec<u8>,
    /// CPU time in user and system mode.
    pub cpu: Duration,
    /// The most memory that was resident, in bytes.
    pub resident: u64,
}

/// Runs a command to its end, or to one of the limits. `input` is the file that it reads as its
/// standard input, also by the name [`INPUT`].
///
/// # Errors
/// When it cannot be started, or the system refuses to watch it. No process is left then.
pub fn run(command: &mut Command, input: &[u8], limits: &Limits) -> io::Result<Ended> {
    let mut file = File::from(memfd_create("script", MemfdFlags::CLOEXEC)?);
    file.write_all(input)?;
    file.rewind()?;
    let mut running = Running::start(command.stdin(Stdio::from(file)), limits)?;
    let cut = running.watch(limits, |_| false)?;
    running.end(cut)
}

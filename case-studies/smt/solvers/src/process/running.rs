//! A process that runs: watched until it ends, says what is waited for, or is at a limit. However
//! it is left, it is killed with its group and waited for.

use super::stream::Stream;
use super::{Ended, Limits, Way, usage};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, Signal, kill_process_group, pidfd_open};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{ChildStdin, Command, Stdio};
use std::time::{Duration, Instant};

/// A process that runs.
#[derive(Debug)]
pub(crate) struct Running {
    group: Group,
    /// Becomes readable when the process ends.
    end: OwnedFd,
    /// Its input, if it is a pipe.
    pub(crate) input: Option<ChildStdin>,
    output: Stream,
    errors: Stream,
    /// The CPU time at which the system kills it.
    limit: Duration,
}

impl Running {
    /// Starts a command under limits.
    ///
    /// # Errors
    /// When it cannot be started, or the system refuses to watch it.
    pub(crate) fn start(command: &mut Command, limits: &Limits) -> io::Result<Running> {
        let running = Running::start_extensible(command, limits)?;
        limits.set_cpu(running.group.leader)?;
        Ok(running)
    }

    /// Starts a command under limits, but for CPU time, which [`Running::extend`] limits.
    ///
    /// # Errors
    /// When it cannot be started, or the system refuses to watch it.
    pub(crate) fn start_extensible(command: &mut Command, limits: &Limits) -> io::Result<Running> {
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.process_group(0).spawn()?;
        let group = Group { leader: Pid::from_child(&child), is_over: false };
        let missing = || io::Error::other("a stream is missing");
        let output = Stream::new(child.stdout.take().ok_or_else(missing)?.into())?;
        let errors = Stream::new(child.stderr.take().ok_or_else(missing)?.into())?;
        let end = pidfd_open(group.leader, PidfdFlags::empty())?;
        limits.set(group.leader)?;
        let limit = Duration::from_secs(limits.cpu_that_holds());
        Ok(Running { group, end, input: child.stdin.take(), output, errors, limit })
    }

    /// Gives the process so many more whole seconds of CPU time, beyond what it has used.
    ///
    /// # Errors
    /// When the system refuses.
    pub(crate) fn extend(&mut self, used: Duration, limits: &Limits) -> io::Result<()> {
        let limits = Running::extended(used, limits);
        self.limit = Duration::from_secs(limits.cpu_that_holds());
        limits.set_cpu_for_now(self.group.leader)
    }

    /// Whether the system lets a process that has used so much have the CPU time of these limits.
    pub(crate) fn can_extend(used: Duration, limits: &Limits) -> bool {
        let extended = Running::extended(used, limits);
        extended.cpu_that_holds() == extended.cpu
    }

    fn extended(used: Duration, limits: &Limits) -> Limits {
        let whole = used.as_secs() + u64::from(used.subsec_nanos() > 0);
        Limits { cpu: whole + limits.cpu.max(1), ..*limits }
    }

    /// Reads what the process writes until it ends, is at a limit, or `is_said` holds for its
    /// output. Says which limit it was.
    ///
    /// # Errors
    /// When the system refuses to read or wait.
    pub(crate) fn watch(
        &mut self,
        limits: &Limits,
        mut is_said: impl FnMut(&[u8]) -> bool,
    ) -> io::Result<Option<Way>> {
        let deadline = Instant::now() + limits.wall;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Some(Way::Wall));
            }
            let has_ended = self.poll(left)?;
            let room = |read: usize| limits.output.saturating_sub(read);
            self.output.read(room(self.errors.bytes.len()))?;
            self.errors.read(room(self.output.bytes.len()))?;
            if self.output.bytes.len() + self.errors.bytes.len() >= limits.output {
                return Ok(Some(Way::Output));
            }
            // A descendant may hold the pipes open for ever: what is in them now is all.
            if is_said(&self.output.bytes) || has_ended {
                return Ok(None);
            }
        }
    }

    /// Waits for something to read, or for the end. Returns whether the process has ended.
    fn poll(&self, left: Duration) -> io::Result<bool> {
        let mut watched = vec![PollFd::new(&self.end, PollFlags::IN)];
        let open = [self.output.open(), self.errors.open()];
        watched.extend(
            open.into_iter().flatten().map(|pipe| PollFd::from_borrowed_fd(pipe, PollFlags::IN)),
        );
        let left = Timespec::try_from(left).map_err(io::Error::other)?;
        match poll(&mut watched, Some(&left)) {
            Err(rustix::io::Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
            Ok(_) => Ok(!watched[0].revents().is_empty()),
        }
    }

    /// What was written since the last time: output and errors.
    pub(crate) fn take(&mut self) -> (Vec<u8>, Vec<u8>) {
        (std::mem::take(&mut self.output.bytes), std::mem::take(&mut self.errors.bytes))
    }

    /// Ends the process and its group, if they have not ended. `cut` is the limit that it reached.
    ///
    /// # Errors
    /// When the system does not say how it ended.
    pub(crate) fn end(mut self, cut: Option<Way>) -> io::Result<Ended> {
        let usage = self.group.end()?;
        // The system counts ticks for the limit, and time for the usage.
        let is_at_limit = usage.cpu + self.limit / 10 + Duration::from_millis(100) >= self.limit;
        let way = match (cut, usage.status.code(), usage.status.signal()) {
            (Some(way), ..) => way,
            (None, _, Some(libc::SIGXCPU)) => Way::Cpu,
            (None, _, Some(libc::SIGKILL)) if is_at_limit => Way::Cpu,
            (None, Some(code), _) => Way::Exit(code),
            (None, None, signal) => Way::Signal(signal.unwrap_or(0)),
        };
        let (output, errors) = self.take();
        Ok(Ended { way, output, errors, cpu: usage.cpu, resident: usage.resident })
    }
}

/// A process group whose leader is our child.
#[derive(Debug)]
struct Group {
    leader: Pid,
    is_over: bool,
}

impl Group {
    /// Kills all processes of the group and waits for the leader.
    fn end(&mut self) -> io::Result<usage::Usage> {
        // The leader was not waited for, so no other group can have its number. An error says that
        // all have ended.
        let _ = kill_process_group(self.leader, Signal::KILL);
        self.is_over = true;
        usage::wait(self.leader)
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if !self.is_over {
            // Nobody is left to tell.
            let _ = self.end();
        }
    }
}

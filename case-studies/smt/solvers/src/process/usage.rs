//! Waits for a process and reads what it has used. The standard library gives the status alone.
#![allow(unsafe_code, reason = "no safe crate has wait4")]

use rustix::process::Pid;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// How a process ended, and what it and its own children have used.
#[derive(Debug, Clone, Copy)]
pub(super) struct Usage {
    /// How it ended.
    pub(super) status: ExitStatus,
    /// CPU time in user and system mode.
    pub(super) cpu: Duration,
    /// The most memory that was resident, in bytes.
    pub(super) resident: u64,
}

/// Waits for a child, which is then gone.
pub(super) fn wait(child: Pid) -> io::Result<Usage> {
    let mut status = 0;
    loop {
        // SAFETY: all fields of `rusage` are numbers, for which zero is a value.
        let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
        // SAFETY: both pointers are to variables that live longer than the call.
        let waited = unsafe { libc::wait4(child.as_raw_pid(), &mut status, 0, &mut usage) };
        if waited == child.as_raw_pid() {
            return Ok(Usage {
                status: ExitStatus::from_raw(status),
                cpu: time(usage.ru_utime) + time(usage.ru_stime),
                resident: u64::try_from(usage.ru_maxrss).unwrap_or(0) * 1024,
            });
        }
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

fn time(value: libc::timeval) -> Duration {
    let seconds = Duration::from_secs(u64::try_from(value.tv_sec).unwrap_or(0));
    seconds + Duration::from_micros(u64::try_from(value.tv_usec).unwrap_or(0))
}

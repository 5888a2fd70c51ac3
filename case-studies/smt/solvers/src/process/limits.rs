//! The limits of one run of a solver.

use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit};
use std::io;
use std::time::Duration;

/// What a run may use at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// CPU time of each process, in whole seconds, at least one.
    pub cpu: u64,
    /// Elapsed time, for a process that waits for something.
    pub wall: Duration,
    /// Address space of each process, in bytes.
    pub memory: u64,
    /// Bytes of both output streams together.
    pub output: usize,
}

impl Limits {
    /// So many CPU seconds, ten times as much elapsed time and 5 s more, 2 GiB, and 1 MiB of
    /// output.
    pub fn seconds(cpu: u64) -> Limits {
        let cpu = cpu.max(1);
        let wall = Duration::from_secs(10 * cpu + 5);
        Limits { cpu, wall, memory: 2 << 30, output: 1 << 20 }
    }

    /// Sets the limits that the system watches, but for CPU time. They hold from the first moments
    /// of the process.
    pub(super) fn set(&self, process: Pid) -> io::Result<()> {
        lower(process, Resource::As, self.memory)?;
        lower(process, Resource::Fsize, self.output as u64)?;
        lower(process, Resource::Core, 0)
    }

    /// The seconds of CPU time that hold: no more than this process may give its children.
    pub(super) fn cpu_that_holds(&self) -> u64 {
        let own = getrlimit(Resource::Cpu).maximum;
        own.map_or(self.cpu, |own| own.min(self.cpu)).max(1)
    }

    /// Limits CPU time for ever.
    pub(super) fn set_cpu(&self, process: Pid) -> io::Result<()> {
        // With both limits equal the process is killed, and cannot make something of a signal.
        lower(process, Resource::Cpu, self.cpu_that_holds())
    }

    /// Limits CPU time until the limit is raised.
    pub(super) fn set_cpu_for_now(&self, process: Pid) -> io::Result<()> {
        let limit = Rlimit { current: Some(self.cpu_that_holds()), ..getrlimit(Resource::Cpu) };
        Ok(prlimit(Some(process), Resource::Cpu, limit).map(|_| ())?)
    }
}

/// Lowers both limits of a resource, as far as they are not lower.
fn lower(process: Pid, resource: Resource, limit: u64) -> io::Result<()> {
    let limit = getrlimit(resource).maximum.map_or(limit, |own| own.min(limit));
    let both = Rlimit { current: Some(limit), maximum: Some(limit) };
    Ok(prlimit(Some(process), resource, both).map(|_| ())?)
}

//! Measures CPU time: of the process, and of the testing thread since its campaign began.

use rustix::time::{ClockId, clock_gettime};
use std::sync::atomic::{AtomicU64, Ordering};

/// CPU time that this process has used so far, in nanoseconds.
pub(super) fn cpu_nanoseconds() -> u64 {
    CARRIED.load(Ordering::Relaxed) + nanoseconds(ClockId::ProcessCPUTime)
}

/// CPU time of the processes that this one has taken over from, in nanoseconds.
static CARRIED: AtomicU64 = AtomicU64::new(0);

/// Measures the CPU time of the thread that started it. The start of the process and other threads
/// are not included.
#[derive(Debug, Clone, Copy)]
pub struct Stopwatch {
    start: u64,
    /// The time of threads that this one has taken over from.
    carried: u64,
}

impl Stopwatch {
    /// Starts a stopwatch for the calling thread.
    pub fn start() -> Stopwatch {
        Stopwatch { start: nanoseconds(ClockId::ThreadCPUTime), carried: 0 }
    }

    /// Goes on with the times of a process that the calling one is a fork of, in nanoseconds: that
    /// of its stopwatch, and [that of the process](Stopwatch::process_nanoseconds).
    pub(crate) fn carried(search: u64, process: u64) -> Stopwatch {
        CARRIED.store(process, Ordering::Relaxed);
        Stopwatch { carried: search, ..Stopwatch::start() }
    }

    /// CPU time of this process so far, in nanoseconds.
    pub(crate) fn process_nanoseconds() -> u64 {
        cpu_nanoseconds()
    }

    /// CPU time of the calling thread since the start, in nanoseconds. Only the thread that started
    /// the stopwatch may call it.
    pub fn nanoseconds(&self) -> u64 {
        self.carried + nanoseconds(ClockId::ThreadCPUTime).saturating_sub(self.start)
    }
}

fn nanoseconds(clock: ClockId) -> u64 {
    let time = clock_gettime(clock);
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    seconds * 1_000_000_000 + u64::try_from(time.tv_nsec).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_another_thread_uses_is_not_counted() {
        let watch = Stopwatch::start();
        let process = cpu_nanoseconds();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while cpu_nanoseconds() < process + 20_000_000 {
                    std::hint::spin_loop();
                }
            });
        });
        assert!(watch.nanoseconds() < cpu_nanoseconds() - process);
    }
}

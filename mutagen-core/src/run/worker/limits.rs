//! The limits of a worker's process: memory, core files, and who is killed first when the system
//! runs out of memory. All are best effort: a system that refuses one still runs the campaign.

use crate::run::protocol::Task;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Memory beside the values of tests: the executable's data and the engine's tables.
const ENGINE: u64 = 64 << 20;

/// Applies the limits of a task to this process and to those that it starts.
pub(super) fn apply(task: &Task) {
    if task.memory_bytes > 0 {
        // The stack of the testing thread is reserved as a whole.
        lower(Resource::Data, task.memory_bytes + task.stack_bytes as u64 + ENGINE);
    }
    if !task.core_files {
        lower(Resource::Core, 0);
    }
    // The system should end the worker, and not the supervisor that holds its results.
    #[cfg(target_os = "linux")]
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
}

fn lower(resource: Resource, most: u64) {
    let Rlimit { current, maximum } = getrlimit(resource);
    let current = Some(current.map_or(most, |current| current.min(most)));
    let _ = setrlimit(resource, Rlimit { current, maximum });
}

/// Closer to the limit than this, memory is as good as used up: an allocation of this size fails.
const NEAR: u64 = 16 << 20;

/// Whether the process has about as much memory as it may have.
pub(super) fn is_full() -> bool {
    let limit = getrlimit(Resource::Data).current;
    let used = std::fs::read_to_string("/proc/self/statm").ok().and_then(|statm| data(&statm));
    matches!((limit, used), (Some(limit), Some(used)) if used + NEAR > limit)
}

/// The bytes of memory that a process uses.
pub(super) fn resident(process: libc::pid_t) -> Option<u64> {
    field(&std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?, 1)
}

/// The bytes that count for the limit, from a text like `/proc/self/statm`.
fn data(statm: &str) -> Option<u64> {
    field(statm, 5)
}

/// The bytes of one of the numbers of pages in such a text.
fn field(statm: &str, at: usize) -> Option<u64> {
    let pages: u64 = statm.split_whitespace().nth(at)?.parse().ok()?;
    pages.checked_mul(u64::try_from(rustix::param::page_size()).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_this_process_is_below_no_limit() {
        let page = rustix::param::page_size() as u64;
        assert_eq!(data("2264 406 372 5 0 143 0\n"), Some(143 * page));
        assert_eq!(data("1 2 3"), None);
        assert!(getrlimit(Resource::Data).current.is_some() || !is_full());
    }
}

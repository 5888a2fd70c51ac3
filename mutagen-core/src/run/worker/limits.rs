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

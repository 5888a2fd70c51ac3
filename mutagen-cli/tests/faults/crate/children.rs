//! The property makes processes.

use crate::{BAD, count, endless};
use mutagen_core::property;
use std::process::{Command, Stdio};

/// One test of so many makes a process.
const RARE: u64 = 500;

/// Whether this is the child.
fn forks() -> bool {
    // SAFETY: the child runs this crate's code alone, and does not wait for other threads.
    count() % RARE == 0 && unsafe { libc::fork() } == 0
}

#[property]
fn fork_returns(_: &u32) {
    forks();
}

#[property]
fn fork_fails(_: &u32) -> bool {
    !forks()
}

#[property]
fn fork_panics(_: &u32) {
    assert!(!forks(), "in the child");
}

#[property]
fn fork_aborts(_: &u32) {
    if forks() {
        std::process::abort();
    }
}

#[property]
fn fork_exits(_: &u32) {
    if forks() {
        std::process::exit(0);
    }
}

#[property]
fn fork_hangs(_: &u32) {
    if forks() {
        std::thread::park();
        endless();
    }
}

/// The child leaves the worker's group and session.
#[property]
fn fork_setsid_hangs(_: &u32) {
    if forks() {
        // SAFETY: the call has no conditions.
        unsafe { libc::setsid() };
        loop {
            std::thread::sleep(std::time::Duration::from_secs(60));
        }
    }
}

/// The child's child has another parent.
#[property]
fn fork_twice_hangs(_: &u32) {
    if forks() {
        // SAFETY: as above.
        unsafe {
            libc::setsid();
            if libc::fork() != 0 {
                libc::_exit(0);
            }
        }
        loop {
            std::thread::sleep(std::time::Duration::from_secs(60));
        }
    }
}

/// The parent fails, and the child returns.
#[property]
fn fork_and_fail(x: &u32) -> bool {
    // SAFETY: as above.
    *x < BAD || unsafe { libc::fork() } == 0
}

/// This executable, for another property.
fn respawn() -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["kinds::holds::property", "--exact", "--nocapture"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

#[property]
fn respawns_inherit(_: &u32) -> bool {
    count() % RARE != 0 || respawn().status().unwrap().success()
}

#[property]
fn respawns_null(_: &u32) -> bool {
    count() % RARE != 0 || respawn().stdin(Stdio::null()).output().unwrap().status.success()
}

/// Leaves a process behind that has inherited everything.
#[property]
fn spawns_sleep(_: &u32) {
    if count() % RARE == 0 {
        Command::new("sleep").arg("98765").spawn().unwrap();
    }
}

#[property]
fn spawns_sleep_and_aborts(x: &u32) {
    if *x >= BAD {
        Command::new("sleep").arg("98765").spawn().unwrap();
        std::process::abort();
    }
}

/// Waits for any child, and takes those of the worker itself.
#[property]
fn reaps_all(x: &u32) -> bool {
    // SAFETY: a null pointer is allowed.
    unsafe { while libc::waitpid(-1, std::ptr::null_mut(), libc::WNOHANG) > 0 {} };
    *x < BAD
}

/// Kills all children of the worker.
#[property]
#[cfg(target_os = "linux")]
fn kills_children(x: &u32) -> bool {
    if *x == 1 {
        let id = std::process::id();
        let children = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
        for child in children.unwrap_or_default().split_whitespace() {
            // SAFETY: the process is a child of this one.
            unsafe { libc::kill(child.parse().unwrap(), libc::SIGKILL) };
        }
    }
    *x < BAD
}

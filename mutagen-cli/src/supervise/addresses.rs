//! Starts a worker without address space layout randomisation. Compiled code may compare
//! addresses, as in a check for overlap that the compiler moved out of a loop. If the heap is above
//! the stack in some processes and below it in others, such code takes another branch, and runs
//! with the same seed differ.

/// Calls `spawn`; the process that it starts has its stack, heap and libraries at the same
/// addresses each time. This is best effort: it works on Linux, where the sandbox permits it, as
/// the default profile of Docker does not.
#[cfg(target_os = "linux")]
pub(super) fn fixed<T>(spawn: impl FnOnce() -> T) -> T {
    use nix::sys::personality::{Persona, get, set};

    // The setting belongs to the thread, and a new process inherits it.
    let Ok(before) = get() else { return spawn() };
    let _ = set(before | Persona::ADDR_NO_RANDOMIZE);
    let spawned = spawn();
    let _ = set(before);
    spawned
}

/// Calls `spawn`.
#[cfg(not(target_os = "linux"))]
pub(super) fn fixed<T>(spawn: impl FnOnce() -> T) -> T {
    spawn()
}

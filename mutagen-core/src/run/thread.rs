//! The thread that a property runs on. It has a large stack, since values can be deep and derived
//! code such as `Clone` recurses once per level.

/// The stack size of that thread, in bytes. It is reserved address space: only the used part takes
/// memory.
pub const STACK: usize = 256 << 20;

/// Runs `work` on a thread with a stack of this many bytes.
///
/// # Errors
/// The payload of the panic, when `work` panics.
///
/// # Panics
/// When the thread cannot be started.
pub fn on_big_stack<R: Send>(
    bytes: usize,
    work: impl FnOnce() -> R + Send,
) -> std::thread::Result<R> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work);
        let failed = |error| {
            panic!("no thread with a stack of {bytes} bytes: {error}; ask for a smaller stack")
        };
        thread.unwrap_or_else(failed).join()
    })
}

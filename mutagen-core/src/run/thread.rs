//! The thread that a property runs on: one with a large stack, since values can be deep, and Rust's
//! own derived code recurs once a level.

/// The stack of that thread, in bytes: reserved address space, of which only what is used takes
/// memory.
pub const STACK: usize = 256 << 20;

/// Runs `work` on a thread with a stack of this many bytes.
///
/// # Errors
/// What `work` panicked with.
///
/// # Panics
/// When there can be no such thread.
pub fn on_big_stack<R: Send>(
    bytes: usize,
    work: impl FnOnce() -> R + Send,
) -> std::thread::Result<R> {
    std::thread::scope(|scope| {
        match std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work) {
            Ok(thread) => thread.join(),
            Err(error) => {
                panic!("no thread with a stack of {bytes} bytes: {error}; ask for a smaller stack")
            }
        }
    })
}

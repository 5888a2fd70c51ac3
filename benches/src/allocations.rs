//! Counts allocations. The allocator is the system's. It counts only inside [`count`]; code that is
//! timed outside pays one predictable branch on a flag.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

/// The allocations of all threads during a piece of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Allocations {
    /// Bytes of new blocks and of the growth of blocks.
    pub(crate) bytes: u64,
    /// Allocated bytes minus freed bytes; negative if more were freed.
    pub(crate) kept: i64,
}

/// Runs `work` and counts its allocations. Calls must not be nested.
pub(crate) fn count<R>(work: impl FnOnce() -> R) -> (R, Allocations) {
    let before = (ASKED.load(Relaxed), FREED.load(Relaxed));
    COUNTING.store(true, Relaxed);
    let result = work();
    COUNTING.store(false, Relaxed);
    let bytes = ASKED.load(Relaxed) - before.0;
    let freed = FREED.load(Relaxed) - before.1;
    (result, Allocations { bytes, kept: bytes as i64 - freed as i64 })
}

static COUNTING: AtomicBool = AtomicBool::new(false);
static ASKED: AtomicU64 = AtomicU64::new(0);
static FREED: AtomicU64 = AtomicU64::new(0);

struct Counting;

fn asked(bytes: usize) {
    if COUNTING.load(Relaxed) {
        ASKED.fetch_add(bytes as u64, Relaxed);
    }
}

fn freed(bytes: usize) {
    if COUNTING.load(Relaxed) {
        FREED.fetch_add(bytes as u64, Relaxed);
    }
}

// SAFETY: every call is passed on to the system's allocator, whose contract is this one's.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        asked(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        asked(layout.size());
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        freed(layout.size());
        // SAFETY: the caller keeps the contract of `dealloc`; the block is the system's.
        unsafe { System.dealloc(block, layout) }
    }
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        asked(size.saturating_sub(layout.size()));
        freed(layout.size().saturating_sub(size));
        // SAFETY: the caller keeps the contract of `realloc`; the block is the system's.
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

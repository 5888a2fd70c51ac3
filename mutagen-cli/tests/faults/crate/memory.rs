//! The property uses much memory.

use crate::BAD;
use mutagen_core::property;
use std::hint::black_box;

/// Takes this much memory, a part at a time.
fn take(megabytes: usize) {
    let mut all = Vec::new();
    for _ in 0..megabytes {
        all.push(black_box(vec![1_u8; 1 << 20]));
    }
    black_box(all);
}

/// 30 GB.
#[property]
fn oom(x: &u32) {
    if *x >= BAD {
        take(30 << 10);
    }
}

#[property]
fn oom_in_a_thread(x: &u32) {
    if *x >= BAD {
        std::thread::spawn(|| take(30 << 10)).join().unwrap();
    }
}

/// More than the machine has addresses for: the allocation fails, and the process aborts.
#[property]
fn allocates_too_much(x: &u32) {
    if *x >= BAD {
        black_box(Vec::<u8>::with_capacity((1 << 60) + *x as usize));
    }
}

/// Much, but less than is allowed.
#[property]
fn takes_100_megabytes(x: &u32) {
    if *x == BAD && crate::count() < 20 {
        take(100);
    }
}

#[property]
fn leaks(_: &u32) {
    std::mem::forget(black_box(vec![1_u8; 1 << 20]));
}

/// The memory is mapped, and not allocated.
#[property]
#[cfg(unix)]
fn leaks_maps(_: &u32) {
    // SAFETY: the memory is new.
    unsafe {
        let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        let memory = libc::mmap(std::ptr::null_mut(), 1 << 20, access, flags, -1, 0);
        assert!(memory != libc::MAP_FAILED, "no memory is left");
        std::ptr::write_bytes(memory.cast::<u8>(), 1, 1 << 20);
    }
}

//! Properties that do to their process, their streams and their files what a property should not
//! do. The table beside this crate says for each what the command answers.

#![cfg(test)]

mod blocks;
mod children;
mod debug;
mod descriptors;
mod disk;
mod ends;
mod kinds;
mod memory;
mod panics;
mod shrinks;
mod state;
mod threads;
mod values;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

/// From this number on, a test of a property with a fault has the fault.
const BAD: u32 = 3;

/// The number of this call in this process, from 1.
fn count() -> u64 {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    CALLS.fetch_add(1, Ordering::Relaxed) + 1
}

/// A number that differs in each process and each call.
fn chance() -> u64 {
    use std::hash::{BuildHasher, RandomState};
    RandomState::new().hash_one(count())
}

/// A folder for files that the harness looks at.
fn folder() -> PathBuf {
    std::env::var_os("FAULTS_FOLDER").expect("the harness sets FAULTS_FOLDER").into()
}

/// The number of this call in all processes, from 1.
fn runs() -> u64 {
    use std::io::Write;
    let path = folder().join("runs");
    let mut file = std::fs::OpenOptions::new().append(true).create(true).open(path).unwrap();
    file.write_all(b".").unwrap();
    file.metadata().unwrap().len()
}

/// Takes time for ever.
fn endless() -> ! {
    loop {
        std::hint::black_box(());
    }
}

/// Overflows the stack.
fn overflow() -> u64 {
    #[allow(unconditional_recursion)]
    fn depth(x: u64) -> u64 {
        1 + std::hint::black_box(depth(std::hint::black_box(x + 1)))
    }
    depth(0)
}

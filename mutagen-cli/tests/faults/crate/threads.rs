//! The property leaves threads behind, which have their fault in a later test or between tests.

use crate::{BAD, count, endless};
use mutagen_core::property;
use std::time::Duration;

/// Runs this in a thread, after a moment.
fn later(fault: fn()) {
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(20));
        fault();
    });
}

#[property]
fn thread_panics_later(x: &u32) {
    if *x == BAD && count() < 1000 {
        later(|| panic!("in a thread"));
    }
}

/// A thread panics in some tests and is waited for.
#[property]
fn threads_panic_often(_: &u32) {
    if count() % 100 == 0 {
        let _ = std::thread::spawn(|| panic!("in one of many threads")).join();
    }
}

#[property]
fn thread_aborts_later(_: &u32) {
    if count() == 500 {
        later(|| std::process::abort());
    }
}

#[property]
fn thread_exits_later(_: &u32) {
    if count() == 500 {
        later(|| std::process::exit(0));
    }
}

#[property]
fn thread_overflows_later(_: &u32) {
    if count() == 500 {
        later(|| {
            crate::overflow();
        });
    }
}

/// Uses half of the machine from the 500th test on.
#[property]
fn thread_loops(_: &u32) {
    if count() == 500 {
        later(|| endless());
    }
}

#[property]
fn panics_in_joined_thread(x: &u32) {
    let x = *x;
    std::thread::spawn(move || assert!(x < BAD, "in a joined thread")).join().unwrap();
}

/// A finding, and a death between two tests.
#[property]
fn a_then_abort_between(x: &u32) -> bool {
    if count() == 300 {
        later(|| std::process::abort());
    }
    *x != 2
}

/// The test is over, and the thread that ran it does not go on.
#[property]
#[cfg(unix)]
fn stops_between(_: &u32) {
    if count() == 500 {
        later(|| {
            // SAFETY: the call has no conditions.
            unsafe { libc::raise(libc::SIGSTOP) };
        });
    }
}

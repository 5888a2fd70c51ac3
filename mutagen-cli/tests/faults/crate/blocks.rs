//! The property does not return.

use crate::{BAD, endless};
use mutagen_core::property;
use std::sync::Mutex;
use std::time::Duration;

#[property]
fn loops(x: &u32) {
    if *x >= BAD {
        endless();
    }
}

#[property]
fn parks(x: &u32) {
    while *x >= BAD {
        std::thread::park();
    }
}

#[property]
fn sleeps(x: &u32) {
    if *x >= BAD {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

#[property]
fn deadlocks(x: &u32) {
    static LOCK: Mutex<u32> = Mutex::new(0);
    let _held = LOCK.lock();
    if *x >= BAD {
        let _again = LOCK.lock();
    }
}

/// Reads from a pipe of which the other end is open.
#[property]
fn reads_a_pipe(x: &u32) {
    use std::io::Read;
    if *x >= BAD {
        let (mut reader, _writer) = std::io::pipe().unwrap();
        let _ = reader.read(&mut [0]);
    }
}

#[property]
#[cfg(unix)]
fn sigstops(x: &u32) {
    if *x >= BAD {
        // SAFETY: the call has no conditions.
        unsafe { libc::raise(libc::SIGSTOP) };
    }
}

/// The handler returns, and the instruction faults again.
#[property]
#[cfg(unix)]
fn segv_handler_returns(x: &u32) {
    extern "C" fn handler(_: libc::c_int) {}
    if *x >= BAD {
        // SAFETY: none; the fault is the purpose.
        unsafe {
            libc::signal(libc::SIGSEGV, handler as extern "C" fn(libc::c_int) as usize);
            std::ptr::without_provenance_mut::<u32>(8).write_volatile(*x);
        }
    }
}

#[property]
#[cfg(unix)]
fn ignores_signals(x: &u32) {
    if *x >= BAD {
        for signal in 1..32 {
            // SAFETY: the disposition of a signal is changed.
            unsafe { libc::signal(signal, libc::SIG_IGN) };
        }
        endless();
    }
}

#[property]
#[cfg(unix)]
fn masks_signals(x: &u32) {
    if *x >= BAD {
        // SAFETY: the set is filled before its use.
        unsafe {
            let mut all = std::mem::zeroed();
            libc::sigfillset(&mut all);
            libc::pthread_sigmask(libc::SIG_BLOCK, &all, std::ptr::null_mut());
        }
        endless();
    }
}

#[property]
#[cfg(unix)]
fn setsid_loops(x: &u32) {
    if *x >= BAD {
        // SAFETY: the call has no conditions.
        unsafe { libc::setsid() };
        endless();
    }
}

/// `exit` does not come to its end.
#[property]
#[cfg(unix)]
fn exit_hangs(x: &u32) {
    extern "C" fn handler() {
        endless();
    }
    if *x >= BAD {
        // SAFETY: the handler is a function without arguments.
        unsafe { libc::atexit(handler) };
        std::process::exit(0);
    }
}

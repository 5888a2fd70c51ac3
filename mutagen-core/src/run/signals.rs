//! Installs handlers of signals that leave a signal to whoever handled it before.

#![allow(unsafe_code)]

use std::ffi::c_int;
use std::sync::OnceLock;
use std::{mem, ptr};

/// A handler that gets the details of the signal.
pub(crate) type Handler = extern "C" fn(c_int, *mut libc::siginfo_t, *mut libc::c_void);

/// Installs a handler for a signal, and keeps in `before` what handled the signal until now. It
/// runs on the alternative stack of the thread, if there is one. Nothing is installed if `before`
/// holds something already.
pub(crate) fn install(
    signal: c_int,
    handler: Handler,
    flags: c_int,
    before: &OnceLock<libc::sigaction>,
) {
    // SAFETY: all bytes of the structures may be zero, and the pointers are valid for the calls.
    // The handler has the type that `SA_SIGINFO` asks for.
    unsafe {
        let mut old: libc::sigaction = mem::zeroed();
        if libc::sigaction(signal, ptr::null(), &raw mut old) != 0 || before.set(old).is_err() {
            return;
        }
        let mut new: libc::sigaction = mem::zeroed();
        new.sa_sigaction = handler as libc::sighandler_t;
        new.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | flags;
        libc::sigaction(signal, &raw const new, ptr::null_mut());
    }
}

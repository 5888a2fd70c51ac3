//! Keeps the stack of a worker at a fatal signal in the shared page, so that the supervisor can
//! tell crashes apart and name the function that crashed. The handler then leaves the signal to
//! whoever handled it before, such as std's report of a stack overflow.

#![allow(unsafe_code)]

use super::page::{FRAMES, Page};
use crate::run::signals;
use std::ffi::c_int;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// The signals of a crash.
const FATAL: [c_int; 6] =
    [libc::SIGABRT, libc::SIGSEGV, libc::SIGBUS, libc::SIGILL, libc::SIGFPE, libc::SIGTRAP];

/// The page to write to. It is never freed.
static PAGE: AtomicPtr<Page> = AtomicPtr::new(ptr::null_mut());

/// What handled each signal before.
static BEFORE: [OnceLock<libc::sigaction>; FATAL.len()] = [const { OnceLock::new() }; FATAL.len()];

/// The testing thread.
static TESTING: AtomicUsize = AtomicUsize::new(0);

/// The size of the stack that the handler runs on, in bytes: it walks the stack that has
/// overflowed.
const STACK: usize = 128 * 1024;

/// An address of the executable that the addresses of frames are relative to, so that another
/// process of the same executable can look them up.
pub(crate) fn base() -> u64 {
    catch_falls as fn(&'static Page) as usize as u64
}

/// Starts keeping the stack of fatal signals of this process in the page.
pub(crate) fn catch_falls(page: &'static Page) {
    PAGE.store(ptr::from_ref(page).cast_mut(), Ordering::Release);
    for (signal, before) in FATAL.into_iter().zip(&BEFORE) {
        signals::install(signal, handle, libc::SA_NODEFER, before);
    }
}

/// Makes the calling thread the one whose stack is kept when another process sends a signal, and
/// gives it a stack for the handler that is large enough to walk another stack.
pub(crate) fn prepare_thread() {
    // SAFETY: the call has no conditions.
    TESTING.store(unsafe { libc::pthread_self() } as usize, Ordering::Release);
    let stack = Box::leak(vec![0_u8; STACK].into_boxed_slice());
    // SAFETY: the memory lives as long as the process.
    unsafe {
        let mut alternative: libc::stack_t = std::mem::zeroed();
        alternative.ss_sp = stack.as_mut_ptr().cast();
        alternative.ss_size = STACK;
        libc::sigaltstack(&raw const alternative, ptr::null_mut());
    }
}

/// The calling thread, as the page tells threads apart: 0 for the testing thread.
fn thread() -> u64 {
    // SAFETY: the call has no conditions.
    let thread = unsafe { libc::pthread_self() } as usize;
    if thread == TESTING.load(Ordering::Acquire) { 0 } else { thread as u64 }
}

/// Whether the calling thread is the testing thread, or no thread is it yet.
pub(crate) fn is_testing_thread() -> bool {
    thread() == 0 || TESTING.load(Ordering::Acquire) == 0
}

/// The page that keeps the last words of this process, if it is a worker and no fork of one.
pub(crate) fn page() -> Option<&'static Page> {
    // SAFETY: the pointer is null, or was made from a reference that is valid for ever.
    let page = unsafe { PAGE.load(Ordering::Acquire).as_ref() };
    page.filter(|_| !super::owner::is_foreign())
}

extern "C" fn handle(signal: c_int, info: *mut libc::siginfo_t, _: *mut libc::c_void) {
    // SAFETY: a thread that runs as long as the process gets the signal.
    unsafe {
        let is_sent = !info.is_null() && (*info).si_code == libc::SI_USER;
        let testing = TESTING.load(Ordering::Acquire) as libc::pthread_t;
        if is_sent && testing as usize != 0 && libc::pthread_self() != testing {
            libc::pthread_kill(testing, signal);
            return;
        }
    }
    // SAFETY: the signal gets back its handler of before, which `catch_falls` has kept. A fault
    // happens again after the return.
    unsafe {
        let at = FATAL.iter().position(|fatal| *fatal == signal);
        if let Some(before) = at.and_then(|at| BEFORE[at].get()) {
            libc::sigaction(signal, before, ptr::null_mut());
        }
        // If walking the stack hangs, the process still ends.
        libc::alarm(2);
        if let Some(page) = page() {
            keep_stack(page, signal);
        }
        libc::alarm(0);
        // A signal that a process sent, as `raise` does, does not happen again by itself.
        if !info.is_null() && (*info).si_code <= 0 {
            libc::raise(signal);
        }
    }
}

/// Keeps the return addresses of this thread's stack, relative to [`base`], in the page. `signal`
/// is 0 for a panic.
pub(crate) fn keep_stack(page: &Page, signal: c_int) {
    let (mut frames, mut depth) = ([0; FRAMES], 0);
    // SAFETY: the process is about to end, and no other thread of it walks a stack.
    unsafe {
        backtrace::trace_unsynchronized(|frame| {
            frames[depth] = (frame.ip() as usize as u64).wrapping_sub(base());
            depth += 1;
            depth < FRAMES
        });
    }
    page.fall(signal, thread(), &frames[..depth]);
}

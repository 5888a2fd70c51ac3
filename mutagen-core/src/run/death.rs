//! Names the property that ends the process under plain `cargo test`. An abort or an invalid access
//! ends all tests of the process, and the test harness has not said yet which of them were running.
//! A signal handler is the only code that still runs then. It writes one line to the standard error
//! stream and leaves the rest to the handler before it. Each property costs a few stores, and a
//! test costs nothing.

#![allow(unsafe_code)]

use crate::run::signals::{self, Handler};
use std::cell::Cell;
use std::ffi::c_int;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, Ordering};
use std::sync::{Once, OnceLock};

/// The signals that end a process because of its own code, with their names.
const SIGNALS: [(c_int, &str); 3] =
    [(libc::SIGABRT, "SIGABRT"), (libc::SIGSEGV, "SIGSEGV"), (libc::SIGBUS, "SIGBUS")];

/// What handled each of [`SIGNALS`] before.
static BEFORE: [OnceLock<libc::sigaction>; 3] = [const { OnceLock::new() }; 3];

/// The properties that are running, for a death on a thread that belongs to none of them. If there
/// are more, the line has these.
static RUNNING: [AtomicPtr<&'static str>; 64] = [const { AtomicPtr::new(ptr::null_mut()) }; 64];

/// On how many threads a failed test is being shrunk.
static SHRINKING: AtomicU32 = AtomicU32::new(0);

/// Whether the line was written. An overflow of the stack raises a second signal.
static SAID: AtomicBool = AtomicBool::new(false);

/// The process that installed the handler. A child that a property forks is not the test process.
static PROCESS: AtomicU32 = AtomicU32::new(0);

thread_local! {
    /// The property that runs on this thread.
    static HERE: Cell<Option<Here>> = const { Cell::new(None) };
}

/// A property and the stack of its thread.
#[derive(Clone, Copy)]
struct Here {
    path: &'static str,
    /// An address near the start of the stack, and the length of the stack.
    base: usize,
    bytes: usize,
    /// Whether a test has failed and is being shrunk.
    shrinks: bool,
}

impl Here {
    /// Whether an access to this address is an overflow of the stack: the address is near the end.
    fn overflows_at(self, address: usize) -> bool {
        /// More than the guard of a stack and what is on the stack above the base.
        const SLACK: usize = 1 << 16;
        self.base.saturating_sub(address).abs_diff(self.bytes) < SLACK
    }
}

/// While it exists, a death of the process names this property.
pub(crate) struct Running {
    slot: Option<&'static AtomicPtr<&'static str>>,
}

impl Running {
    /// Notes that this thread, which has a stack of this many bytes, begins to run a property.
    pub(crate) fn begin(path: &'static str, bytes: usize) -> Running {
        static INSTALLED: Once = Once::new();
        INSTALLED.call_once(install);
        let base = &raw const path as usize;
        HERE.set(Some(Here { path, base, bytes, shrinks: false }));
        // Leaked, because the handler may read it on another thread at any time.
        let entry: *mut &'static str = Box::leak(Box::new(path));
        let free = RUNNING.iter().find(|slot| {
            let null = ptr::null_mut();
            slot.compare_exchange(null, entry, Ordering::AcqRel, Ordering::Relaxed).is_ok()
        });
        Running { slot: free }
    }
}

/// While `run` runs on this thread, a death of the process says that a failed test is being shrunk.
pub(crate) fn while_shrinking<R>(run: impl FnOnce() -> R) -> R {
    let here = HERE.get();
    HERE.set(here.map(|here| Here { shrinks: true, ..here }));
    SHRINKING.fetch_add(1, Ordering::Relaxed);
    let result = run();
    SHRINKING.fetch_sub(1, Ordering::Relaxed);
    HERE.set(here);
    result
}

/// Whether a failed test is being shrunk on any thread.
pub(crate) fn is_shrinking() -> bool {
    SHRINKING.load(Ordering::Relaxed) > 0
}

impl Drop for Running {
    fn drop(&mut self) {
        HERE.set(None);
        if let Some(slot) = self.slot {
            slot.store(ptr::null_mut(), Ordering::Release);
        }
    }
}

/// Installs the handler for all [`SIGNALS`].
fn install() {
    PROCESS.store(std::process::id(), Ordering::Relaxed);
    // `on_signal` calls async-signal-safe functions only. The alternative stack is the one that std
    // makes for each thread.
    for (&(signal, _), before) in SIGNALS.iter().zip(&BEFORE) {
        signals::install(signal, on_signal, 0, before);
    }
}

extern "C" fn on_signal(signal: c_int, info: *mut libc::siginfo_t, context: *mut libc::c_void) {
    let at = SIGNALS.iter().position(|&(number, _)| number == signal);
    let Some((name, before)) = at.and_then(|at| Some((SIGNALS[at].1, BEFORE[at].get()?))) else {
        return;
    };
    let handler = before.sa_sigaction;
    if signal == libc::SIGABRT || handler == libc::SIG_DFL || handler == libc::SIG_IGN {
        say(name);
        // SAFETY: both functions are async-signal-safe. The signal is blocked until this handler
        // returns, and then has its former effect.
        unsafe {
            libc::sigaction(signal, before, ptr::null_mut());
            libc::raise(signal);
        }
        return;
    }
    // SAFETY: the kernel passes a valid structure, and both signals have an address in it.
    let address = unsafe { (*info).si_addr() } as usize;
    // The handler of std tells the name of the thread and aborts. A handler of an interpreter
    // resumes the code: then nothing must be said.
    if HERE.get().is_some_and(|here| here.overflows_at(address)) {
        say(name);
    }
    // SAFETY: `sigaction` is async-signal-safe. The former handler was registered for this signal
    // with these flags, which say which type it has. The abort of std's handler must not call this
    // handler again: the alternative stack may have no room for it.
    let resumed = unsafe {
        let (mut abort, mut now): (libc::sigaction, libc::sigaction) = std::mem::zeroed();
        let default: libc::sigaction = std::mem::zeroed();
        libc::sigaction(libc::SIGABRT, &raw const default, &raw mut abort);
        if before.sa_flags & libc::SA_SIGINFO != 0 {
            let handler: Handler = std::mem::transmute(handler);
            handler(signal, info, context);
        } else {
            let handler: extern "C" fn(c_int) = std::mem::transmute(handler);
            handler(signal);
        }
        libc::sigaction(libc::SIGABRT, &raw const abort, ptr::null_mut());
        libc::sigaction(signal, ptr::null(), &raw mut now) == 0 && now.sa_sigaction != libc::SIG_DFL
    };
    if !resumed {
        say(name);
    }
}

/// Writes the line, once. Allocates nothing.
fn say(signal: &str) {
    let own = std::process::id() == PROCESS.load(Ordering::Relaxed);
    if !own || SAID.swap(true, Ordering::Relaxed) {
        return;
    }
    let mut line = Line { bytes: [0; 1024], length: 0 };
    match HERE.get() {
        Some(Here { path, shrinks, .. }) => line.end_of(path, signal, shrinks),
        None => {
            let mut running = RUNNING.iter().map(|slot| slot.load(Ordering::Acquire));
            let Some(first) = running.find(|entry| !entry.is_null()) else { return };
            line.start(signal);
            line.add(" on a thread that belongs to no property, while these ran:");
            for entry in std::iter::once(first).chain(running.filter(|entry| !entry.is_null())) {
                // SAFETY: the pointer is not null, and entries are leaked and never changed.
                line.add_all(&[" `", unsafe { *entry }, "`"]);
            }
            line.add("\n");
        }
    }
    // SAFETY: `write` is async-signal-safe, and the bytes are initialised. What cannot be written
    // is lost with the process.
    unsafe { libc::write(2, line.bytes.as_ptr().cast(), line.length) };
}

/// A text of bounded length. What is too long is left out.
struct Line {
    bytes: [u8; 1024],
    length: usize,
}

impl Line {
    /// The line about a property that ended the process.
    fn end_of(&mut self, path: &str, signal: &str, shrinks: bool) {
        let name = path.rsplit("::").next().unwrap_or(path);
        self.start(signal);
        if shrinks {
            self.add_all(&[" while a failed test of `", path, "` was shrunk; set `"]);
            return self.add("MUTAGEN_SHRINK=off` to see that test\n");
        }
        self.add_all(&[" in a test of `", path, "`; `cargo mutagen run ", name]);
        self.add("` finds such a test and shows its value\n");
    }

    fn start(&mut self, signal: &str) {
        self.add_all(&["\nnote: the test process ended by ", signal]);
    }

    fn add_all(&mut self, texts: &[&str]) {
        texts.iter().for_each(|text| self.add(text));
    }

    fn add(&mut self, text: &str) {
        let room = &mut self.bytes[self.length..];
        let length = text.len().min(room.len());
        room[..length].copy_from_slice(&text.as_bytes()[..length]);
        self.length += length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_the_property_and_what_is_too_long_is_left_out() {
        let mut line = Line { bytes: [0; 1024], length: 0 };
        line.end_of("shop::laws::adds", "SIGABRT", false);
        let text = std::str::from_utf8(&line.bytes[..line.length]).unwrap();
        assert!(text.starts_with("\nnote: the test process ended by SIGABRT in a test of `shop::"));
        assert!(text.contains("cargo mutagen run adds`"), "{text}");
        line.end_of(&"long".repeat(400), "SIGBUS", false);
        assert_eq!(line.length, 1024);
    }

    #[test]
    fn an_address_beyond_the_end_of_the_stack_is_an_overflow_and_no_other_is() {
        let here = Here { path: "p", base: 0x7f00_0000_0000, bytes: 1 << 20, shrinks: false };
        let end = here.base - here.bytes;
        assert!(here.overflows_at(end - 8) && here.overflows_at(end + 4096));
        assert!(!here.overflows_at(0) && !here.overflows_at(here.base));
        assert!(!here.overflows_at(end - (1 << 20)) && !here.overflows_at(usize::MAX));
    }

    #[test]
    fn a_property_is_noted_while_it_runs() {
        let is_noted = |path: &'static str| {
            let here = HERE.get().is_some_and(|here| here.path == path);
            let entries = RUNNING.iter().map(|slot| slot.load(Ordering::Acquire));
            // SAFETY: entries are leaked and never changed.
            let mut entries = entries.filter(|entry| !entry.is_null()).map(|at| unsafe { *at });
            (here, entries.any(|entry| entry == path))
        };
        let running = Running::begin("noted::while_it_runs", 1 << 20);
        assert_eq!(is_noted("noted::while_it_runs"), (true, true));
        drop(running);
        assert_eq!(is_noted("noted::while_it_runs"), (false, false));
    }
}

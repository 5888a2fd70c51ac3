//! Panics: large ones, ones that nobody sees, ones with a payload that has a fault, and failures in
//! an environment that the property has changed.

use crate::BAD;
use mutagen_core::property;
use std::collections::BTreeMap;
use std::fmt;

#[property]
fn panic_100mb(x: &u32) {
    assert!(*x < BAD, "{}", "long ".repeat(20_000_000));
}

#[property]
fn panic_escapes(x: &u32) {
    assert!(*x < BAD, "\u{1b}[2Jerased\u{7}\r\0");
}

struct Payload(fn());

impl Drop for Payload {
    fn drop(&mut self) {
        (self.0)();
    }
}

#[property]
fn payload_drop_panics(x: &u32) {
    if *x >= BAD {
        std::panic::panic_any(Payload(|| panic!("the payload")));
    }
}

#[property]
fn payload_drop_loops(x: &u32) {
    if *x >= BAD {
        std::panic::panic_any(Payload(|| crate::endless()));
    }
}

#[property]
fn payload_is_no_text(x: &u32) {
    if *x >= BAD {
        std::panic::panic_any(7_u64);
    }
}

#[property]
fn set_hook_quiet(x: &u32) {
    std::panic::set_hook(Box::new(|_| {}));
    assert!(*x < BAD, "said without a hook");
}

#[property]
fn take_hook(x: &u32) {
    drop(std::panic::take_hook());
    assert!(*x < BAD, "said to nobody");
}

/// The hook changes in tests that pass.
#[property]
fn set_hook_before(x: &u32) {
    if *x < BAD {
        std::panic::set_hook(Box::new(|_| {}));
    }
    assert!(*x < BAD, "said much later");
}

/// Two panics in a function of std that does not know its caller.
#[property]
fn panics_in_std(x: &u32) {
    let map = std::hint::black_box(BTreeMap::<u32, u32>::new());
    if x % 7 == 6 {
        std::hint::black_box(map[x]);
    }
    if x % 2 == 1 {
        std::hint::black_box(map[x]);
    }
}

#[property]
fn hook_exits(x: &u32) {
    std::panic::set_hook(Box::new(|_| std::process::exit(0)));
    assert!(*x < BAD, "not said");
}

#[property]
fn hook_panics(x: &u32) {
    std::panic::set_hook(Box::new(|_| panic!("in the hook")));
    assert!(*x < BAD, "the panic before");
}

#[property]
fn hook_loops(x: &u32) {
    std::panic::set_hook(Box::new(|_| crate::endless()));
    assert!(*x < BAD, "not said");
}

/// An error of which the text has a fault.
struct Bad(fn());

impl fmt::Debug for Bad {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0)();
        Ok(())
    }
}

#[property]
fn err_debug_panics(x: &u32) -> Result<(), Bad> {
    if *x < BAD { Ok(()) } else { Err(Bad(|| panic!("no words for the error"))) }
}

#[property]
fn err_debug_loops(x: &u32) -> Result<(), Bad> {
    if *x < BAD { Ok(()) } else { Err(Bad(|| crate::endless())) }
}

#[property]
fn err_debug_aborts(x: &u32) -> Result<(), Bad> {
    if *x < BAD { Ok(()) } else { Err(Bad(|| std::process::abort())) }
}

/// Catches its own panic, which is no failure.
#[property]
fn catches_its_panic(x: &u32) {
    let _ = std::panic::catch_unwind(|| assert!(*x < BAD, "caught"));
}

#[property]
fn env_garbage(x: &u32) -> bool {
    if *x >= BAD {
        for name in ["PATH", "HOME", "TMPDIR", "LD_PRELOAD", "RUST_BACKTRACE", "MUTAGEN_WORKER"] {
            // SAFETY: no other thread reads the environment now.
            unsafe { std::env::set_var(name, "garbage\u{1}") };
        }
    }
    *x < BAD
}

#[property]
fn env_cleared(x: &u32) -> bool {
    for (name, _) in std::env::vars_os() {
        // SAFETY: no other thread reads the environment now.
        unsafe { std::env::remove_var(name) };
    }
    *x < BAD
}

#[property]
fn cwd_removed(x: &u32) -> bool {
    let folder = std::env::temp_dir().join(format!("mutagen-faults-{}", std::process::id()));
    let _ = std::fs::create_dir(&folder);
    let _ = std::env::set_current_dir(&folder);
    let _ = std::fs::remove_dir(&folder);
    *x < BAD
}

#[property]
fn chdir_root(x: &u32) -> bool {
    std::env::set_current_dir("/").unwrap();
    *x < BAD
}

#[property]
#[cfg(unix)]
fn umask_all(x: &u32) -> bool {
    // SAFETY: the call has no conditions.
    unsafe { libc::umask(0o777) };
    *x < BAD
}

/// No file can be opened any more.
#[property]
#[cfg(unix)]
fn rlimit_files(x: &u32) -> bool {
    let limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the limit is a valid one.
    unsafe { libc::setrlimit(libc::RLIMIT_NOFILE, &limit) };
    *x < BAD
}

/// No file can grow any more: a write of the journal gets SIGXFSZ.
#[property]
#[cfg(unix)]
fn rlimit_file_size(x: &u32) -> bool {
    if *x == 1 {
        let limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: the limit is a valid one.
        unsafe { libc::setrlimit(libc::RLIMIT_FSIZE, &limit) };
    }
    *x < BAD
}

//! The property ends its process.

use crate::BAD;
use mutagen_core::property;

#[property]
fn aborts(x: &u32) {
    if *x >= BAD {
        std::process::abort();
    }
}

#[property]
fn abort_says(x: &u32) {
    if *x >= BAD {
        eprintln!("the reason of the abort");
        std::process::abort();
    }
}

/// Says the reason first, and then more than is kept of the end.
#[property]
fn abort_says_much(x: &u32) {
    if *x >= BAD {
        eprintln!("the first words");
        for _ in 0..1000 {
            eprintln!("{}", "noise ".repeat(100));
        }
        eprintln!("the last words");
        std::process::abort();
    }
}

#[property]
fn aborts_7(x: &u32) {
    if x % 8 == 7 {
        std::process::abort();
    }
}

/// So rarely that most of the time is spent on tests that pass.
#[property]
fn aborts_rarely(x: &u32) {
    if x % 1000 == 7 {
        std::process::abort();
    }
}

#[property]
fn aborts_always(_: &u32) {
    std::process::abort();
}

#[property]
fn panics_in_extern_c(x: &u32) {
    extern "C" fn inside(x: u32) {
        assert!(x < BAD, "inside extern C");
    }
    inside(*x);
}

struct PanicsInDrop;

impl Drop for PanicsInDrop {
    fn drop(&mut self) {
        panic!("second");
    }
}

#[property]
fn double_panic(x: &u32) {
    if *x >= BAD {
        let _guard = PanicsInDrop;
        panic!("first");
    }
}

/// glibc names the fault and aborts.
#[property]
#[cfg(target_os = "linux")]
fn double_free2(x: &u32) {
    if *x >= BAD {
        // SAFETY: none; the fault is the purpose.
        unsafe {
            let memory = std::hint::black_box(libc::malloc(24));
            libc::free(memory);
            libc::free(std::hint::black_box(memory));
        }
    }
}

#[property]
fn segv_write(x: &u32) {
    if *x >= BAD {
        // SAFETY: none; the fault is the purpose.
        unsafe { std::ptr::without_provenance_mut::<u32>(8).write_volatile(*x) };
    }
}

#[property]
fn exits_0(x: &u32) {
    if *x >= BAD {
        std::process::exit(0);
    }
}

#[property]
fn exits_101(x: &u32) {
    if *x >= BAD {
        std::process::exit(101);
    }
}

/// The exit code with which a worker tells that it cannot go on.
#[property]
fn exits_2(x: &u32) {
    if *x >= BAD {
        std::process::exit(2);
    }
}

/// Neither flushes nor runs what `atexit` has registered.
#[property]
fn exits_at_once(x: &u32) {
    if *x >= BAD {
        // SAFETY: the call has no conditions.
        unsafe { libc::_exit(0) };
    }
}

#[property]
fn overflows(x: &u32) -> bool {
    *x < BAD || crate::overflow() > 0
}

#[property]
fn overflows_in_a_thread(x: &u32) -> bool {
    *x < BAD || std::thread::spawn(crate::overflow).join().is_ok()
}

/// Another program takes the place of the worker, and ends well.
#[property]
#[cfg(unix)]
fn execs_true(x: &u32) {
    use std::os::unix::process::CommandExt;
    if *x >= BAD {
        let error = std::process::Command::new("true").exec();
        panic!("{error}");
    }
}

/// A property that raises a signal.
macro_rules! raises {
    ($($name:ident $signal:ident,)*) => {$(
        #[property]
        fn $name(x: &u32) {
            if *x >= BAD {
                // SAFETY: the calls have no conditions. Rust and `nohup` change dispositions.
                unsafe {
                    libc::signal(libc::$signal, libc::SIG_DFL);
                    libc::raise(libc::$signal);
                }
            }
        }
    )*};
}

raises! {
    raises_kill SIGKILL,
    raises_term SIGTERM,
    raises_int SIGINT,
    raises_hup SIGHUP,
    raises_ill SIGILL,
    raises_fpe SIGFPE,
    raises_bus SIGBUS,
    raises_pipe SIGPIPE,
    raises_alrm SIGALRM,
    raises_usr1 SIGUSR1,
}

/// Kills all processes of its group, unless the supervisor is one of them.
#[property]
#[cfg(unix)]
fn kills_group(x: &u32) {
    // SAFETY: the calls have no conditions.
    unsafe {
        if *x >= BAD && libc::getpgrp() != libc::getpgid(libc::getppid()) {
            libc::kill(0, libc::SIGKILL);
        }
    }
}

/// Kills the process above it, if that process is the command.
#[property]
#[cfg(target_os = "linux")]
fn kills_parent(x: &u32) -> bool {
    if *x == BAD + 4 {
        // SAFETY: the call has no conditions.
        let parent = unsafe { libc::getppid() };
        let program = std::fs::read_link(format!("/proc/{parent}/exe")).unwrap_or_default();
        if parent > 1 && program.to_string_lossy().contains("cargo-mutagen") {
            // SAFETY: the process is the supervisor of this campaign.
            unsafe { libc::kill(parent, libc::SIGKILL) };
        }
    }
    *x != BAD
}

/// A limit of 1 s of CPU time: the system sends SIGXCPU, in this test or in a later one.
#[property]
#[cfg(unix)]
fn rlimit_cpu(x: &u32) {
    if *x >= BAD {
        let limit = libc::rlimit { rlim_cur: 1, rlim_max: 1 };
        // SAFETY: the limit is a valid one.
        unsafe { libc::setrlimit(libc::RLIMIT_CPU, &limit) };
        crate::endless();
    }
}

/// The same limit, set by a test that passes.
#[property]
#[cfg(unix)]
fn rlimit_cpu_later(x: &u32) {
    if *x == BAD {
        let limit = libc::rlimit { rlim_cur: 1, rlim_max: 1 };
        // SAFETY: the limit is a valid one.
        unsafe { libc::setrlimit(libc::RLIMIT_CPU, &limit) };
    }
}

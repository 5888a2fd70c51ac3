//! Tests that a property that ends the process of `cargo test` is named, whatever ends it, and that
//! code with a signal handler of its own is left alone.

use mutagen_core::property;
use std::process::{Command, Output};
use std::sync::Once;
use std::sync::atomic::{AtomicPtr, Ordering};

/// Set for the processes that may die.
const MAY_DIE: &str = "MUTAGEN_TEST_MAY_DIE";

fn may_die() -> bool {
    std::env::var_os(MAY_DIE).is_some()
}

#[property]
#[ignore = "it aborts"]
fn aborts(x: u8) {
    if x == 7 && may_die() {
        std::process::abort();
    }
}

#[property]
#[ignore = "it writes to address 8"]
fn writes_to_nowhere(x: u8) {
    static NOWHERE: AtomicPtr<u8> = AtomicPtr::new(std::ptr::without_provenance_mut(8));
    if x == 7 && may_die() {
        // SAFETY: there is none: the fault is what is tested.
        unsafe { NOWHERE.load(Ordering::Relaxed).write_volatile(1) };
    }
}

#[property]
#[ignore = "it overflows its stack"]
fn overflows(x: u8) -> bool {
    fn deeper(depth: u64) -> u64 {
        let frame = std::hint::black_box([depth; 100]);
        let below = if depth == u64::MAX { depth } else { deeper(depth + 1) };
        below ^ std::hint::black_box(&frame)[7]
    }
    !(x == 7 && may_die()) || deeper(0) == 0
}

#[property]
#[ignore = "a thread of it aborts"]
fn has_a_thread_that_aborts(x: u8) {
    if x == 7 && may_die() {
        let _ = std::thread::spawn(|| std::process::abort()).join();
    }
}

#[property]
#[ignore = "it needs a process with the handler below"]
fn traps_and_goes_on(_x: u8) {
    if may_die() {
        // SAFETY: the handler of this process ignores the signal.
        unsafe { libc::raise(libc::SIGSEGV) };
    }
}

extern "C" fn go_on(_: libc::c_int) {}

#[test]
#[ignore = "it replaces the handler of its process, and starts a property by itself"]
fn a_handler_from_before_goes_on() {
    static INSTALLED: Once = Once::new();
    // SAFETY: the handler does nothing.
    INSTALLED.call_once(|| unsafe {
        libc::signal(libc::SIGSEGV, go_on as extern "C" fn(libc::c_int) as libc::sighandler_t);
    });
}

/// Runs these tests of this executable, one after the other if `threads` is 1.
fn ran(tests: &[&str], threads: u32) -> Output {
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.env(MAY_DIE, "1").args(["--include-ignored", "--exact"]).args(tests);
    again.arg(format!("--test-threads={threads}")).output().unwrap()
}

/// What a process that died wrote to its standard error stream.
fn last_words(tests: &[&str], threads: u32) -> String {
    let output = ran(tests, threads);
    assert_eq!(output.status.code(), None, "the process must die: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_property_that_ends_the_process_is_named_once_beside_others() {
    for (name, signal) in
        [("aborts", "SIGABRT"), ("writes_to_nowhere", "SIGSEGV"), ("overflows", "SIGSEGV")]
    {
        let dies = format!("deaths::{name}::property");
        let said = last_words(&[&dies, "property::insert_keeps_order::property"], 4);
        let expected = format!(
            "\nnote: the test process ended by {signal} in a test of `it::deaths::{name}`; `cargo \
             mutagen run {name}` finds such a test and shows its value\n"
        );
        assert!(said.contains(&expected), "{said}");
        assert_eq!(said.matches("note:").count(), 1, "{said}");
        assert_eq!(said.contains("has overflowed its stack"), name == "overflows", "{said}");
    }
}

#[test]
fn a_death_on_another_thread_names_the_properties_that_were_running() {
    let said = last_words(&["deaths::has_a_thread_that_aborts::property"], 1);
    let expected = "ended by SIGABRT on a thread that belongs to no property, while these ran: \
                    `it::deaths::has_a_thread_that_aborts`\n";
    assert!(said.contains(expected), "{said}");
}

#[test]
fn a_handler_that_goes_on_after_a_signal_still_does_and_nothing_is_said() {
    let tests = ["deaths::a_handler_from_before_goes_on", "deaths::traps_and_goes_on::property"];
    let output = ran(&tests, 1);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert!(String::from_utf8(output.stdout).unwrap().contains("2 passed"));
}

//! Properties without a fault in the process: they hold, are slow, are never valid, or have one or
//! several bugs.

use mutagen_core::{Outcome, assume, check, property};
use std::time::Duration;

#[property]
fn holds(x: &u32) -> bool {
    std::hint::black_box(*x) == *x
}

#[property]
fn holds_on_lists(list: &Vec<u8>) -> bool {
    let mut sorted = list.clone();
    sorted.sort();
    sorted.len() == list.len()
}

#[property]
fn slow(_: &u32) {
    std::thread::sleep(Duration::from_millis(20));
}

#[property]
fn hidden(x: &u32) -> bool {
    *x != crate::BAD
}

#[property]
fn returns_err(x: &u32) -> Result<(), String> {
    if *x < crate::BAD { Ok(()) } else { Err(format!("{x} is too much")) }
}

#[property]
fn never_valid(x: &u32) -> Outcome {
    assume!(*x > 1 && *x < 1);
    check!(false)
}

/// A panics for each odd number; B for few of them, and the numbers of B are odd as well.
#[property]
fn bug_a_hides_b(x: &u32) {
    assert!(x % 35 != 7, "this is bug B");
    assert!(x % 2 == 0, "this is bug A");
}

/// Two failed checks in one function.
#[property]
fn two_checks(x: &u32) -> Outcome {
    if x % 7 == 6 {
        return check!(x % 7 == 0);
    }
    check!(x % 2 == 0)
}

/// Two calls that make failures with one text, but for its numbers.
#[property]
fn two_calls(x: &u32) -> Outcome {
    if x % 7 == 6 {
        return Outcome::failed(format!("{x} is bad"));
    }
    if x % 2 == 1 {
        return Outcome::failed(format!("{x} is bad"));
    }
    Outcome::Passed
}

/// A panic, and a failure in the test after it that has no place.
#[property]
fn panic_and_false(x: &u32) -> bool {
    assert!(x % 2 == 0, "this is the panic");
    x % 4 == 0
}

/// Two calls of a function of std that panics in std's code.
#[property]
fn two_unwraps(x: &u32) {
    if x % 7 == 6 {
        None::<u32>.unwrap();
    }
    if x % 2 == 1 {
        None::<u32>.unwrap();
    }
}

/// Two crashes in two functions.
#[property]
fn two_aborts(x: &u32) {
    if x % 64 == 6 {
        first_abort();
    }
    if x % 64 == 7 {
        second_abort();
    }
}

#[inline(never)]
fn first_abort() {
    std::process::abort();
}

#[inline(never)]
fn second_abort() {
    // The address of a function that differs from the first one.
    eprintln!("second");
    std::process::abort();
}

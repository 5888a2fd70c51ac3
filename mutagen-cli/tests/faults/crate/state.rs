//! Properties of which the tests do not repeat: they depend on earlier tests, on chance, on time or
//! on files.

use crate::{BAD, chance, count, endless, folder};
use mutagen_core::property;
use std::cell::Cell;
use std::collections::HashSet;
use std::fs::File;
use std::time::{Duration, Instant};

#[property]
fn second_time(x: &u32) -> bool {
    thread_local! {
        static LAST: Cell<u32> = const { Cell::new(0) };
    }
    LAST.replace(*x) != *x || *x < BAD
}

#[property]
fn state_1000_false(_: &u32) -> bool {
    count() < 1000
}

#[property]
fn state_1000_aborts(_: &u32) {
    if count() >= 1000 {
        std::process::abort();
    }
}

#[property]
fn state_1000_hangs(_: &u32) {
    if count() >= 1000 {
        endless();
    }
}

#[property]
fn flaky_coin(_: &u32) -> bool {
    chance() % 512 != 0
}

#[property]
fn flaky_half(x: &u32) -> bool {
    *x < BAD || chance() % 2 == 0
}

#[property]
fn flaky_crash(_: &u32) {
    if chance() % 512 == 0 {
        std::process::abort();
    }
}

#[property]
fn flaky_hang(_: &u32) {
    if chance() % 512 == 0 {
        endless();
    }
}

/// The branches depend on the order of a hash set, and the verdict does not.
#[property]
fn random_branches(x: &u32) -> bool {
    let set: HashSet<u32> = (0..8).collect();
    for (at, number) in set.into_iter().enumerate() {
        match (at, number) {
            (0, 0..2) => std::hint::black_box(1),
            (1, 3..5) => std::hint::black_box(2),
            (2, 5) => std::hint::black_box(3),
            (3, 0..7) => std::hint::black_box(4),
            _ => std::hint::black_box(5),
        };
    }
    x % 1024 != 777
}

/// Fails for one order of eight in some, and for the values that are not small.
#[property]
fn hash_order(x: &u32) -> bool {
    let set: HashSet<u32> = (0..8).collect();
    *x < BAD || set.into_iter().next() != Some(*x % 8)
}

/// Makes a file that only one process can make. Returns whether it was this one.
fn is_first() -> bool {
    File::create_new(folder().join("first")).is_ok()
}

#[property]
fn aborts_once(x: &u32) {
    if *x >= BAD && is_first() {
        std::process::abort();
    }
}

#[property]
fn fails_once(x: &u32) -> bool {
    *x < BAD || !is_first()
}

#[property]
fn hangs_once(x: &u32) {
    if *x >= BAD && is_first() {
        endless();
    }
}

/// Fails for all tests, half a second after the first one.
#[property]
fn time_bomb(_: &u32) -> bool {
    thread_local! {
        static START: Instant = Instant::now();
    }
    START.with(|start| start.elapsed() < Duration::from_millis(500))
}

/// Fails with another message each time.
#[property]
fn message_differs(x: &u32) {
    assert!(*x < BAD, "by chance: {}", chance());
}

/// Aborts the first time, and returns `false` when the test is repeated.
#[property]
fn kind_differs(x: &u32) -> bool {
    if *x >= BAD && is_first() {
        std::process::abort();
    }
    *x < BAD
}

/// Aborts in each test from `FAULTS_SECONDS` after the first one.
#[property]
fn aborts_late(list: &Vec<u8>) {
    thread_local! {
        static END: Instant = {
            let seconds = std::env::var("FAULTS_SECONDS").map_or(1, |text| text.parse().unwrap());
            Instant::now() + Duration::from_secs(seconds)
        };
    }
    std::hint::black_box(list.iter().filter(|byte| **byte > 7).count());
    if END.with(|end| Instant::now() > *end) {
        std::process::abort();
    }
}

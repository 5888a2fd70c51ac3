//! Properties that go on, from some point, only when the harness has filled the disk of the run. So
//! what comes after that is written to a full disk, however slow the machine is.

use crate::{count, folder, runs};
use mutagen_core::{Outcome, check, property};
use std::time::Duration;

fn is_full() -> bool {
    folder().join("full").exists()
}

/// Tells the harness that tests run, and waits until it says that it has filled the disk.
fn wait_until_full() {
    std::fs::write(folder().join("waits"), "waits").unwrap();
    while !is_full() {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Aborts on any disk. On a full one, it also panics, with a message that needs more room than is
/// left of any page.
#[property]
fn aborts_and_panics_when_full(x: &u32) {
    if x % 7 == 6 {
        if runs() > 3 {
            wait_until_full();
        }
        std::process::abort();
    }
    assert!(x % 7 != 5 || !is_full(), "{}", "a long message ".repeat(1000));
}

/// Fails in two ways, and runs most of its tests on a full disk.
#[property]
fn two_checks_when_full(x: &u32) -> Outcome {
    if count() == 1000 {
        wait_until_full();
    }
    if x % 7 == 6 {
        return check!(x % 7 == 0);
    }
    check!(x % 2 == 0)
}

/// Holds. It has branches, so that tests are retained, and with that written.
#[property]
fn holds_on_lists_when_full(list: &Vec<u8>) -> bool {
    if count() == 1000 {
        wait_until_full();
    }
    let mut sorted = list.clone();
    sorted.sort();
    sorted.len() == list.len()
}

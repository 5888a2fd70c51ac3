//! The property uses descriptors and standard streams that are not its own.

use crate::{BAD, folder};
use mutagen_core::property;
use std::fs::File;

/// Closes all descriptors from this one on.
fn close_from(first: i32) {
    for file in first..1024 {
        // SAFETY: none; the fault is the purpose.
        unsafe { libc::close(file) };
    }
}

/// Writes to a descriptor, whatever it is.
fn write(file: i32, bytes: &[u8]) {
    // SAFETY: the bytes are valid.
    unsafe { libc::write(file, bytes.as_ptr().cast(), bytes.len()) };
}

#[property]
fn closes_fds_false(x: &u32) -> bool {
    if *x >= BAD {
        close_from(0);
    }
    *x < BAD
}

#[property]
fn closes_fds_aborts(x: &u32) {
    if *x >= BAD {
        close_from(0);
        std::process::abort();
    }
}

/// The descriptors are closed in a test that passes.
#[property]
fn closes_fds_before(x: &u32) -> bool {
    if *x == 1 {
        close_from(0);
    }
    *x < BAD
}

#[property]
fn closes_fds_but_streams(x: &u32) -> bool {
    if *x >= BAD {
        close_from(3);
    }
    *x < BAD
}

/// The property's own files get the numbers of the worker's.
#[property]
fn closes_fds_victim(x: &u32) -> bool {
    if *x >= BAD {
        close_from(0);
        for number in 0..900 {
            let path = folder().join(format!("victim-{}-{number}", std::process::id()));
            if let Ok(file) = File::create(path) {
                std::mem::forget(file);
            }
        }
    }
    *x < BAD
}

#[property]
fn fd0_garbage(x: &u32) -> bool {
    write(0, b"garbage");
    *x < BAD
}

#[property]
fn fd0_binary(x: &u32) -> bool {
    write(0, b"\xff\xfe\0\n\x80");
    *x < BAD
}

/// Writes to the worker's socket as well.
#[property]
fn fds_garbage(x: &u32) -> bool {
    if *x >= BAD {
        (0..1024).for_each(|file| write(file, b"garbage \xff\xfe\n"));
    }
    *x < BAD
}

/// The socket takes nothing more, and is not closed.
#[property]
fn fds_shut_down(x: &u32) -> bool {
    if *x >= BAD {
        for file in 0..1024 {
            // SAFETY: the call has no conditions.
            unsafe { libc::shutdown(file, libc::SHUT_RDWR) };
        }
    }
    *x < BAD
}

#[property]
fn reads_stdin(_: &u32) -> bool {
    std::io::stdin().lines().count() == 0
}

#[property]
fn prints_and_fails(x: &u32) -> bool {
    println!("a word on the standard output");
    eprintln!("a word on the standard error stream");
    *x < BAD
}

/// Megabytes on both streams, in each test: `FAULTS_MEGABYTES` of them.
#[property]
fn prints_much(x: &u32) -> bool {
    use std::io::Write;
    let megabytes = std::env::var("FAULTS_MEGABYTES").map_or(10, |text| text.parse().unwrap());
    let block = [b'x'; 1 << 20];
    if *x >= BAD {
        for _ in 0..megabytes {
            std::io::stdout().write_all(&block).unwrap();
            std::io::stderr().write_all(&block).unwrap();
        }
    }
    *x < BAD
}

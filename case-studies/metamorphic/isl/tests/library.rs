//! What the values of the library do: they have isl's answers, end with its operations, and tell
//! its errors.

#![cfg(isl)]

use metamorphic_isl::library::{Answer, Set, start};
use metamorphic_isl::made::{is_plain, point, under};
use std::panic::catch_unwind;

#[test]
#[ignore = "needs isl: cargo test -p metamorphic-isl --features isl -- --ignored"]
fn sets_are_those_of_isl() {
    start();
    let cube = under(&["0 <= x, y, z <= 3".to_owned()]);
    let even = under(&["x mod 2 = 0".to_owned()]);
    assert_eq!(cube.is_equal(&cube.complement().complement()), Answer::Yes);
    assert_eq!(cube.lexmax().is_equal(&point(3, 3, 3)), Answer::Yes);
    assert_eq!(cube.is_subset(&even), Answer::No);
    assert_eq!(cube.subtract(&even).from(0, 2).to(0, 2).is_empty(), Answer::Yes);
    assert_eq!(cube.eliminate(1).is_subset(&cube), Answer::No);
    assert_eq!(cube.union(&even).parts(), 2);
    assert_eq!((is_plain(&cube), is_plain(&even)), (true, false));
    assert_eq!(format!("{:?}", point(1, -2, 0)), "{ [1, -2, 0] }");
}

#[test]
#[ignore = "needs isl: cargo test -p metamorphic-isl --features isl -- --ignored"]
fn without_operations_there_is_no_value_until_the_next_start() {
    start();
    let cube = under(&["0 <= x, y, z <= 3".to_owned()]);
    let mut last = cube.clone();
    for _ in 0..10_000 {
        last = cube.subtract(&last.complement());
        if !last.is_value() {
            break;
        }
    }
    assert!(!last.is_value() && !last.clone().union(&cube).is_value());
    assert_eq!((last.is_equal(&cube), last.is_empty()), (Answer::Unknown, Answer::Unknown));
    assert!(!cube.complement().is_value());
    // Printing is no part of the test.
    assert!(format!("{cube:?}").starts_with("{ [x, y, z]"));
    start();
    assert_eq!(cube.complement().complement().is_equal(&cube), Answer::Yes);
}

#[test]
#[ignore = "needs isl: cargo test -p metamorphic-isl --features isl -- --ignored"]
fn an_error_of_isl_is_a_panic_and_the_next_call_has_none() {
    start();
    let panic = catch_unwind(|| Set::read("{ [x, y, z] : x > }")).expect_err("isl refuses it");
    let text = panic.downcast_ref::<String>().map(String::as_str);
    // isl of 2018 says only that there is no value.
    let text = text.or(panic.downcast_ref::<&str>().copied()).expect("a message");
    assert!(text.starts_with("isl: "), "{text}");
    assert_eq!(point(0, 0, 0).is_singleton(), Answer::Yes);
}

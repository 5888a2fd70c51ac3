//! Snapshots of the report of a campaign with several workers.

use crate::report::{failure, found, report};
use expect_test::expect;
use mutagen_cli::supervise::{Failure, Kind, Summary, WorkerSummary};
use mutagen_core::internal::search::address::Address;

/// The report of a campaign in which the second of two workers has found a counterexample. `repeats`
/// says whether its run can be repeated.
fn found_by_the_second(repeats: bool) -> String {
    let address = Address::Received { number: 4 };
    let failure = Failure {
        worker: Some(2),
        address: Some(address),
        ..failure(Kind::Failed, "check failed: x < 7, at src/lib.rs:7:5")
    };
    let summary = found(failure);
    let worker = WorkerSummary { statistics: summary.statistics, course: None, repeats };
    report(&Summary { workers: vec![worker; 2], ..summary })
}

#[test]
fn the_counterexample_of_a_worker() {
    expect![[r#"
        counterexample after 42 tests of worker 2 in 1.50 s:
        check failed: x < 7, at src/lib.rs:7:5

        x = 7
        y = true

        replay: cargo mutagen replay shop::tests::holds --text '(7, true)'
        address: worker 2 received 4 of run 1, program 9f86d081884c7d65
        repeat: cargo mutagen run shop::tests::holds --seed 5 --repeat-worker \
            /shop/target/mutagen/campaigns/shop/lib/tests.holds/0001/worker-2

        120000 tests in 3.00 s: 90000 passed, 30000 discarded, 1 failed
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 45k passed per CPU second of a worker
    "#]]
    .assert_eq(&found_by_the_second(true));
}

#[test]
fn the_run_of_a_worker_that_cannot_be_repeated() {
    let repeated = found_by_the_second(true);
    let (before, rest) = repeated.split_once("repeat: ").unwrap();
    let (_, after) = rest.split_once("\n\n").unwrap();
    let instead =
        "this run cannot be repeated exactly: a process died, or runs of one test differed";
    assert_eq!(found_by_the_second(false), format!("{before}{instead}\n\n{after}"));
}

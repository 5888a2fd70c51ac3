//! Snapshots of the reports for people and for programs, and of the progress line.

use crate::fold::folded;
use expect_test::expect;
use mutagen_cli::report::{Commands, human, json};
use mutagen_cli::status;
use mutagen_cli::supervise::{Class, Failure, Kind, Shrunk, Smallest, Summary};
use mutagen_core::internal::coverage::{GaveUp, IgnoredEdges, Names};
use mutagen_core::internal::run::protocol::NewEdge;
use mutagen_core::internal::search::{address::Address, statistics::Statistics};
use std::time::Duration;

const REPEAT: &str = "cargo mutagen run shop::tests::holds --seed 5";

/// The commands that the reports name.
pub(crate) fn commands() -> Commands {
    Commands { repeat: REPEAT.to_owned(), replay: "cargo mutagen replay shop::tests::holds".into() }
}

/// A campaign that ended without a counterexample.
pub(crate) fn nothing_found() -> Summary {
    Summary {
        statistics: Statistics {
            tests: 120_000,
            passed: 90_000,
            discarded: 30_000,
            edges: 41,
            retained: 17,
            samples: 2,
            resets: 1,
            ..Statistics::default()
        },
        edges_in_all: 500,
        cpu: Duration::from_secs(2),
        search: Duration::from_millis(1900),
        wall: Duration::from_secs(3),
        repeats: true,
        flaky_counts: true,
        folder: "/shop/target/mutagen/campaigns/shop/lib/tests.holds/0001".into(),
        program: "9f86d081884c7d65".into(),
        ..Summary::default()
    }
}

pub(crate) fn failure(kind: Kind, message: &str) -> Failure {
    let address = Address::Mutant { parent: 3, position: 1, mutant: 4 };
    let key = "failed: check failed: x < #".into();
    Failure {
        id: 1,
        kind,
        value: Some("x = 7\ny = true".into()),
        text: Some("(7, true)".into()),
        class: Class::Always,
        found: Duration::from_millis(1500),
        search: Duration::from_millis(1400),
        ..Failure::new(key, message.into(), 42, Some(address))
    }
}

pub(crate) fn found(failure: Failure) -> Summary {
    let mut summary = nothing_found();
    summary.statistics.failed = 1;
    summary.failures = vec![failure];
    summary
}

pub(crate) fn report(summary: &Summary) -> String {
    folded(&human(summary, 5, &commands()))
}

#[test]
fn no_counterexample() {
    expect![[r#"
        120000 tests in 3.00 s: 90000 passed, 30000 discarded, 0 failed
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 45k passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&nothing_found()));
}

#[test]
fn a_counterexample() {
    let mut failure = failure(Kind::Failed, "check failed: x < 7, at src/lib.rs:7:5");
    failure.count = 12;
    let address = Address::Mutant { parent: 9, position: 1, mutant: 4 };
    failure.smallest =
        Some(Smallest { worker: None, test: 77, address, text: "(7, false)".into(), nodes: 3 });
    expect![[r#"
        counterexample after 42 tests in 1.50 s:
        check failed: x < 7, at src/lib.rs:7:5

        x = 7
        y = true

        12 tests failed in this way
        the smallest (test 77, mutant 9 1 4): (7, false)
        replay: cargo mutagen replay shop::tests::holds --text '(7, true)'
        address: mutant 3 1 4 of run 1, program 9f86d081884c7d65
        repeat: cargo mutagen run shop::tests::holds --seed 5

        120000 tests in 3.00 s: 90000 passed, 30000 discarded, 1 failed
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 45k passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&found(failure)));
}

/// A failure that was shrunk.
fn shrunk(is_done: bool) -> Failure {
    Failure {
        shrunk: Some(Shrunk {
            text: "(7, false)".into(),
            value: Some("x = 7\ny = false".into()),
            message: Some("check failed: x < 7".into()),
            nodes: [60, 3],
            runs: 120,
            time: Duration::from_millis(40),
            is_done,
            file: None,
        }),
        ..failure(Kind::Failed, "check failed: x < 7, with more")
    }
}

#[test]
fn a_shrunk_counterexample() {
    let mut summary = found(shrunk(true));
    summary.shows_original = true;
    expect![[r#"
        counterexample after 42 tests in 1.50 s:
        check failed: x < 7

        x = 7
        y = false
        shrunk in 120 tests and 0.04 s, from 60 to 3 nodes
        original: (7, true)

        replay: cargo mutagen replay shop::tests::holds --text '(7, false)'
        address: mutant 3 1 4 of run 1, program 9f86d081884c7d65
        repeat: cargo mutagen run shop::tests::holds --seed 5

        120000 tests in 3.00 s: 90000 passed, 30000 discarded, 1 failed
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 45k passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&summary));
    let finished = report(&summary);
    summary.failures = vec![shrunk(false)];
    let said = finished.replace("from 60 to 3 nodes", "from 60 to 3 nodes; not finished");
    assert_eq!(report(&summary), said);
    let line = json(&summary, 5, "shop::tests::holds", &commands());
    let value: serde_json::Value = serde_json::from_str(&line).unwrap();
    let text = serde_json::to_string_pretty(&value["failures"][0]["shrunk"]).unwrap();
    expect![[r#"
        {
          "is_done": false,
          "message": "check failed: x < 7",
          "nodes": 3,
          "nodes_before": 60,
          "seconds": 0.04,
          "tests": 120,
          "text": "(7, false)",
          "value": "x = 7\ny = false",
          "value_file": null
        }"#]]
    .assert_eq(&text);
}

#[test]
fn a_crash() {
    let message = "the process overflowed its stack while the test ran";
    let mut failure = failure(Kind::Died, message);
    failure.last_words = Some("thread has overflowed its stack".into());
    failure.frames = vec!["shop::depth at src/lib.rs:7".into(); 12];
    expect![[r#"
        counterexample after 42 tests in 1.50 s:
        the process overflowed its stack while the test ran

        x = 7
        y = true

        stack, the innermost function first:
          shop::depth at src/lib.rs:7
          shop::depth at src/lib.rs:7
          shop::depth at src/lib.rs:7
          shop::depth at src/lib.rs:7
          shop::depth at src/lib.rs:7
          shop::depth at src/lib.rs:7
          shop::depth at src/lib.rs:7
          shop::depth at src/lib.rs:7

        last output of the process:
        thread has overflowed its stack

        this happened again when the test was repeated
        replay: cargo mutagen replay shop::tests::holds --text '(7, true)'
        address: mutant 3 1 4 of run 1, program 9f86d081884c7d65
        repeat: cargo mutagen run shop::tests::holds --seed 5

        120000 tests in 3.00 s: 90000 passed, 30000 discarded, 1 failed
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 45k passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&found(failure)));
}

#[test]
fn a_hang() {
    let failure = failure(Kind::Hung, "the test was still running after 1s");
    expect![[r#"
        counterexample after 42 tests in 1.50 s:
        the test was still running after 1s

        x = 7
        y = true

        this happened again when the test was repeated; if the test needs more time, \
            raise `--timeout`
        replay: cargo mutagen replay shop::tests::holds --text '(7, true)'
        address: mutant 3 1 4 of run 1, program 9f86d081884c7d65
        repeat: cargo mutagen run shop::tests::holds --seed 5

        120000 tests in 3.00 s: 90000 passed, 30000 discarded, 1 failed
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 45k passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&found(failure)));
}

#[test]
fn a_destructor_that_ends_the_process() {
    let mut failure = failure(Kind::Drop, "the process aborted while it made the next test");
    (failure.value, failure.file) = (None, Some("/shop/values/1.txt".into()));
    failure.remarks = vec!["the `Debug` implementation of the value does not end".into()];
    expect![[r#"
        counterexample after 42 tests in 1.50 s (drop):
        the process aborted while it made the next test

        value: (7, true)
        the whole value: /shop/values/1.txt
        note: the `Debug` implementation of the value does not end

        this happened again when the test was repeated
        replay: cargo mutagen replay shop::tests::holds /shop/values/1.txt
        address: mutant 3 1 4 of run 1, program 9f86d081884c7d65
        repeat: cargo mutagen run shop::tests::holds --seed 5

        120000 tests in 3.00 s: 90000 passed, 30000 discarded, 1 failed
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 45k passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&found(failure)));
}

#[test]
fn failures_that_do_not_always_happen() {
    let mut failure = failure(Kind::Died, "the process aborted while the test ran");
    failure.class = Class::Sometimes { failed: 2, runs: 5 };
    let mut summary = found(failure.clone());
    (summary.repeats, summary.interruptions) = (false, 1);
    expect![[r#"
        counterexample after 42 tests in 1.50 s:
        the process aborted while the test ran

        x = 7
        y = true

        this does not always happen: in 2 of 5 runs of the test
        replay: cargo mutagen replay shop::tests::holds --text '(7, true)'
        address: mutant 3 1 4 of run 1, program 9f86d081884c7d65
        this run cannot be repeated exactly: a process died, or runs of one test differed

        note: 1 worker was killed from outside; their tests ran again
        120000 tests in 3.00 s: 90000 passed, 30000 discarded, 1 failed
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 45k passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&summary));
    for class in [Class::OnlyAfterOtherTests, Class::NotConfirmed] {
        failure.class = class;
        let text = report(&found(failure.clone()));
        let line = text.lines().find(|line| line.contains("test") && line.contains(" not "));
        match class {
            Class::NotConfirmed => assert_eq!(line, Some("the test was not run again")),
            _ => assert!(line.is_some_and(|line| line.contains("only after other tests"))),
        }
    }
}

#[test]
fn more_counterexamples_than_are_shown() {
    let summary = found(failure(Kind::Failed, "the property returned false"));
    let failures = vec![summary.failures[0].clone(); 18];
    let text = report(&Summary { failures, ..summary });
    let end = text.split_once("and ").map_or("", |(_, end)| end);
    expect![[r#"
        2 more ways to fail; `cargo mutagen failures` shows all of them

        120000 tests in 3.00 s: 90000 passed, 30000 discarded, 1 failed
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 45k passed per CPU second of the worker
    "#]]
    .assert_eq(end);
}

#[test]
fn every_test_discarded() {
    let mut summary = nothing_found();
    let statistics = &mut summary.statistics;
    (statistics.passed, statistics.discarded) = (0, statistics.tests);
    expect![[r#"
        no test met the precondition: 120k tests ran, with 1 reset, and all were \
            discarded. Allow more time, weaken the precondition, or use types that make valid \
            values more likely.
        120000 tests in 3.00 s: 0 passed, 120000 discarded, 0 failed
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 0 passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&summary));
}

#[test]
fn a_failure_of_a_kind() {
    let mut failure = failure(Kind::Failed, "integer overflow");
    failure.key = "kind no trap".into();
    assert_eq!(failure.own_kind(), Some("no trap"));
    let text = report(&found(failure.clone()));
    assert!(text.contains("\ny = true\n\nkind: no trap\nreplay: "), "{text}");
    failure.kind = Kind::OutOfMemory;
    assert_eq!(failure.own_kind(), None, "the property has not named it");
}

#[test]
fn tests_of_silenced_kinds() {
    let mut summary = nothing_found();
    summary.statistics.discarded = 20_000;
    summary.statistics.silenced = 10_000;
    summary.regressions.silenced = 2;
    expect![[r#"
        2 kept counterexamples ran first: 2 silenced
        120000 tests in 3.00 s: 90000 passed, 20000 discarded, 0 failed, 10000 silenced
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 45k passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&summary));
    summary.statistics.passed = 0;
    summary.statistics.silenced = 100_000;
    let text = report(&summary);
    let start = "no test passed: 120k tests ran, with 1 reset, of which 100k failed in silenced";
    assert!(text.starts_with(start), "{text}");
}

#[test]
fn no_test_run() {
    let summary = Summary { statistics: Statistics::default(), ..nothing_found() };
    expect![[r#"
        no test ran: raise `--max-time` or `--max-cpu`
        0 tests in 3.00 s: 0 passed, 0 discarded, 0 failed
        0 of 500 edges, 0 retained, 0 resets, R 0; seed 5
        0 tests and 0 passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&summary));
}

#[test]
fn interrupted() {
    let note = "the worker had to be killed between two tests".into();
    let summary = Summary { interrupted: true, notes: vec![note], ..nothing_found() };
    expect![[r#"
        note: the worker had to be killed between two tests
        120000 tests in 3.00 s: 90000 passed, 30000 discarded, 0 failed
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 45k passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&summary));
}

#[test]
fn nothing_instrumented_and_no_edge_hit() {
    let nothing = Summary { edges_in_all: 0, ..nothing_found() };
    expect![[r#"
        note: nothing is instrumented, so the tests ran without coverage feedback. Leave \
            out `--fidelity none`, or name the package under test with `--instrument` or in \
            `[package.metadata.mutagen] instrument = [...]`.
        120000 tests in 3.00 s: 90000 passed, 30000 discarded, 0 failed
        41 of 0 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 45k passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&nothing));
    let mut no_edge = nothing_found();
    no_edge.statistics.edges = 0;
    expect![[r#"
        note: no edge was hit, so the tests ran without coverage feedback. The code under \
            test is probably in a package that is not instrumented, or generic and compiled \
            in such a package. Name the package with `--instrument`.
        120000 tests in 3.00 s: 90000 passed, 30000 discarded, 0 failed
        0 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 45k passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&no_edge));
}

fn new_edge() -> NewEdge {
    NewEdge {
        edge: 1,
        test: 5,
        passed: true,
        function: Some("shop::price".into()),
        file: Some("src/lib.rs".into()),
        line: Some(7),
    }
}

#[test]
fn new_and_unstable_edges() {
    let mut summary = nothing_found();
    summary.statistics.unstable = 3;
    let first = vec!["shop::price".to_owned(), "shop::Cart::add".to_owned()];
    summary.findings.first_only = Names { first, more: 4 };
    summary.findings.set_aside = Names { first: vec!["shop::total".into()], more: 0 };
    let unknown = NewEdge { function: None, file: None, line: None, passed: false, ..new_edge() };
    summary.new_edges = vec![unknown, new_edge()];
    expect![[r#"
        last new edges, the newest at the end:
          edge 1 (test 5, discarded)
          src/lib.rs:7 in shop::price (test 5, passed)

        120000 tests in 3.00 s: 90000 passed, 30000 discarded, 0 failed
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        3 edges differed between two runs of the same test:
          only the first run hit code in shop::price, shop::Cart::add and 4 more
          set aside, because several second runs alone hit code in shop::total
          The property keeps state from test to test, such as a cache, or depends on \
            chance, such as the order of a hash map. Reset the state with `#[property(reset = \
            FUNCTION)]`.
        60k tests and 45k passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&summary));
}

#[test]
fn where_most_discarded_tests_ended() {
    let mut summary = nothing_found();
    let header = GaveUp {
        function: "shop::parse::header".into(),
        file: Some("src/parse.rs".into()),
        line: Some(17),
        percent: 61,
    };
    let number =
        GaveUp { function: "shop::parse::number".into(), file: None, line: None, percent: 22 };
    summary.findings.discards = vec![header, number];
    assert!(!report(&summary).contains("ended in"), "most tests passed");
    summary.statistics.passed = 20_000;
    summary.statistics.discarded = 100_000;
    expect![[r#"
        120000 tests in 3.00 s: 20000 passed, 100000 discarded, 0 failed
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        most discarded tests ended in:
          shop::parse::header (61 %) at src/parse.rs:17
          shop::parse::number (22 %)
        60k tests and 10k passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&summary));
}

#[test]
fn edges_that_are_nearly_all_ignored() {
    let mut summary = nothing_found();
    let of_crate = Some("hashbrown".to_owned());
    summary.findings.ignored = Some(IgnoredEdges { ignored: 99, hit: 100, of_crate });
    expect![[r#"
        note: 99 of the 100 edges that were hit are ignored, most of them in the crate \
            `hashbrown`, whose code differs from process to process. If `hashbrown` is the \
            code under test, name its package with `--instrument`.
        120000 tests in 3.00 s: 90000 passed, 30000 discarded, 0 failed
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 45k passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&summary));
    summary.findings.ignored = Some(IgnoredEdges { ignored: 99, hit: 100, of_crate: None });
    assert!(report(&summary).contains("mutagen, to generators or to hashing in std"));
}

#[test]
fn the_report_for_programs() {
    let summary = found(failure(Kind::Died, "the process aborted while the test ran"));
    let text = json(&summary, 5, "shop::tests::holds", &commands());
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(text.find('\n'), Some(text.len() - 1), "one line");
    // The report for people has tests of its own.
    assert_eq!(value["report"].take(), human(&summary, 5, &commands()));
    expect![[r#"
        {
          "added_to_corpus": 0,
          "course": null,
          "coverage_findings": {
            "discards": [],
            "first_only": {
              "first": [],
              "more": 0
            },
            "ignored": null,
            "set_aside": {
              "first": [],
              "more": 0
            }
          },
          "cpu_seconds": 2.0,
          "deaths": 0,
          "edges_in_all": 500,
          "error": null,
          "exit_code": 1,
          "failures": [
            {
              "address": "mutant 3 1 4",
              "class": "always",
              "count": 1,
              "entry": null,
              "frames": [],
              "id": 1,
              "is_regression": false,
              "kept_in": null,
              "key": "failed: check failed: x < #",
              "kind": "died",
              "last_words": null,
              "message": "the process aborted while the test ran",
              "own_kind": null,
              "phase": "running",
              "remarks": [],
              "repeated": true,
              "replay": "cargo mutagen replay shop::tests::holds --text '(7, true)'",
              "search_seconds": 1.4,
              "seconds": 1.5,
              "shrunk": null,
              "smallest": null,
              "test": 42,
              "text": "(7, true)",
              "value": "x = 7\ny = true",
              "value_file": null,
              "worker": null
            }
          ],
          "folder": "/shop/target/mutagen/campaigns/shop/lib/tests.holds/0001",
          "interrupted": false,
          "interruptions": 0,
          "new_edges": [],
          "notes": [],
          "outcome": "counterexample",
          "program": "9f86d081884c7d65",
          "property": "shop::tests::holds",
          "regressions": {
            "discarded": 0,
            "failed": 0,
            "passed": 0,
            "silenced": 0,
            "unreadable": 0
          },
          "repeats": true,
          "report": null,
          "search_seconds": 1.9,
          "seed": 5,
          "silenced": [],
          "statistics": {
            "discarded": 30000,
            "edges": 41,
            "failed": 1,
            "passed": 90000,
            "queued": 0,
            "resets": 1,
            "retained": 17,
            "samples": 2,
            "silenced": 0,
            "tests": 120000,
            "unstable": 0
          },
          "wall_seconds": 3.0,
          "workers": []
        }"#]]
    .assert_eq(&format!("{value:#}"));
}

#[test]
fn the_progress_line() {
    let statistics = nothing_found().statistics;
    let now = Duration::from_secs(10);
    expect![
        " 10.0 s: 120k tests (12k/s), 90k passed, 30k discarded, 41 edges, 0 queued, R 2, 1 resets"
    ]
    .assert_eq(&status::line(&statistics, None, now));
    let failed = Statistics { failed: 3, queued: 12, ..statistics };
    assert_eq!(
        status::line(&failed, Some(&new_edge()), now),
        " 10.0 s: 120k tests (12k/s), 90k passed, 30k discarded, 3 failed, 41 edges, 12 queued, \
         R 2, 1 resets, last new: src/lib.rs:7 in shop::price"
    );
    let silenced = Statistics { silenced: 5, ..statistics };
    let line = status::line(&silenced, None, now);
    assert!(line.contains("30k discarded, 5 silenced, 41 edges"), "{line}");
}

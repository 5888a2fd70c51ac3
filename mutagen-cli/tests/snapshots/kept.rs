//! Snapshots of what is said about kept counterexamples: in reports, in the file, and in errors.

use crate::fold::folded;
use crate::report::{failure, found, nothing_found, report};
use expect_test::{Expect, expect};
use mutagen_cli::error::CliError;
use mutagen_cli::supervise::{Keeping, Kind, RegressionCounts, Summary};
use mutagen_core::internal::run::regressions::{Entry, Kept, RegressionError, parse};
use mutagen_core::text::ParseError;
use std::io;
use std::path::Path;

const MESSAGE: &str = "check failed: x < 7, at src/lib.rs:7:5";

const FILE: &str = "mutagen-regressions/lib/tests/holds.txt";

fn entry() -> Entry {
    let entry = Entry::new("failed", MESSAGE, "at src/lib.rs:7:5: check failed", "(7, true)");
    Entry { version: "0.1.0".into(), ..entry }
}

/// The report about a counterexample of which this became.
fn check(keeping: Keeping, expected: &Expect) {
    let mut failure = failure(Kind::Failed, MESSAGE);
    failure.kept = Some(keeping);
    let text = report(&found(failure));
    let (about, _) = text.split_once("address: ").unwrap();
    expected.assert_eq(about);
}

#[test]
fn a_new_one() {
    check(
        Keeping::Written(format!("{FILE}:5")),
        &expect![[r#"
            counterexample after 42 tests in 1.50 s:
            check failed: x < 7, at src/lib.rs:7:5

            x = 7
            y = true

            kept in mutagen-regressions/lib/tests/holds.txt:5, runs first from now on
            replay: cargo mutagen replay shop::tests::holds
        "#]],
    );
}

#[test]
fn one_that_is_to_be_pasted() {
    check(
        Keeping::Shown { file: FILE.into(), beginning: None, entry: entry() },
        &expect![[r#"
            counterexample after 42 tests in 1.50 s:
            check failed: x < 7, at src/lib.rs:7:5

            x = 7
            y = true

            to keep it, add this to mutagen-regressions/lib/tests/holds.txt:
            failed: check failed: x < 7, at src/lib.rs:7:5
              key: at src/lib.rs:7:5: check failed
              found by: mutagen 0.1.0
              value: (7, true)

            replay: cargo mutagen replay shop::tests::holds --text '(7, true)'
        "#]],
    );
}

#[test]
fn one_that_is_to_be_pasted_into_a_new_file() {
    let beginning = Some("# mutagen regressions, version 1\n# Commit this file.\n".to_owned());
    check(
        Keeping::Shown { file: FILE.into(), beginning, entry: entry() },
        &expect![[r#"
            counterexample after 42 tests in 1.50 s:
            check failed: x < 7, at src/lib.rs:7:5

            x = 7
            y = true

            to keep it, write this to mutagen-regressions/lib/tests/holds.txt:
            # mutagen regressions, version 1
            # Commit this file.

            failed: check failed: x < 7, at src/lib.rs:7:5
              key: at src/lib.rs:7:5: check failed
              found by: mutagen 0.1.0
              value: (7, true)

            replay: cargo mutagen replay shop::tests::holds --text '(7, true)'
        "#]],
    );
}

#[test]
fn one_that_cannot_be_kept() {
    check(
        Keeping::Not("a part of it has no text form".into()),
        &expect![[r#"
            counterexample after 42 tests in 1.50 s:
            check failed: x < 7, at src/lib.rs:7:5

            x = 7
            y = true

            not kept: a part of it has no text form
            replay: cargo mutagen replay shop::tests::holds --text '(7, true)'
        "#]],
    );
}

#[test]
fn one_that_fails_again() {
    let mut failure = failure(Kind::Failed, MESSAGE);
    failure.kept = Some(Keeping::Again(format!("{FILE}:5")));
    let none = RegressionCounts::default();
    let regressions = RegressionCounts { passed: 2, failed: 1, unreadable: 1, ..none };
    let summary = Summary { regressions, is_regression: true, ..found(failure) };
    expect![[r#"
        a kept counterexample fails, mutagen-regressions/lib/tests/holds.txt:5:
        check failed: x < 7, at src/lib.rs:7:5

        x = 7
        y = true

        replay: cargo mutagen replay shop::tests::holds

        4 kept counterexamples ran first: 2 passed, 1 failed, 1 no longer readable
        no campaign ran; `--keep-going` runs one all the same
    "#]]
    .assert_eq(&report(&summary));
}

#[test]
fn some_that_pass() {
    let regressions = RegressionCounts { passed: 1, ..RegressionCounts::default() };
    expect![[r#"
        1 kept counterexample ran first: 1 passed
        120000 tests in 3.00 s: 90000 passed, 30000 discarded, 0 failed
        41 of 500 edges, 17 retained, 1 reset, R 2; seed 5
        60k tests and 45k passed per CPU second of the worker
    "#]]
    .assert_eq(&report(&Summary { regressions, ..nothing_found() }));
}

/// The file with the entry, as it is read.
fn kept() -> Kept {
    let text = format!("# mutagen regressions, version 1\n\n{}", entry());
    parse(Path::new(FILE), &text).unwrap().remove(0)
}

#[test]
fn one_that_can_no_longer_be_read() {
    let error = ParseError {
        line: 1,
        column: 14,
        expected: "`true` or `false`".into(),
        found: "`tru`".into(),
    };
    expect![[r#"
        mutagen-regressions/lib/tests/holds.txt:6:14: a kept counterexample of \
            `tests::holds` can no longer be read: expected `true` or `false`, found `tru`; \
            `cargo mutagen regressions prune` removes such entries"#]]
    .assert_eq(&folded(&kept().unreadable(Path::new(FILE), "tests::holds", &error)));
}

#[test]
fn a_file_that_cannot_be_used() {
    let broken = parse(Path::new(FILE), "# mutagen regressions, version 1\n=======\n");
    expect![[r#"
        mutagen-regressions/lib/tests/holds.txt:2: a conflict of a merge was not \
            resolved; correct the line, or restore the file from version control"#]]
    .assert_eq(&folded(&CliError::from(broken.unwrap_err()).to_string()));
    let full = io::Error::from(io::ErrorKind::StorageFull);
    let unwritable = RegressionError::Unwritable { file: FILE.into(), error: full };
    expect![[r#"
        mutagen-regressions/lib/tests/holds.txt: no storage space; check that it can be \
            written and that the disk is not full"#]]
    .assert_eq(&folded(&CliError::from(unwritable).to_string()));
}

#[test]
fn nothing_to_replay() {
    expect![[r#"
        mutagen-regressions/lib/tests/holds.txt: no counterexample of the property is \
            kept there; give a file, `--text` or `--address`"#]]
    .assert_eq(&folded(&CliError::NothingKept { file: FILE.into() }.to_string()));
    expect![[r#"
        run 7 of the property is not on disk, so the test cannot be made again; `cargo \
            mutagen failures` lists the runs that are"#]]
    .assert_eq(&folded(&CliError::NoRun { run: Some(7) }.to_string()));
    expect![[r#"
        a run of the property is not on disk, so the test cannot be made again; `cargo \
            mutagen failures` lists the runs that are"#]]
    .assert_eq(&folded(&CliError::NoRun { run: None }.to_string()));
}

#[test]
fn errors_about_corpora_and_several_properties() {
    let names = ["shop::laws::order", "shop::more::laws::order"].map(str::to_owned).to_vec();
    let errors = [
        CliError::NoCorpus { property: "ordr".into(), names: names.clone() },
        CliError::NoCorpus { property: "order".into(), names: Vec::new() },
        CliError::SeveralCorpora { property: "order".into(), names },
        CliError::Unfinished("the worker aborted 10 times in a row without a new test".into()),
        CliError::Interrupted(130),
        CliError::OneProperty,
        CliError::NotEmitted("the value has a part without a text form".into()),
        CliError::NoEntry { file: "r.txt".into(), line: 3, entries: vec![5, 12] },
        CliError::ReplayFile {
            file: "value.txt".into(),
            error: io::Error::from(io::ErrorKind::NotFound),
        },
    ];
    let texts: String = errors.iter().map(|error| format!("{error}\n")).collect();
    expect![[r#"
        there is no corpus `ordr`; there are:
            shop::laws::order
            shop::more::laws::order
        there is no corpus `order`; `cargo mutagen run` without `--seed` makes one
        `order` means several corpora; write one of:
            shop::laws::order
            shop::more::laws::order
        the corpus is unchanged, because not all of its tests were run: the worker \
            aborted 10 times in a row without a new test
        interrupted; nothing was changed
        `--corpus`, `--inputs` and `--repeat-worker` are for one property, since each has \
            folders of its own; leave them out, or run the properties one by one
        no test function can be written: the value has a part without a text form
        r.txt:3: this line belongs to no entry; entries begin in these lines: 5, 12
        value.txt: entity not found; check the name of the file
    "#]]
    .assert_eq(&folded(&texts));
}

#[test]
fn tests_that_were_added_to_the_corpus() {
    let added = |added| {
        let text = report(&Summary { added, ..nothing_found() });
        text.lines().last().unwrap_or_default().to_owned()
    };
    assert_eq!(added(1), "1 test was added to the corpus");
    assert_eq!(added(31), "31 tests were added to the corpus");
    assert!(added(0).ends_with("per CPU second of the worker"));
}

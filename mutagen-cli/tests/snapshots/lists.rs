//! Snapshots of the lists of properties and of search options, and of the schema of messages.

use expect_test::{expect, expect_file};
use mutagen_cli::list;
use mutagen_cli::messages;
use mutagen_cli::search_options;
use mutagen_cli::select::Candidate;
use std::path::PathBuf;

pub fn candidate(path: &str) -> Candidate {
    Candidate {
        package: "shop".into(),
        folder: PathBuf::from("/shop"),
        instrumented: Vec::new(),
        checked: Vec::new(),
        executable: PathBuf::from("/shop/target/mutagen/shop"),
        sources: Vec::new(),
        target: "shop".into(),
        kind: "lib".into(),
        path: path.into(),
        file: "src/lib.rs".into(),
        line: 7,
        ignored: false,
    }
}

#[test]
fn a_property_is_listed_with_its_place() {
    let ignored = Candidate { ignored: true, ..candidate("tests::is_slow") };
    let in_a_test = Candidate {
        target: "laws".into(),
        kind: "test".into(),
        file: "tests/laws.rs".into(),
        ..candidate("order")
    };
    let lines = [candidate("tests::holds"), ignored, in_a_test];
    expect![[r#"
        shop::tests::holds  src/lib.rs:7
        shop::tests::is_slow  src/lib.rs:7  (ignored by plain `cargo test`)
        shop::laws::order  tests/laws.rs:7
    "#]]
    .assert_eq(&lines.iter().map(list::line).collect::<String>());
}

/// The schema is in the documentation, and `UPDATE_EXPECT=1` writes it there.
#[test]
fn the_schema_of_the_messages_is_printed() {
    expect_file!["../../../docs/messages.schema.json"].assert_eq(&messages::schema_text());
}

#[test]
fn the_options_of_the_search_are_listed() {
    expect_file!["search-options.txt"].assert_eq(&search_options::table());
}

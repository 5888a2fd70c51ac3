//! The first word of a statement, matched against two keywords. The bug: both keywords are a
//! failure.

use mutagen_core::Outcome;

/// No statement reads or adds rows.
pub fn property(word: &str) -> Outcome {
    match word {
        "select" | "insert" => Outcome::Failed("the statement has rows".to_owned()),
        _ => Outcome::Passed,
    }
}

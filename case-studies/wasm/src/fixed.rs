//! A bug that a later release of an engine fixed: a failure counts if it is there with the bug and
//! not without. Released engines have more bugs than the one that is looked for, and a failure that
//! both releases show must not end the search.

use mutagen_core::Outcome;
use std::sync::LazyLock;
use wasm_face::Engine;

/// The environment variable that names the release with the bug. If it is unset or empty, only the
/// release without the bug is asked.
pub const VARIABLE: &str = "WASM_STUDY_FIXED";

static HAS_BUG: LazyLock<bool> =
    LazyLock::new(|| std::env::var_os(VARIABLE).is_some_and(|value| !value.is_empty()));

/// The outcome of a property of an engine on the release with the bug, in which a failure that the
/// release without the bug shows, too, is discarded.
pub fn told_apart(
    bug: &dyn Engine,
    without: &dyn Engine,
    property: impl Fn(&dyn Engine) -> Outcome,
) -> Outcome {
    if *HAS_BUG { of_bug(|| property(bug), || property(without)) } else { property(without) }
}

fn of_bug(bug: impl Fn() -> Outcome, without: impl Fn() -> Outcome) -> Outcome {
    match bug() {
        Outcome::Failed(message) => match without() {
            Outcome::Failed(_) => Outcome::Discarded,
            Outcome::Passed | Outcome::Discarded => Outcome::Failed(message),
        },
        outcome => outcome,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_failure_of_the_release_with_the_bug_alone_is_one() {
        let failed = |text: &str| Outcome::Failed(text.to_owned());
        for (bug, without, outcome) in [
            (failed("a"), Outcome::Passed, failed("a")),
            (failed("a"), Outcome::Discarded, failed("a")),
            (failed("a"), failed("b"), Outcome::Discarded),
            (Outcome::Discarded, failed("b"), Outcome::Discarded),
            (Outcome::Passed, failed("b"), Outcome::Passed),
        ] {
            assert_eq!(of_bug(|| bug.clone(), || without.clone()), outcome);
        }
    }
}

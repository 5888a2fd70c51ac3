//! A bug that a later release of an engine fixed: a failure counts if it is there with the bug and
//! not without. Released engines have more bugs than the one that is looked for, and a failure that
//! both releases show must not end the search.

use crate::execute::Execution;
use mutagen_core::Outcome;
use std::sync::LazyLock;
use wasm_face::Engine;

/// The environment variable that names the release with the bug. If it is unset or empty, only the
/// release without the bug is asked.
pub const VARIABLE: &str = "WASM_STUDY_FIXED";

static HAS_BUG: LazyLock<bool> =
    LazyLock::new(|| std::env::var_os(VARIABLE).is_some_and(|value| !value.is_empty()));

/// The outcome on the release with the bug. A failure counts if the release without the bug is
/// known to do right: one that it shows, too, is discarded, and so is one on which it reaches a
/// limit.
pub fn told_apart(
    bug: &dyn Engine,
    without: &dyn Engine,
    execution: impl Fn(&dyn Engine) -> Execution,
) -> Outcome {
    match *HAS_BUG {
        true => of_bug(execution(bug), || execution(without)),
        false => execution(without).into(),
    }
}

fn of_bug(bug: Execution, without: impl Fn() -> Execution) -> Outcome {
    let does_right = || matches!(without(), Execution::Agree(_) | Execution::Rejected);
    match bug {
        Execution::Differ(_) | Execution::Validity(_) if !does_right() => Outcome::Discarded,
        execution => execution.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::difference::Difference;
    use crate::execute::{End, Report};

    fn differs() -> Execution {
        let [at, engine, reference] = [(); 3].map(|()| String::new());
        let difference = Difference { kind: "wrong trap".to_owned(), at, engine, reference };
        let wat = String::new();
        Execution::Differ(Box::new(Report { release: "", difference, canonical: false, wat }))
    }

    #[test]
    fn only_a_failure_of_the_release_with_the_bug_alone_is_one() {
        let (returned, trapped) = (End::Returned, End::Trapped);
        for (without, counts) in [
            (Execution::Agree(returned), true),
            (Execution::Agree(trapped), true),
            (Execution::Rejected, true),
            (Execution::Exhausted, false),
            (differs(), false),
        ] {
            let without = std::cell::Cell::new(Some(without));
            let outcome = of_bug(differs(), || without.take().expect("it is asked once"));
            assert_eq!(matches!(outcome, Outcome::Failed(_)), counts, "{outcome:?}");
        }
        let unasked = || panic!("the release with the bug does right");
        assert_eq!(of_bug(Execution::Agree(returned), unasked), Outcome::Passed);
        assert_eq!(of_bug(Execution::Exhausted, unasked), Outcome::Discarded);
    }
}

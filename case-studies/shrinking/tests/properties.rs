//! The properties as `cargo mutagen run` finds them, each under its name. Plain `cargo test`
//! ignores them, because each is false. If the environment variable `SHRINKING_LEAST_NODES` is set,
//! smaller values do not fail, so that a campaign ends with a large counterexample.

#![allow(clippy::ptr_arg, reason = "the table has the types that tools generate")]

use mutagen_core::internal::search::shrink::Rank;
use mutagen_core::{Mutate, Outcome, property};
use shrinking_challenge::for_each_challenge;
use std::sync::LazyLock;

/// The least number of nodes of a counterexample.
static LEAST: LazyLock<u64> = LazyLock::new(|| {
    let text = std::env::var("SHRINKING_LEAST_NODES").unwrap_or_default();
    text.parse().unwrap_or(0)
});

/// A test that fails on a value that is too small passes.
fn among_large(outcome: Outcome, nodes: impl FnOnce() -> u64) -> Outcome {
    match outcome {
        Outcome::Failed(_) if *LEAST > 0 && nodes() < *LEAST => Outcome::Passed,
        outcome => outcome,
    }
}

macro_rules! properties {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        $(
            #[property]
            #[ignore = "it is false"]
            fn $name($($argument: &$type),*) -> Outcome {
                let outcome = shrinking_challenge::property::$name($($argument),*);
                // The arguments are the parts of a tuple, which is a node, too.
                among_large(outcome, || 1 $(+ Rank::of(Mutate::node($argument)).nodes)*)
            }
        )*
    };
}

for_each_challenge!(properties);

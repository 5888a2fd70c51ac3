//! The properties as `cargo mutagen run` and `cargo test` find them. The environment variable
//! `ETNA_MUTANT` says which planted bug is in the program.

use etna_fsub::{Term, mutant::select_from_env, property};
use mutagen_core::{Outcome, property};

/// One parallel step leads to a subtype of the type of a closed, well-typed term.
#[property(before = select_from_env)]
fn single_preserve(term: &Term) -> Outcome {
    property::single_preserve(term)
}

/// Reduction to normal form leads to a subtype of the type of a closed, well-typed term.
#[property(before = select_from_env)]
fn multi_preserve(term: &Term) -> Outcome {
    property::multi_preserve(term)
}

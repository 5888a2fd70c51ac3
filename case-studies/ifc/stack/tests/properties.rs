//! The properties of the study. `cargo mutagen run prop_ssni --package ifc-stack` runs the first, with
//! the planted bug whose number is in the environment variable `IFC_BUG`, and without one with the
//! correct rules, which they hold for.

use ifc_stack::{Pair, eeni, msni, rules, ssni};
use mutagen_core::{Outcome, property};

/// A step of two indistinguishable runs does not let the observer tell them apart.
#[property]
fn prop_ssni(pair: &Pair) -> Outcome {
    ssni(rules::in_force(), pair)
}

/// Nor do many steps.
#[property]
fn prop_msni(pair: &Pair) -> Outcome {
    msni(rules::in_force(), pair)
}

/// And when both halt on public data, they halt in indistinguishable states.
#[property]
fn prop_eeni(pair: &Pair) -> Outcome {
    eeni(rules::in_force(), pair)
}

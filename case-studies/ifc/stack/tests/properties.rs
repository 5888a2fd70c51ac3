//! The properties of the study. `cargo mutagen run prop_ssni --package ifc-stack` runs the first,
//! with the planted bug whose number is in the environment variable `IFC_BUG`, and without one with
//! the correct rules, which they hold for.

use ifc_stack::generate::smart::Smart;
use ifc_stack::{State, eeni, msni, rules, ssni};
use mutagen_core::{Outcome, Twin, property};

/// Chooses the planted bug, and makes the baseline known to workers.
fn prepare() {
    fuzzchick::register();
    rules::select_from_env();
}

/// A step of two indistinguishable runs does not let the observer tell them apart.
#[property(before = prepare)]
fn prop_ssni(pair: &Twin<State>) -> Outcome {
    ssni(rules::in_force(), pair)
}

/// Nor do many steps.
#[property(before = prepare)]
fn prop_msni(pair: &Twin<State>) -> Outcome {
    msni(rules::in_force(), pair)
}

/// And when both halt on public data, they halt in indistinguishable states.
#[property(before = prepare)]
fn prop_eeni(pair: &Twin<State>) -> Outcome {
    eeni(rules::in_force(), pair)
}

/// The first, on what the hand-written generator makes: the baseline.
#[property(before = prepare)]
fn prop_ssni_smart(test: &Smart) -> Outcome {
    ssni(rules::in_force(), &test.0)
}

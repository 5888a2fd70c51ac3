//! The properties of the study. `cargo mutagen run prop_ssni --package ifc-stack` runs the first.
//! The environment variable `IFC_BUG` selects a planted bug by number. Without it, the correct
//! rules are used, and the properties hold.

use ifc_stack::generate::smart::Smart;
use ifc_stack::{State, eeni, msni, rules, ssni};
use mutagen_core::{Outcome, Twin, property};

/// Selects the planted bug, and registers the baseline with the workers.
fn prepare() {
    fuzzchick::register();
    rules::select_from_env();
}

/// One step of two indistinguishable runs does not let the observer distinguish them.
#[property(before = prepare)]
fn prop_ssni(pair: &Twin<State>) -> Outcome {
    ssni(rules::in_force(), pair)
}

/// Many steps of two indistinguishable runs do not let the observer distinguish them.
#[property(before = prepare)]
fn prop_msni(pair: &Twin<State>) -> Outcome {
    msni(rules::in_force(), pair)
}

/// Two indistinguishable runs that halt on public data halt in indistinguishable states.
#[property(before = prepare)]
fn prop_eeni(pair: &Twin<State>) -> Outcome {
    eeni(rules::in_force(), pair)
}

/// The first property on pairs of the hand-written generator: the baseline.
#[property(before = prepare)]
fn prop_ssni_smart(test: &Smart) -> Outcome {
    ssni(rules::in_force(), &test.0)
}

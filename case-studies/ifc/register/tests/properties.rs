//! The properties of the study. `cargo mutagen run prop_ssni --package ifc-register` runs the
//! first, with the planted bug whose number is in the environment variable `IFC_BUG`, and without
//! one with the correct rules, which they hold for.

use ifc_register::generate::smart::Smart;
use ifc_register::{Diamond, State, TwoPoint, rules, ssni};
use mutagen_core::{Outcome, Twin, property};

/// Chooses the planted bug, and makes the baseline known to workers.
fn prepare() {
    fuzzchick::register();
    rules::select_from_env();
}

/// A step does not let an observer tell apart what it could not before, with four labels.
#[property(before = prepare)]
fn prop_ssni(observer: &Diamond, pair: &Twin<State<Diamond>>) -> Outcome {
    ssni(rules::in_force(), *observer, pair)
}

/// The same with two labels.
#[property(before = prepare)]
fn prop_ssni_two_point(observer: &TwoPoint, pair: &Twin<State<TwoPoint>>) -> Outcome {
    ssni(rules::in_force(), *observer, pair)
}

/// The first, on what the hand-written generator makes: the baseline.
#[property(before = prepare)]
fn prop_ssni_smart(test: &Smart<Diamond>) -> Outcome {
    ssni(rules::in_force(), test.0, &test.1)
}

//! The properties of the study. `cargo mutagen run prop_ssni --package ifc-register` runs the
//! first. The environment variable `IFC_BUG` selects a planted bug by number. Without it, the
//! correct rules are used, and the properties hold.

use ifc_register::generate::smart::Smart;
use ifc_register::{Diamond, State, TwoPoint, rules, ssni};
use mutagen_core::{Outcome, Twin, property};

/// Selects the planted bug, and registers the baseline with the workers.
fn prepare() {
    fuzzchick::register();
    rules::select_from_env();
}

/// A step does not let an observer distinguish states that were indistinguishable before. Four
/// labels.
#[property(before = prepare)]
fn prop_ssni(observer: &Diamond, pair: &Twin<State<Diamond>>) -> Outcome {
    ssni(rules::in_force(), *observer, pair)
}

/// The same property with two labels.
#[property(before = prepare)]
fn prop_ssni_two_point(observer: &TwoPoint, pair: &Twin<State<TwoPoint>>) -> Outcome {
    ssni(rules::in_force(), *observer, pair)
}

/// The first property on pairs of the hand-written generator: the baseline.
#[property(before = prepare)]
fn prop_ssni_smart(test: &Smart<Diamond>) -> Outcome {
    ssni(rules::in_force(), test.0, &test.1)
}

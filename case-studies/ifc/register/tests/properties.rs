//! The properties of the study. `cargo mutagen run prop_ssni --package ifc-register` runs the first,
//! with the planted bug whose number is in the environment variable `IFC_BUG`, and without one with
//! the correct rules, which they hold for.

use ifc_register::{Diamond, State, TwoPoint, rules, ssni};
use ifc_rules::Copied;
use mutagen_core::{Outcome, property};

/// A step does not let an observer tell apart what it could not before, with four labels.
#[property(before = rules::select_from_env)]
fn prop_ssni(observer: &Diamond, pair: &Copied<State<Diamond>>) -> Outcome {
    ssni(rules::in_force(), *observer, &pair.0)
}

/// The same with two labels.
#[property(before = rules::select_from_env)]
fn prop_ssni_two_point(observer: &TwoPoint, pair: &Copied<State<TwoPoint>>) -> Outcome {
    ssni(rules::in_force(), *observer, &pair.0)
}

//! The properties of the study. `cargo mutagen run prop_ssni --package ifc-stack` runs the first, with
//! the planted bug whose number is in the environment variable `IFC_BUG`, and without one with the
//! correct rules, which they hold for.

use ifc_rules::Copied;
use ifc_stack::{State, eeni, msni, rules, ssni};
use mutagen_core::{Outcome, property};

/// A step of two indistinguishable runs does not let the observer tell them apart.
#[property(before = rules::select_from_env)]
fn prop_ssni(pair: &Copied<State>) -> Outcome {
    ssni(rules::in_force(), &pair.0)
}

/// Nor do many steps.
#[property(before = rules::select_from_env)]
fn prop_msni(pair: &Copied<State>) -> Outcome {
    msni(rules::in_force(), &pair.0)
}

/// And when both halt on public data, they halt in indistinguishable states.
#[property(before = rules::select_from_env)]
fn prop_eeni(pair: &Copied<State>) -> Outcome {
    eeni(rules::in_force(), &pair.0)
}

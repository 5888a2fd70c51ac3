//! The property: noninterference of a single step.

use crate::indist::indistinguishable;
use crate::rules::Table;
use crate::state::{Pair, State};
use crate::step::step;
use crate::well_formed::is_well_formed;
use ifc_rules::Lattice;
use mutagen_core::{Outcome, assume};

/// A step must not let the observer distinguish states that were indistinguishable before, and must
/// lead from well-formed states to well-formed states. The test is discarded if a state is not
/// well-formed, if the states are distinguishable, or if there is no step. The comparison depends
/// on whether the observer sees the program counters:
///
/// - hidden before and after the left step: the left state and its successor, whatever the right
///   run does;
/// - hidden before, visible after the left step and hidden after the right step: no comparison, the
///   test passes;
/// - otherwise: the successors of both states.
pub fn ssni<L: Lattice>(table: &Table, observer: L, pair: &Pair<L>) -> Outcome {
    let Pair { left, right } = pair;
    let seen = |state: &State<L>| state.pc.label.flows_to(observer);
    // The order of the checks affects only their cost, not which tests are discarded.
    assume!(left.instruction().is_some() && indistinguishable(observer, left, right));
    let Some(next_left) = step(table, left) else { return Outcome::Discarded };
    assume!(is_well_formed(left) && is_well_formed(right));
    if !seen(left) && !seen(&next_left) {
        return compare(observer, left, &next_left, is_well_formed(&next_left));
    }
    let Some(next_right) = step(table, right) else { return Outcome::Discarded };
    // The left run returns to a visible place, and the right run has not returned yet.
    if !seen(left) && !seen(&next_right) {
        return Outcome::Passed;
    }
    let well_formed = is_well_formed(&next_left) && is_well_formed(&next_right);
    compare(observer, &next_left, &next_right, well_formed)
}

fn compare<L: Lattice>(
    observer: L,
    one: &State<L>,
    other: &State<L>,
    well_formed: bool,
) -> Outcome {
    if !indistinguishable(observer, one, other) {
        Outcome::failed("after one step the observer can tell what it could not before")
    } else {
        Outcome::check(well_formed, "after one step a state is not well-formed any more")
    }
}

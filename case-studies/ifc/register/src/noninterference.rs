//! The property: noninterference of a single step.

use crate::indist::indistinguishable;
use crate::rules::Table;
use crate::state::{Pair, State};
use crate::step::step;
use crate::well_formed::is_well_formed;
use ifc_rules::Lattice;
use mutagen_core::{Outcome, assume};

/// A step does not let the observer tell apart what it could not before, and leads from well-formed
/// states to well-formed states. Discards states that are not both, and those from which there is
/// no step. What is compared depends on whether the observer sees the program counters:
///
/// - unseen before and after the left step: the left state and the next one, whatever the right run
///   does;
/// - unseen before, seen after the left step and unseen after the right one: nothing, the test
///   passes;
/// - else the next states of both.
pub fn ssni<L: Lattice>(table: &Table, observer: L, pair: &Pair<L>) -> Outcome {
    let Pair { left, right } = pair;
    let seen = |state: &State<L>| state.pc.label.flows_to(observer);
    // The order does not matter to what is discarded, but to what that costs.
    assume!(left.instruction().is_some() && indistinguishable(observer, left, right));
    let Some(next_left) = step(table, left) else { return Outcome::Discarded };
    assume!(is_well_formed(left) && is_well_formed(right));
    if !seen(left) && !seen(&next_left) {
        return compare(observer, left, &next_left, is_well_formed(&next_left));
    }
    let Some(next_right) = step(table, right) else { return Outcome::Discarded };
    // The left run comes back to what the observer sees, and the right one does not yet.
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

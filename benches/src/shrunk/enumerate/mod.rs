//! The smallest counterexamples of ETNA's tasks by enumeration, from fewer nodes to more. Arguments
//! that break the precondition are left out, and so are values that differ from another one in
//! nothing that the program can see.

#[path = "../../../../case-studies/etna/fsub/tests/enumerate/mod.rs"]
mod fsub;
#[path = "../../../../case-studies/etna/stlc/tests/enumerate/mod.rs"]
mod stlc;
mod trees;

use mutagen_core::internal::search::shrink::Rank;
use mutagen_core::internal::value::Node;
use mutagen_core::text;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// With more values than this for one task, none is enumerated any more.
const MOST_RUNS: u64 = 200_000_000;

/// With more terms of one size than this, no larger ones are enumerated.
const MOST_TERMS: usize = 3_000_000;

/// A smallest counterexample.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Smallest {
    /// Its number of nodes.
    pub(super) nodes: u64,
    /// Its text form.
    pub(super) text: String,
}

/// Asks whether a value fails.
type Fails<'t> = Box<dyn FnMut(&dyn Node) -> bool + 't>;

/// Runs the values of one task, and keeps the smallest that fails.
pub(super) struct Trial<'t> {
    /// Whether a value fails.
    fails: Fails<'t>,
    found: Option<(Rank, Smallest)>,
    runs: u64,
}

impl<'t> Trial<'t> {
    /// A task without values so far. `fails` selects the planted bug and runs a value.
    pub(super) fn new(fails: impl FnMut(&dyn Node) -> bool + 't) -> Trial<'t> {
        Trial { fails: Box::new(fails), found: None, runs: 0 }
    }

    /// What was found.
    pub(super) fn into_smallest(self) -> Option<Smallest> {
        self.found.map(|(_, smallest)| smallest)
    }

    /// The nodes of what was found.
    pub(super) fn nodes(&self) -> Option<u64> {
        self.found.as_ref().map(|(_, smallest)| smallest.nodes)
    }

    fn run(&mut self, value: &dyn Node) {
        self.runs += 1;
        if !(self.fails)(value) {
            return;
        }
        let rank = Rank::of(value);
        if self.found.as_ref().is_none_or(|(known, _)| rank < *known) {
            let smallest = Smallest { nodes: rank.nodes, text: text::print(value) };
            self.found = Some((rank, smallest));
        }
    }

    fn is_over(&self) -> bool {
        self.found.is_some() || self.runs > MOST_RUNS
    }
}

/// Enumerates for one task of a workload of trees.
pub(super) fn trees(workload: &str, property: &str, trial: &mut Trial<'_>) {
    match workload {
        "BST" => trees::search_trees(property, trial),
        "RBT" => trees::red_black_trees(property, trial),
        _ => {}
    }
}

/// Enumerates for all tasks of a workload of terms. `correct` selects the correct program, with
/// which terms are typed.
pub(super) fn terms(workload: &str, trials: &mut [Trial<'_>], correct: &dyn Fn()) {
    match workload {
        "STLC" => {
            let mut terms = stlc::Enumeration::default();
            terms.content = 1;
            all_terms(trials, correct, |size| terms.closed(size));
        }
        "FSUB" => {
            let mut terms = fsub::Enumeration::default();
            terms.content = 1;
            all_terms(trials, correct, |size| terms.closed(size));
        }
        _ => {}
    }
}

/// Runs closed, well-typed terms, from fewer nodes to more.
fn all_terms<T, Y>(
    trials: &mut [Trial<'_>],
    correct: &dyn Fn(),
    mut closed: impl FnMut(usize) -> Rc<Vec<(T, Y)>>,
) where
    T: Clone,
    (T,): Node,
{
    for size in 1.. {
        correct();
        let terms = closed(size);
        for trial in trials.iter_mut().filter(|trial| !trial.is_over()) {
            terms.iter().for_each(|(term, _)| trial.run(&(term.clone(),)));
        }
        let open = trials.iter().filter(|trial| !trial.is_over()).count();
        eprintln!("{} terms with {size} nodes; {open} tasks are open", terms.len());
        if open == 0 || terms.len() > MOST_TERMS {
            break;
        }
    }
}

//! Properties of OxiZ. `README.md` has the commands.

use mutagen_core::{Outcome, assume, property};
use smt_fragment::{Draw, Formula, Script};
use smt_oxiz::judge::{by_construction, by_model, by_references};
use smt_oxiz::logic::chosen;
use smt_oxiz::reference::{self, References};
use smt_oxiz::report::outcome;
use smt_solvers::SolverError;
use std::cell::RefCell;
use std::io::Write;

/// Formulas with more operators, variables and literals are discarded: the time of a test grows
/// with the formula, and small ones show the same defects.
const LARGEST: usize = 40;

/// Scripts that are judged while a failure is reduced.
const TRIES: usize = 300;
/// The same where each one may be a process of another solver.
const TRIES_BY_REFERENCES: usize = 60;

/// Where OxiZ says `sat`, its model satisfies the formula; where there are few assignments, it
/// says what trying all of them says.
#[property]
fn prop_oxiz_models(formula: &Formula) -> Outcome {
    let script = chosen(Script::of(formula));
    assume!(!script.assertions.is_empty() && script.size() <= LARGEST);
    outcome(&script, by_model(&script), TRIES, by_model)
}

/// A formula that an assignment satisfies is not `unsat`.
#[property]
fn prop_oxiz_true_by_construction(formula: &Formula, draw: &Draw) -> Outcome {
    let assignment = draw.assignment();
    let script = chosen(Script::of(formula));
    assume!(script.size() <= LARGEST);
    let script = chosen(script.made_true(&assignment));
    assume!(!script.assertions.is_empty());
    let judge = |script: &Script| by_construction(script, &assignment);
    outcome(&script, judge(&script), TRIES, judge)
}

thread_local! {
    /// The references of the environment. Each process that tests has its own.
    static REFERENCES: RefCell<Option<References>> = const { RefCell::new(None) };
}

/// Without the references that are named, there is nothing to run.
fn made<T>(result: Result<T, SolverError>) -> T {
    result.unwrap_or_else(|error| {
        // Not by `eprintln`: the test harness would keep it, and it is lost with the exit.
        let _ = writeln!(std::io::stderr(), "error: {}: {error}", reference::VARIABLE);
        std::process::exit(2)
    })
}

/// Looks whether the references are there, before there is a test.
fn find_references() {
    made(References::named());
}

/// The answer is that of the solvers that `SMT_SOLVERS` names, of the model and of trying all
/// assignments, whichever there are.
#[property(before = find_references)]
fn prop_oxiz_agrees(formula: &Formula) -> Outcome {
    let script = chosen(Script::of(formula));
    assume!(!script.assertions.is_empty() && script.size() <= LARGEST);
    REFERENCES.with_borrow_mut(|references| {
        let references = references
            .get_or_insert_with(|| made(References::named().and_then(|all| References::of(&all))));
        let mut judge = |script: &Script| by_references(script, references);
        outcome(&script, judge(&script), TRIES_BY_REFERENCES, judge)
    })
}

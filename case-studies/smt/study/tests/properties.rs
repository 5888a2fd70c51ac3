//! The properties of the study. Each is run by its name:
//! `cargo mutagen run prop_solvers_agree --package smt-study`.

use mutagen_core::{Outcome, property};
use smt_histfuzz::choices::Choices;
use smt_study::agree::Study;
use smt_study::values::Values;
use smt_valfuzz::{Enforced, Valued};
use std::cell::RefCell;
use std::error::Error;
use std::io::Write;

thread_local! {
    static STUDY: RefCell<Option<Study>> = const { RefCell::new(None) };
    static VALUES: RefCell<Option<Values>> = const { RefCell::new(None) };
}

/// Without solvers or formulas there is nothing to run.
fn made<T>(result: Result<T, Box<dyn Error>>) -> T {
    result.unwrap_or_else(|error| {
        // Not by `eprintln`: the test harness would keep it, and it is lost with the exit.
        let _ = writeln!(std::io::stderr(), "error: {error}");
        std::process::exit(2)
    })
}

/// The solver under test and its references agree about every formula that HistFuzz makes.
#[property]
#[ignore = "a campaign: cargo mutagen run prop_solvers_agree --package smt-study"]
fn prop_solvers_agree(choices: &Choices) -> Outcome {
    STUDY.with_borrow_mut(|study| {
        study.get_or_insert_with(|| made(Study::of_environment())).agrees(choices)
    })
}

/// They agree about formulas that once broke a solver, whatever their constants are.
#[property]
#[ignore = "a campaign: cargo mutagen run prop_values_agree --package smt-study"]
fn prop_values_agree(valued: &Valued) -> Outcome {
    VALUES.with_borrow_mut(|values| {
        values.get_or_insert_with(|| made(Values::of_environment())).valued(valued)
    })
}

/// The same with constants that the first reference chooses, so that monitors have given values.
#[property]
#[ignore = "a campaign: cargo mutagen run prop_enforced_values_agree --package smt-study"]
fn prop_enforced_values_agree(enforced: &Enforced) -> Outcome {
    VALUES.with_borrow_mut(|values| {
        values.get_or_insert_with(|| made(Values::of_environment())).enforced(enforced)
    })
}

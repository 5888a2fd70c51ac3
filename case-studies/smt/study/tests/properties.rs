//! The properties of the study. Each is run by its name:
//! `cargo mutagen run prop_solvers_agree --package smt-study`.

use mutagen_core::{Outcome, property};
use smt_histfuzz::choices::Choices;
use smt_study::agree::Study;
use std::cell::RefCell;
use std::io::Write;

thread_local! {
    static STUDY: RefCell<Option<Study>> = const { RefCell::new(None) };
}

/// The solver under test and its references agree about every formula that HistFuzz makes.
#[property]
#[ignore = "a campaign: cargo mutagen run prop_solvers_agree --package smt-study"]
fn prop_solvers_agree(choices: &Choices) -> Outcome {
    STUDY.with_borrow_mut(|study| {
        let study = study.get_or_insert_with(|| match Study::of_environment() {
            Ok(study) => study,
            Err(error) => {
                // Not by `eprintln`: the test harness would keep it, and it is lost with the exit.
                let _ = writeln!(std::io::stderr(), "error: {error}");
                std::process::exit(2)
            }
        });
        study.agrees(choices)
    })
}

//! The property of execution on a release with a bug, on modules of wasm-smith.

use mutagen_core::{Outcome, property};
use pair::{Bug, Without};
use wasm_smart::{INVALID, Smart, VALID, execution};
use wasm_study::{Calls, fixed};

/// As `prop_execution`, on valid modules.
#[property]
#[ignore = "a campaign"]
fn prop_execution_smart(module: &Smart<VALID>, calls: &Calls) -> Outcome {
    fixed::told_apart(&Bug, &Without, |engine| execution(engine, &module.0, calls))
}

/// The same on modules of which some functions are invalid.
#[property]
#[ignore = "a campaign"]
fn prop_execution_invalid_smart(module: &Smart<INVALID>, calls: &Calls) -> Outcome {
    fixed::told_apart(&Bug, &Without, |engine| execution(engine, &module.0, calls))
}

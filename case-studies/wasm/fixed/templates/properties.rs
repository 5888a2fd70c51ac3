//! The property of execution on a release with a bug.

use mutagen_core::{Outcome, property};
use pair::{Bug, Without};
use wasm_study::{Calls, fixed, properties};
use wasm_syntax::Module;

/// A whole module is instantiated and its functions are called. The release gives the same as the
/// reference, or the release without the bug differs from it, too.
#[property]
#[ignore = "a campaign"]
fn prop_execution(module: &Module, calls: &Calls) -> Outcome {
    fixed::told_apart(&Bug, &Without, |engine| properties::execution(engine, module, calls))
}

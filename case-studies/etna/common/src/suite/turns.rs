//! Makes tests take turns: the selected mutant belongs to the process, and the tests of one file
//! share it.

use crate::PlantedBug;
use crate::mutant::select;
use std::sync::{Mutex, PoisonError};

static TURN: Mutex<()> = Mutex::new(());

/// Runs a function with a mutant selected, or with none.
pub fn with<M: PlantedBug, T>(mutant: Option<M>, work: impl FnOnce() -> T) -> T {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    select(mutant);
    work()
}

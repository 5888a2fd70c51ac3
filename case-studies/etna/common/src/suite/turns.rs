//! The mutant belongs to the process, and the tests of one file share it: they take turns.

use crate::PlantedBug;
use crate::mutant::select;
use std::sync::{Mutex, PoisonError};

static TURN: Mutex<()> = Mutex::new(());

/// Does something with a mutant in the program, or with none.
pub fn with<M: PlantedBug, T>(mutant: Option<M>, work: impl FnOnce() -> T) -> T {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    select(mutant);
    work()
}

//! Solvers that live on between tasks, in sets: a task takes one that another task is done with.

use smt_solvers::driver::Driver;
use std::sync::{Mutex, PoisonError};

/// Sets of solvers that nobody asks now.
#[derive(Default)]
pub(super) struct Idle(Mutex<Vec<Vec<Box<dyn Driver>>>>);

impl Idle {
    /// A set, if there is one.
    pub(super) fn take(&self) -> Option<Vec<Box<dyn Driver>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    /// Keeps a set for the next one who takes.
    pub(super) fn give(&self, set: Vec<Box<dyn Driver>>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(set);
    }
}

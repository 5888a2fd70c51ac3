//! Ctrl-C: once ends the campaign with its summary, twice ends it at once.

use crate::error::CliError;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How often Ctrl-C was pressed.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    presses: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Catches Ctrl-C from now on.
    ///
    /// # Errors
    /// When the handler cannot be installed, as it can only once in a process.
    pub fn install() -> Result<Interrupt, CliError> {
        let interrupt = Interrupt::default();
        let presses = Arc::clone(&interrupt.presses);
        ctrlc::set_handler(move || {
            presses.fetch_add(1, Ordering::Relaxed);
        })?;
        Ok(interrupt)
    }

    /// How often it was pressed so far.
    pub fn count(&self) -> usize {
        self.presses.load(Ordering::Relaxed)
    }
}

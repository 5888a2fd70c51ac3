//! Handles Ctrl-C: the first ends the campaign with its summary, the second ends it at once.

use crate::error::CliError;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of times that Ctrl-C was pressed.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    presses: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Starts catching Ctrl-C.
    ///
    /// # Errors
    /// When the handler cannot be installed. A process can install only one.
    pub fn install() -> Result<Interrupt, CliError> {
        let interrupt = Interrupt::default();
        let presses = Arc::clone(&interrupt.presses);
        ctrlc::set_handler(move || {
            presses.fetch_add(1, Ordering::Relaxed);
        })?;
        Ok(interrupt)
    }

    /// The number of times that Ctrl-C was pressed so far.
    pub fn count(&self) -> usize {
        self.presses.load(Ordering::Relaxed)
    }
}

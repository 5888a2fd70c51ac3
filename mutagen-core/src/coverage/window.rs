//! The window during which edges count: it opens right before the property is called and closes
//! when the property returns.

use super::Coverage;

/// The window of one run. A property opens it right before its function is called.
pub struct Window<'c> {
    /// The counters; `None` if coverage is not requested.
    coverage: Option<&'c mut Coverage>,
}

impl<'c> Window<'c> {
    /// A window on these counters, if any.
    pub fn new(coverage: Option<&'c mut Coverage>) -> Window<'c> {
        Window { coverage }
    }

    /// Discards all hits so far of edges that can count.
    #[inline]
    pub fn open(&mut self) {
        if let Some(coverage) = &mut self.coverage {
            coverage.open();
        }
    }

    /// Closes the window early, so that user code that runs before the call returns to the executor
    /// is not counted.
    pub fn close(&mut self) {
        if let Some(coverage) = &mut self.coverage {
            coverage.hold();
        }
    }
}

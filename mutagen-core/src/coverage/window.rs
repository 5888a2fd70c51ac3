//! The time in which edges count: opened right before the property is called, and over when it has
//! returned.

use super::Coverage;

/// What a property opens right before its function is called.
pub struct Window<'c> {
    /// Where the edges are; none where nobody asks for them.
    coverage: Option<&'c mut Coverage>,
}

impl<'c> Window<'c> {
    /// A window on these counters, or on none.
    pub fn new(coverage: Option<&'c mut Coverage>) -> Window<'c> {
        Window { coverage }
    }

    /// Forgets all edges hit so far that can count.
    #[inline]
    pub fn open(&mut self) {
        if let Some(coverage) = &mut self.coverage {
            coverage.open();
        }
    }

    /// Ends it where more code of the user's runs before the call comes back to the executor.
    pub fn close(&mut self) {
        if let Some(coverage) = &mut self.coverage {
            coverage.hold();
        }
    }
}

//! The window during which edges count. It is opened right before the function of a property is
//! called. It ends with the run, or earlier with [`Window::close`].

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

    /// Zeroes the counters of all edges that can count.
    #[inline]
    pub fn open(&mut self) {
        if let Some(coverage) = &mut self.coverage {
            coverage.open();
        }
    }

    /// Closes the window early. Code that runs later in the same run, such as the drop of copied
    /// arguments, is not counted.
    pub fn close(&mut self) {
        if let Some(coverage) = &mut self.coverage {
            coverage.hold();
        }
    }
}

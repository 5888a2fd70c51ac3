//! Leaves the way of the search after a process died while it made the next test. Whatever was next
//! is given up, and is never dropped, because its destructor may be what ended the process.

use super::Campaign;
use std::mem;

impl Campaign<'_> {
    /// Gives up the generated value, the batch, the stack of edits and the drift that are next.
    pub(super) fn leave_the_way(&mut self) {
        self.generation.pass_over(1);
        mem::forget(self.generated.take());
        self.batches.give_up();
        self.edits.give_up();
        self.drifts.give_up();
        // The next choices are others.
        self.choice.below(2);
    }
}

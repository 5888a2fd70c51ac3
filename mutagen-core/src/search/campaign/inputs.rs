//! The inputs that a campaign starts from: tests that earlier campaigns retained, and tests that a
//! user has written. Each is run once, in order, before any other test. Those that show something
//! new are mutated and edited as other retained tests are.

use std::rc::Rc;

/// The inputs of a campaign, and which of them comes next.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    all: &'static [Rc<str>],
    next: usize,
}

impl Inputs {
    /// These inputs, in their text form.
    pub(super) fn new(all: &'static [Rc<str>]) -> Inputs {
        Inputs { all, next: 0 }
    }

    /// All inputs.
    pub(super) fn all(&self) -> &'static [Rc<str>] {
        self.all
    }

    /// How many were served.
    pub(super) fn served(&self) -> u64 {
        self.next as u64
    }

    /// Whether all were served.
    #[inline]
    pub(super) fn are_over(&self) -> bool {
        self.next >= self.all.len()
    }

    /// The number and the text of the next input.
    pub(super) fn next(&mut self) -> Option<(u64, &'static str)> {
        let text = self.all.get(self.next)?;
        self.next += 1;
        Some((self.next as u64 - 1, text))
    }

    /// Continues after the inputs that an earlier process has served.
    pub(super) fn start_at(&mut self, served: u64) {
        self.next = usize::try_from(served).unwrap_or(usize::MAX).max(self.next);
    }
}

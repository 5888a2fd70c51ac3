//! The inputs that a campaign starts from: tests that earlier campaigns retained, and tests that a
//! user has written. Each is run once, in order, before any other test. Those that show something
//! new are mutated and edited as other retained tests are.

use crate::search::share::Share;
use std::rc::Rc;

/// The inputs of a campaign, and which of them comes next.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    all: &'static [Rc<str>],
    share: Share,
    /// The next one of this worker's share.
    next: usize,
}

impl Inputs {
    /// These inputs, in their text form. Only those of the share are served.
    pub(super) fn new(all: &'static [Rc<str>], share: Share) -> Inputs {
        let mut inputs = Inputs { all, share, next: 0 };
        inputs.go_to(0);
        inputs
    }

    /// Goes to the first input of the share from this place on.
    fn go_to(&mut self, place: usize) {
        let next = self.share.next(0, place as u64);
        self.next = usize::try_from(next).unwrap_or(usize::MAX);
    }

    /// All inputs.
    pub(super) fn all(&self) -> &'static [Rc<str>] {
        self.all
    }

    /// How many were served or belong to the shares of other workers.
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
        let (number, text) = (self.next, self.all.get(self.next)?);
        self.go_to(number + 1);
        Some((number as u64, text))
    }

    /// Continues after the inputs that an earlier process has served.
    pub(super) fn start_at(&mut self, served: u64) {
        self.go_to(usize::try_from(served).unwrap_or(usize::MAX).max(self.next));
    }
}

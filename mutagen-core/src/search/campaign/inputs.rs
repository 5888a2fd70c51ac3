//! The inputs that a campaign starts from: tests that earlier campaigns retained, and tests that a
//! user has written. Each is run once, in order, before any other test. Those that show something
//! new are mutated and edited as other retained tests are.

use super::{Campaign, Origin};
use crate::search::address::Address;
use std::rc::Rc;

/// The inputs of a campaign, and which of them comes next.
#[derive(Debug, Default)]
pub(super) struct Inputs {
    all: &'static [Rc<str>],
    next: usize,
}

impl Inputs {
    /// All inputs, as text.
    pub(super) fn all(&self) -> &'static [Rc<str>] {
        self.all
    }

    /// How many were served.
    pub(super) fn served(&self) -> u64 {
        self.next as u64
    }

    /// Continues after the inputs that an earlier process has served.
    pub(super) fn start_at(&mut self, served: u64) {
        self.next = usize::try_from(served).unwrap_or(usize::MAX).max(self.next);
    }
}

impl Campaign<'_> {
    /// The same campaign, which starts from these values in their text form. They take the place of
    /// the head start, in which there are no edits.
    pub fn with_inputs(mut self, inputs: &'static [Rc<str>]) -> Self {
        self.inputs = Inputs { all: inputs, next: 0 };
        self.edits_enabled |= !inputs.is_empty();
        self
    }

    /// Prepares the next input. One that is not a value of the property is passed over.
    #[inline]
    pub(super) fn input(&mut self) -> Option<Origin> {
        if self.inputs.next >= self.inputs.all.len() { None } else { self.next_input() }
    }

    #[cold]
    #[inline(never)]
    fn next_input(&mut self) -> Option<Origin> {
        loop {
            let number = self.inputs.next;
            let text = self.inputs.all.get(number)?;
            self.inputs.next += 1;
            if let Some(value) = self.subject.parse(text) {
                self.generated = Some(value);
                self.address = Address::Input { number: number as u64 };
                return Some(Origin::Input);
            }
        }
    }

    /// The text of the test if it is an input. Its journal entry needs no other.
    pub(super) fn input_text(&self) -> Option<Rc<str>> {
        let Address::Input { number } = self.address else { return None };
        self.inputs.all.get(usize::try_from(number).ok()?).cloned()
    }
}

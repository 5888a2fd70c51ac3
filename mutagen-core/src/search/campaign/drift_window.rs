//! The window of a drift: the drifted tests since a journal entry, with a bit for each test that
//! the drift accepted (a step).
//! The address of a drifted test has the entry, the number of the first test of the window, and a
//! bit for each test. The bits of the earlier steps are set, and the highest set bit is the test's
//! own.

use crate::search::address::Address;

/// After this many tests, the drift gets a new journal entry, so that an [`Address`] has a bit for
/// each later test. The limit is below 64, because each retained test that is not a step
/// delays the new entry.
const LENGTH: u64 = 56;

/// A window that began at an entry of the journal.
pub(super) struct DriftWindow {
    /// The number of the entry.
    entry: u64,
    /// The number of the first test.
    first: u64,
    /// A set bit for each test that was a step.
    steps: u64,
}

impl DriftWindow {
    /// A window that begins with the test of this number.
    pub(super) fn begin(entry: u64, first: u64) -> DriftWindow {
        DriftWindow { entry, first, steps: 0 }
    }

    /// The number of the entry that it began at.
    pub(super) fn entry(&self) -> u64 {
        self.entry
    }

    /// The address of the test with this number.
    pub(super) fn address(&self, number: u64) -> Address {
        let edits = self.steps | 1 << (number - self.first);
        Address::Drifted { parent: self.entry, first: self.first, edits }
    }

    /// Whether no bit is left for a test after this one. It happens only if many tests in a row are
    /// retained without being a step.
    pub(super) fn is_full(&self, number: u64) -> bool {
        number - self.first >= u64::from(u64::BITS) - 1
    }

    /// Records that the test with this number was a step.
    pub(super) fn add_step(&mut self, number: u64) {
        self.steps |= 1 << (number - self.first);
    }

    /// The address of the last step, if the journal needs an entry for the drift before test
    /// `next`. If there was no step, the window is moved to begin with test `next` instead.
    pub(super) fn due(&mut self, next: u64) -> Option<Address> {
        if next - self.first < LENGTH {
            return None;
        }
        let DriftWindow { entry: parent, first, steps: edits } = *self;
        if edits == 0 {
            self.first = next;
            return None;
        }
        Some(Address::Drifted { parent, first, edits })
    }
}

/// The numbers of the drifted tests whose edits, in order, lead to this drifted test: the steps of
/// the window before the test, and the test itself.
pub(super) fn numbers(first: u64, edits: u64) -> impl Iterator<Item = u64> {
    let places = (0..u64::from(u64::BITS)).filter(move |place| edits >> place & 1 == 1);
    places.map(move |place| first.wrapping_add(place))
}

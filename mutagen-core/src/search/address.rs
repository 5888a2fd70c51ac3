//! The address of a test: a few machine words that say how the test was made. An address and the
//! journal of the campaign are enough to rebuild the value, even in another process.

use derive_more::Display;
use serde::{Deserialize, Serialize};

/// How a test was made.
///
/// The worker writes it into the shared page before it runs the test, so that a crash, a hang or a
/// kill is attributed to its exact value.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Display, Serialize, Deserialize,
)]
pub enum Address {
    /// The `number`-th generated value of the campaign, at this size.
    #[display("generated {number} size {size}")]
    Generated {
        /// Index of the generated value in the campaign, from 0. It seeds the generator.
        number: u64,
        /// The size the generator was given.
        size: u32,
    },
    /// One mutant of a retained test.
    #[display("mutant {parent} {position} {mutant}")]
    Mutant {
        /// Number of the retained test, in the order of the journal.
        parent: u64,
        /// Index of the changed node, in level order.
        position: u64,
        /// Which mutant of that node.
        mutant: u64,
    },
    /// A retained test after the first edits of a stack of random edits.
    #[display("edit {parent} {number} by {edits} solving {solved} after {retained}")]
    Edited {
        /// Number of the retained test, in the order of the journal.
        parent: u64,
        /// Index of the stack in the campaign, from 0. It seeds the edits.
        number: u64,
        /// How many edits of the stack the test has.
        edits: u8,
        /// How likely an edit uses a comparison, in %.
        solved: u8,
        /// The length of the journal when the stack was begun. The edits may take subtrees from any
        /// test retained before that.
        retained: u64,
    },
    /// A retained test, or a step of a drift, after several stacks of random edits. Each stack is
    /// applied to the result of the one before.
    #[display("drift {parent} from {first} by {edits:x}")]
    Drifted {
        /// Number of the journal entry that the window of the drift began at.
        parent: u64,
        /// Index of the first drifted test of the window. Drifted tests are counted in a campaign,
        /// from 0, and the index of each test seeds its edits.
        first: u64,
        /// The drifted tests whose edits it has: one bit for each of `first` and the 63 tests after
        /// it, the lowest bit for `first`.
        edits: u64,
    },
    /// A recorded test after an edit that one of its comparisons suggests.
    #[display("solve {parent} {number}")]
    Solved {
        /// Number of the journal entry of the recorded test.
        parent: u64,
        /// Index of the comparison among those of the entry.
        number: u64,
    },
    /// A retained test run again, to see which edges it hits before a drift starts from it.
    #[display("again {parent}")]
    Repeated {
        /// Number of the retained test, in the order of the journal.
        parent: u64,
    },
}

impl Address {
    /// How many words an address takes.
    pub const WORDS: usize = 4;

    /// The address as words, for the shared page and the journal. The first word is never 0.
    pub fn to_words(self) -> [u64; Address::WORDS] {
        match self {
            Address::Generated { number, size } => [1, number, u64::from(size), 0],
            Address::Mutant { parent, position, mutant } => [2, parent, position, mutant],
            Address::Edited { parent, number, edits, solved, retained } => {
                [3 | u64::from(edits) << 8 | u64::from(solved) << 16, parent, number, retained]
            }
            Address::Repeated { parent } => [4, parent, 0, 0],
            Address::Drifted { parent, first, edits } => [5, parent, first, edits],
            Address::Solved { parent, number } => [6, parent, number, 0],
        }
    }

    /// Reads what [`Address::to_words`] wrote; `None` for anything else.
    pub fn from_words(words: [u64; Address::WORDS]) -> Option<Address> {
        match words {
            [1, number, size, 0] => {
                Some(Address::Generated { number, size: u32::try_from(size).ok()? })
            }
            [2, parent, position, mutant] => Some(Address::Mutant { parent, position, mutant }),
            [kind, parent, number, retained] if kind & 0xff == 3 => {
                let (edits, solved) = ((kind >> 8) as u8, u8::try_from(kind >> 16).ok()?);
                Some(Address::Edited { parent, number, edits, solved, retained })
            }
            [4, parent, 0, 0] => Some(Address::Repeated { parent }),
            [6, parent, number, 0] => Some(Address::Solved { parent, number }),
            [5, parent, first, edits] => Some(Address::Drifted { parent, first, edits }),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lead_back_to_the_address_and_its_text_has_all_of_it() {
        for (address, text) in [
            (Address::Generated { number: 7, size: 3 }, "generated 7 size 3"),
            (Address::Mutant { parent: 1, position: 2, mutant: 3 }, "mutant 1 2 3"),
            (
                Address::Edited { parent: 4, number: 9, edits: 3, solved: 20, retained: 5 },
                "edit 4 9 by 3 solving 20 after 5",
            ),
            (Address::Repeated { parent: 8 }, "again 8"),
            (Address::Solved { parent: 8, number: 2 }, "solve 8 2"),
            (
                Address::Drifted { parent: 8, first: 11, edits: 1 << 63 | 0xa },
                "drift 8 from 11 by 800000000000000a",
            ),
        ] {
            assert_eq!(Address::from_words(address.to_words()), Some(address));
            assert_eq!(address.to_string(), text);
        }
    }

    #[test]
    fn an_empty_page_holds_no_address() {
        assert_eq!(Address::from_words([0; 4]), None);
    }
}

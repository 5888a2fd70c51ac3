//! The short name of a test: how it was made, in a few machine words. An address and the campaign's
//! log of retained tests are enough to rebuild the value, in another process too.

use derive_more::{Display, Error};
use serde::{Deserialize, Serialize};
use std::str::FromStr;

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
        /// Counts the generated values of the campaign, from 0; seeds the generator.
        number: u64,
        /// The size the generator was given.
        size: u32,
    },
    /// One mutant of a retained test.
    #[display("mutant {parent} {position} {mutant}")]
    Mutant {
        /// Number of the retained test, in the order of the campaign's log.
        parent: u64,
        /// Index of the changed node, in level order.
        position: u64,
        /// Which mutant of that node.
        mutant: u64,
    },
    /// A retained test after a stack of random edits.
    #[display("edit {parent} {number} after {retained}")]
    Edited {
        /// Number of the retained test, in the order of the campaign's log.
        parent: u64,
        /// Counts the edited tests of the campaign, from 0; seeds the edits.
        number: u64,
        /// The length of the campaign's log when the edits were made: they may take subterms from
        /// the tests retained until then.
        retained: u64,
    },
}

impl Address {
    /// The address as words for the shared page; the first is never 0.
    pub fn to_words(self) -> [u64; 4] {
        match self {
            Address::Generated { number, size } => [1, number, u64::from(size), 0],
            Address::Mutant { parent, position, mutant } => [2, parent, position, mutant],
            Address::Edited { parent, number, retained } => [3, parent, number, retained],
        }
    }

    /// Reads what [`Address::to_words`] wrote; `None` for anything else.
    pub fn from_words(words: [u64; 4]) -> Option<Address> {
        match words {
            [1, number, size, 0] => {
                Some(Address::Generated { number, size: u32::try_from(size).ok()? })
            }
            [2, parent, position, mutant] => Some(Address::Mutant { parent, position, mutant }),
            [3, parent, number, retained] => Some(Address::Edited { parent, number, retained }),
            _ => None,
        }
    }
}

/// A text that is no address.
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
#[display(
    "not an address: write `generated NUMBER size SIZE`, `mutant PARENT POSITION MUTANT` or \
     `edit PARENT NUMBER after RETAINED`, as a report prints it"
)]
pub struct NoAddress;

impl FromStr for Address {
    type Err = NoAddress;

    fn from_str(text: &str) -> Result<Address, NoAddress> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let number = |word: &str| word.parse::<u64>().map_err(|_| NoAddress);
        match words.as_slice() {
            ["generated", at, "size", size] => Ok(Address::Generated {
                number: number(at)?,
                size: size.parse().map_err(|_| NoAddress)?,
            }),
            ["mutant", parent, position, mutant] => Ok(Address::Mutant {
                parent: number(parent)?,
                position: number(position)?,
                mutant: number(mutant)?,
            }),
            ["edit", parent, at, "after", retained] => Ok(Address::Edited {
                parent: number(parent)?,
                number: number(at)?,
                retained: number(retained)?,
            }),
            _ => Err(NoAddress),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_lead_back_to_the_address() {
        for address in [
            Address::Generated { number: 7, size: 3 },
            Address::Mutant { parent: 1, position: 2, mutant: u64::MAX },
            Address::Edited { parent: 4, number: 9, retained: 5 },
        ] {
            assert_eq!(Address::from_words(address.to_words()), Some(address));
            assert_eq!(address.to_string().parse(), Ok(address));
        }
    }

    #[test]
    fn an_empty_page_holds_no_address() {
        assert_eq!(Address::from_words([0; 4]), None);
    }
}

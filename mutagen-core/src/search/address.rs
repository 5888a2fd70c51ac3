//! The address of a test: a few machine words that say how the test was made. An address and the
//! journal of the campaign are enough to rebuild the value, even in another process.

use super::donated::{self, Donated};
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
        /// Index of the generated value in the campaign, from 0. It seeds the generator.
        number: u64,
        /// The size the generator was given.
        size: u32,
    },
    /// One of the inputs that the campaign starts from.
    #[display("input {number}")]
    Input {
        /// Index of the input, from 0.
        number: u64,
    },
    /// A test that another worker of the campaign has retained.
    #[display("received {number}")]
    Received {
        /// Index of the test among those that this worker has received, from 0.
        number: u64,
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
    #[display(
        "edit {parent} {number} by {edits} solving {solved} after {retained}{}{donated}",
        if *donated == Donated::NONE { "" } else { " taking " }
    )]
    Edited {
        /// Number of the retained test, in the order of the journal.
        parent: u64,
        /// Index of the stack in the campaign, from 0. It seeds the edits.
        number: u64,
        /// How many edits of the stack the test has.
        edits: u8,
        /// How likely an edit uses a comparison, in %.
        solved: u8,
        /// The length of the journal when the stack was begun. The edits draw from the literals
        /// that the tests retained before that had reached.
        retained: u64,
        /// The subtrees that the edits took from other tests.
        donated: Donated,
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
    #[display("solve {parent} {number} of {stack} by {edits}")]
    Solved {
        /// Number of the journal entry of the recorded test.
        parent: u64,
        /// Index of the comparison among those of the entry.
        number: u64,
        /// Index of the stack of the recorded test. If nothing was retained that was made from a
        /// recorded test, the next entry takes its number. The stack and its edits distinguish the
        /// two.
        stack: u64,
        /// How many edits of the stack the recorded test has.
        edits: u8,
    },
    /// A retained test run again, to see which edges it hits before a drift starts from it.
    #[display("again {parent}")]
    Repeated {
        /// Number of the retained test, in the order of the journal.
        parent: u64,
    },
}

/// How a search served a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Served {
    /// From a batch, which has one mutant fewer since.
    Mutant,
    /// Generated, because no batch waits.
    Generated,
    /// In another way, which leaves the batches as they are.
    Otherwise,
}

impl Address {
    /// The number of words of an address.
    pub const WORDS: usize = FIRST_WORDS + donated::MOST;

    /// The address as words, for the shared page and the journal. The first word is never 0. All
    /// but the first four are 0 unless the test took subtrees from other tests.
    #[inline]
    pub fn to_words(&self) -> [u64; Address::WORDS] {
        let mut words = [0; Address::WORDS];
        words[..FIRST_WORDS].copy_from_slice(&self.first_words());
        if let Some(more) = self.more_words() {
            words[FIRST_WORDS..].copy_from_slice(&more);
        }
        words
    }

    /// The first words of [`Address::to_words`]. They distinguish the tests of a campaign.
    #[inline]
    pub fn first_words(&self) -> [u64; FIRST_WORDS] {
        match *self {
            Address::Generated { number, size } => [1, number, u64::from(size), 0],
            Address::Mutant { parent, position, mutant } => [2, parent, position, mutant],
            Address::Edited { parent, number, edits, solved, retained, .. } => {
                [3 | u64::from(edits) << 8 | u64::from(solved) << 16, parent, number, retained]
            }
            Address::Repeated { parent } => [4, parent, 0, 0],
            Address::Drifted { parent, first, edits } => [5, parent, first, edits],
            Address::Solved { parent, number, stack, edits } => {
                [6 | u64::from(edits) << 8, parent, number, stack]
            }
            Address::Input { number } => [7, number, 0, 0],
            Address::Received { number } => [8, number, 0, 0],
        }
    }

    /// How the search served the test.
    #[inline]
    pub fn served(&self) -> Served {
        match self {
            Address::Mutant { .. } => Served::Mutant,
            Address::Generated { .. } => Served::Generated,
            _ => Served::Otherwise,
        }
    }

    /// The other words of [`Address::to_words`], if they are not all 0.
    #[inline]
    pub fn more_words(&self) -> Option<[u64; donated::MOST]> {
        match self {
            Address::Edited { donated, .. } => Some(donated.to_words()),
            _ => None,
        }
    }

    /// Reads [`Address::first_words`] and [`Address::more_words`]. What is in place of the latter
    /// for an address without donors does not count.
    pub fn from_first_and_more(
        first: [u64; FIRST_WORDS],
        more: [u64; donated::MOST],
    ) -> Option<Address> {
        let more = if first[0] & 0xff == 3 { more } else { [0; donated::MOST] };
        let mut words = [0; Address::WORDS];
        words[..FIRST_WORDS].copy_from_slice(&first);
        words[FIRST_WORDS..].copy_from_slice(&more);
        Address::from_words(words)
    }

    /// Reads what [`Address::to_words`] wrote; `None` for anything else.
    pub fn from_words(words: [u64; Address::WORDS]) -> Option<Address> {
        let (first, taken) = words.split_first_chunk::<FIRST_WORDS>()?;
        let donated = Donated::from_words(taken.try_into().ok()?)?;
        let address = match *first {
            [kind, parent, number, retained] if kind & 0xff == 3 => {
                let (edits, solved) = ((kind >> 8) as u8, u8::try_from(kind >> 16).ok()?);
                return Some(Address::Edited { parent, number, edits, solved, retained, donated });
            }
            [1, number, size, 0] => Address::Generated { number, size: u32::try_from(size).ok()? },
            [2, parent, position, mutant] => Address::Mutant { parent, position, mutant },
            [4, parent, 0, 0] => Address::Repeated { parent },
            [kind, parent, number, stack] if kind & 0xff == 6 => {
                Address::Solved { parent, number, stack, edits: u8::try_from(kind >> 8).ok()? }
            }
            [5, parent, first, edits] => Address::Drifted { parent, first, edits },
            [7, number, 0, 0] => Address::Input { number },
            [8, number, 0, 0] => Address::Received { number },
            _ => return None,
        };
        (donated == Donated::NONE).then_some(address)
    }

    /// The journal entry that the test was made from, if there is one.
    pub fn parent(&self) -> Option<u64> {
        match *self {
            Address::Generated { .. } | Address::Input { .. } | Address::Received { .. } => None,
            Address::Mutant { parent, .. }
            | Address::Edited { parent, .. }
            | Address::Drifted { parent, .. }
            | Address::Solved { parent, .. }
            | Address::Repeated { parent } => Some(parent),
        }
    }

    /// All journal entries that the test was made from: its parent, and those that gave subtrees.
    pub fn sources(&self) -> impl Iterator<Item = u64> + '_ {
        let donated = match self {
            Address::Edited { donated, .. } => donated,
            _ => &Donated::NONE,
        };
        self.parent().into_iter().chain(donated.entries())
    }
}

/// How many words an address has without those of donors.
const FIRST_WORDS: usize = 4;

/// The error for a text that is no address.
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
#[display(
    "`{text}` is not the address of a test: copy a whole address from a report, such as \
     `generated 7 size 3`"
)]
pub struct NoAddress {
    /// The beginning of the text.
    pub text: String,
}

impl FromStr for Address {
    type Err = NoAddress;

    /// Reads what [`Display`](std::fmt::Display) writes.
    fn from_str(text: &str) -> Result<Address, NoAddress> {
        read(text).ok_or_else(|| {
            let shown = text.chars().take(SHOWN).flat_map(char::escape_debug);
            NoAddress { text: shown.collect() }
        })
    }
}

/// How much of a wrong text its error shows, in characters.
const SHOWN: usize = 80;

fn read(text: &str) -> Option<Address> {
    fn number<T: FromStr>(text: &str) -> Option<T> {
        // A sign is no digit of a number.
        text.starts_with(|first: char| first.is_ascii_digit()).then(|| text.parse().ok())?
    }
    let words: Vec<&str> = text.split_whitespace().take(SHOWN).collect();
    Some(match words[..] {
        ["generated", count, "size", size] => {
            Address::Generated { number: number(count)?, size: number(size)? }
        }
        ["input", count] => Address::Input { number: number(count)? },
        ["received", count] => Address::Received { number: number(count)? },
        ["mutant", parent, position, mutant] => Address::Mutant {
            parent: number(parent)?,
            position: number(position)?,
            mutant: number(mutant)?,
        },
        [
            "edit",
            parent,
            count,
            "by",
            edits,
            "solving",
            solved,
            "after",
            retained,
            ref taken @ ..,
        ] => {
            let donated = match *taken {
                [] => Donated::NONE,
                ["taking", donated] => donated.parse().ok()?,
                _ => return None,
            };
            Address::Edited {
                parent: number(parent)?,
                number: number(count)?,
                edits: number(edits)?,
                solved: number(solved)?,
                retained: number(retained)?,
                donated,
            }
        }
        ["drift", parent, "from", first, "by", edits] => Address::Drifted {
            parent: number(parent)?,
            first: number(first)?,
            edits: u64::from_str_radix(edits, 16).ok().filter(|_| !edits.starts_with('+'))?,
        },
        ["solve", parent, count, "of", stack, "by", edits] => Address::Solved {
            parent: number(parent)?,
            number: number(count)?,
            stack: number(stack)?,
            edits: number(edits)?,
        },
        ["again", parent] => Address::Repeated { parent: number(parent)? },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutated::{VERSIONS, slowest};
    use crate::search::donated::Call;
    use std::time::Duration;

    #[test]
    fn words_and_text_lead_back_to_the_address_and_the_text_has_all_of_it() {
        let mut donated = Donated::NONE;
        donated.push(Call { draws: 2, found: Some((3, 8)) });
        donated.push(Call { draws: 4, found: None });
        let edited = |donated| Address::Edited {
            parent: 4,
            number: 9,
            edits: 3,
            solved: 20,
            retained: 5,
            donated,
        };
        for (address, text) in [
            (Address::Generated { number: 7, size: 3 }, "generated 7 size 3"),
            (Address::Input { number: 12 }, "input 12"),
            (Address::Received { number: 3 }, "received 3"),
            (Address::Mutant { parent: 1, position: 2, mutant: 3 }, "mutant 1 2 3"),
            (edited(Donated::NONE), "edit 4 9 by 3 solving 20 after 5"),
            (edited(donated), "edit 4 9 by 3 solving 20 after 5 taking 3:8:2,-:4"),
            (Address::Repeated { parent: 8 }, "again 8"),
            (Address::Solved { parent: 8, number: 2, stack: 90, edits: 5 }, "solve 8 2 of 90 by 5"),
            (
                Address::Drifted { parent: 8, first: 11, edits: 1 << 63 | 0xa },
                "drift 8 from 11 by 800000000000000a",
            ),
        ] {
            assert_eq!(Address::from_words(address.to_words()), Some(address));
            assert_eq!(address.to_words()[..FIRST_WORDS], address.first_words());
            let more = address.more_words().unwrap_or([77; donated::MOST]);
            let read = Address::from_first_and_more(address.first_words(), more);
            assert_eq!(read, Some(address), "what another address has left does not count");
            assert_eq!(address.to_string(), text);
            assert_eq!(text.parse(), Ok(address));
        }
        assert_eq!(edited(donated).sources().collect::<Vec<_>>(), [4, 3]);
        assert_eq!(Address::Generated { number: 7, size: 3 }.sources().count(), 0);
    }

    #[test]
    fn an_empty_page_holds_no_address() {
        assert_eq!(Address::from_words([0; Address::WORDS]), None);
        let mut words = Address::Repeated { parent: 8 }.to_words();
        words[FIRST_WORDS] = 9;
        assert_eq!(Address::from_words(words), None, "only an edited test has donors");
    }

    #[test]
    fn a_mutated_address_is_an_error_or_the_address_that_it_says() {
        for original in [
            "generated 7 size 3",
            "edit 4 9 by 3 solving 20 after 5 taking 3:8:2,-:4:3",
            "drift 8 from 11 by 800000000000000a",
        ] {
            let (mut read, mut refused) = (0, 0);
            let slowest = slowest(VERSIONS, original.as_bytes(), |version| {
                match String::from_utf8_lossy(version).parse::<Address>() {
                    Ok(address) => {
                        read += 1;
                        assert_eq!(address.to_string().parse(), Ok(address));
                        assert_eq!(Address::from_words(address.to_words()), Some(address));
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(error.to_string().len() < 1000, "{error}");
                    }
                }
            });
            assert!(slowest < Duration::from_secs(1), "{slowest:?}");
            assert!(read > VERSIONS / 100 && refused > VERSIONS / 4, "{read} {refused}");
        }
    }

    #[test]
    fn a_text_that_is_no_address_is_an_error_that_shows_its_beginning() {
        for text in [
            "",
            "generated",
            "generated 7 size",
            "generated -7 size 3",
            "generated +7 size 3",
            "generated 7 size 4294967296",
            "generated 18446744073709551616 size 1",
            "mutant 1 2 3 4",
            "edit 4 9 by 256 solving 20 after 5",
            "edit 4 9 by 3 solving 20 after 5 taking",
            "edit 4 9 by 3 solving 20 after 5 taking 1:2",
            "edit 4 9 by 3 solving 20 after 5 taking 1:2:3 4",
            "drift 8 from 11 by +a",
            "drift 8 from 11 by xyz",
            "again x",
        ] {
            let error = text.parse::<Address>().unwrap_err().to_string();
            assert!(error.contains(text) && error.contains("copy a whole address"), "{error}");
        }
        let long = "\u{1b}[2J".to_owned() + &"x".repeat(10_000_000);
        let error = long.parse::<Address>().unwrap_err().to_string();
        assert!(error.len() < 300 && !error.contains('\u{1b}'), "{error}");
    }
}

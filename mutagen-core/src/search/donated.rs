//! The subtrees that a stack of edits took from other tests (donors), as part of the address of an
//! edited test. With them, the test is made again from its parent and its donors alone. Each call
//! for a subtree takes one word: the journal entry and the node that gave the subtree, and how many
//! random numbers the search for it has drawn. A call that found nothing is recorded as well,
//! because it has drawn numbers too.

use derive_more::{Display, Error};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The most words. A stack that has used them all gets no more subtrees.
pub const MOST: usize = 8;

/// The bits of a word: how many numbers were drawn, whether a subtree was found, the index of the
/// node in preorder, and the number of the journal entry. If none was found, the bits above say how
/// many more such calls followed.
const DRAWS: u32 = 3;
const FOUND: u64 = 1 << DRAWS;
const PLACE: u32 = DRAWS + 1;
const PLACE_BITS: u32 = 20;
const ENTRY: u32 = PLACE + PLACE_BITS;

/// The most calls that a word has in addition, if they found nothing. A stack makes far fewer.
const MOST_ALIKE: u64 = 255;

/// The calls for subtrees that a stack of edits has made, in order.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct Donated([u64; MOST]);

/// The result of one call for a subtree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// How many random numbers it has drawn, below 8.
    pub draws: u32,
    /// The number of the journal entry and the index of the node in preorder, if one was found.
    pub found: Option<(u64, u32)>,
}

impl Donated {
    /// No call was made.
    pub const NONE: Donated = Donated([0; MOST]);

    /// Whether another call can be recorded.
    pub fn has_room(&self) -> bool {
        self.0[MOST - 1] == 0
    }

    /// Whether a node can be named.
    pub fn can_name(entry: u64, place: u32) -> bool {
        entry < 1 << (u64::BITS - ENTRY) && place < 1 << PLACE_BITS
    }

    /// Records a call. It must have drawn 1 to 7 numbers, and there must be room.
    pub fn push(&mut self, call: Call) {
        let used = self.used();
        let draws = u64::from(call.draws);
        debug_assert!(self.has_room() && (1..1 << DRAWS).contains(&draws));
        let word = match call.found {
            Some((entry, place)) => entry << ENTRY | u64::from(place) << PLACE | FOUND | draws,
            // Calls for a type that no other test has are frequent and alike.
            None => match used.checked_sub(1).map(|last| &mut self.0[last]) {
                Some(last)
                    if *last & ((FOUND << 1) - 1) == draws && *last >> PLACE < MOST_ALIKE =>
                {
                    *last += 1 << PLACE;
                    return;
                }
                _ => draws,
            },
        };
        if let Some(free) = self.0.get_mut(used) {
            *free = word;
        }
    }

    /// The calls, in order.
    pub fn calls(&self) -> impl Iterator<Item = Call> + '_ {
        self.0[..self.used()].iter().flat_map(|&word| {
            let draws = (word & (FOUND - 1)) as u32;
            let place = (word >> PLACE) as u32 & ((1 << PLACE_BITS) - 1);
            let found = (word & FOUND != 0).then_some((word >> ENTRY, place));
            let times = if found.is_some() { 1 } else { (word >> PLACE) as usize + 1 };
            std::iter::repeat_n(Call { draws, found }, times)
        })
    }

    /// The numbers of the journal entries that gave a subtree.
    pub fn entries(&self) -> impl Iterator<Item = u64> + '_ {
        self.0.iter().filter(|word| **word & FOUND != 0).map(|word| word >> ENTRY)
    }

    /// The calls as words; unused ones are 0.
    pub fn to_words(self) -> [u64; MOST] {
        self.0
    }

    /// Reads what [`Donated::to_words`] wrote; `None` for anything else.
    pub fn from_words(words: [u64; MOST]) -> Option<Donated> {
        let donated = Donated(words);
        let (used, unused) = words.split_at(donated.used());
        let is_call = |word: &u64| {
            let repeated = if word & FOUND == 0 { word >> PLACE } else { 0 };
            word & (FOUND - 1) != 0 && repeated <= MOST_ALIKE
        };
        (unused.iter().all(|word| *word == 0) && used.iter().all(is_call)).then_some(donated)
    }

    fn used(&self) -> usize {
        self.0.iter().position(|word| *word == 0).unwrap_or(MOST)
    }
}

/// The error for a text that does not say what donors gave.
#[derive(Debug, Display, Error, Clone, Copy, PartialEq, Eq)]
#[display("not a list of donors")]
pub struct NoDonated;

impl fmt::Display for Donated {
    /// Entry, node and draws of each call, such as `5:17:2`, or `-:4` for a call that found
    /// nothing, with commas between; `-:4:3` are three such calls.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, word) in self.0[..self.used()].iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            let draws = word & (FOUND - 1);
            if word & FOUND == 0 {
                write!(f, "{comma}-:{draws}")?;
                if word >> PLACE > 0 {
                    write!(f, ":{}", (word >> PLACE) + 1)?;
                }
            } else {
                let place = word >> PLACE & ((1 << PLACE_BITS) - 1);
                write!(f, "{comma}{}:{place}:{draws}", word >> ENTRY)?;
            }
        }
        Ok(())
    }
}

impl FromStr for Donated {
    type Err = NoDonated;

    fn from_str(text: &str) -> Result<Donated, NoDonated> {
        let number = |text: &str| text.parse::<u64>().map_err(|_| NoDonated);
        let draws = |text| number(text).ok().filter(|n| *n < 1 << DRAWS).ok_or(NoDonated);
        let mut words = [0; MOST];
        for (at, call) in text.split(',').enumerate() {
            let parts: Vec<&str> = call.splitn(4, ':').collect();
            let word = match parts[..] {
                ["-", drawn] => draws(drawn)?,
                ["-", drawn, times] => {
                    let times = number(times)?.checked_sub(1).filter(|n| *n <= MOST_ALIKE);
                    times.ok_or(NoDonated)? << PLACE | draws(drawn)?
                }
                [entry, place, drawn] => {
                    let (entry, place) = (number(entry)?, number(place)?);
                    let place = u32::try_from(place).map_err(|_| NoDonated)?;
                    if !Donated::can_name(entry, place) {
                        return Err(NoDonated);
                    }
                    entry << ENTRY | u64::from(place) << PLACE | FOUND | draws(drawn)?
                }
                _ => return Err(NoDonated),
            };
            *words.get_mut(at).ok_or(NoDonated)? = word;
        }
        Donated::from_words(words).filter(|donated| *donated != Donated::NONE).ok_or(NoDonated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(entry: u64, place: u32, draws: u32) -> Call {
        Call { draws, found: Some((entry, place)) }
    }

    #[test]
    fn calls_come_back_in_order_from_words_and_from_text() {
        let nothing = Call { draws: 4, found: None };
        let calls = [
            found(5, 17, 2),
            nothing,
            nothing,
            nothing,
            found((1 << 40) - 1, (1 << 20) - 1, 5),
            found(0, 0, 1),
            nothing,
        ];
        let mut donated = Donated::NONE;
        calls.into_iter().for_each(|call| donated.push(call));
        assert_eq!(donated.calls().collect::<Vec<_>>(), calls);
        assert_eq!(donated.entries().collect::<Vec<_>>(), [5, (1 << 40) - 1, 0]);
        assert_eq!(Donated::from_words(donated.to_words()), Some(donated));
        let text = donated.to_string();
        assert_eq!(text, "5:17:2,-:4:3,1099511627775:1048575:5,0:0:1,-:4");
        assert_eq!(text.parse(), Ok(donated));
        assert!(donated.has_room());
        (0..3).for_each(|n| donated.push(found(n, 0, 1)));
        assert!(!donated.has_room());
        assert!(Donated::can_name((1 << 40) - 1, (1 << 20) - 1));
        assert!(!Donated::can_name(1 << 40, 0) && !Donated::can_name(0, 1 << 20));
    }

    #[test]
    fn what_is_no_call_is_refused() {
        for text in [
            "",
            ",",
            "5",
            "5:1",
            "5:1:8",
            "5:1:0",
            "-",
            "-:0",
            "-:4:0",
            "-:4:99999999999",
            "-1:2:3",
            "1099511627776:0:1",
            "0:1048576:1",
            "5:1:1:1",
            "1:1:1,",
            "x:1:1",
            "1:1:1,1:1:1,1:1:1,1:1:1,1:1:1,1:1:1,1:1:1,1:1:1,1:1:1",
        ] {
            assert_eq!(text.parse::<Donated>(), Err(NoDonated), "{text:?}");
        }
        let word = 9;
        assert!(Donated::from_words([word; MOST]).is_some());
        assert!(Donated::from_words([word, 0, word, 0, 0, 0, 0, 0]).is_none(), "a gap");
        assert!(Donated::from_words([8, 0, 0, 0, 0, 0, 0, 0]).is_none(), "nothing was drawn");
        assert!(Donated::from_words([u64::MAX ^ 8, 0, 0, 0, 0, 0, 0, 0]).is_none(), "too often");
    }
}

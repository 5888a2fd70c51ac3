//! The entries of the journal: which tests a search retained and how each was made, so that every
//! test can be made again. Other modules write the journal to a file and replay it.

use super::address::Address;
use crate::coverage::Tier;
use crate::value::operands::Operands;
use derive_more::{Display, Error};
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// One entry: a test that was retained, or a step of a drift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalEntry {
    /// The number of the entry in the campaign. The numbers of a journal ascend, and have gaps
    /// where nothing needs the entries any more.
    pub number: u64,
    /// How it was made.
    pub address: Address,
    /// Whether it passed; otherwise it was discarded.
    pub passed: bool,
    /// The tier in which the test was new. `None` for a test that is in the journal only so that
    /// other tests can be made from it: a step of a drift, or a recorded test.
    pub tier: Option<Tier>,
    /// The rarest edge: the edge of its run that the fewest new tests hit before. For a test in the
    /// tier `Cheaper`, the edge for which it is the cheapest test. For a test with a new edge,
    /// `u32::MAX`. For discarded tests, for steps of a drift, and where the search does not use
    /// rarity, 0.
    pub rarest: u32,
    /// The comparisons that its run made, if the build traces comparisons. Mutants and edits of the
    /// test use them. A step of a drift has none; tests that are made from it use those of its
    /// parent.
    pub operands: Operands,
    /// The literals of functions that a test reached for the first time since the entry before.
    /// Tests that are made from this entry or later ones mostly draw from the literals reached so
    /// far.
    pub literals: Vec<u32>,
    /// The batch of the test, if it got one.
    pub batch: Option<Queued>,
    /// The value as text. Such an entry needs no others to be made again.
    pub value: Option<Rc<str>>,
}

impl JournalEntry {
    /// An entry that has neither operands, literals, a batch nor its value.
    pub fn new(number: u64, address: Address, passed: bool, tier: Option<Tier>) -> JournalEntry {
        JournalEntry {
            number,
            address,
            passed,
            tier,
            rarest: 0,
            operands: Operands::NONE,
            literals: Vec::new(),
            batch: None,
            value: None,
        }
    }

    /// Whether the test was new in an edge.
    pub fn has_new_edge(&self) -> bool {
        self.tier == Some(Tier::Edge)
    }

    /// The entries that are needed to make this one.
    pub fn sources(&self) -> impl Iterator<Item = u64> + '_ {
        self.address.sources().filter(|_| self.value.is_none())
    }

    /// Whether this is the test after so many edits of this stack.
    pub fn is_edited(&self, stack: u64, after: u8) -> bool {
        let Address::Edited { number, edits, .. } = self.address else { return false };
        (number, edits) == (stack, after)
    }

    /// Whether tests that are made from this entry use the operands of its parent.
    pub(crate) fn inherits(&self) -> bool {
        let is_step = self.tier.is_none() && matches!(self.address, Address::Drifted { .. });
        is_step && self.operands.is_empty() && self.value.is_none()
    }
}

/// The entry of this number, in a journal whose numbers ascend.
pub fn find(journal: &[JournalEntry], number: u64) -> Option<&JournalEntry> {
    let at = journal.binary_search_by_key(&number, |entry| entry.number).ok()?;
    journal.get(at)
}

/// How the batch of a test began to wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Queued {
    /// How often each random mutant is sampled.
    pub samples: u64,
    /// Whether it has fresh subtrees among its mutants.
    pub regrown: bool,
    /// How many new edges the test found.
    pub new_edges: u64,
    /// Its place in the queue.
    pub place: Place,
    /// Whether the workers of the campaign divide its mutants.
    #[serde(default)]
    pub divided: bool,
}

/// The place of a batch in its queue when it is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    /// Others come first.
    Later,
    /// No other waits.
    Alone,
    /// It comes before this one, which was the first.
    Before(Position),
}

/// The next mutant of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// The number of the batch's journal entry.
    pub number: u64,
    /// The index of the node in level order.
    pub node: u64,
    /// How many mutants of that node were served.
    pub served: u64,
}

/// Where the batches are that are being served: the first of the passed tests, and the first of the
/// discarded ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Marks {
    /// How many entries the campaign had. The batches of later entries came after.
    pub entries: u64,
    /// The next mutants. `None` if no batch waits.
    pub first: [Option<Position>; 2],
}

impl Marks {
    /// The number of words.
    pub const WORDS: usize = 7;

    /// The marks as words.
    #[inline]
    pub fn to_words(&self) -> [u64; Marks::WORDS] {
        let none = Position { number: u64::MAX, node: 0, served: 0 };
        let [passed, discarded] = self.first.map(|first| first.unwrap_or(none));
        [
            self.entries,
            passed.number,
            passed.node,
            passed.served,
            discarded.number,
            discarded.node,
            discarded.served,
        ]
    }

    /// Reads what [`Marks::to_words`] wrote.
    pub fn from_words(words: [u64; Marks::WORDS]) -> Marks {
        let [entries, first @ ..] = words;
        let position = |at: usize| {
            let [number, node, served] = [first[at], first[at + 1], first[at + 2]];
            (number != u64::MAX).then_some(Position { number, node, served })
        };
        Marks { entries, first: [position(0), position(3)] }
    }
}

/// What an earlier process of a campaign has left.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Past {
    /// The journal. The numbers ascend.
    pub entries: Vec<JournalEntry>,
    /// What the search had learned, as [`Search::state`](super::interface::Search::state) gave it;
    /// empty if it is lost. Later entries are in the journal.
    pub state: Vec<u8>,
    /// Where the batches were, if a mutant or a generated test was run.
    pub marks: Option<Marks>,
}

/// The error for a journal that does not lead to the requested value.
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
#[display(
    "the campaign's log does not lead to `{address}`: it is incomplete, or the types of the \
     property's arguments have changed since; run the campaign again with the same seed"
)]
pub struct BrokenJournal {
    /// The address of the requested value.
    pub address: Address,
}

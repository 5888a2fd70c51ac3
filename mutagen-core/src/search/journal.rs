//! The entries of the journal: which tests a search retained and how each was made, so that every
//! test can be made again. Other modules write the journal to a file and replay it.

use super::address::Address;
use crate::coverage::Tier;
use crate::value::operands::Operands;
use derive_more::{Display, Error};

/// One entry: a test that was retained, or a step of a drift.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalEntry {
    /// The index of the entry in the journal.
    pub number: u64,
    /// How it was made.
    pub address: Address,
    /// Whether it passed; otherwise it was discarded.
    pub passed: bool,
    /// The tier in which the test was new. `None` for a step of a drift, which is in the journal
    /// only so that later tests can be made from it.
    pub tier: Option<Tier>,
    /// The rarest edge: the edge of its run that the fewest new tests hit before. For a test in the
    /// tier `Cheaper`, the edge for which it is the cheapest test. For a test with a new edge,
    /// `u32::MAX`. For discarded tests, for steps of a drift, and where the search does not use
    /// rarity, 0.
    pub rarest: u32,
    /// The comparisons that its run made, if the build traces comparisons. Mutants and edits of the
    /// test use them. A step of a drift has the operands of the last
    /// retained test of the drift.
    pub operands: Operands,
    /// The literals of functions that a test reached for the first time since the entry before.
    /// Tests that are made from this entry or later ones mostly draw from the literals reached so
    /// far.
    pub literals: Vec<u32>,
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

//! The journal of a search: which tests it retained and how each was made, so that every test that
//! ran can be made again. It is kept apart from who writes it to a file and from who replays it.

use super::address::Address;
use crate::coverage::Tier;
use crate::value::operands::Operands;
use derive_more::{Display, Error};

/// One entry: a test that was retained, or a step of a drift.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JournalEntry {
    /// Its number: the entry's place in the journal.
    pub number: u64,
    /// How it was made.
    pub address: Address,
    /// Whether it passed; otherwise it was discarded.
    pub passed: bool,
    /// In which tier it was new; `None` for a step of a drift, which is there only so that the
    /// tests after it can be made from it.
    pub tier: Option<Tier>,
    /// The edge of its run that the fewest tests hit that were new in any tier before it. Of those
    /// that were new in being cheaper, the edge for which it was; of those that hit a new edge,
    /// `u32::MAX`. 0 of discarded tests and of steps, and where tests are not told apart like that.
    pub rarest: u32,
    /// What its run compared, if the build traces comparisons: numbers of what is made from it are
    /// drawn from that, too. Of a step, what the last retained test of the drift compared.
    pub operands: Operands,
}

/// A journal that does not lead to the value that was asked for.
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
#[display(
    "the campaign's log does not lead to `{address}`: it is incomplete, or the types of the \
     property's arguments have changed since; run the campaign again with the same seed"
)]
pub struct BrokenJournal {
    /// The address of that value.
    pub address: Address,
}

//! What mining came to: pairs of terms that are equal on all samples, or on nearly all.

use super::tally::Tally;
use super::term::Pair;
use serde::{Deserialize, Serialize};

/// Two terms that are equal on all samples, or on nearly all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinedPair {
    /// The terms.
    pub pair: Pair,
    /// The number of their sort.
    pub sort: u16,
    /// What came of them so far.
    pub tally: Tally,
}

/// What mining came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mined {
    /// The pairs, in the order in which they were found.
    pub pairs: Vec<MinedPair>,
    /// How many terms were evaluated.
    pub terms: u64,
    /// How many of them differ from all before.
    pub classes: u64,
    /// Whether all terms were looked at. If not, there was no time for them.
    pub is_complete: bool,
}

/// What came of a pair on many samples.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Confirmed {
    /// The counts.
    pub tally: Tally,
    /// How many different exceptions there are among the samples.
    pub exceptions: u64,
    /// The smallest exception that was found, if there is one.
    pub exception: Option<Exception>,
}

/// What variables stand for where two terms differ, and what the terms give.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exception {
    /// The number of the sort and of the variable, and the value.
    pub values: Vec<(u16, u8, String)>,
    /// What the larger term gives.
    pub larger: String,
    /// What the smaller term gives.
    pub smaller: String,
}

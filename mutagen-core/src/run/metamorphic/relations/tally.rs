//! What came of two terms: on one sample, and on many.

use serde::{Deserialize, Serialize};

/// What came of two terms on samples.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// On how many samples both have the same value, both have none, or both are outside of a
    /// precondition.
    pub equal: u64,
    /// On how many samples both have a value.
    pub both: u64,
    /// On how many samples they differ.
    pub different: u64,
    /// How many of these are a panic of one of them.
    pub panicked: u64,
    /// On how many samples the larger one alone is outside of a precondition.
    pub larger_outside: u64,
    /// On how many samples the smaller one alone is.
    pub smaller_outside: u64,
    /// On how many samples both are.
    pub both_outside: u64,
}

impl Tally {
    /// Adds what came of other samples.
    pub fn merge(&mut self, other: &Tally) {
        self.equal += other.equal;
        self.both += other.both;
        self.different += other.different;
        self.panicked += other.panicked;
        self.larger_outside += other.larger_outside;
        self.smaller_outside += other.smaller_outside;
        self.both_outside += other.both_outside;
    }

    /// Takes what came of one sample.
    pub(super) fn add(&mut self, judged: Judged) {
        match judged {
            Judged::Same => {
                self.equal += 1;
                self.both += 1;
            }
            Judged::Alike => self.equal += 1,
            Judged::Different => {
                self.both += 1;
                self.different += 1;
            }
            Judged::Panicked => {
                self.different += 1;
                self.panicked += 1;
            }
            Judged::LargerOutside => self.larger_outside += 1,
            Judged::SmallerOutside => self.smaller_outside += 1,
            Judged::BothOutside => {
                self.equal += 1;
                self.both_outside += 1;
            }
            Judged::Unknown => {}
        }
    }

    /// The share of the samples that say something on which the terms differ.
    pub fn share(&self) -> f64 {
        self.different as f64 / (self.different + self.equal).max(1) as f64
    }
}

/// What came of two terms on a sample.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Judged {
    Same,
    /// None of them has a value.
    Alike,
    Different,
    /// One of them panics.
    Panicked,
    LargerOutside,
    SmallerOutside,
    BothOutside,
    /// A value is not admitted.
    Unknown,
}

impl Judged {
    /// Whether the sample does not tell the terms apart.
    pub(super) fn is_agreement(self) -> bool {
        matches!(self, Judged::Same | Judged::Alike | Judged::BothOutside | Judged::Unknown)
    }

    /// Whether the sample is an exception.
    pub(super) fn is_exception(self) -> bool {
        matches!(self, Judged::Different | Judged::Panicked)
    }
}

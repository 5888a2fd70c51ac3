//! The hand-written generator of pairs of states: the baseline that derived generators are compared
//! with, and the oracle of this study's own correctness.
//!
//! - [`smart`]: states in which one step is likely to be possible, and indistinguishable pairs.
//! - [`instruction`]: an instruction that fits what the registers hold.
//! - [`variation`]: a second state that an observer cannot tell from the first.
//! - [`value`]: values and lists of them.

pub mod instruction;
pub mod smart;
pub mod value;
pub mod variation;

//! The hand-written generator of pairs of states. It is the baseline that derived generators are
//! compared with, and the oracle for the correctness of this study.
//!
//! - [`smart`]: states in which one step is likely to be possible, and indistinguishable pairs.
//! - [`instruction`]: an instruction that fits the values in the registers.
//! - [`variation`]: a second state that an observer cannot distinguish from the first.
//! - [`value`]: values and lists of them.

pub mod instruction;
pub mod smart;
pub mod value;
pub mod variation;

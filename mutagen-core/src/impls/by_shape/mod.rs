//! The code that several types share: sequences, maps and sets, types mutated through their parts,
//! and types with interior mutability.

pub(super) mod flattened;
pub(super) mod interior;
pub(super) mod map_like;
pub(super) mod order;
pub(super) mod sequence;
pub(super) mod surrogate;

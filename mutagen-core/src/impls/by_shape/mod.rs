//! What several types have in common: containers, maps and sets, types that stand for their parts,
//! types whose content changes behind a shared reference.

pub(super) mod flattened;
pub(super) mod interior;
pub(super) mod map_like;
pub(super) mod order;
pub(super) mod sequence;
pub(super) mod surrogate;

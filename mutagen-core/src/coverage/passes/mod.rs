//! The passes over the counters: one that finds edges that a log has not, one that hashes the set
//! of edges. Each has a variant for the vector units that are worth one, and one of plain words.

pub(super) mod new_edges;
pub(super) mod set_hash;

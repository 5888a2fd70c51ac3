//! The passes over the counters: one finds edges that a log does not have, the other hashes the set
//! of edges. The second has a variant for each supported vector unit, and one of plain words.

pub(super) mod new_edges;
pub(super) mod set_hash;

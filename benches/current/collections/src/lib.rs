//! Properties of crates of collections: a sequence of operations has the same results as on a
//! collection of std.

pub mod bit_vec;
pub mod bitvec;
pub mod crop;
pub mod fixedbitset;
pub mod hashlink;
pub mod imbl;
pub mod indexmap;
pub mod indextree;
pub mod patricia_tree;
pub mod priority_queue;
pub mod radix_trie;
pub mod range_set_blaze;
pub mod rangemap;
pub mod roaring;
pub mod ropey;
pub mod rpds;
pub mod skiplist;
pub mod smallvec;
pub mod tinyvec;

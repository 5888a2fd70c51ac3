//! Tests that the generators of other tools, each behind its feature, make trees of different
//! sizes. `cargo test -p etna-rbt --test peers --features proptest` runs one of the tests.
#![cfg(any(
    feature = "arbitrary",
    feature = "bolero",
    feature = "crabcheck",
    feature = "mutatis",
    feature = "proptest",
    feature = "quickcheck"
))]

etna_common::peers_make_trees_of_different_sizes!(etna_rbt::Tree);

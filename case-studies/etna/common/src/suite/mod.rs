//! The test suites of the workloads, generic over them. A workload describes itself to a suite in a
//! type of its tests, and names the tests that it runs.
//!
//! - [`names`] and [`tasks`]: the tables of every workload.
//! - [`trees`]: the suite of the search trees, BST and RBT.
//! - [`terms`]: the suite of the lambda calculi, STLC and FSUB.
//! - [`peers`]: what the generators of other tools make of a search tree.
//! - [`turns`]: how tests of one process share the switch of mutants.

pub mod names;
pub mod peers;
pub mod tasks;
pub mod terms;
pub mod trees;
pub mod turns;

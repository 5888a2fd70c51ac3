//! The test suites of the workloads, generic over the workload. A workload's tests define a type
//! that describes the workload to a suite, and name the tests to run.
//!
//! - [`names`] and [`tasks`]: the tables of every workload.
//! - [`trees`]: the suite of the search trees, BST and RBT.
//! - [`terms`]: the suite of the lambda calculi, STLC and FSUB.
//! - [`peers`]: tests of other tools' generators of search trees.
//! - [`turns`]: makes the tests of one process take turns with the switch of mutants.

pub mod names;
pub mod peers;
pub mod tasks;
pub mod terms;
pub mod trees;
pub mod turns;

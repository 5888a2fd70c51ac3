//! ETNA's workload BST: binary search trees with insertion, deletion and union, 8 planted bugs, and
//! 18 properties that specify the operations.
//!
//! The modules, in the order data flows through them:
//! - [`tree`]: the type, the precondition, and what the properties look at.
//! - [`insert`], [`delete`] and [`union`](mod@union): the code under test.
//! - [`mutant`]: the planted bugs, selected at run time.
//! - [`property`]: the properties; [`registry`]: every property by name, with its argument types.
//! - [`task`]: which bug breaks which property.
//! - [`bespoke`]: a hand-written generator of valid trees, for comparison.
//! - `peers`: generators that are equivalent to the derives of other tools, behind features.
#![forbid(unsafe_code)]

pub mod bespoke;
pub mod delete;
pub mod insert;
pub mod mutant;
#[cfg(any(feature = "hegel", feature = "mutatis", feature = "proptest", feature = "quickcheck"))]
pub mod peers;
pub mod property;
pub mod registry;
pub mod task;
pub mod tree;
pub mod union;

pub use mutant::Mutant;
pub use registry::Property;
pub use task::{TASKS, Task};
pub use tree::Tree;

//! ETNA's workload RBT: red-black trees with Okasaki's insertion and Kahrs's deletion, 15 planted
//! bugs, and 10 properties that specify the operations.
//!
//! The modules, in the order data flows through them:
//! - [`tree`]: the type, and the functions that the properties use; [`valid`]: the precondition.
//! - [`insert`] with `balance`, and [`delete`] with `join`: the code under test.
//! - [`mutant`]: the planted bugs, selected at run time.
//! - [`property`]: the properties; [`registry`]: every property by name, with its argument types.
//! - [`task`]: which bug breaks which property.
//! - [`bespoke`]: a hand-written generator of valid trees, for comparison.
//! - `peers`: generators that are equivalent to the derives of other tools, behind features.
#![forbid(unsafe_code)]

mod balance;
pub mod bespoke;
pub mod delete;
pub mod insert;
mod join;
pub mod mutant;
#[cfg(any(feature = "hegel", feature = "mutatis", feature = "proptest", feature = "quickcheck"))]
pub mod peers;
pub mod property;
pub mod registry;
pub mod task;
pub mod tree;
pub mod valid;

pub use mutant::Mutant;
pub use registry::Property;
pub use task::{TASKS, Task};
pub use tree::{Colour, Tree};

//! ETNA's workload RBT: red-black trees with Okasaki's insertion and Kahrs's deletion, fifteen
//! planted bugs in them, and ten properties that say what they do.
//!
//! The modules, in the order data flows through them:
//! - [`tree`]: the type, and what the properties look at; [`valid`]: the precondition.
//! - [`insert`] with `balance`, and [`delete`] with `join`: what is tested.
//! - [`mutant`]: the planted bugs, switched while the program runs.
//! - [`property`]: what is claimed; [`registry`]: every property by name, with its argument types.
//! - [`task`]: which bug breaks which claim.
//! - [`bespoke`]: a generator of valid trees by hand, to compare with.
//! - `peers`: generators as the derives of other tools make them, behind features.
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

//! ETNA's workload STLC: the simply typed lambda calculus with de Bruijn indices, ten planted bugs
//! in its shifting and substitution, and two properties that say that reduction keeps types.
//!
//! The modules, in the order data flows through them:
//! - [`syntax`]: types and terms.
//! - [`typing`]: the precondition; [`reduction`] with [`substitution`] and [`budget`]: what is
//!   tested.
//! - [`mutant`]: the planted bugs, switched while the program runs.
//! - [`property`]: what is claimed; [`registry`]: every property by name, with its argument types.
//! - [`task`]: which bug breaks which claim.
//! - [`bespoke`]: a generator of well-typed terms by hand, to compare with.
//! - `peers`: generators as the derives of other tools make them, behind features.
#![forbid(unsafe_code)]

pub mod bespoke;
pub mod budget;
pub mod mutant;
#[cfg(any(feature = "hegel", feature = "mutatis", feature = "proptest", feature = "quickcheck"))]
pub mod peers;
pub mod property;
pub mod reduction;
pub mod registry;
pub mod substitution;
pub mod syntax;
pub mod task;
pub mod typing;

pub use mutant::Mutant;
pub use registry::Property;
pub use syntax::{Term, Type};
pub use task::{TASKS, Task};

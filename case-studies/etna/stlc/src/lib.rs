//! ETNA's workload STLC: the simply typed lambda calculus with de Bruijn indices, 10 planted bugs
//! in its shifting and substitution, and 2 properties that say that reduction keeps types.
//!
//! The modules, in the order data flows through them:
//! - [`syntax`]: types and terms.
//! - [`typing`]: the precondition; [`reduction`] with [`substitution`] and [`budget`]: the code
//!   under test.
//! - [`mutant`]: the planted bugs, selected at run time.
//! - [`property`]: the properties; [`registry`]: every property by name, with its argument types.
//! - [`task`]: which bug breaks which property.
//! - [`bespoke`]: a hand-written generator of well-typed terms, for comparison.
//! - `peers`: generators that are equivalent to the derives of other tools, behind features.
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

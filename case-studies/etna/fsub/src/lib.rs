//! ETNA's workload FSUB: System F with subtyping, eighteen planted bugs in its shifting and
//! substitution, and two properties that say that reduction leads to subtypes.
//!
//! The modules, in the order data flows through them:
//! - [`syntax`]: types and terms; [`context`]: what is in scope.
//! - [`typing`] and [`subtyping`]: the precondition; [`reduction`], [`term_substitution`],
//!   [`type_substitution`] and [`budget`]: what is tested.
//! - [`mutant`]: the planted bugs, switched while the program runs.
//! - [`property`]: what is claimed; [`registry`]: every property by name, with its argument types.
//! - [`task`]: which bug breaks which claim.
//! - [`bespoke`]: a generator of well-typed terms by hand, to compare with.
//! - `peers`: generators as the derives of other tools make them, behind features.
#![forbid(unsafe_code)]

pub mod bespoke;
pub mod budget;
pub mod context;
pub mod mutant;
#[cfg(any(feature = "hegel", feature = "mutatis", feature = "proptest", feature = "quickcheck"))]
pub mod peers;
pub mod property;
pub mod reduction;
pub mod registry;
pub mod subtyping;
pub mod syntax;
pub mod task;
pub mod term_substitution;
pub mod type_substitution;
pub mod typing;

pub use mutant::Mutant;
pub use registry::Property;
pub use syntax::{Term, Type};
pub use task::{TASKS, Task};

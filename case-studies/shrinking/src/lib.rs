//! The shrinking challenge: thirteen small false properties, of which a good shrinker reaches the
//! smallest counterexample from every failing value.
//!
//! The modules, in the order data flows through them:
//! - [`expression`], [`heap`] and [`number`]: the types of the arguments.
//! - [`property`]: the properties; [`registry`]: every property by name, with its argument types.
//! - `peers`: generators and shrinkers of other tools, behind features.
#![forbid(unsafe_code)]

pub mod expression;
pub mod heap;
pub mod number;
#[cfg(any(feature = "hegel", feature = "proptest", feature = "quickcheck"))]
pub mod peers;
pub mod property;
pub mod registry;

pub use expression::Expression;
pub use heap::Heap;
pub use number::{Element, Index, Positive, Short};

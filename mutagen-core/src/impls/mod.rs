//! Implements `Mutate` for types of the standard library and of other crates. Most of them share
//! one of a few shapes.

mod by_shape;
mod crates;
mod std;

pub use by_shape::via;
#[cfg(feature = "arbitrary")]
pub use crates::FromArbitrary;

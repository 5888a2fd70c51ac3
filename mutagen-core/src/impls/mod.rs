//! `Mutate` for types of the standard library and of other crates, and the few shapes that most of
//! these types have.

mod by_shape;
mod crates;
mod std;

#[cfg(feature = "arbitrary")]
pub use crates::FromArbitrary;

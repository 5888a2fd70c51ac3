//! `Mutate` for the types of the standard library, one file a family, named as std names them. What
//! several families share: [`sequence`] and `keyed` for containers, [`represented`] and
//! [`held`] for types that hide their parts, [`flat`] for the numbers of hidden mutants and [`order`]
//! for an order of values that have none.

mod array;
mod boolean;
mod boxed;
mod cell;
mod character;
mod cmp;
mod collections;
mod cow;
mod crates;
mod ffi;
mod flat;
mod float;
mod held;
mod integer;
mod keyed;
mod net;
mod num;
mod ops;
mod order;
mod path;
mod phantom;
mod rc;
mod represented;
mod sequence;
mod slice;
mod string;
mod sum;
mod sync;
mod time;
mod tuple;
mod vec;

#[cfg(feature = "arbitrary")]
pub use crates::FromArbitrary;

//! `Mutate` for the types of the standard library, in files named after the modules of std.

mod array;
mod bool;
mod borrow;
mod boxed;
mod cell;
pub(super) mod char;
mod cmp;
mod collections;
pub(super) mod ffi;
mod float;
mod integer;
mod marker;
mod net;
mod num;
mod ops;
mod option;
mod path;
mod rc;
mod result;
mod slice;
pub(super) mod string;
mod sync;
mod time;
mod tuple;
mod vec;

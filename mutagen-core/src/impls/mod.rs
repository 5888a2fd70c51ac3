//! `Mutate` for the types of the standard library, one file a family, named as std names them.

mod array;
mod boolean;
mod boxed;
mod character;
mod float;
mod integer;
mod sequence;
mod string;
mod sum;
mod tuple;

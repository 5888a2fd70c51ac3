//! Properties of crates that calculate.

pub mod bigdecimal;
pub mod bytesize;
pub mod evalexpr;
pub mod exmex;
pub mod fraction;
pub mod half;
pub mod kalk;
pub mod lexical;
pub mod meval;
pub mod num_bigint;
pub mod num_rational;
pub mod rust_decimal;

//! What the terms of Z3 must equal: arithmetic of integers, Boolean algebra and arithmetic of bit
//! vectors. Terms are equal if Z3 finds no values for which they differ. Z3 is a library of C++. If
//! it is absent, or without the feature `z3`, there is nothing here.

#![deny(unsafe_code)]

#[cfg(z3)]
pub mod agreement;
#[cfg(z3)]
pub mod specification;

//! Tests the types of the standard library: each obeys the laws of `Mutate`, and the table of their
//! mutants in `docs/mutants.md` is correct.

mod collections;
mod shared;
mod table;
mod types;

//! The language against all formulas that are there, and against texts that are none.

mod eval;
mod formulas;
mod print;
mod read;
mod sorts;

//! The language against all formulas that are there, and against texts that are none.

mod formulas;
mod print;
mod read;
mod sorts;

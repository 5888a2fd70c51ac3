//! The language against all formulas that are there, and against texts that are none.

mod eval;
mod formulas;
mod model;
mod print;
mod read;
#[cfg(feature = "yaspar")]
mod second_opinion;
mod sorts;

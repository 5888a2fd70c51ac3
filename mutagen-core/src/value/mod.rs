//! What a value is: how values are generated, what their mutants are, how they are edited at random,
//! and how they are written as text. Nothing here knows of properties, coverage or a search.

pub mod context;
pub mod cursor;
pub mod derived;
pub mod edit;
pub mod field;
pub mod generate;
pub mod mutate;
pub mod node;
mod node_pool;
pub mod number_weights;
pub mod operands;
pub mod seed;
pub mod text;
pub mod twin;
pub mod types;
pub mod undo;
pub mod walk;

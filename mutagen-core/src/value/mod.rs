//! Values: how they are generated, what their mutants are, how they are edited at random, and how
//! they are written as text. Nothing here knows about properties, coverage or the search.

pub mod context;
pub mod cursor;
pub mod derived;
pub mod edit;
pub mod expression;
pub mod field;
pub mod generate;
pub mod language;
pub mod literals;
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

pub use context::Context;
pub use generate::Generator;
pub use mutate::Mutate;
pub use node::{Mutants, Node, NodeKind};
pub use text::{Form, ParseError, Parser};
pub use types::{TypeIndex, Types};

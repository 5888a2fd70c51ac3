//! SMT-LIB: reading, sorts, printing for a solver, values. In the order in which a text passes
//! through the modules:
//!
//! - `token`, `error`: the tokens of a text, comments included, and why it has none.
//! - `sexp`, `symbol`: S-expressions without comments.
//! - [`Term`], [`Sort`], [`Command`]: what they mean. [`Scope`] knows what is declared, and gives
//!   each term its sort; a term that is not understood has [`Sort::Unknown`], which is no error.
//! - `walk`: parts of terms by number, substitution, free and bound variables.
//! - [`Script`]: the commands of a file. [`Script::print`] writes them for a solver.
//! - [`Model`], [`Value`], [`Evaluator`]: what solvers print after `get-model`, and what terms are
//!   under it.
//! - [`Dialect`], [`canonical`], [`mod@strings`]: what solvers call things.
//! - [`mod@formulas`]: where the formulas of the study are.
//!
//! Nothing recurses on the depth of a formula, and no text makes it panic.
//!
//! ```
//! use smt_lang::{Dialect, Script, Sort};
//! let script = Script::read(b"(declare-fun s () String) (assert (= (str.len s) 2))").unwrap();
//! let assertion = script.assertions().next().unwrap();
//! assert_eq!(*assertion.part(1).unwrap().sort(), Sort::Int);
//! assert_eq!(assertion.print(Dialect::Cvc5), "(= (str.len s) 2)");
//! ```
#![forbid(unsafe_code)]

mod build;
mod command;
mod constant;
mod error;
mod eval;
pub mod formulas;
mod model;
mod names;
mod print;
mod print_command;
mod rank;
mod read_command;
mod read_term;
mod regex;
mod resolve;
mod respell;
mod scope;
mod script;
mod sexp;
mod sort;
pub mod strings;
mod symbol;
mod term;
mod theory;
mod token;
mod value;
mod walk;

pub use command::{Command, Declaration, Definition, Spelling};
pub use error::{Problem, ReadError};
pub use eval::Evaluator;
pub use model::{Model, ModelError};
pub use names::{Dialect, canonical};
pub use rank::{Constructor, Datatype, Rank};
pub use regex::Regex;
pub use scope::Scope;
pub use script::{Check, Script};
pub use sexp::Sexp;
pub use sort::{Sort, SortText, SortedVar};
pub use symbol::Symbol;
pub use term::{Attribute, AttributeValue, Binder, Ident, Kind, Origin, Pattern, Term};
pub use token::{Limits, Token, TokenKind, Tokens};
pub use value::{ArrayValue, Float, Rational, Value};
pub use walk::Part;

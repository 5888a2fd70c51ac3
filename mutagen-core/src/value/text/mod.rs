//! The text form of a value: a Rust literal such as `T(E, 3, T(E, 7, E))` or
//! `Config { retries: 3, name: "a" }`, which can be read, edited and parsed back. [`print()`] walks
//! the nodes without recursion. [`parse`] reads the tokens of Rust's own grammar, within the
//! limits that `limits` sets.

mod error;
mod layout;
mod lexer;
mod limits;
mod parse;
mod print;
mod tokens;

pub use error::ParseError;
#[doc(hidden)]
pub use layout::{elements, is_whole, layout, squeezed};
pub use lexer::Delimiter;
pub(crate) use limits::know_stack;
pub use parse::{Parsed, Parser, parse, parse_constructor};
pub use print::print;

use crate::value::types::VariantPlan;

/// How a node is written.
///
/// ```
/// use mutagen_core::{Generator, Mutate, text};
///
/// struct Celsius(f32);
///
/// impl Mutate for Celsius {
///     fn smallest() -> Self {
///         Celsius(0.0)
///     }
///     fn generate(generator: &mut Generator) -> Self {
///         Celsius(f32::generate(generator))
///     }
///     fn form(this: &Self) -> text::Form {
///         text::Form::Atom(format!("{:?}", this.0))
///     }
///     fn parse(parser: &mut text::Parser) -> Result<Self, text::ParseError> {
///         f32::parse(parser).map(Celsius)
///     }
/// }
/// assert_eq!(text::print(&Celsius(21.5)), "21.5");
/// assert_eq!(text::parse::<Celsius>("21.5").map(|parsed| parsed.value.0), Ok(21.5));
/// ```
#[derive(Debug)]
pub enum Form {
    /// A literal without children, such as a number or a text.
    Atom(String),
    /// A constructor and its fields, by name or by position.
    Constructor(&'static VariantPlan),
    /// The children in square brackets.
    Sequence,
    /// The keys in braces.
    Set,
    /// Pairs in braces: a key, a colon and the child with the same index.
    Map,
    /// No text form: the node's type does not provide one.
    Opaque,
}

//! Coverage-guided property-based testing: mutagen generates values of your types, keeps values
//! that reach new code, and tests all mutations of the values it keeps.
//!
//! # A type and a property
//!
//! A *property* is a function that should hold for every value of its arguments. [`macro@property`]
//! adds a test of the function, and [`macro@Mutate`] generates and mutates the values:
//!
//! ```test_harness,no_run
//! use mutagen_core::{Mutate, property};
//!
//! /// What a shop has of one thing.
//! #[derive(Debug, Clone, PartialEq, Mutate)]
//! struct Item {
//!     name: String,
//!     pieces: u32,
//! }
//!
//! fn restock(items: &mut [Item], name: &str, pieces: u32) {
//!     for item in items.iter_mut().filter(|item| item.name == name) {
//!         item.pieces = item.pieces.wrapping_add(pieces);
//!     }
//! }
//!
//! #[property]
//! fn restocking_takes_nothing_away(items: &[Item], name: &str, pieces: u32) -> bool {
//!     let mut after = items.to_vec();
//!     restock(&mut after, name, pieces);
//!     after.iter().zip(items).all(|(after, before)| after.pieces >= before.pieces)
//! }
//! ```
//!
//! `cargo test` tries up to 20 000 small inputs, or as many as it can in 100 ms, but at least 100,
//! and warns if none met the precondition. This property passes there: its numbers are too small.
//! `cargo mutagen run` builds the crate with coverage counters, mutates every value whose run
//! reached new code, and goes on until it finds a counterexample or is stopped:
//!
//! ```console
//! $ cargo mutagen run restocking_takes_nothing_away --seed 4
//! running shop::tests::restocking_takes_nothing_away with seed 4
//! found: test 1150 failed: the property returned `false` (drift 10 from 4 by 488700)
//! counterexample after 1150 tests in 0.09 s:
//! the property returned `false`
//!
//! items = [Item { name: "", pieces: 1 }]
//! name = ""
//! pieces = 4294967295
//! shrunk in 13 tests and 0.05 s, still 7 nodes
//!
//! kept in mutagen-regressions/lib/tests/restocking_takes_nothing_away.txt:5, runs first from now on
//! replay: cargo mutagen replay shop::tests::restocking_takes_nothing_away
//! address: drift 10 from 4 by 488700 of run 1, program 007cf35e511141ed
//! repeat: cargo mutagen run shop::tests::restocking_takes_nothing_away --seed 4 --regressions off
//!
//! 1150 tests in 0.28 s: 1149 passed, 0 discarded, 1 failed
//! 16 of 3068 edges, 14 retained, 1 reset, R 2; seed 4
//! ```
//!
//! Use `saturating_add` to fix it. The counterexample is kept as text beside the package, and runs
//! before all other tests. `cargo mutagen replay` runs it alone, and with `--emit-test` prints an
//! ordinary test that calls the function with that value.
//!
//! # A precondition
//!
//! A test that does not meet the precondition is *discarded*. [`assume!`] discards it, and
//! [`check!`] makes a failure say which condition did not hold. mutagen mutates each value that
//! meets the precondition. Many of the mutants meet it again, so rare preconditions are no
//! obstacle:
//!
//! ```test_harness
//! # use mutagen_core::{Mutate, property};
//! # #[derive(Debug, Clone, PartialEq, Mutate)]
//! # struct Item { name: String, pieces: u32 }
//! # fn restock(items: &mut [Item], name: &str, pieces: u32) {
//! #     for item in items.iter_mut().filter(|item| item.name == name) {
//! #         item.pieces = item.pieces.saturating_add(pieces);
//! #     }
//! # }
//! use mutagen_core::{Outcome, assume, check};
//!
//! #[property]
//! fn restocking_reaches_what_is_there(items: &[Item], at: usize, pieces: u32) -> Outcome {
//!     assume!(at < items.len() && items[at].pieces.checked_add(pieces).is_some());
//!     let mut after = items.to_vec();
//!     restock(&mut after, &items[at].name, pieces);
//!     check!(after[at].pieces == items[at].pieces + pieces)
//! }
//! ```
//!
//! # Values with rules
//!
//! `#[mutate(…)]` on a field, a variant or a type restricts its values:
//!
//! ```test_harness
//! use mutagen_core::{Mutate, property};
//!
//! const MOST: u32 = 1_000;
//!
//! #[derive(Debug, Clone, PartialEq, Mutate)]
//! struct Item {
//!     #[mutate(max_len = 20)]
//!     name: String,
//!     #[mutate(range = 0..=MOST)]
//!     pieces: u32,
//!     #[mutate(fixed)]
//!     reserved: u32,
//! }
//!
//! #[property]
//! fn an_item_is_never_reserved_when_it_comes(item: &Item) -> bool {
//!     item.pieces <= MOST && item.name.chars().count() <= 20 && item.reserved == 0
//! }
//! ```
//!
//! [`macro@Mutate`] lists all options. If a type cannot derive [`trait@Mutate`], implement it by
//! hand.
//!
//! # Two runs
//!
//! A property that compares two runs takes a [`Twin`]: two inputs that start equal. Mutation
//! changes one side, or both sides at the same place.
//!
//! # Values as text
//!
//! Values print as Rust literals, which can be parsed again:
//!
//! ```
//! use mutagen_core::{Mutate, text};
//!
//! # #[derive(Debug, Clone, PartialEq, Mutate)]
//! # struct Item { name: String, pieces: u32 }
//! let item: Item = text::parse(r#"Item { name: "nail", pieces: 40 }"#)?.value;
//! assert_eq!(text::print(&item), r#"Item { name: "nail", pieces: 40 }"#);
//! # Ok::<(), text::ParseError>(())
//! ```
//!
//! # Inside
//!
//! Five modules, each of which uses only the modules before it:
//! - `value`: what a value is and what its mutants are; `impls`: the types of std and of other
//!   crates.
//! - `coverage`: which edges a run hit, and what is new about them.
//! - `search`: chooses the next test.
//! - `run`: runs one property in this process, under plain `cargo test` or under a supervisor.

#![deny(unsafe_code)]

extern crate self as mutagen_core;

// Each of these modules may use only those above it: tests/it/architecture.rs reads the imports.
mod coverage;
mod impls;
#[cfg(test)]
mod mutated;
mod run;
mod search;
mod value;

#[cfg(feature = "arbitrary")]
pub use impls::FromArbitrary;
pub use impls::via::Via;
/// Derives [`trait@Mutate`] for an enum or a struct.
///
/// ```
/// use mutagen_core::{Generator, Mutate};
///
/// #[derive(Debug, Clone, PartialEq, Mutate)]
/// enum Shape {
///     #[mutate(weight = 3)]
///     Circle { radius: u32 },
///     Polygon(#[mutate(max_len = 6)] Vec<(i16, i16)>),
///     Group(Vec<Shape>),
/// }
/// assert_eq!(Shape::smallest(), Shape::Circle { radius: 0 });
/// let shape = Shape::generate(&mut Generator::seeded(1, 10));
/// assert_eq!(Mutate::copy(&shape), Some(shape));
/// ```
///
/// # Options
///
/// | option | where | what it says |
/// |---|---|---|
/// | `fixed` | field | always its default, never seen by the engine |
/// | `default = EXPR` | field, type | what a new field, or the smallest value, is |
/// | `range = LOW..=HIGH` | field | a number that stays between the two; or a constant |
/// | `max_len = N` | field | a sequence, map, set or text that never gets longer |
/// | `regex = "EXPRESSION"` | field | a text or bytes that match, see below |
/// | `with = TYPE` | field | made by a [`With`] of yours, for types without `Mutate` |
/// | `cell` | field | with `fixed` or `with`: changes behind a shared reference |
/// | `weight = N` | variant | how often it is generated, relative to the others |
/// | `skip` | variant | never generated, no mutant |
/// | `skip = CONDITION` | variant | the same if the condition holds, see below |
/// | `bound = "PREDICATES"` | type | instead of `Mutate` on each type parameter |
/// | `transparent` | type | a struct that stands for its only field |
/// | `via = PARTS` | type | generated, mutated, printed and parsed as its parts, see [`Via`] |
/// | `crate = PATH` | type | where this crate is, if it has another name |
///
/// A field with a regular expression matches it as a whole, in generated values, mutants and edits.
/// The syntax is that of the crate `regex`. Anchors are allowed at the ends only. A repetition
/// without a bound, such as `*`, needs `max_len`:
///
/// ```
/// use mutagen_core::{Generator, Mutate};
///
/// #[derive(Debug, Mutate)]
/// struct Request {
///     #[mutate(regex = "GET|POST|DELETE")]
///     method: String,
///     #[mutate(regex = "(/[a-z0-9]+)+", max_len = 40)]
///     path: String,
///     #[mutate(regex = r"(?-u)\x7fREQ[\x00-\x03].{0,8}")]
///     body: Vec<u8>,
/// }
/// assert_eq!(Request::smallest().path, "/a");
/// let request = Request::generate(&mut Generator::seeded(1, 30));
/// assert!(request.path.starts_with('/') && request.path.len() <= 40);
/// assert!(request.body.starts_with(b"\x7fREQ"));
/// ```
///
/// A variant can be skipped by a condition: an expression of type `bool`. It is evaluated once for
/// each type in a process, before the first value is made, so it may read a static, a constant of
/// the type or the environment, but no value of a type with `Mutate`. A campaign has several
/// processes, which all must get the same answer. The text of a skipped variant is still read.
///
/// ```
/// use mutagen_core::{Generator, Mutate, text};
/// use std::sync::LazyLock;
///
/// /// Whether the engine under test knows vectors.
/// static VECTORS: LazyLock<bool> = LazyLock::new(|| std::env::var_os("ENGINE_VECTORS").is_some());
///
/// #[derive(Debug, PartialEq, Mutate)]
/// enum Instruction {
///     Constant(i32),
///     Add,
///     #[mutate(skip = !*VECTORS)]
///     Splat(u8),
/// }
/// let mut generator = Generator::seeded(1, 10);
/// let generated = std::iter::repeat_with(|| Instruction::generate(&mut generator));
/// assert!(generated.take(1000).all(|instruction| !matches!(instruction, Instruction::Splat(_))));
/// assert_eq!(text::parse::<Instruction>("Splat(3)")?.value, Instruction::Splat(3));
/// # Ok::<(), text::ParseError>(())
/// ```
///
/// A property that takes a cell, a lock or an atomic by reference runs on a copy, so that the next
/// test does not see its changes. The types of std declare this themselves. For a field that the
/// engine does not see, declare it with `cell`:
///
/// ```
/// use mutagen_core::Mutate;
/// use std::cell::Cell;
///
/// #[derive(Debug, Mutate)]
/// struct Cached {
///     number: u64,
///     #[mutate(fixed, cell)]
///     digits: Cell<Option<u32>>,
/// }
/// ```
///
/// # Details
pub use mutagen_derive::Mutate;
/// Makes a property of a module that says what operations of a library must equal. mutagen composes
/// these equivalences into terms, runs them with all bases and as expanded, and finds where the
/// library disagrees with itself.
///
/// ```test_harness
/// #[mutagen_core::metamorphic]
/// mod sets {
///     use std::collections::BTreeSet;
///
///     type Set = BTreeSet<u8>;
///
///     /// The body is the base: what the others are compared with.
///     #[operation(commutative, associative, idempotent, neutral = empty)]
///     fn union(a: &Set, b: &Set) -> Set {
///         a | b
///     }
///
///     #[operation(inner)]
///     fn empty() -> Set {
///         Set::new()
///     }
///
///     #[operation]
///     fn minus(a: &Set, b: &Set) -> Set {
///         a - b
///     }
///
///     /// Each call of an operation stands for any of its implementations.
///     #[implements(union)]
///     fn union_of_parts(a: &Set, b: &Set) -> Set {
///         union(&minus(a, b), b)
///     }
///
///     #[implements(empty)]
///     fn minus_itself(#[any] x: &Set) -> Set {
///         minus(x, x)
///     }
///
///     #[law]
///     fn minus_takes_away(a: &Set, b: &Set) -> bool {
///         minus(a, b).is_disjoint(b)
///     }
///
///     #[input]
///     fn of(items: Vec<u8>) -> Set {
///         items.into_iter().collect()
///     }
///
///     #[admit]
///     fn is_small(set: &Set) -> bool {
///         set.len() <= 100
///     }
/// }
/// ```
///
/// `cargo mutagen run sets` finds the property by the name of the module, and `cargo test` runs it
/// too.
///
/// # Attributes
///
/// | attribute | what it says |
/// |---|---|
/// | `#[operation]` | an operation; the body is its base, and calls no operation |
/// | `#[operation(inner)]` | one that is called in implementations only |
/// | `#[operation(requires = CONDITION)]` | its precondition; terms outside of it are discarded |
/// | `#[implements(OPERATION)]` | another way to the same result |
/// | `#[implements(OPERATION, when = CONDITION)]` | the same, otherwise the base |
/// | `#[implements(OPERATION, partial)]` | it may give up: `None` or `Err` is no disagreement |
/// | `#[law]` | holds for all arguments; `requires` as for operations |
/// | `#[input]`, `#[input(weight = N)]` | makes a value of the type that it returns |
/// | `#[admit]` | a test with a value for which this is `false` is discarded |
/// | `#[invariant]` | must hold for each value |
/// | `#[equal]` | when two values are equal, instead of `PartialEq` |
/// | `#[setup]` | runs before each run of a test, for a library with a state |
/// | `#[any]` on a parameter | an operand of an implementation that may be any term |
/// | `#[mutate(…)]` on a parameter | its values are made for it, with this rule |
///
/// Short forms stand in `#[operation(…)]`: `commutative`, `associative`, `idempotent`,
/// `involution`, `neutral = VALUE`, `absorbing = VALUE`, `inverse = OPERATION`,
/// `distributes_over = OPERATION`, `round_trip = OPERATION`. A value may be the name of an operation without parameters.
///
/// Types that are written alike are one *sort*. A sort without an `#[input]` is made by its type,
/// which needs `Mutate`. Values need `Clone` and `Debug`, and `PartialEq` unless there is an
/// `#[equal]`. `Option` and `Result` must agree in having a value. A `&mut` argument is part of the
/// result.
///
/// A call of an operation is found in closures, loops and the usual macros. An operation that is
/// named otherwise is its base.
///
/// # Details
pub use mutagen_derive::metamorphic;
/// Makes a function a property. The attribute adds a `#[test]` that runs the function on many
/// generated and mutated values. `cargo mutagen run` finds this test and runs it with coverage
/// feedback.
///
/// ```test_harness
/// use mutagen_core::{Outcome, assume, check, property};
///
/// #[property]
/// fn division_undoes_multiplication(a: i32, b: i32) -> Outcome {
///     assume!(b != 0);
///     check!(a.wrapping_mul(b).wrapping_div(b) == a || a.checked_mul(b).is_none())
/// }
///
/// /// The function stays an ordinary function: a counterexample can be kept as a test.
/// #[test]
/// fn the_smallest_number_is_divided() {
///     assert_eq!(division_undoes_multiplication(i32::MIN, -1), Outcome::Passed);
/// }
/// ```
///
/// # Details
pub use mutagen_derive::property;
pub use run::outcome::{Discard, IntoOutcome, Outcome, assert_holds};
pub use value::field::With;
pub use value::generate::Generator;
pub use value::mutate::Mutate;
pub use value::text;
pub use value::twin::Twin;

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// Compiles and runs the examples of the documents.
#[cfg(doctest)]
#[doc = include_str!("../../docs/guide.md")]
struct Guide;

/// See [`Guide`].
#[cfg(doctest)]
#[doc = include_str!("../../docs/messages.md")]
struct Messages;

/// See [`Guide`].
#[cfg(doctest)]
#[doc = include_str!("../../docs/coverage-points.md")]
struct CoveragePoints;

/// See [`Guide`].
#[cfg(doctest)]
#[doc = include_str!("../../docs/metamorphic.md")]
struct Metamorphic;

/// Items for `cargo mutagen`, the benchmarks and the macros. Nothing here is stable.
#[doc(hidden)]
pub mod internal {
    pub mod value {
        //! Values: their generation, mutants, edits and text form.
        pub use crate::value::*;
    }
    pub mod coverage {
        //! The coverage counters.
        pub use crate::coverage::*;
    }
    pub mod search {
        //! The search: it chooses the next test.
        pub use crate::search::*;
    }
    pub mod run {
        //! Runs one property in this process.
        pub use crate::run::*;
    }

    pub mod macros {
        //! The items that the macros expand to. `Box`, `Vec` and `vec` are here for crates that
        //! have no std at their root.
        pub use crate::__marker as marker;
        pub use crate::impls::via;
        pub use crate::run::argument::{Argument, by_value};
        pub use crate::run::emitted::{Returns, Written};
        pub use crate::run::entry::run as run_property;
        pub use crate::run::metamorphic;
        pub use crate::run::property::Property;
        pub use crate::value::context::Context;
        pub use crate::value::derived::{
            Algebraic, Source, Visit, copied, copied_apart, descend, descend_apart, form,
            fresh_subtrees, generate, kind, mutants, mutate, node_apart, regenerate, restore,
            smallest, smallest_of,
        };
        pub use crate::value::expression::Place;
        pub use crate::value::field::{
            Access, Bounds, Expression, InRange, Longest, Matches, MaxLen, OfBytes, OfText,
            UserPolicy, WithPolicy, with_policy, with_policy_mut,
        };
        pub use crate::value::generate::Generator;
        pub use crate::value::language::{Language, Part, PartKind};
        pub use crate::value::mutate::{Mutate, forward_mutate};
        pub use crate::value::node::{Mutants, Node, NodeKind, no_child, own_node, unboxed};
        pub use crate::value::text::{Form, ParseError, Parser, parse_constructor};
        pub use crate::value::types::{
            Plan, PlanCell, Skip, TypeIndex, Types, UnseenField, VariantTable, plan_of,
        };
        pub use std::{boxed::Box, vec, vec::Vec};

        /// What is around a property, from the path of a type in the module of its test.
        pub fn around(test: &'static str) -> &'static str {
            let module = test.rsplit_once("::").map_or("", |(module, _)| module);
            module.rsplit_once("::").map_or("", |(scope, _)| scope)
        }

        /// See [`crate::IntoOutcome`].
        pub fn outcome<R: crate::IntoOutcome>(returned: R) -> crate::Outcome {
            returned.into_outcome()
        }

        /// Panics for a `build` that was asked for a constructor that the type does not have.
        #[cold]
        pub fn no_constructor(variant: usize) -> ! {
            panic!("there is no constructor {variant}")
        }
    }
}

//! mutagen: coverage-guided property-based testing by exhaustive structure-preserving mutation.
//!
//! # A type and a property
//!
//! A *property* is a function that should hold for every value of its arguments. `#[property]` makes it
//! a `#[test]`, and [`macro@Mutate`] makes the values:
//!
//! ```test_harness
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
//!         item.pieces = item.pieces.saturating_add(pieces);
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
//! `cargo test` runs at most 20 000 small tests of that in at most a tenth of a second, and says so when
//! every one was discarded.
//! `cargo mutagen run restocking_takes_nothing_away`
//! builds the crate with coverage counters, mutates every value whose run reached new code, and goes
//! on until it finds a counterexample or is stopped.
//!
//! # A precondition
//!
//! A test that does not meet the precondition is *discarded*: it says nothing. [`assume!`] does that,
//! and [`check!`] says in words what did not hold. However rare the values are that pass, each that
//! passes brings its mutants, and of those many pass again:
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
//! `#[mutate(…)]` on a field, a variant or a type says what its values may be:
//!
//! ```test_harness
//! use mutagen_core::{Mutate, property};
//!
//! #[derive(Debug, Clone, PartialEq, Mutate)]
//! struct Item {
//!     #[mutate(max_len = 20)]
//!     name: String,
//!     #[mutate(range = 0..=1_000)]
//!     pieces: u32,
//!     #[mutate(fixed)]
//!     reserved: u32,
//! }
//!
//! #[property]
//! fn an_item_is_never_reserved_when_it_comes(item: &Item) -> bool {
//!     item.pieces <= 1_000 && item.name.chars().count() <= 20 && item.reserved == 0
//! }
//! ```
//!
//! | option | where | what it says |
//! |---|---|---|
//! | `fixed` | field | always its default, never seen by the engine |
//! | `default = EXPR` | field, type | what a new field, or the smallest value, is |
//! | `range = LOW..=HIGH` | field | a number that stays between the two |
//! | `max_len = N` | field | a sequence, map, set or text that never gets longer |
//! | `with = TYPE` | field | made by a [`With`] of yours, for types without [`trait@Mutate`] |
//! | `weight = N` | variant | how often it is generated, relative to the others |
//! | `skip` | variant | never generated, no mutant |
//! | `bound = "PREDICATES"` | type | in the place of `Mutate` on each type parameter |
//! | `transparent` | type | a struct that stands for its only field |
//!
//! A type that cannot be derived implements [`trait@Mutate`] by hand: two functions are enough, and a third,
//! [`copy`](trait@Mutate#method.copy), should be there: a property with one argument that cannot be copied
//! is tested by generation and batches of mutants alone, without random edits.
//!
//! # Two runs
//!
//! A property that compares two runs takes a [`Twin`]: two inputs that are generated alike and mutated
//! on one side, or on both sides in the same place.
//!
//! # Values as text
//!
//! Every value is written as Rust would write it, and read back:
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
//! The modules, in the order data flows through them:
//! - [`seed`]: one seed a campaign, every random number derived from it and an address.
//! - [`mutate`]: the trait [`Mutate`]; [`types`]: what the engine knows of a type; [`algebra`]: the
//!   mutants of derived types; `impls`: the types of std.
//! - [`generate`]: random values of bounded size; [`proportions`]: the kinds of random mutants of numbers.
//! - [`field`]: fields with rules of their own; `twin`: two values that are mutated together.
//! - [`text`]: values written and read back; [`walk`]: their size and hash.
//! - [`context`] and [`stash`]: what serving a mutant in place needs, and undoing it.
//! - [`batch`]: the mutants of one value, each served once; [`schedule`]: the queue of batches.
//! - [`edit`]: edits of a whole value, for searches that stack them.
//! - [`campaign`]: which test is next; [`address`]: the name of a test; [`statistics`].
//! - [`engine`]: the searches that a worker can run.
//! - [`mod@property`], [`argument`] and [`outcome`]: what is tested and what came of it; [`execute`]: one
//!   run.
//! - [`coverage`]: which edges a run hit.
//! - [`plain`]: `cargo test`; [`worker`] and [`protocol`]: under a supervisor.

#![deny(unsafe_code)]

extern crate self as mutagen_core;

pub mod address;
pub mod algebra;
pub mod argument;
pub mod batch;
pub mod campaign;
mod clock;
pub mod context;
pub mod coverage;
pub mod edit;
pub mod engine;
pub mod execute;
pub mod field;
pub mod generate;
mod impls;
pub mod mutate;
pub mod outcome;
pub mod plain;
pub mod property;
pub mod proportions;
pub mod protocol;
pub mod schedule;
pub mod seed;
mod spares;
pub mod stash;
pub mod statistics;
mod sweep;
pub mod text;
mod twin;
pub mod types;
pub mod walk;
pub mod worker;

pub use field::With;
pub use generate::Generator;
#[cfg(feature = "arbitrary")]
pub use impls::FromArbitrary;
pub use mutagen_derive::{Mutate, property};
pub use mutate::Mutate;
pub use outcome::{Discard, IntoOutcome, Outcome};
pub use twin::Twin;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// What the macros expand to. Not for use by hand, and not stable.
#[doc(hidden)]
pub mod __private {
    pub use crate::algebra::{
        Algebraic, Source, Visit, form, generate, mutants, mutate, regenerate, regrowths, restore,
        smallest,
    };
    pub use crate::argument::{Argument, by_value};
    pub use crate::context::Context;
    pub use crate::field::{
        Bounds, By, Described, InRange, Longest, Policy, Probe, Still, Under, Unknown, under,
        under_mut,
    };
    pub use crate::generate::Generator;
    pub use crate::mutate::{Kind, Mutants, Mutate, Node, no_child};
    pub use crate::property::{Property, run as run_property};
    pub use crate::text::{Form, ParseError, Parser, parse_constructor};
    pub use crate::types::{Plan, PlanCell, TypeIndex, Types, Variant, plan_of};

    /// See [`crate::IntoOutcome`].
    pub fn outcome<R: crate::IntoOutcome>(returned: R) -> crate::Outcome {
        returned.into_outcome()
    }

    /// The end of a `build` that was asked for a constructor the type has not.
    #[cold]
    pub fn no_constructor(variant: usize) -> ! {
        panic!("there is no constructor {variant}")
    }
}

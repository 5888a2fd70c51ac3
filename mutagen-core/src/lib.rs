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
//! Five modules, each of which uses only those before it:
//! - `value`: what a value is and what its mutants are; `impls`: the types of std and of other crates.
//! - `coverage`: which edges a run hit, and what is new about them.
//! - `search`: which test is next.
//! - `run`: one property in this process, under plain `cargo test` or under a supervisor.

#![deny(unsafe_code)]

extern crate self as mutagen_core;

// Each of these modules may use only those above it: tests/it/architecture.rs reads the imports.
mod coverage;
mod impls;
mod run;
mod search;
mod value;

#[cfg(feature = "arbitrary")]
pub use impls::FromArbitrary;
pub use mutagen_derive::{Mutate, property};
pub use run::outcome::{Discard, IntoOutcome, Outcome};
pub use value::field::With;
pub use value::generate::Generator;
pub use value::mutate::Mutate;
pub use value::text;
pub use value::twin::Twin;

/// The README's example, compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// For `cargo mutagen`, the benchmarks and the macros. Nothing here is stable.
#[doc(hidden)]
pub mod internal {
    pub mod value {
        //! What a value is.
        pub use crate::value::*;
    }
    pub mod coverage {
        //! The counters.
        pub use crate::coverage::*;
    }
    pub mod search {
        //! Which test is next.
        pub use crate::search::*;
    }
    pub mod run {
        //! One property in this process.
        pub use crate::run::*;
    }

    pub mod macros {
        //! What the macros expand to.
        pub use crate::run::argument::{Argument, by_value};
        pub use crate::run::entry::run as run_property;
        pub use crate::run::property::Property;
        pub use crate::value::context::Context;
        pub use crate::value::derived::{
            Algebraic, Source, Visit, form, fresh_subtrees, generate, mutants, mutate, regenerate,
            restore, smallest,
        };
        pub use crate::value::field::{
            Bounds, By, Described, InRange, MaxLen, Policy, Probe, Still, Under, Unknown, under,
            under_mut,
        };
        pub use crate::value::generate::Generator;
        pub use crate::value::mutate::{Kind, Mutants, Mutate, Node, no_child};
        pub use crate::value::text::{Form, ParseError, Parser, parse_constructor};
        pub use crate::value::types::{Plan, PlanCell, TypeIndex, Types, Variant, plan_of};

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
}

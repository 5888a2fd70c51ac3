//! mutagen: coverage-guided property-based testing by exhaustive structure-preserving mutation.
//!
//! The modules, in the order data flows through them:
//! - [`seed`]: one seed a campaign, every random number derived from it and an address.
//! - [`mutate`]: the trait [`Mutate`]; [`types`]: what the engine knows of a type; [`algebra`]: the
//!   mutants of derived types; `impls`: the types of std.
//! - [`generate`]: random values of bounded size.
//! - [`field`]: fields with rules of their own.
//! - [`text`]: values written and read back; [`walk`]: their size and hash.
//! - [`context`] and [`stash`]: what serving a mutant in place needs, and undoing it.
//! - [`batch`]: the mutants of one value, each served once; [`schedule`]: the queue of batches.
//! - [`edit`]: edits of a whole value, for searches that stack them.
//! - [`campaign`]: which test is next; [`address`]: the name of a test; [`statistics`].
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
pub mod context;
pub mod coverage;
pub mod edit;
pub mod execute;
pub mod field;
pub mod generate;
mod impls;
pub mod mutate;
pub mod outcome;
pub mod plain;
pub mod property;
pub mod protocol;
pub mod schedule;
pub mod seed;
pub mod stash;
pub mod statistics;
pub mod text;
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

/// What the macros expand to. Not for use by hand, and not stable.
#[doc(hidden)]
pub mod __private {
    pub use crate::algebra::{
        Algebraic, Source, Visit, form, generate, mutants, mutate, regrowths, restore, smallest,
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
    pub use crate::types::{Plan, TypeIndex, Types, Variant, plan_of};

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

//! Looks at a specification before its first test: whether its bases run on the smallest inputs and
//! give the same result twice, whether a result equals itself, and whether any input is admitted.

use crate::run::metamorphic::attempt::run_in;
use crate::run::metamorphic::context::Context;
use crate::run::metamorphic::specification::Specification;
use crate::run::outcome::Outcome;
use crate::run::panics;
use crate::value::generate::Generator;

/// How many inputs of a sort are made.
const TRIES: u64 = 100;

/// The greatest size of these inputs.
const SIZE: u64 = 10;

/// A sort whose values are admitted or not.
pub struct Admitted {
    /// The type.
    pub sort: &'static str,
    /// The predicate.
    pub admit: &'static str,
    /// Makes an input. The context is ended if it is not admitted.
    pub make: fn(&Context, &mut Generator),
}

/// Looks at a specification. `smallest` has for each operation the smallest test of it, and `test`
/// runs a test.
///
/// # Errors
/// If the specification is wrong. The text says what to do.
pub fn examine<A>(
    specification: &'static Specification,
    smallest: &[(u16, A)],
    test: fn(&Context, &A) -> Outcome,
    admitted: &[Admitted],
) -> Result<(), String> {
    panics::install_hook();
    let outcome_of = |test: &dyn Fn(&Context) -> Outcome| {
        let examining = || Context::new(specification).examining();
        // Panics are not printed. What is left of them is not thrown here.
        panics::quietly(|| run_in(examining, test)).unwrap_or(Outcome::Discarded)
    };
    for (operation, value) in smallest {
        if let Outcome::Failed(text) = outcome_of(&|context: &Context| test(context, value)) {
            let name = specification.operation(*operation).base.name;
            return Err(format!(
                "the smallest test of `{name}` fails by its base alone: {text}\nadd `requires = \
                 CONDITION`, or an `#[equal]` for its type"
            ));
        }
    }
    for Admitted { sort, admit, make } in admitted {
        let is_refused = |seed: u64| {
            let made = |context: &Context| {
                let size = (seed % (SIZE + 1)) as u32;
                make(context, &mut Generator::seeded(seed, size));
                Outcome::Passed
            };
            outcome_of(&made) == Outcome::Discarded
        };
        if (0..TRIES).all(is_refused) {
            return Err(format!(
                "none of {TRIES} inputs of type `{sort}` is admitted by `{admit}`: all tests would \
                 be discarded; let it admit more, or write an `#[input]` that it admits"
            ));
        }
    }
    Ok(())
}

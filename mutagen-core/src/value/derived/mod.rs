//! Generating a node of a derived type, and what the engine asks of it, from what the derive says: how to
//! build a constructor from fields and how to visit the fields of a value. The numbers and the
//! combinatorics live in the type's [`Plan`]; here and in `pure`, which makes the mutants, values move.

mod pure;

use pure::incoming_value;
pub use pure::{Slot, Slots, mutate, restore};

use crate::value::generate::{Budget, Generator};
use crate::value::mutate::Mutate;
use crate::value::node::{Mutants, Node};
use crate::value::text::{Form, ParseError, Parser};
use crate::value::types::{Flow, Incoming, Plan, VariantPlan};
use crate::value::undo::UndoStack;
use std::convert::Infallible;

/// What `#[derive(Mutate)]` says of a type. Not meant to be implemented by hand.
pub trait Algebraic: Mutate + Node + Slots {
    /// Whether no constructor has a field.
    const NULLARY: bool;

    /// Which of the first 64 constructors have no field, a bit each.
    const FIELDLESS: u64;

    /// The type's plan.
    fn plan() -> &'static Plan;

    /// Builds a value with this constructor, taking its fields from `source` in order.
    ///
    /// # Errors
    /// The first error of `source`.
    fn build<S: Source>(variant: usize, source: &mut S) -> Result<Self, S::Error>;

    /// Shows the fields to `visit`, in order.
    fn visit<V: Visit>(this: &mut Self, visit: &mut V);
}

/// Where the fields of a new value come from.
pub trait Source {
    /// Why a field could not be had.
    type Error;

    /// The field at `index`, which where a new one is made has this default or else the smallest value.
    ///
    /// # Errors
    /// When the field cannot be had.
    fn field<F: Mutate>(
        &mut self,
        index: usize,
        default: Option<fn() -> F>,
    ) -> Result<F, Self::Error>;
}

/// Something done to the fields of a value.
pub trait Visit {
    /// Is shown the field at `index`.
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F);
}

/// The fields of a value that is not generated.
pub(crate) enum Fields<'s> {
    /// The smallest.
    Smallest,
    /// Those of another node, as they flow.
    Moved { undo: &'s mut UndoStack, flow: &'s Flow },
    /// Read from text; the first error.
    Read(&'s mut dyn Reader, Option<ParseError>),
}

/// Reads the fields of a constructor from text.
pub(crate) trait Reader {
    /// The text of the field at `index`; `None` if it is left out, which it may be for its default if it
    /// `has` one, and else for its smallest value.
    ///
    /// # Errors
    /// Where there should be one.
    fn open(&mut self, index: usize, has_default: bool) -> Result<Option<&mut Parser>, ParseError>;

    /// Finds the field at `index` read.
    ///
    /// # Errors
    /// Where more than the field was there.
    fn close(&mut self, index: usize) -> Result<(), ParseError>;
}

/// A field could not be read: why is kept with the reader.
pub(crate) struct Unread;

impl Source for Fields<'_> {
    type Error = Unread;
    // Once a type of fields, and not once a field.
    #[inline(never)]
    fn field<F: Mutate>(&mut self, index: usize, default: Option<fn() -> F>) -> Result<F, Unread> {
        let new = || default.map_or_else(F::smallest, |default| default());
        match self {
            Fields::Smallest => Ok(new()),
            Fields::Moved { undo, flow } => Ok(match flow.new[index] {
                Incoming::Default => new(),
                incoming => incoming_value(undo, incoming),
            }),
            Fields::Read(reader, error) => {
                let read = match reader.open(index, default.is_some()) {
                    Ok(Some(parser)) => F::parse(parser).and_then(|value| {
                        reader.close(index)?;
                        Ok(value)
                    }),
                    Ok(None) => Ok(new()),
                    Err(error) => Err(error),
                };
                read.map_err(|first| {
                    *error = Some(first);
                    Unread
                })
            }
        }
    }
}

/// A value with this constructor of fields that can be had.
fn made<T: Algebraic>(variant: usize, mut fields: Fields) -> T {
    match T::build(variant, &mut fields) {
        Ok(value) => value,
        Err(Unread) => unreachable!("only reading can fail"),
    }
}

/// A value with this constructor, read from text.
///
/// # Errors
/// The first error of a field.
pub(crate) fn read<T: Algebraic>(
    variant: usize,
    reader: &mut dyn Reader,
) -> Result<T, Option<ParseError>> {
    let mut fields = Fields::Read(reader, None);
    T::build(variant, &mut fields).map_err(|Unread| match fields {
        Fields::Read(_, error) => error,
        _ => None,
    })
}

/// The smallest value: the cheapest constructor with the smallest fields.
pub fn smallest<T: Algebraic>() -> T {
    made(T::plan().cheapest, Fields::Smallest)
}

/// A random value; see [`crate::value::generate`] for how its size is bounded.
#[inline]
pub fn generate<T: Algebraic>(generator: &mut Generator) -> T {
    let plan = T::plan();
    // What is known when the type is compiled leaves no branch here that would be hard to predict.
    if T::NULLARY {
        return made(generator.choose_constant(plan), Fields::Smallest);
    }
    let (chosen, bits) = generator.choose(plan);
    if fieldless::<T>(chosen) {
        return made(chosen, Fields::Smallest);
    }
    grown(plan, chosen, bits, generator)
}

/// A value of the constructor that was chosen, with random fields.
#[inline]
fn grown<T: Algebraic>(
    plan: &'static Plan,
    chosen: usize,
    bits: Option<u32>,
    generator: &mut Generator,
) -> T {
    struct Generating<'g> {
        generator: &'g mut Generator,
        budget: Budget,
        variant: &'static VariantPlan,
    }
    impl Source for Generating<'_> {
        type Error = Infallible;
        #[inline]
        fn field<F: Mutate>(
            &mut self,
            index: usize,
            _: Option<fn() -> F>,
        ) -> Result<F, Infallible> {
            self.budget.share(self.generator, self.variant.recurs(index));
            Ok(F::generate(self.generator))
        }
    }
    let variant = &plan.variants[chosen];
    let budget = Budget::enter(generator, variant, bits);
    let mut generating = Generating { generator, budget, variant };
    let Ok(value) = T::build(chosen, &mut generating);
    let Generating { generator, budget, .. } = generating;
    budget.leave(generator);
    value
}

/// Turns `value` into what [`generate`] would give. Where the constructor stays, or the generator has a spare
/// value of the new one, the fields are turned into others one by one, so that a box keeps its memory.
#[inline]
pub fn regenerate<T: Algebraic>(value: &mut T, generator: &mut Generator) {
    struct Regenerating<'g> {
        generator: &'g mut Generator,
        budget: Budget,
        variant: &'static VariantPlan,
    }
    impl Visit for Regenerating<'_> {
        #[inline]
        fn field<F: Mutate>(&mut self, index: usize, field: &mut F) {
            self.budget.share(self.generator, self.variant.recurs(index));
            F::regenerate(field, self.generator);
        }
    }
    let plan = T::plan();
    if T::NULLARY {
        *value = made(generator.choose_constant(plan), Fields::Smallest);
        return;
    }
    let (chosen, bits) = generator.choose(plan);
    let before = Node::constructor(value);
    let variant = &plan.variants[chosen];
    if fieldless::<T>(chosen) {
        if before == chosen && variant.bare {
            return;
        }
        let new = made(chosen, Fields::Smallest);
        if fieldless::<T>(before) {
            *value = new;
        } else {
            generator.pool.keep(plan, before, std::mem::replace(value, new));
        }
        return;
    }
    if before != chosen {
        let Some(spare) = generator.pool.take(plan, chosen) else {
            return regrow(value, plan, before, chosen, bits, generator);
        };
        let old = std::mem::replace(value, spare);
        if !fieldless::<T>(before) {
            generator.pool.keep(plan, before, old);
        }
    }
    let budget = Budget::enter(generator, variant, bits);
    let mut regenerating = Regenerating { generator, budget, variant };
    T::visit(value, &mut regenerating);
    let Regenerating { generator, budget, .. } = regenerating;
    budget.leave(generator);
}

/// The rest of [`regenerate`] where there is no spare value: seldom after the first tests.
#[cold]
#[inline(never)]
fn regrow<T: Algebraic>(
    value: &mut T,
    plan: &'static Plan,
    before: usize,
    chosen: usize,
    bits: Option<u32>,
    generator: &mut Generator,
) {
    let old = std::mem::replace(value, grown(plan, chosen, bits, generator));
    if !fieldless::<T>(before) {
        generator.pool.keep(plan, before, old);
    }
}

/// Whether a constructor is known to have no field.
#[inline(always)]
fn fieldless<T: Algebraic>(constructor: usize) -> bool {
    constructor < 64 && (T::FIELDLESS >> constructor) & 1 == 1
}

/// The mutants of a node.
pub fn mutants<T: Algebraic>(value: &T) -> Mutants {
    Mutants { pure: T::plan().pure(Node::constructor(value)), random: 0 }
}

/// How many ways there are to grow a node anew: one, if its type is recursive.
pub fn fresh_subtrees<T: Algebraic>() -> u64 {
    u64::from(T::plan().recursive)
}

/// How a node is written: its constructor and its fields.
pub fn form<T: Algebraic>(value: &T) -> Form {
    Form::Constructor(&T::plan().variants[Node::constructor(value)])
}

//! Generation of derived types and the engine's questions about their nodes, in terms of two
//! functions that the derive writes: one builds a constructor from fields, one visits the fields of
//! a value. The type's [`Plan`] has the numbers and combinations; this module only moves values,
//! and so does `pure`, which makes the mutants.

mod pure;

use pure::incoming_value;
pub use pure::{mutate, restore};

use crate::value::generate::{Budget, Generator};
use crate::value::mutate::Mutate;
use crate::value::node::{Mutants, Node, NodeKind, no_child};
use crate::value::text::{Form, ParseError, Parser};
use crate::value::types::{Flow, Incoming, Plan, VariantPlan};
use crate::value::undo::UndoStack;

/// The description of a type that `#[derive(Mutate)]` writes. Not meant to be implemented by hand.
pub trait Algebraic: Mutate + Node {
    /// Whether no constructor has a field.
    const NULLARY: bool;

    /// The constructors without fields among the first 64, one bit each.
    const FIELDLESS: u64;

    /// Whether the type has so many constructors that a function with a case for each should exist
    /// once, even if its calls are slower.
    const LARGE: bool;

    /// The type's plan.
    fn plan() -> &'static Plan;

    /// Builds a value with this constructor, taking its fields from `source` in order.
    fn build<S: Source>(variant: usize, source: &mut S) -> Self;

    /// Shows the fields to `visit`, in order.
    fn visit<V: Visit>(this: &mut Self, visit: &mut V);
}

/// The source of the fields of a new value. It has no error: one per field would be most of what
/// the compiler has to do for a type.
pub trait Source {
    /// The field at `index`. A new field has `default`, or the smallest value if there is no
    /// default.
    fn field<F: Mutate>(&mut self, index: usize, default: Option<fn() -> F>) -> F;
}

/// An operation on the fields of a value.
pub trait Visit {
    /// Called with the field at `index`.
    fn field<F: Mutate>(&mut self, index: usize, field: &mut F);
}

/// The sources of fields, except generation.
pub(crate) enum Fields<'s> {
    /// The smallest values.
    Smallest,
    /// The fields of another node, moved by a flow.
    Moved { undo: &'s mut UndoStack, flow: &'s Flow },
    /// Fields read from text, with the first error. The fields after it are the smallest values.
    Read(&'s mut dyn Reader, &'s mut Option<ParseError>),
}

/// Reads the fields of a constructor from text.
pub(crate) trait Reader {
    /// The parser of the field at `index`; `None` if the text leaves the field out. The field then
    /// gets its default, which it has if `has_default`, or its smallest value.
    ///
    /// # Errors
    /// If the field is missing and must be there.
    fn open(&mut self, index: usize, has_default: bool) -> Result<Option<&mut Parser>, ParseError>;

    /// Checks that the field at `index` is read to its end.
    ///
    /// # Errors
    /// If tokens are left after the field.
    fn close(&mut self, index: usize) -> Result<(), ParseError>;
}

impl Source for Fields<'_> {
    // A separate function, so that it is compiled once per type of a field and not once per field.
    #[inline(never)]
    fn field<F: Mutate>(&mut self, index: usize, default: Option<fn() -> F>) -> F {
        let read = match self {
            Fields::Moved { undo, flow } => match flow.new[index] {
                Incoming::Default => None,
                incoming => return incoming_value(undo, incoming),
            },
            Fields::Read(reader, error) if error.is_none() => {
                match read_field(*reader, index, default.is_some()) {
                    Ok(read) => read,
                    Err(first) => {
                        **error = Some(first);
                        None
                    }
                }
            }
            Fields::Smallest | Fields::Read(..) => None,
        };
        match (read, default) {
            (Some(read), _) => read,
            (None, Some(default)) => default(),
            (None, None) => F::smallest(),
        }
    }
}

/// A value of this constructor.
#[inline(never)]
fn made<T: Algebraic>(variant: usize, mut fields: Fields) -> T {
    T::build(variant, &mut fields)
}

/// The field at `index`, or `None` if the text leaves it out.
///
/// # Errors
/// If the field must be there, or is not a value of its type.
fn read_field<F: Mutate>(
    reader: &mut dyn Reader,
    index: usize,
    has_default: bool,
) -> Result<Option<F>, ParseError> {
    let Some(parser) = reader.open(index, has_default)? else { return Ok(None) };
    let value = F::parse(parser)?;
    reader.close(index)?;
    Ok(Some(value))
}

/// Builds a constructor without fields that the engine sees, as [`fieldless`] says. Half of the
/// nodes of a tree have none, so a source of its own leaves nothing but the constructor.
#[inline]
fn constant<T: Algebraic>(variant: usize) -> T {
    struct NoField;
    impl Source for NoField {
        #[inline]
        fn field<F: Mutate>(&mut self, index: usize, _: Option<fn() -> F>) -> F {
            no_child(index)
        }
    }
    if T::LARGE { made(variant, Fields::Smallest) } else { T::build(variant, &mut NoField) }
}

/// Builds a value of this constructor from text.
///
/// # Errors
/// The first error of a field.
pub(crate) fn read<T: Algebraic>(variant: usize, reader: &mut dyn Reader) -> Result<T, ParseError> {
    let mut error = None;
    let value = made(variant, Fields::Read(reader, &mut error));
    error.map_or(Ok(value), Err)
}

/// The smallest value: the cheapest constructor with the smallest fields.
pub fn smallest<T: Algebraic>() -> T {
    made(T::plan().cheapest, Fields::Smallest)
}

/// The value of this constructor with the smallest fields.
pub fn smallest_of<T: Algebraic>(constructor: usize) -> T {
    made(constructor, Fields::Smallest)
}

/// A random value; [`crate::value::generate`] explains how its size is bounded.
#[inline]
pub fn generate<T: Algebraic>(generator: &mut Generator) -> T {
    let plan = T::plan();
    // These conditions are known at compile time, which leaves no unpredictable branch here.
    if T::NULLARY {
        return constant(generator.choose_constant(plan));
    }
    let (chosen, bits) = generator.choose(plan);
    if fieldless::<T>(chosen) {
        return constant(chosen);
    }
    grown(plan, chosen, bits, generator)
}

/// A value of the chosen constructor, with random fields.
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
        #[inline]
        fn field<F: Mutate>(&mut self, index: usize, _: Option<fn() -> F>) -> F {
            self.budget.share(self.generator, self.variant.recurs(index));
            F::generate(self.generator)
        }
    }
    let variant = &plan.variants[chosen];
    let budget = Budget::enter(generator, variant, bits);
    let mut generating = Generating { generator, budget, variant };
    let value = T::build(chosen, &mut generating);
    let Generating { generator, budget, .. } = generating;
    budget.leave(generator);
    value
}

/// Turns `value` into the value that [`generate`] would give. If the constructor stays, or the
/// generator has a spare value of the new constructor, each field is regenerated in place, so that
/// a box keeps its memory.
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
        *value = constant(generator.choose_constant(plan));
        return;
    }
    let (chosen, bits) = generator.choose(plan);
    let before = Node::constructor(value);
    let variant = &plan.variants[chosen];
    if fieldless::<T>(chosen) {
        if before == chosen && variant.bare {
            return;
        }
        let new = constant(chosen);
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

/// The rest of [`regenerate`] without a spare value: rare after the first tests.
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

/// Whether a constructor is known to have no fields.
#[inline(always)]
fn fieldless<T: Algebraic>(constructor: usize) -> bool {
    constructor < 64 && (T::FIELDLESS >> constructor) & 1 == 1
}

/// [`Node::descend`] from a field. The type of its node is known, so a level is a direct call.
#[inline]
pub fn descend<'v, F: Mutate>(field: &'v mut F, path: &[u32]) -> &'v mut dyn Node {
    F::node_mut(field).descend(path)
}

/// [`Mutate::node`], compiled once per type of a field.
#[inline(never)]
pub fn node_apart<F: Mutate>(field: &F) -> &dyn Node {
    F::node(field)
}

/// [`descend`], compiled once per type of a field.
#[inline(never)]
pub fn descend_apart<'v, F: Mutate>(field: &'v mut F, path: &[u32]) -> &'v mut dyn Node {
    descend(field, path)
}

/// A copy of a field. If it cannot be copied, it is the smallest value, and `all` becomes `false`.
#[inline]
pub fn copied<F: Mutate>(field: &F, all: &mut bool) -> F {
    match F::copy(field) {
        Some(copy) => copy,
        None => {
            *all = false;
            F::smallest()
        }
    }
}

/// [`copied`], compiled once per type of a field.
#[inline(never)]
pub fn copied_apart<F: Mutate>(field: &F, all: &mut bool) -> F {
    copied(field, all)
}

/// The kind of a node.
pub fn kind<T: Algebraic>(value: &T) -> NodeKind {
    if value.children() == 0 { NodeKind::Nullary } else { NodeKind::Other }
}

/// The mutants of a node.
pub fn mutants<T: Algebraic>(value: &T) -> Mutants {
    Mutants { pure: T::plan().pure(Node::constructor(value)), random: 0 }
}

/// The number of ways to regrow a node: 1 if its type is recursive, otherwise 0.
pub fn fresh_subtrees<T: Algebraic>() -> u64 {
    u64::from(T::plan().recursive)
}

/// The text form of a node: its constructor and its fields.
pub fn form<T: Algebraic>(value: &T) -> Form {
    Form::Constructor(&T::plan().variants[Node::constructor(value)])
}

//! Fields with rules of their own: what `#[mutate(range = …)]`, `with` and `max_len` on a field stand
//! for. The derive sees such a field as [`Under`] a [`Policy`], a type that is not there at run time:
//! the user's struct keeps its plain field.

mod longest;
mod ranged;
mod with;

pub use longest::{Cut, MaxLen};
pub use ranged::{Bounds, InRange, Ranged};
pub use with::{By, With};

use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::{Kind, Mutants, Mutate, Node, no_child};
use crate::value::text::{Form, ParseError, Parser};
use crate::value::types::{TypeIndex, Types};
use ref_cast::RefCast;
use std::marker::PhantomData;

/// A value whose generator and mutants are those of a policy.
#[derive(RefCast)]
#[repr(transparent)]
pub struct Under<F, P>(pub F, PhantomData<P>);

impl<F, P> Under<F, P> {
    /// Puts a value under the policy.
    pub fn new(value: F) -> Under<F, P> {
        Under(value, PhantomData)
    }
}

/// Sees a field as under a policy.
pub fn under<F, P>(value: &F) -> &Under<F, P> {
    Under::ref_cast(value)
}

/// [`under`], mutable.
pub fn under_mut<F, P>(value: &mut F) -> &mut Under<F, P> {
    Under::ref_cast_mut(value)
}

/// How values of a field are made and mutated: [`Mutate`], for a type that need not implement it. The
/// defaults are those of an opaque value.
pub trait Policy<F: 'static>: 'static {
    /// See [`Mutate::smallest`].
    fn smallest() -> F;
    /// See [`Mutate::generate`].
    fn generate(generator: &mut Generator) -> F;
    /// See [`Mutate::copy`].
    fn copy(value: &F) -> Option<F>;
    /// See [`Mutate::form`].
    fn form(value: &F) -> Form;
    /// See [`Mutate::parse`].
    ///
    /// # Errors
    /// Where the text is not one of a value.
    fn parse(parser: &mut Parser) -> Result<F, ParseError>;
    /// See [`Mutate::mutants`].
    fn mutants(value: &F) -> Mutants;
    /// See [`Mutate::mutate`].
    fn mutate(value: &mut F, mutant: u64, context: &mut Context);
    /// See [`Mutate::restore`].
    fn restore(value: &mut F, mutant: u64, context: &mut Context) {
        let _ = mutant;
        *value = context.undo.pop();
    }
    /// See [`Mutate::kind`].
    fn kind(value: &F) -> Kind {
        let _ = value;
        Kind::Other
    }
    /// See [`Mutate::fingerprint`].
    fn fingerprint(value: &F) -> u64 {
        let _ = value;
        0
    }
    /// The type of what is under the policy, if the engine may know of it: so that recursion through
    /// the field is seen, and a cell in it. The default is none.
    fn parts() -> Option<fn(&mut Types) -> TypeIndex> {
        None
    }
    /// The node that lends its children, if it has any.
    fn inner(value: &F) -> Option<&dyn Node> {
        let _ = value;
        None
    }
    /// [`Policy::inner`], mutable.
    fn inner_mut(value: &mut F) -> Option<&mut dyn Node> {
        let _ = value;
        None
    }
}

impl<F: 'static, P: Policy<F>> Mutate for Under<F, P> {
    fn smallest() -> Self {
        Under::new(P::smallest())
    }
    fn generate(generator: &mut Generator) -> Self {
        Under::new(P::generate(generator))
    }
    fn describe(types: &mut Types) -> TypeIndex {
        match P::parts() {
            Some(parts) => types.repeated::<Self>(1, parts),
            None => types.opaque::<Self>(),
        }
    }
    fn copy(this: &Self) -> Option<Self> {
        P::copy(&this.0).map(Under::new)
    }
    fn form(this: &Self) -> Form {
        P::form(&this.0)
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        P::parse(parser).map(Under::new)
    }
    fn kind(this: &Self) -> Kind {
        P::kind(&this.0)
    }
    fn fingerprint(this: &Self) -> u64 {
        P::fingerprint(&this.0)
    }
    fn children(this: &Self) -> usize {
        P::inner(&this.0).map_or(0, <dyn Node>::children)
    }
    fn child(this: &Self, index: usize) -> &dyn Node {
        P::inner(&this.0).map_or_else(|| no_child(index), |inner| inner.child(index))
    }
    fn child_mut(this: &mut Self, index: usize) -> &mut dyn Node {
        P::inner_mut(&mut this.0).map_or_else(|| no_child(index), |inner| inner.child_mut(index))
    }
    fn all_children<'v>(this: &'v Self, into: &mut Vec<&'v dyn Node>) {
        if let Some(inner) = P::inner(&this.0) {
            inner.all_children(into);
        }
    }
    fn key_count(this: &Self) -> usize {
        P::inner(&this.0).map_or(0, <dyn Node>::key_count)
    }
    fn key_at(this: &Self, index: usize) -> &dyn Node {
        P::inner(&this.0).map_or_else(|| no_child(index), |inner| inner.key_at(index))
    }
    fn all_keys<'v>(this: &'v Self, into: &mut Vec<&'v dyn Node>) {
        if let Some(inner) = P::inner(&this.0) {
            inner.all_keys(into);
        }
    }
    fn edit_keys(this: &mut Self, change: &mut dyn FnMut(&mut dyn Node)) {
        if let Some(inner) = P::inner_mut(&mut this.0) {
            inner.edit_keys(change);
        }
    }
    fn mutants(this: &Self) -> Mutants {
        P::mutants(&this.0)
    }
    fn mutate(this: &mut Self, mutant: u64, context: &mut Context) {
        P::mutate(&mut this.0, mutant, context);
    }
    fn restore(this: &mut Self, mutant: u64, context: &mut Context) {
        P::restore(&mut this.0, mutant, context);
    }
}

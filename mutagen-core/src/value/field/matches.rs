//! `#[mutate(regex = "…")]`: a text or a sequence of bytes that matches an expression as a whole.
//! It is generated and mutated inside the language of the expression. An edit that leaves the
//! language does not apply.

use super::WithPolicy;
use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::language::Language;
use crate::value::mutate::Mutate;
use crate::value::node::{Mutants, Node, NodeKind, own_node};
use crate::value::seed::scramble;
use crate::value::text::{Form, ParseError, Parser, print};
use std::marker::PhantomData;

/// The expressions of texts: they match characters.
pub struct OfText;

/// The expressions of sequences of bytes.
pub struct OfBytes;

/// A type that can use `regex` with expressions of this kind. Texts and sequences implement it in
/// their own files.
#[diagnostic::on_unimplemented(
    message = "`regex` cannot be used on a `{Self}`",
    label = "this field is no text and no sequence of bytes, or an alias hides that it is one",
    note = "`regex` is for `String` and `Vec<u8>`, and for `str` and `[u8]` in `Box`, `Rc`, `Arc` \
            or `Cow`"
)]
pub trait Matched<Kind>: Mutate {
    /// The bytes of the value.
    fn as_bytes(&self) -> &[u8];
    /// The value with these bytes, or a similar one if there is none.
    fn of_bytes(bytes: Vec<u8>) -> Self;
}

/// How the values of a type are made of bytes.
pub struct Access<F> {
    as_bytes: fn(&F) -> &[u8],
    of_bytes: fn(Vec<u8>) -> F,
}

impl<F> Access<F> {
    /// The functions of [`Matched`].
    pub const fn of<Kind>() -> Access<F>
    where
        F: Matched<Kind>,
    {
        Access { as_bytes: F::as_bytes, of_bytes: F::of_bytes }
    }
}

/// The expression of a field, as the derive writes it.
pub trait Expression<F>: 'static {
    /// The functions of the field's type. They are named only here, so that a wrong type is one
    /// error.
    const ACCESS: Access<F>;
    /// The greatest length of a value.
    const LONGEST: usize;
    /// The texts that match.
    fn language() -> &'static Language;
}

/// The policy of a field with an expression.
pub struct Matches<E>(PhantomData<E>);

impl<F: Mutate, E: Expression<F>> WithPolicy<F, Matches<E>> {
    fn of(bytes: Vec<u8>) -> Self {
        WithPolicy::new((E::ACCESS.of_bytes)(bytes))
    }

    fn bytes(&self) -> &[u8] {
        (E::ACCESS.as_bytes)(&self.0)
    }
}

impl<F: Mutate, E: Expression<F>> Mutate for WithPolicy<F, Matches<E>> {
    fn smallest() -> Self {
        Self::of(E::language().smallest())
    }
    fn generate(generator: &mut Generator) -> Self {
        Self::of(E::language().generate(E::LONGEST, generator))
    }
    fn copy(this: &Self) -> Option<Self> {
        F::copy(&this.0).map(WithPolicy::new)
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        let value = WithPolicy::new(F::parse(parser)?);
        let language = E::language();
        if language.length(value.bytes()) > E::LONGEST {
            return parser.accept(None, format!("at most {} elements", E::LONGEST));
        }
        let found = language.matches(value.bytes()).then_some(value);
        parser.accept(found, format!("a value that matches `{}`", language.expression))
    }
    own_node!();
}

impl<F: Mutate, E: Expression<F>> Node for WithPolicy<F, Matches<E>> {
    fn kind(&self) -> NodeKind {
        NodeKind::Text
    }
    fn has_language(&self) -> bool {
        true
    }
    fn accepts_text(&self, text: &[u8]) -> bool {
        E::language().has(text, E::LONGEST)
    }
    fn text(&self, into: &mut Vec<u8>) {
        into.extend_from_slice(self.bytes());
    }
    fn text_length(&self) -> usize {
        self.bytes().len()
    }
    fn set_text(&mut self, text: &[u8]) {
        *self = Self::of(text.to_vec());
    }
    fn form(&self) -> Form {
        Form::Atom(print(F::node(&self.0)))
    }
    fn fingerprint(&self) -> u64 {
        let bytes = self.bytes();
        bytes.iter().fold(bytes.len() as u64, |hash, byte| scramble(hash ^ u64::from(*byte)))
    }
    fn mutants(&self) -> Mutants {
        Mutants { pure: 0, random: E::language().mutants(self.bytes().len()) }
    }
    fn mutate(&mut self, _: u64, context: &mut Context) {
        const TRIES: u64 = 8;
        let (language, text) = (E::language(), self.bytes());
        let draw = |context: &mut Context| language.mutant(text, E::LONGEST, context.generator());
        let new = context.attempts(TRIES, draw);
        // Nearly always there is a mutant. If not, one repeated test does no harm.
        let new = new.unwrap_or_else(|| language.generate(E::LONGEST, context.generator()));
        context.undo.push(std::mem::replace(self, Self::of(new)));
    }
}

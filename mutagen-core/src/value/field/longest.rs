//! `#[mutate(max_len = n)]`: a sequence, map, set or text that never gets longer. What is generated is cut,
//! and so is a mutant that would be longer: its last elements are left out.

use super::Policy;
use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::{Mutants, Mutate, Node};
use crate::value::text::{Form, ParseError, Parser};
use crate::value::types::{TypeIndex, Types};

/// A type that `max_len` can be used on. For containers it is implemented where they are.
#[diagnostic::on_unimplemented(
    message = "`max_len` cannot be used on a `{Self}`",
    label = "this field has no length",
    note = "`max_len` is for sequences such as `Vec`, maps, sets and texts"
)]
pub trait Cut: Mutate {
    /// The number of elements; of a text, of characters.
    fn length(&self) -> usize;
    /// Cuts off and gives what comes after the first `length` elements.
    fn cut(&mut self, length: usize) -> Self;
    /// Puts back what was cut off.
    fn join(&mut self, end: Self);
}

impl Cut for String {
    fn length(&self) -> usize {
        self.chars().count()
    }
    fn cut(&mut self, length: usize) -> Self {
        let at = self.char_indices().nth(length).map_or(self.len(), |(at, _)| at);
        self.split_off(at)
    }
    fn join(&mut self, end: Self) {
        self.push_str(&end);
    }
}

/// The policy of a field with a greatest length.
pub struct MaxLen<const N: usize>;

impl<F: Cut, const N: usize> Policy<F> for MaxLen<N> {
    fn smallest() -> F {
        F::smallest()
    }
    fn generate(generator: &mut Generator) -> F {
        let mut value = F::generate(generator);
        if value.length() > N {
            value.cut(N);
        }
        value
    }
    fn copy(value: &F) -> Option<F> {
        Mutate::copy(value)
    }
    fn form(value: &F) -> Form {
        value.form()
    }
    fn parse(parser: &mut Parser) -> Result<F, ParseError> {
        let value = F::parse(parser)?;
        if value.length() <= N {
            return Ok(value);
        }
        parser.back();
        Err(parser.expected(format!("at most {N} elements")))
    }
    fn mutants(value: &F) -> Mutants {
        value.mutants()
    }
    fn mutate(value: &mut F, mutant: u64, context: &mut Context) {
        value.mutate(mutant, context);
        let long = value.length() > N;
        if long {
            let end = value.cut(N);
            context.undo.push(end);
        }
        context.undo.push_word(u64::from(long));
    }
    fn restore(value: &mut F, mutant: u64, context: &mut Context) {
        if context.undo.pop_word() == 1 {
            value.join(context.undo.pop());
        }
        value.restore(mutant, context);
    }
    fn fingerprint(value: &F) -> u64 {
        value.fingerprint()
    }
    fn parts() -> Option<fn(&mut Types) -> TypeIndex> {
        Some(F::describe)
    }
    fn inner(value: &F) -> Option<&dyn Node> {
        Some(value)
    }
    fn inner_mut(value: &mut F) -> Option<&mut dyn Node> {
        Some(value)
    }
}

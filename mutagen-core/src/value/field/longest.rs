//! `#[mutate(max_len = n)]`: a sequence, map, set or text of bounded length. Generated values and
//! mutants that are longer lose their last elements. The bound may be an expression; it must have
//! the same value throughout a process, or addresses would name other tests.

use super::WithPolicy;
use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::{Content, Mutants, Node, NodeKind, forward_node, own_node};
use crate::value::text::{ParseError, Parser};
use crate::value::types::{TypeIndex, Types};
use std::marker::PhantomData;

/// A type that can use `max_len`. Containers implement it in their own files.
#[diagnostic::on_unimplemented(
    message = "`max_len` cannot be used on a `{Self}`",
    label = "this field has no length",
    note = "`max_len` is for sequences such as `Vec`, maps, sets and texts"
)]
pub trait Cut: Mutate + Node {
    /// The number of elements; for a text, of characters.
    fn length(&self) -> usize;
    /// Cuts off and returns the elements after the first `length`, in any order.
    ///
    /// # Panics
    /// May panic if there are fewer elements.
    fn cut(&mut self, length: usize) -> Self;
    /// Puts back the elements that [`Cut::cut`] returned.
    fn join(&mut self, end: Self);
}

/// The greatest length of a field, as the derive writes it.
pub trait Longest: 'static {
    /// The greatest number of elements; for a text, of characters.
    fn longest() -> usize;
}

/// The policy of a field with a greatest length.
pub struct MaxLen<L>(PhantomData<L>);

/// Cuts off and returns what is too long.
fn cut<F: Cut, L: Longest>(value: &mut F) -> Option<F> {
    let longest = L::longest();
    (value.length() > longest).then(|| value.cut(longest))
}

impl<F: Cut, L: Longest> Mutate for WithPolicy<F, MaxLen<L>> {
    fn smallest() -> Self {
        WithPolicy::new(F::smallest())
    }
    fn generate(generator: &mut Generator) -> Self {
        let mut value = F::generate(generator);
        cut::<F, L>(&mut value);
        WithPolicy::new(value)
    }
    fn describe(types: &mut Types) -> TypeIndex {
        types.repeated::<Self>(1, F::describe)
    }
    fn copy(this: &Self) -> Option<Self> {
        F::copy(&this.0).map(WithPolicy::new)
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        let value = F::parse(parser)?;
        let longest = L::longest();
        let short = (value.length() <= longest).then_some(value);
        parser.accept(short.map(WithPolicy::new), format!("at most {longest} elements"))
    }
    own_node!();
}

impl<F: Cut, L: Longest> Content for WithPolicy<F, MaxLen<L>> {
    fn content(&self) -> Option<&dyn Node> {
        Some(&self.0)
    }
    fn content_mut(&mut self) -> Option<&mut dyn Node> {
        Some(&mut self.0)
    }
}

impl<F: Cut, L: Longest> Node for WithPolicy<F, MaxLen<L>> {
    forward_node!(children keys edit_keys form fingerprint text);

    fn kind(&self) -> NodeKind {
        match self.0.kind() {
            NodeKind::Text => NodeKind::Text,
            _ => NodeKind::Other,
        }
    }
    fn set_text(&mut self, text: &[u8]) {
        self.0.set_text(text);
        cut::<F, L>(&mut self.0);
    }

    fn arrange(&mut self, order: &[usize]) -> bool {
        self.0.arrange(order)
    }
    fn append(&mut self, other: &mut dyn Node) -> bool {
        let Some(other) = other.downcast_mut::<Self>() else { return false };
        let is_short = self.0.length() + other.0.length() <= L::longest();
        is_short && self.0.append(&mut other.0)
    }

    fn mutants(&self) -> Mutants {
        self.0.mutants()
    }
    fn mutate(&mut self, mutant: u64, context: &mut Context) {
        self.0.mutate(mutant, context);
        let end = cut::<F, L>(&mut self.0);
        let long = end.is_some();
        if let Some(end) = end {
            context.undo.push(end);
        }
        context.undo.push_word(u64::from(long));
    }
    fn restore(&mut self, mutant: u64, context: &mut Context) {
        if context.undo.pop_word() == 1 {
            self.0.join(context.undo.pop());
        }
        self.0.restore(mutant, context);
    }
}

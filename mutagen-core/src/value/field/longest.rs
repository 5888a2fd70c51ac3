//! `#[mutate(max_len = n)]`: a sequence, map, set or text of bounded length. Generated values and
//! mutants that are longer lose their last elements.

use super::WithPolicy;
use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::{Content, Mutants, Node, NodeKind, forward_node, own_node};
use crate::value::text::{ParseError, Parser};
use crate::value::types::{TypeIndex, Types};

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

/// The policy of a field with a maximal length.
pub struct MaxLen<const N: usize>;

impl<F: Cut, const N: usize> Mutate for WithPolicy<F, MaxLen<N>> {
    fn smallest() -> Self {
        WithPolicy::new(F::smallest())
    }
    fn generate(generator: &mut Generator) -> Self {
        let mut value = F::generate(generator);
        if value.length() > N {
            value.cut(N);
        }
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
        let short = (value.length() <= N).then_some(value);
        parser.accept(short.map(WithPolicy::new), format!("at most {N} elements"))
    }
    own_node!();
}

impl<F: Cut, const N: usize> Content for WithPolicy<F, MaxLen<N>> {
    fn content(&self) -> Option<&dyn Node> {
        Some(&self.0)
    }
    fn content_mut(&mut self) -> Option<&mut dyn Node> {
        Some(&mut self.0)
    }
}

impl<F: Cut, const N: usize> Node for WithPolicy<F, MaxLen<N>> {
    forward_node!(children keys edit_keys form fingerprint text);

    fn kind(&self) -> NodeKind {
        match self.0.kind() {
            NodeKind::Text => NodeKind::Text,
            _ => NodeKind::Other,
        }
    }
    fn set_text(&mut self, text: &[u8]) {
        self.0.set_text(text);
        if self.0.length() > N {
            self.0.cut(N);
        }
    }

    fn arrange(&mut self, order: &[usize]) -> bool {
        self.0.arrange(order)
    }
    fn append(&mut self, other: &mut dyn Node) -> bool {
        let Some(other) = other.downcast_mut::<Self>() else { return false };
        let is_short = self.0.length() + other.0.length() <= N;
        is_short && self.0.append(&mut other.0)
    }

    fn mutants(&self) -> Mutants {
        self.0.mutants()
    }
    fn mutate(&mut self, mutant: u64, context: &mut Context) {
        self.0.mutate(mutant, context);
        let long = self.0.length() > N;
        if long {
            let end = self.0.cut(N);
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

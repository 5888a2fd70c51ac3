//! `#[mutate(with = Type)]`: a field whose values come from a type of the user's, because the
//! field's type has no `Mutate` or the derived one is not wanted.

use super::WithPolicy;
use crate::value::context::Context;
use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::{Mutants, Node, own_node};
use crate::value::text::{Form, ParseError, Parser};
use std::marker::PhantomData;

/// Makes and mutates values of a type for a field: `#[mutate(with = ThisType)]`.
///
/// ```
/// use mutagen_core::{Generator, Mutate, With};
/// use std::net::Ipv4Addr;
///
/// struct Local;
///
/// impl With<Ipv4Addr> for Local {
///     fn smallest() -> Ipv4Addr {
///         Ipv4Addr::LOCALHOST
///     }
///     fn generate(generator: &mut Generator) -> Ipv4Addr {
///         Ipv4Addr::new(127, 0, 0, generator.number(1, 254) as u8)
///     }
/// }
///
/// #[derive(Debug, Mutate)]
/// struct Server {
///     #[mutate(with = Local)]
///     address: Ipv4Addr,
///     port: u16,
/// }
/// assert_eq!(Server::smallest().address, Ipv4Addr::LOCALHOST);
/// ```
///
/// Mark a field that holds a cell, a lock or an atomic with `#[mutate(with = Type, cell)]`. A
/// property then runs on copies, made by [`With::copy`], so that its changes do not reach the next
/// test.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how values of type `{F}` are made",
    label = "this type needs `With<{F}>`",
    note = "implement `mutagen_core::With` for it: two functions are enough"
)]
pub trait With<F>: 'static {
    /// The smallest value.
    fn smallest() -> F;

    /// A random value.
    fn generate(generator: &mut Generator) -> F;

    /// The pure mutants of a value. The default has none. In any case, a freshly generated value is
    /// a random mutant.
    fn mutants(value: &F) -> Vec<F> {
        let _ = value;
        Vec::new()
    }

    /// A copy of a value. The default is `None`. The engine then rebuilds a test from its address
    /// if it needs a second one.
    fn copy(value: &F) -> Option<F> {
        let _ = value;
        None
    }

    /// The text of a value, written as a literal between double quotes. The default is `None`.
    fn print(value: &F) -> Option<String> {
        let _ = value;
        None
    }

    /// Parses a text that [`With::print`] wrote. The default is `None`.
    fn parse(text: &str) -> Option<F> {
        let _ = text;
        None
    }
}

/// The policy of a field with a [`With`].
pub struct UserPolicy<W>(PhantomData<W>);

impl<F: 'static, W: With<F>> Mutate for WithPolicy<F, UserPolicy<W>> {
    fn smallest() -> Self {
        WithPolicy::new(W::smallest())
    }
    fn generate(generator: &mut Generator) -> Self {
        WithPolicy::new(W::generate(generator))
    }
    fn copy(this: &Self) -> Option<Self> {
        W::copy(&this.0).map(WithPolicy::new)
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        let text = String::parse(parser)?;
        let value = W::parse(&text).map(WithPolicy::new);
        parser.accept(value, format!("a text that `{}` reads", std::any::type_name::<W>()))
    }
    own_node!();
}

impl<F: 'static, W: With<F>> Node for WithPolicy<F, UserPolicy<W>> {
    fn form(&self) -> Form {
        W::print(&self.0).map_or(Form::Opaque, |text| Form::Atom(format!("{text:?}")))
    }
    fn fingerprint(&self) -> u64 {
        W::print(&self.0).map_or(0, |text| text.fingerprint())
    }
    fn mutants(&self) -> Mutants {
        Mutants { pure: W::mutants(&self.0).len() as u64, random: 1 }
    }
    fn mutate(&mut self, mutant: u64, context: &mut Context) {
        let pure =
            usize::try_from(mutant).ok().and_then(|at| W::mutants(&self.0).into_iter().nth(at));
        let new = pure.unwrap_or_else(|| W::generate(context.generator()));
        context.undo.push(std::mem::replace(self, WithPolicy::new(new)));
    }
}

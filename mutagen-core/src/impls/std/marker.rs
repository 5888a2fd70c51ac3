//! `PhantomData`: a single constructor without fields, and therefore without mutants.

use crate::value::generate::Generator;
use crate::value::mutate::Mutate;
use crate::value::node::{Mutants, Node, NodeKind, own_node};
use crate::value::text::{Form, ParseError, Parser};
use crate::value::types::{TypeIndex, Types, Variant};
use std::marker::PhantomData;

const NAME: &str = "PhantomData";

// `foreign!` is not used here, because it would require `Mutate` of `T`.
impl<T: ?Sized + 'static> Mutate for PhantomData<T> {
    fn smallest() -> Self {
        PhantomData
    }
    fn generate(_: &mut Generator) -> Self {
        PhantomData
    }
    fn describe(types: &mut Types) -> TypeIndex {
        types.variants::<Self>(|_| vec![Variant::new(NAME)])
    }
    fn copy(_: &Self) -> Option<Self> {
        Some(PhantomData)
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        let Some(name) = parser.name() else { return Err(parser.expected("`PhantomData`")) };
        parser.accept((name == NAME).then_some(PhantomData), "`PhantomData`")
    }
    own_node!();
}

impl<T: ?Sized + 'static> Node for PhantomData<T> {
    fn kind(&self) -> NodeKind {
        NodeKind::Nullary
    }
    fn mutants(&self) -> Mutants {
        Mutants::default()
    }
    fn form(&self) -> Form {
        Form::Atom(NAME.to_owned())
    }
}

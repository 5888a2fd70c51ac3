//! `PhantomData`: a constructor without fields, of which there is one, and so without mutants.

use crate::value::generate::Generator;
use crate::value::mutate::{Kind, Mutants, Mutate};
use crate::value::text::{Form, ParseError, Parser};
use crate::value::types::{TypeIndex, Types, Variant};
use std::marker::PhantomData;

const NAME: &str = "PhantomData";

// Not by `foreign!`, which would ask for a `Mutate` of what is not there.
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
    fn kind(_: &Self) -> Kind {
        Kind::Nullary
    }
    fn mutants(_: &Self) -> Mutants {
        Mutants::default()
    }
    fn form(_: &Self) -> Form {
        Form::Atom(NAME.to_owned())
    }
    fn parse(parser: &mut Parser) -> Result<Self, ParseError> {
        match parser.name() {
            Some(name) if name == NAME => Ok(PhantomData),
            found => {
                if found.is_some() {
                    parser.back();
                }
                Err(parser.expected("`PhantomData`"))
            }
        }
    }
}

//! The code shared by types that are filled at most once, behind a shared reference. Such a type is
//! mutated as an `Option`: emptied, or filled with the smallest content. The content is a child
//! node, and the value is printed as an `Option`.

use super::elements::Elements;
use crate::value::derived::Algebraic;
use crate::value::{
    Context, Form, Generator, Mutants, Mutate, NodeKind, ParseError, Parser, TypeIndex, Types,
};

/// A type that is filled at most once. The content is its only element.
pub(in crate::impls) trait Once: Mutate + Elements {
    /// A value with this content.
    fn of(content: Option<Self::Element>) -> Self;
    /// Takes the content out.
    fn take(&mut self) -> Option<Self::Element>;
}

pub(in crate::impls) fn smallest<T: Once>() -> T {
    T::of(None)
}

pub(in crate::impls) fn generate<T: Once>(generator: &mut Generator) -> T {
    T::of(Mutate::generate(generator))
}

pub(in crate::impls) fn describe<T: Once>(types: &mut Types) -> TypeIndex {
    let ty = types.sequence::<T>(Option::<T::Element>::describe);
    types.interior(ty)
}

pub(in crate::impls) fn copy<T: Once>(value: &T) -> Option<T> {
    let content: Option<Vec<T::Element>> = value.elements().map(Mutate::copy).collect();
    content.map(|mut content| T::of(content.pop()))
}

pub(in crate::impls) fn parse<T: Once>(parser: &mut Parser) -> Result<T, ParseError> {
    Mutate::parse(parser).map(T::of)
}

pub(in crate::impls) fn form<T: Once>(value: &T) -> Form {
    Form::Constructor(&Option::<T::Element>::plan().variants[constructor(value)])
}

pub(in crate::impls) fn kind<T: Once>(value: &T) -> NodeKind {
    if constructor(value) == 0 { NodeKind::Nullary } else { NodeKind::Other }
}

pub(in crate::impls) fn constructor<T: Once>(value: &T) -> usize {
    value.elements().len()
}

pub(in crate::impls) fn mutants<T: Once>(_: &T) -> Mutants {
    Mutants { pure: 1, random: 0 }
}

pub(in crate::impls) fn mutate<T: Once>(value: &mut T, _: u64, context: &mut Context) {
    match value.take() {
        None => *value = T::of(Some(T::Element::smallest())),
        Some(content) => context.undo.push(content),
    }
}

pub(in crate::impls) fn restore<T: Once>(value: &mut T, _: u64, context: &mut Context) {
    if value.take().is_none() {
        *value = T::of(Some(context.undo.pop()));
    }
}

/// `Mutate` for a type that is filled at most once, by its name.
macro_rules! once {
    ($name:ident) => {
        impl<T: Mutate> $crate::impls::by_shape::once::Once for $name<T> {
            fn of(content: Option<T>) -> Self {
                content.map_or_else($name::new, $name::from)
            }
            fn take(&mut self) -> Option<T> {
                $name::take(self)
            }
        }

        $crate::impls::by_shape::elements::elements!(
            [T: Mutate] $name<T>, T,
            |once| once.get().into_iter(), |once| once.get_mut().into_iter()
        );

        impl<T: Mutate> Mutate for $name<T> {
            $crate::impls::by_shape::by_shape!(
                (impls::by_shape::once) smallest generate describe copy parse
            );
            $crate::value::node::own_node!();
        }

        impl<T: Mutate> $crate::value::node::Node for $name<T> {
            $crate::impls::by_shape::by_shape!((impls::by_shape::elements) children descend);
            $crate::impls::by_shape::by_shape!(
                (impls::by_shape::once) form kind constructor mutants mutate restore
            );
        }
    };
}

pub(in crate::impls) use once;

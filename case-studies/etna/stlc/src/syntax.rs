//! Types and terms with de Bruijn indices, as plain recursive enums that a user would write.
#![cfg_attr(
    any(feature = "arbitrary", feature = "bolero", feature = "crabcheck"),
    allow(unused_qualifications, reason = "their derives name in full what is in scope")
)]

use mutagen_core::Mutate;

/// A type.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Mutate)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[cfg_attr(feature = "bolero", derive(bolero_generator::TypeGenerator))]
#[cfg_attr(feature = "crabcheck", derive(crabcheck::Arbitrary))]
#[cfg_attr(feature = "mutatis", derive(serde::Serialize, serde::Deserialize))]
pub enum Type {
    /// The Booleans.
    TBool,
    /// Functions from the first type to the second.
    TFun(Box<Type>, Box<Type>),
}

/// A term. The variable `n` is bound by the `n`th enclosing abstraction, counted from 0 and from
/// the inside. A negative index refers to nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Mutate)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[cfg_attr(feature = "bolero", derive(bolero_generator::TypeGenerator))]
#[cfg_attr(feature = "crabcheck", derive(crabcheck::Arbitrary))]
#[cfg_attr(feature = "mutatis", derive(serde::Serialize, serde::Deserialize))]
pub enum Term {
    /// A variable.
    Var(i32),
    /// A constant.
    Bool(bool),
    /// A function: the type of its argument, and its body.
    Abs(Type, Box<Term>),
    /// A function applied to an argument.
    App(Box<Term>, Box<Term>),
}

impl Type {
    /// The number of constructors.
    pub fn size(&self) -> usize {
        match self {
            Type::TBool => 1,
            Type::TFun(argument, result) => 1 + argument.size() + result.size(),
        }
    }
}

impl Term {
    /// The number of constructors, including those of types.
    pub fn size(&self) -> usize {
        match self {
            Term::Var(_) | Term::Bool(_) => 1,
            Term::Abs(ty, body) => 1 + ty.size() + body.size(),
            Term::App(function, argument) => 1 + function.size() + argument.size(),
        }
    }
}

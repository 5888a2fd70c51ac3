//! Types and terms with two kinds of de Bruijn indices. A type variable counts the enclosing bounds
//! and a variable counts the enclosing abstractions over terms, both from 0 and from the inside.
#![cfg_attr(
    any(feature = "arbitrary", feature = "bolero", feature = "crabcheck"),
    allow(unused_qualifications, reason = "their derives name in full what is in scope")
)]

use mutagen_core::Mutate;

/// A type. A negative index refers to nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Mutate)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[cfg_attr(feature = "bolero", derive(bolero_generator::TypeGenerator))]
#[cfg_attr(feature = "crabcheck", derive(crabcheck::Arbitrary))]
#[cfg_attr(feature = "mutatis", derive(serde::Serialize, serde::Deserialize))]
pub enum Type {
    /// The type above all types.
    Top,
    /// A type variable.
    TVar(i32),
    /// Functions from the first type to the second.
    Arr(Box<Type>, Box<Type>),
    /// The universal type: for every subtype of the first type (the bound), the second type, in
    /// which the variable 0 stands for the subtype.
    All(Box<Type>, Box<Type>),
}

/// A term. A negative index refers to nothing.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Mutate)]
#[cfg_attr(feature = "arbitrary", derive(arbitrary::Arbitrary))]
#[cfg_attr(feature = "bolero", derive(bolero_generator::TypeGenerator))]
#[cfg_attr(feature = "crabcheck", derive(crabcheck::Arbitrary))]
#[cfg_attr(feature = "mutatis", derive(serde::Serialize, serde::Deserialize))]
pub enum Term {
    /// A variable.
    Var(i32),
    /// A function: the type of its argument, and its body.
    Abs(Type, Box<Term>),
    /// A function applied to an argument.
    App(Box<Term>, Box<Term>),
    /// A type abstraction: a term for every subtype of a bound.
    TAbs(Type, Box<Term>),
    /// A type application.
    TApp(Box<Term>, Type),
}

impl Type {
    /// The number of constructors.
    pub fn size(&self) -> usize {
        match self {
            Type::Top | Type::TVar(_) => 1,
            Type::Arr(a, b) | Type::All(a, b) => 1 + a.size() + b.size(),
        }
    }

    /// Whether every type variable is bound in the type or is one of `bounds` around it.
    pub fn is_scoped(&self, bounds: i32) -> bool {
        match self {
            Type::Top => true,
            Type::TVar(index) => (0..bounds).contains(index),
            Type::Arr(a, b) => a.is_scoped(bounds) && b.is_scoped(bounds),
            Type::All(bound, body) => bound.is_scoped(bounds) && body.is_scoped(bounds + 1),
        }
    }
}

impl Term {
    /// The number of constructors, including those of types.
    pub fn size(&self) -> usize {
        match self {
            Term::Var(_) => 1,
            Term::Abs(ty, term) | Term::TAbs(ty, term) | Term::TApp(term, ty) => {
                1 + ty.size() + term.size()
            }
            Term::App(function, argument) => 1 + function.size() + argument.size(),
        }
    }
}

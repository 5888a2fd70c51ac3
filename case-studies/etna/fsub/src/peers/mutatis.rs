//! `mutatis::DefaultMutate`. mutatis's own derive does not compile for a recursive type (E0275).
//! This implementation registers what the derive would: the mutations of every field, and the
//! change to each other constructor. Subterms that a mutation adds are leaves, so that nothing can
//! grow without bound.

use crate::syntax::{Term, Type};
use mutatis::{Candidates, Context, DefaultMutate, Generate, Mutate, Result, mutators};

/// The mutator of [`Type`].
#[derive(Debug, Default)]
pub struct TypeMutator;

impl DefaultMutate for Type {
    type DefaultMutate = TypeMutator;
}

/// The constructors in the order of the enum, the leaves first.
const TYPES: [fn(&mut Context) -> Result<Type>; 4] = [
    |_| Ok(Type::Top),
    |context| Ok(Type::TVar(mutators::i32().generate(context)?)),
    |context| Ok(Type::Arr(Box::new(leaf(context)?), Box::new(leaf(context)?))),
    |context| Ok(Type::All(Box::new(leaf(context)?), Box::new(leaf(context)?))),
];

fn leaf(context: &mut Context) -> Result<Type> {
    let which = context.rng().gen_index(2).unwrap_or(0);
    TYPES[which](context)
}

impl Mutate<Type> for TypeMutator {
    fn mutate(&mut self, candidates: &mut Candidates<'_>, ty: &mut Type) -> Result<()> {
        let own = match ty {
            Type::Top => 0,
            Type::TVar(index) => {
                mutators::i32().mutate(candidates, index)?;
                1
            }
            Type::Arr(a, b) => {
                self.mutate(candidates, a)?;
                self.mutate(candidates, b)?;
                2
            }
            Type::All(bound, body) => {
                self.mutate(candidates, bound)?;
                self.mutate(candidates, body)?;
                3
            }
        };
        let smaller = if own < 2 { 0..0 } else { 0..2 };
        let others = if candidates.shrink() { smaller } else { 0..TYPES.len() };
        for other in others.filter(|&other| other != own) {
            candidates.mutation(|context| {
                *ty = TYPES[other](context)?;
                Ok(())
            })?;
        }
        Ok(())
    }
}

/// The mutator of [`Term`].
#[derive(Debug, Default)]
pub struct TermMutator;

impl DefaultMutate for Term {
    type DefaultMutate = TermMutator;
}

/// The constructors in the order of the enum, the leaf first.
const TERMS: [fn(&mut Context) -> Result<Term>; 5] = [
    variable,
    |context| Ok(Term::Abs(leaf(context)?, Box::new(variable(context)?))),
    |context| Ok(Term::App(Box::new(variable(context)?), Box::new(variable(context)?))),
    |context| Ok(Term::TAbs(leaf(context)?, Box::new(variable(context)?))),
    |context| Ok(Term::TApp(Box::new(variable(context)?), leaf(context)?)),
];

fn variable(context: &mut Context) -> Result<Term> {
    Ok(Term::Var(mutators::i32().generate(context)?))
}

impl Mutate<Term> for TermMutator {
    fn mutate(&mut self, candidates: &mut Candidates<'_>, term: &mut Term) -> Result<()> {
        let own = match term {
            Term::Var(index) => {
                mutators::i32().mutate(candidates, index)?;
                0
            }
            Term::Abs(ty, body) => {
                TypeMutator.mutate(candidates, ty)?;
                self.mutate(candidates, body)?;
                1
            }
            Term::App(function, argument) => {
                self.mutate(candidates, function)?;
                self.mutate(candidates, argument)?;
                2
            }
            Term::TAbs(bound, body) => {
                TypeMutator.mutate(candidates, bound)?;
                self.mutate(candidates, body)?;
                3
            }
            Term::TApp(general, ty) => {
                self.mutate(candidates, general)?;
                TypeMutator.mutate(candidates, ty)?;
                4
            }
        };
        let smaller = if own == 0 { 0..0 } else { 0..1 };
        let others = if candidates.shrink() { smaller } else { 0..TERMS.len() };
        for other in others.filter(|&other| other != own) {
            candidates.mutation(|context| {
                *term = TERMS[other](context)?;
                Ok(())
            })?;
        }
        Ok(())
    }
}

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

impl Mutate<Type> for TypeMutator {
    fn mutate(&mut self, candidates: &mut Candidates<'_>, ty: &mut Type) -> Result<()> {
        if let Type::TFun(argument, result) = ty {
            self.mutate(candidates, argument)?;
            self.mutate(candidates, result)?;
            return candidates.mutation(|_| {
                *ty = Type::TBool;
                Ok(())
            });
        }
        if candidates.shrink() {
            return Ok(());
        }
        candidates.mutation(|_| {
            *ty = Type::TFun(Box::new(Type::TBool), Box::new(Type::TBool));
            Ok(())
        })
    }
}

/// The mutator of [`Term`].
#[derive(Debug, Default)]
pub struct TermMutator;

impl DefaultMutate for Term {
    type DefaultMutate = TermMutator;
}

/// The constructors in the order of the enum, the leaves first.
const TERMS: [fn(&mut Context) -> Result<Term>; 4] = [
    |context| Ok(Term::Var(mutators::i32().generate(context)?)),
    |context| Ok(Term::Bool(mutators::bool().generate(context)?)),
    |context| Ok(Term::Abs(Type::TBool, Box::new(leaf(context)?))),
    |context| Ok(Term::App(Box::new(leaf(context)?), Box::new(leaf(context)?))),
];

fn leaf(context: &mut Context) -> Result<Term> {
    let which = context.rng().gen_index(2).unwrap_or(0);
    TERMS[which](context)
}

impl Mutate<Term> for TermMutator {
    fn mutate(&mut self, candidates: &mut Candidates<'_>, term: &mut Term) -> Result<()> {
        let own = match term {
            Term::Var(index) => {
                mutators::i32().mutate(candidates, index)?;
                0
            }
            Term::Bool(value) => {
                mutators::bool().mutate(candidates, value)?;
                1
            }
            Term::Abs(ty, body) => {
                TypeMutator.mutate(candidates, ty)?;
                self.mutate(candidates, body)?;
                2
            }
            Term::App(function, argument) => {
                self.mutate(candidates, function)?;
                self.mutate(candidates, argument)?;
                3
            }
        };
        let smaller = if own < 2 { 0..0 } else { 0..2 };
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

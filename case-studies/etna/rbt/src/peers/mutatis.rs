//! `mutatis::DefaultMutate`. mutatis's own derive does not compile for a recursive type (E0275).
//! This implementation registers what the derive would: the mutations of every field, and the
//! change to the other constructor. Subtrees that a mutation adds are empty, so that nothing can
//! grow without bound.

use crate::tree::{Colour, Tree};
use mutatis::{Candidates, DefaultMutate, Generate, Mutate, Result, mutators};

/// The mutator of [`Colour`].
#[derive(Debug, Default)]
pub struct ColourMutator;

impl DefaultMutate for Colour {
    type DefaultMutate = ColourMutator;
}

impl Mutate<Colour> for ColourMutator {
    fn mutate(&mut self, candidates: &mut Candidates<'_>, colour: &mut Colour) -> Result<()> {
        candidates.mutation(|_| {
            *colour = match colour {
                Colour::R => Colour::B,
                Colour::B => Colour::R,
            };
            Ok(())
        })
    }
}

/// The mutator of [`Tree`].
#[derive(Debug, Default)]
pub struct TreeMutator;

impl DefaultMutate for Tree {
    type DefaultMutate = TreeMutator;
}

impl Mutate<Tree> for TreeMutator {
    fn mutate(&mut self, candidates: &mut Candidates<'_>, tree: &mut Tree) -> Result<()> {
        if let Tree::T(colour, left, key, value, right) = tree {
            ColourMutator.mutate(candidates, colour)?;
            self.mutate(candidates, left)?;
            mutators::i32().mutate(candidates, key)?;
            mutators::i32().mutate(candidates, value)?;
            self.mutate(candidates, right)?;
            return candidates.mutation(|_| {
                *tree = Tree::E;
                Ok(())
            });
        }
        if candidates.shrink() {
            return Ok(());
        }
        candidates.mutation(|context| {
            let colour = if context.rng().gen_index(2) == Some(0) { Colour::R } else { Colour::B };
            let key = mutators::i32().generate(context)?;
            let value = mutators::i32().generate(context)?;
            *tree = Tree::node(colour, Tree::E, key, value, Tree::E);
            Ok(())
        })
    }
}

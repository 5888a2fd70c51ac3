//! The loop for one formula: which constants come next (thesis, algorithms 1 and 2).

use crate::constant::{Random, random as any};
use crate::edit::{Assignment, edit};
use crate::meta::{Enforcement, Meta};
use crate::skeleton::{Hole, Skeleton};
use crate::strategy::{Near, Strategy};
use rand::{RngExt, SeedableRng};
use smt_lang::{Script, Term};
use std::collections::HashSet;

/// Who solves a test formula: gets it, its holes and a seed, and gives constants for the holes, or
/// `None` if the formula is not `sat`. A hole without a constant keeps its own.
pub trait Chooser {
    /// Why it cannot be asked at all.
    type Error;

    /// Constants that satisfy the test.
    ///
    /// # Errors
    /// When nothing more can be asked.
    fn choose(
        &mut self,
        test: &Script,
        holes: &[Hole],
        seed: u64,
    ) -> Result<Option<Vec<Option<Term>>>, Self::Error>;
}

/// A value mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant {
    /// The formula with its new constants: φ^sub.
    pub script: Script,
    /// The constants.
    pub values: Assignment,
}

/// What came of one iteration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// New formulas, in order.
    Mutants(Vec<Mutant>),
    /// None: the test was not satisfiable, or its constants were had before.
    Nothing,
    /// Saturation: nothing is left to enforce, now or later.
    Saturated,
}

/// The search for constants of one formula.
#[derive(Debug)]
pub struct Search {
    skeleton: Skeleton,
    strategy: Strategy,
    random: Random,
    /// What is still to be enforced, the next one last; without monitors, nothing.
    plan: Option<(Meta, Vec<Enforcement>)>,
    /// Constants of models.
    models: Vec<Assignment>,
    /// All constants that were had, the formula's own among them.
    had: HashSet<Assignment>,
    /// Edits until the next model.
    edits: usize,
}

impl Search {
    /// The search for a formula. The same seed and the same answers give the same constants.
    pub fn new(skeleton: Skeleton, strategy: Strategy, seed: u64) -> Search {
        let mut random = Random::seed_from_u64(seed);
        let coercion = match strategy {
            Strategy::Random => None,
            Strategy::Coerced(coercion) | Strategy::Near(Near { coercion, .. }) => Some(coercion),
        };
        let plan = coercion.map(|coercion| {
            let meta = Meta::of(&skeleton, coercion, &mut random);
            let mut plan = meta.saturation(&mut random);
            plan.reverse();
            (meta, plan)
        });
        let had = HashSet::from([originals(skeleton.holes())]);
        Search { skeleton, strategy, random, plan, models: Vec::new(), had, edits: 0 }
    }

    /// One iteration.
    ///
    /// # Errors
    /// Those of `chooser`.
    pub fn step<C: Chooser>(&mut self, chooser: &mut C) -> Result<Step, C::Error> {
        if self.skeleton.holes().is_empty() {
            return Ok(Step::Saturated);
        }
        match self.strategy {
            Strategy::Random => {
                let holes = self.skeleton.holes().iter();
                let draw = |hole: &Hole| any(&hole.sort, &mut self.random);
                let values: Vec<Option<Term>> = holes.map(draw).collect();
                Ok(self.mutant(&values, None))
            }
            Strategy::Coerced(coercion) => self.enforce(chooser, coercion.models),
            Strategy::Near(near) => {
                let has_plan = self.plan.as_ref().is_some_and(|(_, plan)| !plan.is_empty());
                if self.edits == 0 && has_plan {
                    self.edits = near.edits;
                    return self.enforce(chooser, near.coercion.models);
                }
                self.edits = self.edits.saturating_sub(1);
                Ok(self.edit(near))
            }
        }
    }

    /// Enforces what is next, and fills the constants in.
    fn enforce<C: Chooser>(&mut self, chooser: &mut C, models: usize) -> Result<Step, C::Error> {
        let Some((meta, plan)) = &mut self.plan else { return Ok(Step::Saturated) };
        let Some(enforcement) = plan.pop() else { return Ok(Step::Saturated) };
        let mut found: Vec<Vec<Option<Term>>> = Vec::new();
        while found.len() < models.max(1) {
            let test = meta.test(&enforcement, &found);
            let seed = self.random.random();
            match chooser.choose(&test, self.skeleton.holes(), seed)? {
                Some(values) => found.push(values),
                None => break,
            }
        }
        let mut mutants = Vec::new();
        for values in found {
            if let Step::Mutants(new) = self.mutant(&values, Some(&enforcement)) {
                self.models.extend(new.iter().map(|mutant| mutant.values.clone()));
                mutants.extend(new);
            }
        }
        Ok(if mutants.is_empty() { Step::Nothing } else { Step::Mutants(mutants) })
    }

    /// Edits constants that are known.
    fn edit(&mut self, near: Near) -> Step {
        let holes = self.skeleton.holes();
        let random = &mut self.random;
        let other = match self.models.len() {
            0 => None,
            n => Some(&self.models[random.random_range(0..n)]),
        };
        let from_originals = near.from_originals && random.random();
        let own = originals(holes);
        let base = match self.models.len() {
            n if n > 0 && !from_originals => &self.models[random.random_range(0..n)],
            _ if near.from_originals => &own,
            // Nothing is known but what the formula has, and that is not to be used.
            _ => return Step::Nothing,
        };
        let values = edit(base, other, holes, random).into_iter().map(Some).collect::<Vec<_>>();
        self.mutant(&values, None)
    }

    /// The mutant with these constants, unless they were had.
    fn mutant(&mut self, values: &[Option<Term>], enforced: Option<&Enforcement>) -> Step {
        let holes = self.skeleton.holes().iter().zip(values);
        let all: Assignment = holes
            .map(|(hole, value)| value.clone().unwrap_or_else(|| hole.original.clone()))
            .collect();
        if !self.had.insert(all.clone()) {
            return Step::Nothing;
        }
        let in_final = matches!(self.strategy, Strategy::Coerced(c) if c.in_final);
        let script = match (enforced, &self.plan) {
            (Some(enforcement), Some((meta, _))) if in_final => {
                meta.enforce_in(&self.skeleton, values, enforcement)
            }
            _ => self.skeleton.fill(values),
        };
        Step::Mutants(vec![Mutant { script, values: all }])
    }
}

fn originals(holes: &[Hole]) -> Assignment {
    holes.iter().map(|hole| hole.original.clone()).collect()
}

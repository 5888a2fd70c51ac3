//! The pure mutants of a node as a numbered table. First come the immediate children of the node's
//! own type (`mut_r` in section III-A of the paper). Then comes every constructor, filled with the
//! node's fields in every combination, or with the smallest value where no field fits (`mut_s`).
//! Combinations are counted and indexed, never materialised.

use super::plan::VariantPlan;
use super::recipe::{Kept, Recipes};

/// The limit for all combinations between two constructors. Above it, only combinations that differ
/// from the natural one in a single field are mutants.
pub(crate) const MOST_COMBINATIONS: u64 = 256;

/// In [`PureMutant::Swap`]: the field is new and has the smallest value of its type.
pub(crate) const DEFAULT: usize = usize::MAX;

/// One pure mutant of a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum PureMutant {
    /// The node is replaced by its child at this field.
    Hoist(usize),
    /// The node gets this constructor.
    Swap {
        /// The new constructor.
        to: usize,
        /// For each field of the new constructor, the old field that gives its value, or
        /// [`DEFAULT`].
        sources: Sources,
    },
}

/// The sources of the fields of a new constructor. Up to 8 fields need no allocation.
pub(crate) type Sources = smallvec::SmallVec<[usize; 8]>;

/// The pure mutants of all nodes with one constructor.
#[derive(Debug)]
pub(crate) struct Swaps {
    from: usize,
    hoists: Vec<usize>,
    targets: Vec<Target>,
    /// The number of all pure mutants.
    pub(crate) total: u64,
    recipes: Recipes,
}

#[derive(Debug)]
struct Target {
    to: usize,
    /// The number of mutants up to and including this target, without hoists.
    end: u64,
    combinations: Combinations,
}

#[derive(Debug)]
enum Combinations {
    /// Every combination, the last field varying fastest; `identity` is left out.
    All { identity: Option<u64> },
    /// The natural combination unless it is the identity, then every change of a single field.
    Single { natural: bool },
}

impl Swaps {
    pub(crate) fn make(variants: &[VariantPlan], finite: &[usize], from: usize) -> Swaps {
        let old = &variants[from];
        let hoists = (0..old.fields.len()).filter(|at| old.fields[*at].same);
        let mut targets = Vec::new();
        let mut end = 0_u64;
        for &to in finite {
            let new = &variants[to];
            let choices = |at: usize| candidates(old, new, at).count().max(1) as u64;
            let product = (0..new.fields.len())
                .try_fold(1_u64, |product, at| product.checked_mul(choices(at)))
                .unwrap_or(u64::MAX);
            let (count, combinations) = if product <= MOST_COMBINATIONS {
                let identity = (to == from).then(|| {
                    (0..new.fields.len()).fold(0, |number, at| {
                        let own = candidates(old, new, at).take_while(|source| *source != at);
                        number * choices(at) + own.count() as u64
                    })
                });
                (product - u64::from(to == from), Combinations::All { identity })
            } else {
                let natural = to != from;
                let single: u64 = (0..new.fields.len()).map(|at| choices(at) - 1).sum();
                (single + u64::from(natural), Combinations::Single { natural })
            };
            if count > 0 {
                end += count;
                targets.push(Target { to, end, combinations });
            }
        }
        let hoists: Vec<usize> = hoists.collect();
        let total = hoists.len() as u64 + end;
        Swaps { from, hoists, targets, total, recipes: Recipes::default() }
    }

    /// The recipe of the mutant with this number.
    pub(crate) fn recipe(&'static self, variants: &[VariantPlan], mutant: u64) -> Kept {
        let change = || self.change(variants, mutant);
        self.recipes.get(variants, self.from, (mutant, self.total), change)
    }

    fn change(&self, variants: &[VariantPlan], mutant: u64) -> PureMutant {
        if let Some(&field) = usize::try_from(mutant).ok().and_then(|at| self.hoists.get(at)) {
            return PureMutant::Hoist(field);
        }
        let number = mutant - self.hoists.len() as u64;
        let at = self.targets.partition_point(|target| target.end <= number);
        let target = &self.targets[at];
        let start = if at == 0 { 0 } else { self.targets[at - 1].end };
        let (old, new) = (&variants[self.from], &variants[target.to]);
        let sources = match target.combinations {
            Combinations::All { identity } => {
                let number = number - start;
                let skips = identity.is_some_and(|identity| number >= identity);
                digits(old, new, number + u64::from(skips))
            }
            Combinations::Single { natural } => single(old, new, number - start, natural),
        };
        PureMutant::Swap { to: target.to, sources }
    }
}

/// The fields of `old` that fit field `at` of `new`.
fn candidates<'v>(
    old: &'v VariantPlan,
    new: &'v VariantPlan,
    at: usize,
) -> impl Iterator<Item = usize> + 'v {
    // A box counts as its content: `Expression` fits `Box<Expression>`.
    let node = new.fields[at].node;
    (0..old.fields.len()).filter(move |source| old.fields[*source].node == node)
}

fn digits(old: &VariantPlan, new: &VariantPlan, number: u64) -> Sources {
    let mut number = number;
    let mut sources = Sources::from_elem(DEFAULT, new.fields.len());
    for at in (0..new.fields.len()).rev() {
        let count = candidates(old, new, at).count() as u64;
        if count > 0 {
            sources[at] =
                candidates(old, new, at).nth((number % count) as usize).unwrap_or(DEFAULT);
            number /= count;
        }
    }
    sources
}

/// The natural combination: the k-th field of a type takes the k-th old field of that type,
/// cyclically. Between equal constructors, this is the identity.
fn natural(old: &VariantPlan, new: &VariantPlan, at: usize) -> usize {
    let count = candidates(old, new, at).count();
    if count == 0 {
        return DEFAULT;
    }
    let before = new.fields[..at].iter().filter(|field| field.node == new.fields[at].node).count();
    candidates(old, new, at).nth(before % count).unwrap_or(DEFAULT)
}

fn single(old: &VariantPlan, new: &VariantPlan, number: u64, with_natural: bool) -> Sources {
    let mut sources: Sources = (0..new.fields.len()).map(|at| natural(old, new, at)).collect();
    let Some(mut number) = number.checked_sub(u64::from(with_natural)) else {
        return sources;
    };
    for at in 0..new.fields.len() {
        let others = || candidates(old, new, at).filter(|source| *source != natural(old, new, at));
        let count = others().count() as u64;
        if number < count {
            sources[at] = others().nth(number as usize).unwrap_or(DEFAULT);
            break;
        }
        number -= count;
    }
    sources
}

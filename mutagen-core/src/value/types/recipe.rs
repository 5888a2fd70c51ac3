//! How a pure mutant is made: what is to be moved where, worked out from its numbers once and not each
//! time that it is served. Which value goes where is a matter of types alone, and so a recipe serves
//! every node with the same constructor.

use super::TypeIndex;
use super::plan::VariantPlan;
use super::swaps::{Change, DEFAULT};
use std::ops::Deref;
use std::sync::OnceLock;

/// Recipes that are kept for one constructor: those of one with more mutants are made each time.
const MOST_KEPT: u64 = 2048;

/// How one pure mutant is made. Fields are given by their index.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Recipe {
    /// The node is replaced by its child.
    Hoist {
        /// Where the child is.
        field: usize,
    },
    /// A field gets a copy of another, which stays.
    Copy {
        /// What is copied.
        source: usize,
        /// What it replaces.
        target: usize,
    },
    /// Two fields change places.
    Exchange {
        /// The earlier one.
        first: usize,
        /// The later one.
        second: usize,
    },
    /// The constructor stays, and its fields take values from each other in any other way.
    Within {
        /// What goes where.
        flow: Flow,
    },
    /// The node gets another constructor.
    Build {
        /// Which.
        to: usize,
        /// What goes where.
        flow: Flow,
    },
}

/// What goes from the fields of an old node to those of its mutant. What is on its way lies in slots, on
/// a stack for each type; they are counted from the top, from 1.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Flow {
    /// For each field of the old node what leaves it.
    pub(crate) old: Vec<Outgoing>,
    /// For each field of the mutant what comes.
    pub(crate) new: Vec<Incoming>,
    /// Whether any field is taken out.
    pub(crate) takes: bool,
    /// The old fields that are copied as nodes, those for later fields of the mutant first.
    pub(crate) nodes: Vec<usize>,
}

/// What leaves a field.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outgoing {
    /// The slot of its value; 0 if that stays.
    pub(crate) slot: usize,
    /// How many copies of it lie in the slots above.
    pub(crate) copies: usize,
    /// How many slots of the field's type are of no more use when its value is back.
    pub(crate) frees: usize,
}

/// What comes to a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Incoming {
    /// Nothing: it keeps its value.
    Stays,
    /// It is new, and has the smallest value of its type.
    Default,
    /// A node on the stack of nodes, to be put into a box.
    Node,
    /// The value in a slot.
    Moved {
        /// Which.
        slot: usize,
        /// Whether the value is an old field's, to which it must return.
        returns: bool,
    },
    /// A copy of the value in a slot.
    Copied {
        /// Which.
        slot: usize,
    },
}

impl Recipe {
    /// The recipe of a change of a node with the constructor `from`.
    fn of(variants: &[VariantPlan], from: usize, change: Change) -> Recipe {
        match change {
            Change::Hoist(field) => Recipe::Hoist { field },
            Change::Swap { to, sources } if to == from => within(&variants[from], &sources),
            Change::Swap { to, sources } => {
                Recipe::Build { to, flow: flow(&variants[from], &variants[to], &sources, false) }
            }
        }
    }
}

fn within(plan: &VariantPlan, sources: &[usize]) -> Recipe {
    let direct = |at: usize| plan.fields[at].ty == plan.fields[sources[at]].ty;
    let changed: Vec<usize> = (0..sources.len()).filter(|&at| sources[at] != at).collect();
    match changed[..] {
        [target] if direct(target) => Recipe::Copy { source: sources[target], target },
        [first, second]
            if (sources[first], sources[second]) == (second, first) && direct(first) =>
        {
            Recipe::Exchange { first, second }
        }
        _ => Recipe::Within { flow: flow(plan, plan, sources, true) },
    }
}

/// What goes where; `within`: a field that stays in its place is not touched.
fn flow(old: &VariantPlan, new: &VariantPlan, sources: &[usize], within: bool) -> Flow {
    let changes = |target: usize| !within || sources[target] != target;
    let targets = || (0..sources.len()).filter(|&target| changes(target));
    let direct = |target: usize| {
        let source = sources[target];
        source != DEFAULT && old.fields[source].ty == new.fields[target].ty
    };
    let uses = |field: usize| targets().filter(move |&at| sources[at] == field && direct(at));
    let is_taken =
        |field: usize| if within { changes(field) } else { uses(field).next().is_some() };
    let mut flow = Flow { old: vec![Outgoing::default(); old.fields.len()], ..Flow::default() };
    // The slots from the bottom, over all fields of one type; counted from the top once all are known.
    let mut slots: Vec<(TypeIndex, usize)> = Vec::new();
    let mut bottom = vec![0; old.fields.len()];
    for (field, outgoing) in flow.old.iter_mut().enumerate() {
        let ty = old.fields[field].ty;
        outgoing.copies = if is_taken(field) { 0 } else { uses(field).count() };
        let needed = usize::from(is_taken(field)) + outgoing.copies;
        match slots.iter_mut().find(|(of, _)| *of == ty) {
            Some((_, used)) => {
                bottom[field] = *used;
                *used += needed;
            }
            None => slots.push((ty, needed)),
        }
    }
    let all = |field: usize| {
        let ty = old.fields[field].ty;
        slots.iter().find(|(of, _)| *of == ty).map_or(0, |(_, used)| *used)
    };
    for field in (0..old.fields.len()).filter(|&field| is_taken(field)) {
        let ty = old.fields[field].ty;
        let is_last = !(field + 1..old.fields.len())
            .any(|later| old.fields[later].ty == ty && is_taken(later));
        let outgoing = &mut flow.old[field];
        outgoing.slot = all(field) - bottom[field];
        outgoing.frees = if is_last { all(field) } else { 0 };
    }
    flow.takes = flow.old.iter().any(|outgoing| outgoing.slot > 0);
    flow.new = (0..sources.len())
        .map(|target| {
            let source = sources[target];
            if !changes(target) {
                return Incoming::Stays;
            }
            if source == DEFAULT {
                return Incoming::Default;
            }
            if !direct(target) {
                return Incoming::Node;
            }
            let earlier = uses(source).filter(|&at| at < target).count();
            let is_last = uses(source).all(|at| at <= target);
            let slot = all(source) - bottom[source];
            match is_taken(source) {
                false => Incoming::Moved { slot: slot - earlier, returns: false },
                true if is_last => Incoming::Moved { slot, returns: true },
                true => Incoming::Copied { slot },
            }
        })
        .collect();
    let as_nodes = (0..sources.len()).rev().filter(|&at| flow.new[at] == Incoming::Node);
    flow.nodes = as_nodes.map(|target| sources[target]).collect();
    flow
}

/// The recipes of one constructor, as far as they were asked for.
#[derive(Debug, Default)]
pub(super) struct Recipes(OnceLock<Box<[OnceLock<Box<Recipe>>]>>);

impl Recipes {
    /// The recipe with this number of so many; `change` is asked for the change once.
    pub(super) fn get(
        &'static self,
        variants: &[VariantPlan],
        from: usize,
        (mutant, total): (u64, u64),
        change: impl FnOnce() -> Change,
    ) -> Kept {
        let make = || Box::new(Recipe::of(variants, from, change()));
        if total > MOST_KEPT {
            return Kept::Once(make());
        }
        let all = self.0.get_or_init(|| (0..total).map(|_| OnceLock::new()).collect());
        match usize::try_from(mutant).ok().and_then(|mutant| all.get(mutant)) {
            Some(recipe) => Kept::Shared(recipe.get_or_init(make)),
            None => Kept::Once(make()),
        }
    }
}

/// A recipe, wherever it is kept.
pub(crate) enum Kept {
    /// With its type's plan.
    Shared(&'static Recipe),
    /// Nowhere: there are too many.
    Once(Box<Recipe>),
}

impl Deref for Kept {
    type Target = Recipe;
    #[inline]
    fn deref(&self) -> &Recipe {
        match self {
            Kept::Shared(recipe) => recipe,
            Kept::Once(recipe) => recipe,
        }
    }
}

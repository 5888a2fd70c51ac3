//! Recipes: how a pure mutant moves the fields of its node. A recipe is computed once from the
//! mutant's number. The moves depend on types alone, so a recipe serves every node with the same
//! constructor.

use super::TypeIndex;
use super::plan::VariantPlan;
use super::swaps::{DEFAULT, PureMutant};
use std::ops::Deref;
use std::sync::OnceLock;

/// The most recipes kept for one constructor. With more mutants, a recipe is made each time.
const MOST_KEPT: u64 = 2048;

/// The recipe of one pure mutant. Fields are given by their index.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Recipe {
    /// The node is replaced by its child.
    Hoist {
        /// The field of the child.
        field: usize,
    },
    /// A field gets a copy of another field, which stays.
    Copy {
        /// The field to copy.
        source: usize,
        /// The field to replace.
        target: usize,
    },
    /// Two fields change places.
    Exchange {
        /// The earlier field.
        first: usize,
        /// The later field.
        second: usize,
    },
    /// The constructor stays, and its fields take values from each other in any other way.
    Within {
        /// The moves of the fields.
        flow: Flow,
    },
    /// The node gets another constructor.
    Build {
        /// The new constructor.
        to: usize,
        /// The moves of the fields.
        flow: Flow,
    },
}

/// The moves from the fields of an old node to those of its mutant. Moving values lie in slots, on
/// one stack per type. Slots are counted from the top, from 1.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Flow {
    /// For each field of the old node, the values that leave it.
    pub(crate) old: Vec<Outgoing>,
    /// For each field of the mutant, the value that it gets.
    pub(crate) new: Vec<Incoming>,
    /// Whether any field is taken out.
    pub(crate) takes: bool,
    /// The old fields that are copied as nodes, those for later fields of the mutant first.
    pub(crate) nodes: Vec<usize>,
}

/// The values that leave a field.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outgoing {
    /// The slot of the field's value; 0 if the value stays.
    pub(crate) slot: usize,
    /// The number of its copies in the slots above.
    pub(crate) copies: usize,
    /// The number of slots of the field's type that are free once its value is back.
    pub(crate) frees: usize,
}

/// The value that a field gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Incoming {
    /// No value: the field keeps its own.
    Stays,
    /// The smallest value of its type, because the field is new.
    Default,
    /// A node on the stack of nodes, to be put into a box.
    Node,
    /// The value in a slot.
    Moved {
        /// The number of the slot.
        slot: usize,
        /// Whether the value must return to an old field.
        returns: bool,
    },
    /// A copy of the value in a slot.
    Copied {
        /// The number of the slot.
        slot: usize,
    },
}

impl Recipe {
    /// The recipe of a change of a node with the constructor `from`.
    fn of(variants: &[VariantPlan], from: usize, change: PureMutant) -> Recipe {
        match change {
            PureMutant::Hoist(field) => Recipe::Hoist { field },
            PureMutant::Swap { to, sources } if to == from => within(&variants[from], &sources),
            PureMutant::Swap { to, sources } => {
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

/// The moves of the fields. With `within`, a field that stays in its place is not touched.
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
    let fields = 0..old.fields.len();
    let taken: Vec<bool> = fields.clone().map(is_taken).collect();
    let copies = |field: usize| if taken[field] { 0 } else { uses(field).count() };
    let needed = |field: usize| usize::from(taken[field]) + copies(field);
    let needed: Vec<usize> = fields.clone().map(needed).collect();
    // The slots of all fields of one type, from the field at `first` on.
    let slots = |first: usize, ty: TypeIndex| {
        let own = (first..old.fields.len()).filter(|&field| old.fields[field].ty == ty);
        own.map(|field| needed[field]).sum::<usize>()
    };
    let outgoing = |field: usize| {
        let ty = old.fields[field].ty;
        if !taken[field] {
            return Outgoing { copies: needed[field], ..Outgoing::default() };
        }
        let is_last =
            !(field + 1..taken.len()).any(|later| old.fields[later].ty == ty && taken[later]);
        let frees = if is_last { slots(0, ty) } else { 0 };
        Outgoing { slot: slots(field, ty), copies: 0, frees }
    };
    let mut flow = Flow { old: fields.map(outgoing).collect(), ..Flow::default() };
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
            let slot = slots(source, old.fields[source].ty);
            match taken[source] {
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

/// The recipes of one constructor that were requested so far.
#[derive(Debug, Default)]
pub(super) struct Recipes(OnceLock<Box<[OnceLock<Box<Recipe>>]>>);

impl Recipes {
    /// The recipe with number `mutant` of `total`; `change` is called once to get the change.
    pub(super) fn get(
        &'static self,
        variants: &[VariantPlan],
        from: usize,
        (mutant, total): (u64, u64),
        change: impl FnOnce() -> PureMutant,
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

/// A recipe, either shared or owned.
pub(crate) enum Kept {
    /// Kept with its type's plan.
    Shared(&'static Recipe),
    /// Not kept, because there are too many.
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

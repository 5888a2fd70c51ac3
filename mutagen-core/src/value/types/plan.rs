//! The plan of one type: the constructor with the smallest value, the fields that lead back to the
//! type, and the table of pure mutants. A plan comes from fixpoints over the graph of types, so it
//! sees recursion through containers and through several types.

use super::recipe::Kept;
use super::swaps::Swaps;
use super::{Entry, Shape, TypeIndex, Types, VALUELESS};
use derive_more::{Display, Error};
use std::sync::atomic::Ordering;

/// All that generating and mutating a type needs, made once per type.
#[derive(Debug, Default)]
pub struct Plan {
    /// The type's full name.
    pub name: &'static str,
    /// The type's place in the table of types.
    pub(crate) index: usize,
    /// Whether there is exactly one constructor.
    pub(crate) single: bool,
    /// The constructors in declaration order. Empty if the type is not described by constructors.
    pub variants: Vec<VariantPlan>,
    /// Whether a value of the type can contain another value of the type.
    pub recursive: bool,
    /// Index of the constructor whose smallest value has the fewest nodes; the first in a tie.
    pub cheapest: usize,
    /// Whether a value of the type can change behind a shared reference.
    pub interior: bool,
    /// The constructors to choose from when no more recursion is allowed.
    pub(crate) terminal: Choice,
    /// The constructors to choose from when the whole test has size 0: those without fields, if
    /// there are any.
    pub(crate) empty: Choice,
    /// The constructors to choose from otherwise.
    pub(crate) any: Choice,
    /// Whether a drawn number is itself the constructor, in both `terminal` and `any`.
    pub(crate) plain: bool,
    pub(crate) swaps: Vec<Swaps>,
}

/// One constructor.
#[derive(Debug)]
pub struct VariantPlan {
    /// The name of the constructor.
    pub name: &'static str,
    /// The fields in declaration order.
    pub fields: Vec<FieldPlan>,
    /// The number of fields that lead back to the type.
    pub recursive: u32,
    /// The recursive ones among the first 64 fields, one bit each, for fast access in generation.
    first_recursive: u64,
    /// Whether there is no field at all, including fields that the engine does not see.
    pub(crate) bare: bool,
}

impl VariantPlan {
    /// Whether the field at `index` leads back to the type.
    #[inline]
    pub(crate) fn recurs(&self, index: usize) -> bool {
        match index {
            0..64 => (self.first_recursive >> index) & 1 == 1,
            _ => self.fields[index].recursive,
        }
    }
}

/// One field of a constructor.
#[derive(Debug)]
pub struct FieldPlan {
    /// The name of the field; `None` in a tuple constructor.
    pub name: Option<&'static str>,
    /// Whether the field's type can contain the type itself.
    pub recursive: bool,
    /// The field's type.
    pub(crate) ty: TypeIndex,
    /// The type of the field's node: the field's own type, or the type of the content of a box.
    pub(crate) node: TypeIndex,
    /// Whether the field's node is of the type itself, possibly in a box.
    pub(crate) same: bool,
}

/// A set of constructors and their weights.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choice {
    variants: Vec<usize>,
    /// Running sums of the weights; the last is the sum of all.
    sums: Vec<u32>,
    /// The sum of all weights.
    pub(crate) total: u32,
    /// Whether a number below `total` is itself the constructor: all constructors, with weight 1.
    plain: bool,
}

impl Choice {
    fn of(variants: impl Iterator<Item = (usize, u32)>) -> Choice {
        let weighted: Vec<(usize, u32)> = variants.filter(|(_, weight)| *weight > 0).collect();
        // A draw has 32 bits. Halve greater weights together until their sum fits.
        let halved = |times: u32| weighted.iter().map(move |(_, weight)| (weight >> times).max(1));
        let fits = |times: &u32| halved(*times).map(u64::from).sum::<u64>() <= u64::from(u32::MAX);
        let times = (0..u32::BITS).find(fits).unwrap_or(0);
        let mut choice = Choice::default();
        for ((variant, _), weight) in weighted.iter().zip(halved(times)) {
            choice.total += weight;
            choice.variants.push(*variant);
            choice.sums.push(choice.total);
        }
        let sums_to = |at: usize| u32::try_from(at + 1).ok();
        choice.plain = (0..choice.variants.len())
            .all(|at| choice.variants[at] == at && sums_to(at) == Some(choice.sums[at]));
        choice
    }

    /// The constructor for a number drawn below `total`, or for 0.
    #[inline]
    pub(crate) fn pick(&self, drawn: u32) -> usize {
        if self.plain { drawn as usize } else { self.weighed(drawn) }
    }

    #[inline(never)]
    fn weighed(&self, drawn: u32) -> usize {
        self.variants[self.sums.partition_point(|sum| *sum <= drawn)]
    }
}

/// A type has no finite value, and so cannot be generated. Each reason has the type's full name.
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
pub enum NoValue {
    /// Every constructor contains the type again.
    #[display(
        "the type `{_0}` has no finite value: every constructor contains the type again; give it \
         a constructor that ends, or put the recursive field into an `Option` or a `Vec`"
    )]
    Endless(#[error(not(source))] &'static str),
    /// The type is an enum without variants.
    #[display(
        "the type `{_0}` is an enum without variants and has no value: no struct and no argument \
         can hold one; take it out, or put it into an `Option`, a `Vec` or a variant of an enum, \
         which then stay without"
    )]
    Empty(#[error(not(source))] &'static str),
    /// The type is an enum whose variants are all skipped.
    #[display(
        "every variant of `{_0}` is marked `#[mutate(skip)]`, or with a condition that holds, so \
         there is nothing to generate: remove the mark from one of them"
    )]
    Skipped(#[error(not(source))] &'static str),
}

impl NoValue {
    /// The reason why the type at `index`, which has no value, has none.
    fn of(types: &Types, costs: &[u64], index: TypeIndex) -> NoValue {
        let mut seen = vec![false; types.entries.len()];
        let mut at = index;
        while !std::mem::replace(&mut seen[at.0], true) {
            let Entry { name, shape, .. } = &types.entries[at.0];
            let mut parts: Vec<TypeIndex> = shape.parts().collect();
            if let Shape::Variants(variants) = shape {
                let Some(first) = variants.iter().find(|variant| !variant.skip) else {
                    let none = variants.is_empty();
                    return if none { NoValue::Empty(name) } else { NoValue::Skipped(name) };
                };
                parts = first.fields.iter().map(|field| field.ty).collect();
            }
            match parts.into_iter().find(|part| costs[part.0] == UNKNOWN) {
                Some(part) => at = part,
                None => break,
            }
        }
        // Name the content of a box: the box itself says less.
        NoValue::Endless(types.entries[types.node_type(at).0].name)
    }
}

/// The cost of a type without a finite value.
pub(super) const UNKNOWN: u64 = u64::MAX;

impl Plan {
    pub(crate) fn make(types: &Types, index: TypeIndex) -> Result<Plan, NoValue> {
        let name = types.entries[index.0].name;
        let costs = costs(types);
        if costs.contains(&UNKNOWN) {
            VALUELESS.store(true, Ordering::Relaxed);
        }
        let interior = types.reachable(index).iter().any(|part| types.entries[part.0].interior);
        if costs[index.0] == UNKNOWN {
            return Err(NoValue::of(types, &costs, index));
        }
        let Shape::Variants(described) = &types.entries[index.0].shape else {
            return Ok(Plan { name, index: index.0, interior, plain: true, ..Plan::default() });
        };
        let reaching = reaching(types, index);
        let variants: Vec<VariantPlan> = described
            .iter()
            .map(|variant| {
                let fields: Vec<FieldPlan> = variant
                    .fields
                    .iter()
                    .map(|field| FieldPlan {
                        name: field.name,
                        recursive: reaching[field.ty.0],
                        ty: field.ty,
                        node: types.node_type(field.ty),
                        same: types.node_type(field.ty) == index,
                    })
                    .collect();
                let recursive = fields.iter().map(|f| u32::from(f.recursive)).sum();
                let first = fields.iter().take(64).enumerate();
                let first_recursive =
                    first.fold(0, |bits, (at, field)| bits | u64::from(field.recursive) << at);
                let bare = fields.is_empty() && variant.unseen.is_empty();
                VariantPlan { name: variant.name, fields, recursive, first_recursive, bare }
            })
            .collect();
        let cost = |at: usize| variant_cost(&described[at].fields, &costs);
        let finite: Vec<usize> =
            (0..variants.len()).filter(|at| cost(*at) != UNKNOWN && !described[*at].skip).collect();
        let Some(cheapest) = finite.iter().copied().min_by_key(|at| (cost(*at), *at)) else {
            return Err(NoValue::of(types, &costs, index));
        };
        let weighted = |at: &usize| (*at, described[*at].weight);
        let mut terminal =
            Choice::of(finite.iter().filter(|at| variants[**at].recursive == 0).map(weighted));
        if terminal.total == 0 {
            terminal = Choice::of(std::iter::once((cheapest, 1)));
        }
        let fieldless = terminal.variants.iter().filter(|at| variants[**at].fields.is_empty());
        let mut empty = Choice::of(fieldless.map(weighted));
        if empty.total == 0 {
            empty = terminal.clone();
        }
        let mut any = Choice::of(finite.iter().map(weighted));
        if any.total == 0 {
            any = Choice::of(std::iter::once((cheapest, 1)));
        }
        let swaps = (0..variants.len()).map(|from| Swaps::make(&variants, &finite, from)).collect();
        let recursive = variants.iter().any(|variant| variant.recursive > 0);
        let plain = terminal.plain && any.plain;
        Ok(Plan {
            name,
            index: index.0,
            single: variants.len() == 1,
            variants,
            recursive,
            cheapest,
            interior,
            terminal,
            empty,
            any,
            plain,
            swaps,
        })
    }

    /// The number of pure mutants of a node with this constructor.
    pub(crate) fn pure(&self, from: usize) -> u64 {
        self.swaps[from].total
    }

    /// The recipe of the pure mutant with this number of a node with this constructor.
    pub(crate) fn recipe(&'static self, from: usize, mutant: u64) -> Kept {
        self.swaps[from].recipe(&self.variants, mutant)
    }
}

fn variant_cost(fields: &[super::Field], costs: &[u64]) -> u64 {
    fields.iter().fold(1, |sum: u64, field| sum.saturating_add(costs[field.ty.0]))
}

/// The number of nodes of the smallest value of each type; [`UNKNOWN`] where there is none.
pub(super) fn costs(types: &Types) -> Vec<u64> {
    let mut costs = vec![UNKNOWN; types.entries.len()];
    loop {
        let before = costs.clone();
        for (at, entry) in types.entries.iter().enumerate() {
            let cost = match &entry.shape {
                Shape::Opaque | Shape::Sequence(_) => 1,
                Shape::Transparent(inner) => costs[inner.0],
                Shape::Repeated(_, 0) => 1,
                Shape::Repeated(inner, length) => {
                    costs[inner.0].saturating_mul(*length as u64).saturating_add(1)
                }
                Shape::Variants(variants) => variants
                    .iter()
                    .filter(|variant| !variant.skip)
                    .map(|v| variant_cost(&v.fields, &costs))
                    .min()
                    .unwrap_or(UNKNOWN),
            };
            costs[at] = cost.min(costs[at]);
        }
        if costs == before {
            return costs;
        }
    }
}

/// Which types can contain a value of type `index`, itself included.
fn reaching(types: &Types, index: TypeIndex) -> Vec<bool> {
    let mut reaching = vec![false; types.entries.len()];
    reaching[index.0] = true;
    loop {
        let before = reaching.clone();
        for (at, entry) in types.entries.iter().enumerate() {
            reaching[at] |= entry.shape.parts().any(|part| reaching[part.0]);
        }
        if reaching == before {
            return reaching;
        }
    }
}

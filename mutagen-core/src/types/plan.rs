//! The plan of one type: which constructor is the cheapest, which fields lead back to the type, and
//! the table of its pure mutants. Found by fixpoints over the graph of types, so that recursion
//! through containers and through several types is seen.

use super::swaps::{Change, Swaps};
use super::{Shape, TypeIndex, Types};
use derive_more::{Display, Error};

/// What generating and mutating a type needs, made once per type.
#[derive(Debug)]
pub struct Plan {
    /// The type's full name.
    pub name: &'static str,
    /// Its constructors in declaration order; none for a type that is not described by them.
    pub variants: Vec<VariantPlan>,
    /// Whether a value of the type can contain another.
    pub recursive: bool,
    /// Index of the constructor whose smallest value has the fewest nodes; the first of equals.
    pub cheapest: usize,
    /// Whether a value of the type can change behind a shared reference: whether there is a cell, a
    /// lock or an atomic anywhere in it.
    pub interior: bool,
    /// Constructors to choose from when no more recursion is allowed.
    pub(crate) terminal: Choice,
    /// Constructors to choose from when the whole test is to have size 0: those without fields, if
    /// there are any.
    pub(crate) empty: Choice,
    /// Constructors to choose from otherwise.
    pub(crate) any: Choice,
    pub(crate) swaps: Vec<Swaps>,
}

/// One constructor.
#[derive(Debug)]
pub struct VariantPlan {
    /// Its name.
    pub name: &'static str,
    /// Its fields in declaration order.
    pub fields: Vec<FieldPlan>,
    /// How many of the fields lead back to the type.
    pub recursive: u32,
}

/// One field of a constructor.
#[derive(Debug)]
pub struct FieldPlan {
    /// Its name; `None` in a tuple constructor.
    pub name: Option<&'static str>,
    /// Whether the field's type can contain the type itself.
    pub recursive: bool,
    /// The field's type.
    pub(crate) ty: TypeIndex,
    /// The type of the field's node: its own, or that of what is in the box.
    pub(crate) node: TypeIndex,
    /// Whether the field's node has the type itself, possibly in a box.
    pub(crate) same: bool,
}

/// Some constructors and their weights.
#[derive(Debug, Clone, Default)]
pub(crate) struct Choice {
    pub(crate) variants: Vec<usize>,
    /// Sums of the weights so far; the last is the sum of all.
    pub(crate) sums: Vec<u32>,
}

impl Choice {
    fn of(variants: impl Iterator<Item = (usize, u32)>) -> Choice {
        let mut choice = Choice::default();
        for (variant, weight) in variants.filter(|(_, weight)| *weight > 0) {
            let sum = choice.sums.last().copied().unwrap_or(0) + weight;
            choice.variants.push(variant);
            choice.sums.push(sum);
        }
        choice
    }
}

/// A type that cannot be generated.
#[derive(Debug, Display, Error, Clone, PartialEq, Eq)]
#[display(
    "the type `{name}` has no finite value: every constructor contains the type again; give it a \
     constructor that ends, or put the recursive field into an `Option` or a `Vec`"
)]
pub struct Infinite {
    name: &'static str,
}

const UNKNOWN: u64 = u64::MAX;

impl Plan {
    pub(crate) fn make(types: &Types, index: TypeIndex) -> Result<Plan, Infinite> {
        let name = types.entries[index.0].name;
        let costs = costs(types);
        let interior = interior(types, index);
        if costs[index.0] == UNKNOWN {
            return Err(Infinite { name });
        }
        let Shape::Variants(described) = &types.entries[index.0].shape else {
            return Ok(Plan {
                name,
                variants: Vec::new(),
                recursive: false,
                cheapest: 0,
                interior,
                terminal: Choice::default(),
                empty: Choice::default(),
                any: Choice::default(),
                swaps: Vec::new(),
            });
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
                VariantPlan { name: variant.name, fields, recursive }
            })
            .collect();
        let cost = |at: usize| variant_cost(&described[at].fields, &costs);
        let finite: Vec<usize> =
            (0..variants.len()).filter(|at| cost(*at) != UNKNOWN && !described[*at].skip).collect();
        let Some(cheapest) = finite.iter().copied().min_by_key(|at| (cost(*at), *at)) else {
            return Err(Infinite { name });
        };
        let weighted = |at: &usize| (*at, described[*at].weight);
        let mut terminal =
            Choice::of(finite.iter().filter(|at| variants[**at].recursive == 0).map(weighted));
        if terminal.variants.is_empty() {
            terminal = Choice::of(std::iter::once((cheapest, 1)));
        }
        let fieldless = terminal.variants.iter().filter(|at| variants[**at].fields.is_empty());
        let mut empty = Choice::of(fieldless.map(weighted));
        if empty.variants.is_empty() {
            empty = terminal.clone();
        }
        let mut any = Choice::of(finite.iter().map(weighted));
        if any.variants.is_empty() {
            any = Choice::of(std::iter::once((cheapest, 1)));
        }
        let swaps = (0..variants.len()).map(|from| Swaps::make(&variants, &finite, from)).collect();
        let recursive = variants.iter().any(|variant| variant.recursive > 0);
        Ok(Plan { name, variants, recursive, cheapest, interior, terminal, empty, any, swaps })
    }

    /// How many pure mutants a node with this constructor has.
    pub(crate) fn pure(&self, from: usize) -> u64 {
        self.swaps[from].total()
    }

    /// The pure mutant with this number of a node with this constructor.
    pub(crate) fn change(&self, from: usize, mutant: u64) -> Change {
        self.swaps[from].change(&self.variants, mutant)
    }
}

fn variant_cost(fields: &[super::Field], costs: &[u64]) -> u64 {
    fields.iter().fold(1, |sum: u64, field| sum.saturating_add(costs[field.ty.0]))
}

/// The number of nodes of the smallest value of each type; [`UNKNOWN`] where there is none.
fn costs(types: &Types) -> Vec<u64> {
    let mut costs = vec![UNKNOWN; types.entries.len()];
    loop {
        let mut changed = false;
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
                    .map(|v| variant_cost(&v.fields, &costs))
                    .min()
                    .unwrap_or(UNKNOWN),
            };
            if cost < costs[at] {
                costs[at] = cost;
                changed = true;
            }
        }
        if !changed {
            return costs;
        }
    }
}

/// Whether a value of type `index` can have a part that changes behind a shared reference.
fn interior(types: &Types, index: TypeIndex) -> bool {
    let mut seen = vec![false; types.entries.len()];
    let mut open = vec![index];
    while let Some(TypeIndex(at)) = open.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            if types.entries[at].interior {
                return true;
            }
            open.extend(types.entries[at].shape.parts());
        }
    }
    false
}

/// Which types can contain a value of type `index`, itself included.
fn reaching(types: &Types, index: TypeIndex) -> Vec<bool> {
    let mut reaching = vec![false; types.entries.len()];
    reaching[index.0] = true;
    loop {
        let mut changed = false;
        for (at, entry) in types.entries.iter().enumerate() {
            let reaches = entry.shape.parts().any(|part| reaching[part.0]);
            if reaches && !reaching[at] {
                reaching[at] = true;
                changed = true;
            }
        }
        if !changed {
            return reaching;
        }
    }
}

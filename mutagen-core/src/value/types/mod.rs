//! What the engine knows of a type before it sees a value: its constructors and their fields, which
//! fields are recursive, which constructor ends soonest. Types describe themselves once
//! ([`Mutate::describe`]); from that a [`Plan`] is made for each and kept for the whole process.

mod known;
mod plan;
mod recipe;
mod swaps;

pub(crate) use known::{OwnHash, hash};
pub use known::{PlanCell, plan_of, try_plan_of};
pub(crate) use plan::Choice;
pub use plan::{FieldPlan, NoValue, Plan, VariantPlan};
pub use recipe::Incoming;
pub(crate) use recipe::{Flow, Kept, Recipe};

use crate::value::mutate::Mutate;
use known::with_types;
use std::any::TypeId;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};

/// Index of a type in the table of types of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeIndex(pub(crate) usize);

/// One constructor of a type, as the type describes itself.
pub struct Variant {
    pub(crate) name: &'static str,
    pub(crate) weight: u32,
    pub(crate) skip: bool,
    pub(crate) fields: Vec<Field>,
    /// Whether there are fields that the engine does not see.
    pub(crate) unseen: bool,
}

/// One field of a constructor.
pub(crate) struct Field {
    pub(crate) name: Option<&'static str>,
    pub(crate) ty: TypeIndex,
}

impl Variant {
    /// A constructor without fields yet, chosen with weight 1.
    pub fn new(name: &'static str) -> Variant {
        Variant { name, weight: 1, skip: false, fields: Vec::new(), unseen: false }
    }

    /// How often generation chooses this constructor, relative to the others.
    pub fn weight(mut self, weight: u32) -> Variant {
        self.weight = weight;
        self
    }

    /// Whether generation and mutants leave this constructor out.
    pub fn skip(mut self, skip: bool) -> Variant {
        self.skip = skip;
        self
    }

    /// Whether there are fields that the engine does not see.
    pub fn unseen(mut self, unseen: bool) -> Variant {
        self.unseen = unseen;
        self
    }

    /// Adds a field; `name` is `None` in a tuple constructor.
    pub fn field(mut self, name: Option<&'static str>, ty: TypeIndex) -> Variant {
        self.fields.push(Field { name, ty });
        self
    }
}

/// What the values of a type are made of.
pub(crate) enum Shape {
    /// No parts that the engine may touch.
    Opaque,
    /// Stands for another type: a box.
    Transparent(TypeIndex),
    /// Any number of elements, also none.
    Sequence(TypeIndex),
    /// A fixed number of elements.
    Repeated(TypeIndex, usize),
    /// One of some constructors.
    Variants(Vec<Variant>),
}

impl Shape {
    /// The types of the immediate parts.
    fn parts(&self) -> impl Iterator<Item = TypeIndex> + '_ {
        let (one, variants) = match self {
            Shape::Opaque => (None, [].as_slice()),
            Shape::Transparent(inner) | Shape::Sequence(inner) | Shape::Repeated(inner, _) => {
                (Some(*inner), [].as_slice())
            }
            Shape::Variants(variants) => (None, variants.as_slice()),
        };
        let fields = variants.iter().flat_map(|variant| variant.fields.iter().map(|f| f.ty));
        one.into_iter().chain(fields)
    }
}

pub(crate) struct Entry {
    pub(crate) name: &'static str,
    pub(crate) shape: Shape,
    /// Whether a value can change behind a shared reference.
    pub(crate) interior: bool,
    /// Whether the smallest value can be copied.
    copies: fn() -> bool,
}

/// The table that types enter themselves into.
#[derive(Default)]
pub struct Types {
    by_id: HashMap<TypeId, TypeIndex>,
    pub(crate) entries: Vec<Entry>,
    plans: Vec<Option<&'static Plan>>,
}

impl Types {
    /// Enters a type without parts: its values are made, copied and replaced whole.
    pub fn opaque<T: Mutate>(&mut self) -> TypeIndex {
        self.enter::<T>(|_| Shape::Opaque)
    }

    /// Enters a type that stands for another, as a box does for its content.
    pub fn transparent<T: Mutate>(&mut self, inner: fn(&mut Types) -> TypeIndex) -> TypeIndex {
        self.enter::<T>(|types| Shape::Transparent(inner(types)))
    }

    /// Enters a type that is a sequence of any number of elements.
    pub fn sequence<T: Mutate>(&mut self, element: fn(&mut Types) -> TypeIndex) -> TypeIndex {
        self.enter::<T>(|types| Shape::Sequence(element(types)))
    }

    /// Enters a type that is a fixed number of elements.
    pub fn repeated<T: Mutate>(
        &mut self,
        length: usize,
        element: fn(&mut Types) -> TypeIndex,
    ) -> TypeIndex {
        self.enter::<T>(|types| Shape::Repeated(element(types), length))
    }

    /// Enters a type by its constructors.
    pub fn variants<T: Mutate>(
        &mut self,
        variants: impl FnOnce(&mut Types) -> Vec<Variant>,
    ) -> TypeIndex {
        self.enter::<T>(|types| Shape::Variants(variants(types)))
    }

    /// Says of a type just entered that its values can change behind a shared reference, as those
    /// of a cell do: a property on them, or on anything that holds them, is then run on a copy, so
    /// that what it changes is not in the next mutant.
    pub fn interior(&mut self, ty: TypeIndex) -> TypeIndex {
        self.entries[ty.0].interior = true;
        ty
    }

    fn enter<T: Mutate>(&mut self, shape: impl FnOnce(&mut Types) -> Shape) -> TypeIndex {
        let name = std::any::type_name::<T>();
        let (index, is_new) = self.announce(TypeId::of::<T>(), name, smallest_copies::<T>);
        if is_new {
            let shape = shape(self);
            self.describe(index, shape);
        }
        index
    }

    /// The index of a type, and whether it is new: then it is taken before the parts are described, which is
    /// what ends the recursion.
    fn announce(
        &mut self,
        id: TypeId,
        name: &'static str,
        copies: fn() -> bool,
    ) -> (TypeIndex, bool) {
        if let Some(&index) = self.by_id.get(&id) {
            return (index, false);
        }
        let index = TypeIndex(self.entries.len());
        self.by_id.insert(id, index);
        self.entries.push(Entry { name, shape: Shape::Opaque, interior: false, copies });
        self.plans.push(None);
        (index, true)
    }

    fn describe(&mut self, index: TypeIndex, shape: Shape) {
        self.entries[index.0].shape = shape;
    }

    /// The type and all that its values can have as parts, each once, wholes before their parts.
    pub(crate) fn reachable(&self, index: TypeIndex) -> Vec<TypeIndex> {
        let mut seen = vec![false; self.entries.len()];
        seen[index.0] = true;
        let mut all = vec![index];
        let mut next = 0;
        while let Some(&TypeIndex(at)) = all.get(next) {
            let parts = self.entries[at].shape.parts();
            all.extend(parts.filter(|part| !std::mem::replace(&mut seen[part.0], true)));
            next += 1;
        }
        all
    }

    /// The type whose node stands for a value of type `ty`: the content of a box.
    pub(crate) fn node_type(&self, ty: TypeIndex) -> TypeIndex {
        let mut ty = ty;
        // Bounded, because a box of itself has no value and would lead round in a circle.
        for _ in 0..self.entries.len() {
            match self.entries[ty.0].shape {
                Shape::Transparent(inner) => ty = inner,
                _ => break,
            }
        }
        ty
    }
}

/// Whether the smallest value can be copied.
fn smallest_copies<T: Mutate>() -> bool {
    T::copy(&T::smallest()).is_some()
}

/// The name of a type of which the smallest value cannot be copied: `T`, or the first found among
/// the parts that its values can have.
pub(crate) fn uncopied_part<T: Mutate>() -> Option<&'static str> {
    uncopied(T::describe)
}

fn uncopied(describe: fn(&mut Types) -> TypeIndex) -> Option<&'static str> {
    let parts = with_types(|types| {
        let index = describe(types);
        let costs = plan::costs(types);
        let parts = types.reachable(index).into_iter().rev();
        // What has no value is in no value of `T`.
        parts
            .filter(|part| costs[part.0] != plan::UNKNOWN)
            .map(|part| (types.entries[part.0].name, types.entries[part.0].copies))
            .collect::<Vec<_>>()
    });
    // Without the table, because the smallest value asks for plans.
    parts.into_iter().find(|(_, copies)| !copies()).map(|(name, _)| name)
}

/// Whether some type in the table has no finite value.
static VALUELESS: AtomicBool = AtomicBool::new(false);

/// Whether a type is known to have no finite value: then a sequence of it is always empty. Known is
/// what the plan of a type is made from, and so whatever the arguments of a property are made of.
pub(crate) fn has_no_value<T: Mutate>() -> bool {
    // This is asked for every sequence, and hardly any process has such a type.
    VALUELESS.load(Ordering::Relaxed) && is_without_value::<T>()
}

#[cold]
fn is_without_value<T: Mutate>() -> bool {
    lacks_values(TypeId::of::<T>(), T::describe)
}

fn lacks_values(id: TypeId, describe: fn(&mut Types) -> TypeIndex) -> bool {
    thread_local! {
        static KNOWN: RefCell<HashMap<TypeId, bool>> = RefCell::new(HashMap::new());
    }
    if let Some(known) = KNOWN.with_borrow(|known| known.get(&id).copied()) {
        return known;
    }
    let without = with_types(|types| {
        let index = describe(types);
        plan::costs(types)[index.0] == plan::UNKNOWN
    });
    KNOWN.with_borrow_mut(|known| known.insert(id, without));
    without
}

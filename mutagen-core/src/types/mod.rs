//! What the engine knows of a type before it sees a value: its constructors and their fields, which
//! fields are recursive, which constructor ends soonest. Types describe themselves once
//! ([`Mutate::describe`]); from that a [`Plan`] is made for each and kept for the whole process.

mod plan;
mod swaps;

pub use plan::{FieldPlan, Plan, VariantPlan};
pub(crate) use swaps::{Change, DEFAULT};

use crate::mutate::Mutate;
use std::any::TypeId;
use std::collections::HashMap;

/// Index of a type in the table of types of the process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeIndex(pub(crate) usize);

/// One constructor of a type, as the type describes itself.
pub struct Variant {
    pub(crate) name: &'static str,
    pub(crate) weight: u32,
    pub(crate) skip: bool,
    pub(crate) fields: Vec<Field>,
}

/// One field of a constructor.
pub(crate) struct Field {
    pub(crate) name: Option<&'static str>,
    pub(crate) ty: TypeIndex,
}

impl Variant {
    /// A constructor without fields yet, chosen with weight 1.
    pub fn new(name: &'static str) -> Variant {
        Variant { name, weight: 1, skip: false, fields: Vec::new() }
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
    pub fn variants<T: Mutate>(&mut self, variants: fn(&mut Types) -> Vec<Variant>) -> TypeIndex {
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
        if let Some(&index) = self.by_id.get(&TypeId::of::<T>()) {
            return index;
        }
        // The index is taken before the parts are described: that is what ends the recursion.
        let index = TypeIndex(self.entries.len());
        self.by_id.insert(TypeId::of::<T>(), index);
        let name = std::any::type_name::<T>();
        self.entries.push(Entry { name, shape: Shape::Opaque, interior: false });
        self.plans.push(None);
        let shape = shape(self);
        self.entries[index.0].shape = shape;
        index
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

/// The plan of a type, made when it is first asked for.
///
/// # Panics
/// When the type has no finite value; the message says which and what to do.
pub fn plan_of<T: Mutate>() -> &'static Plan {
    use std::cell::RefCell;
    use std::sync::{Mutex, PoisonError};
    static TYPES: Mutex<Option<Types>> = Mutex::new(None);
    thread_local! {
        static KNOWN: RefCell<HashMap<TypeId, &'static Plan>> = RefCell::new(HashMap::new());
    }
    let id = TypeId::of::<T>();
    if let Some(plan) = KNOWN.with_borrow(|known| known.get(&id).copied()) {
        return plan;
    }
    let plan = {
        let mut types = TYPES.lock().unwrap_or_else(PoisonError::into_inner);
        let types = types.get_or_insert_default();
        let index = T::describe(types);
        match types.plans[index.0] {
            Some(plan) => Ok(plan),
            None => {
                let made = Plan::make(types, index).map(|plan| &*Box::leak(Box::new(plan)));
                if let Ok(plan) = made {
                    types.plans[index.0] = Some(plan);
                }
                made
            }
        }
    };
    match plan {
        Ok(plan) => {
            KNOWN.with_borrow_mut(|known| known.insert(id, plan));
            plan
        }
        Err(error) => panic!("{error}"),
    }
}

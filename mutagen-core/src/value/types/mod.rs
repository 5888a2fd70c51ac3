//! The engine's knowledge of a type: its constructors and their fields, which fields are recursive,
//! which constructor has the smallest value. Each type describes itself once
//! ([`Mutate::describe`]). From this description the engine makes a [`Plan`] and keeps it for the
//! whole process.

mod known;
mod plan;
mod recipe;
mod swaps;

pub(crate) use known::{ByTypeId, OwnHash, hash};
pub use known::{PlanCell, plan_of, try_plan_of};
pub(crate) use plan::Choice;
pub use plan::{FieldPlan, NoValue, Plan, VariantPlan};
pub use recipe::Incoming;
pub(crate) use recipe::{Flow, Kept, Recipe};

use crate::value::mutate::Mutate;
use known::with_types;
use std::any::TypeId;
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, Ordering};

/// Index of a type in the process-wide table of types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TypeIndex(pub(crate) usize);

/// One constructor of a type, as the type describes itself.
pub struct Variant {
    pub(crate) name: &'static str,
    pub(crate) weight: u32,
    pub(crate) skip: bool,
    pub(crate) fields: Vec<Field>,
    pub(crate) unseen: &'static [UnseenField],
    /// Whether the constructor is a variant of an enum, so that the name of the type precedes its
    /// own in a path.
    pub(crate) of_enum: bool,
    /// Whether it has braces although it has no fields, as `Empty {}`.
    pub(crate) braces: bool,
}

/// One field of a constructor.
pub(crate) struct Field {
    pub(crate) name: Option<&'static str>,
    pub(crate) ty: TypeIndex,
}

/// One field of a constructor that the engine does not see.
#[derive(Debug)]
pub struct UnseenField {
    /// Its place among all fields of the constructor.
    pub at: usize,
    /// Its name, if it has one.
    pub name: Option<&'static str>,
    /// The expression of its value, which never changes; empty for the smallest value of its type.
    pub value: &'static str,
}

impl Variant {
    /// A constructor without fields yet, chosen with weight 1.
    pub fn new(name: &'static str) -> Variant {
        Variant {
            name,
            weight: 1,
            skip: false,
            fields: Vec::new(),
            unseen: &[],
            of_enum: false,
            braces: false,
        }
    }

    /// Sets how often generation chooses this constructor, relative to the others.
    pub fn weight(mut self, weight: u32) -> Variant {
        self.weight = weight;
        self
    }

    /// Sets whether generation and mutants leave this constructor out.
    pub fn skip(mut self, skip: bool) -> Variant {
        self.skip = skip;
        self
    }

    /// Sets the fields that the engine does not see.
    pub fn unseen(mut self, unseen: &'static [UnseenField]) -> Variant {
        self.unseen = unseen;
        self
    }

    /// Sets how the constructor is written: whether it is a variant of an enum, and whether it has
    /// braces although it has no fields.
    pub fn written(mut self, of_enum: bool, braces: bool) -> Variant {
        (self.of_enum, self.braces) = (of_enum, braces);
        self
    }

    /// Adds a field; `name` is `None` in a tuple constructor.
    pub fn field(mut self, name: Option<&'static str>, ty: TypeIndex) -> Variant {
        self.fields.push(Field { name, ty });
        self
    }
}

/// One constructor of a type, as the derive writes it down.
pub struct VariantTable {
    /// Its name.
    pub name: &'static str,
    /// How often generation chooses it, relative to the others.
    pub weight: u32,
    /// When generation and mutants leave it out.
    pub skip: Skip,
    /// Whether it is a variant of an enum.
    pub of_enum: bool,
    /// Whether it has braces although it has no fields, as `Empty {}`.
    pub braces: bool,
    /// The fields that the engine does not see.
    pub unseen: &'static [UnseenField],
    /// The names of the fields, if they have names, and what describes their types.
    pub fields: &'static [(Option<&'static str>, Describe)],
}

/// When generation and mutants leave a constructor out.
#[derive(Debug, Clone, Copy)]
pub enum Skip {
    /// They do not.
    Never,
    /// In each process.
    Always,
    /// If this condition holds. It is asked once in a process, when the type is described.
    If(fn() -> bool),
}

impl Skip {
    fn holds(self) -> bool {
        match self {
            Skip::Never => false,
            Skip::Always => true,
            Skip::If(condition) => condition(),
        }
    }
}

/// [`Mutate::describe`] of a type.
pub type Describe = fn(&mut Types) -> TypeIndex;

impl VariantTable {
    fn variant(&self, types: &mut Types) -> Variant {
        let new = Variant::new(self.name).weight(self.weight).skip(self.skip.holds());
        let new = new.unseen(self.unseen).written(self.of_enum, self.braces);
        self.fields.iter().fold(new, |variant, &(name, describe)| {
            let ty = describe(types);
            variant.field(name, ty)
        })
    }
}

/// The structure of the values of a type.
pub(crate) enum Shape {
    /// No parts that the engine may touch.
    Opaque,
    /// Stands for another type, as a box does.
    Transparent(TypeIndex),
    /// Any number of elements, including none.
    Sequence(TypeIndex),
    /// A fixed number of elements.
    Repeated(TypeIndex, usize),
    /// One of several constructors.
    Variants(Vec<Variant>),
}

impl Shape {
    /// The types of the immediate parts.
    pub(crate) fn parts(&self) -> impl Iterator<Item = TypeIndex> + '_ {
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
    /// The name of the only field of a transparent struct; empty if it has none.
    pub(crate) field: &'static str,
    /// Whether the smallest value can be copied.
    copies: fn() -> bool,
}

/// The table in which each type enters itself.
#[derive(Default)]
pub struct Types {
    by_id: ByTypeId<TypeIndex>,
    pub(crate) entries: Vec<Entry>,
    plans: Vec<Option<&'static Plan>>,
}

impl Types {
    /// Enters a type without parts. Its values are generated, copied and replaced as a whole.
    pub fn opaque<T: Mutate>(&mut self) -> TypeIndex {
        self.enter::<T>(|_| Shape::Opaque)
    }

    /// Enters a type that stands for another, as a box does for its content.
    pub fn transparent<T: Mutate>(&mut self, inner: fn(&mut Types) -> TypeIndex) -> TypeIndex {
        self.enter::<T>(|types| Shape::Transparent(inner(types)))
    }

    /// [`Types::transparent`], for a struct whose only field has this name. The name is empty if
    /// the field has none.
    pub fn wrapper<T: Mutate>(
        &mut self,
        inner: fn(&mut Types) -> TypeIndex,
        field: &'static str,
    ) -> TypeIndex {
        let ty = self.transparent::<T>(inner);
        self.entries[ty.0].field = field;
        ty
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

    /// Enters a type by its constructors, as the derive writes them down.
    pub fn table<T: Mutate>(&mut self, variants: &[VariantTable]) -> TypeIndex {
        self.variants::<T>(|types| variants.iter().map(|variant| variant.variant(types)).collect())
    }

    /// Marks a type just entered: its values can change behind a shared reference, as those of a
    /// cell do. A property that takes such a value, or a value that holds one, runs on a copy, so
    /// that its changes do not reach the next mutant.
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

    /// Forgets the types from this number on, which could not be described.
    fn forget_from(&mut self, first: usize) {
        self.by_id.retain(|_, index| index.0 < first);
        self.entries.truncate(first);
        self.plans.truncate(first);
    }

    /// The index of a type, and whether it is new. A new type gets its index before its parts are
    /// described; this ends the recursion.
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
        let shape = Shape::Opaque;
        self.entries.push(Entry { name, shape, interior: false, field: "", copies });
        self.plans.push(None);
        (index, true)
    }

    fn describe(&mut self, index: TypeIndex, shape: Shape) {
        self.entries[index.0].shape = shape;
    }

    /// The type and all types that its values can have as parts, each once, in breadth-first order.
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

    /// The type of the node of a value of type `ty`: for a box, the type of its content.
    pub(crate) fn node_type(&self, ty: TypeIndex) -> TypeIndex {
        let mut ty = ty;
        // The loop is bounded, because a box of itself has no value and would never end.
        for _ in 0..self.entries.len() {
            match self.entries[ty.0].shape {
                Shape::Transparent(inner) => ty = inner,
                _ => break,
            }
        }
        ty
    }
}

/// Shows the table of types and the place of a described type in it.
pub(crate) fn look_at<R>(describe: Describe, look: impl FnOnce(&Types, TypeIndex) -> R) -> R {
    with_types(|types| {
        let index = describe(types);
        look(types, index)
    })
}

/// The shape of the values of a type as text: each type that a value can have as a part, with its
/// constructors and their fields. Values of an equal shape have the same text form.
pub(crate) fn shape_of<T: Mutate>() -> String {
    with_types(|types| {
        let index = T::describe(types);
        let parts = types.reachable(index);
        let name = |ty: &TypeIndex| types.entries[ty.0].name;
        let line = |ty: &TypeIndex| format!("{}: {}", name(ty), types.entries[ty.0].shape(name));
        parts.iter().map(line).collect::<Vec<String>>().join("\n")
    })
}

impl Entry {
    fn shape(&self, name: impl Fn(&TypeIndex) -> &'static str) -> String {
        let field = |field: &Field| match field.name {
            Some(label) => format!("{label}: {}", name(&field.ty)),
            None => name(&field.ty).to_owned(),
        };
        let variant = |variant: &Variant| {
            let fields: Vec<String> = variant.fields.iter().map(field).collect();
            format!("{}({})", variant.name, fields.join(", "))
        };
        match &self.shape {
            Shape::Opaque => "a whole".to_owned(),
            Shape::Transparent(inner) => name(inner).to_owned(),
            Shape::Sequence(element) => format!("[{}]", name(element)),
            Shape::Repeated(element, count) => format!("[{}; {count}]", name(element)),
            Shape::Variants(variants) => {
                variants.iter().map(variant).collect::<Vec<String>>().join(" | ")
            }
        }
    }
}

/// Whether the smallest value can be copied.
fn smallest_copies<T: Mutate>() -> bool {
    T::copy(&T::smallest()).is_some()
}

/// The name of a type whose smallest value cannot be copied: `T`, or the first found among the
/// parts of its values.
pub(crate) fn uncopied_part<T: Mutate>() -> Option<&'static str> {
    uncopied(T::describe)
}

fn uncopied(describe: fn(&mut Types) -> TypeIndex) -> Option<&'static str> {
    let parts = with_types(|types| {
        let index = describe(types);
        let costs = plan::costs(types);
        let parts = types.reachable(index).into_iter().rev();
        // A type without a value is in no value of `T`.
        parts
            .filter(|part| costs[part.0] != plan::UNKNOWN)
            .map(|part| (types.entries[part.0].name, types.entries[part.0].copies))
            .collect::<Vec<_>>()
    });
    // Outside the lock of the table, because the smallest value needs plans.
    parts.into_iter().find(|(_, copies)| !copies()).map(|(name, _)| name)
}

/// Whether some type in the table has no finite value.
static VALUELESS: AtomicBool = AtomicBool::new(false);

/// Whether a type is known to have no finite value: then a sequence of it is always empty. The
/// types known here are all those in a plan, and so all types in the arguments of a property.
pub(crate) fn has_no_value<T: Mutate>() -> bool {
    // Every sequence asks this, and hardly any process has such a type.
    VALUELESS.load(Ordering::Relaxed) && is_without_value::<T>()
}

#[cold]
fn is_without_value<T: Mutate>() -> bool {
    lacks_values(TypeId::of::<T>(), T::describe)
}

fn lacks_values(id: TypeId, describe: fn(&mut Types) -> TypeIndex) -> bool {
    thread_local! {
        static KNOWN: RefCell<ByTypeId<bool>> = RefCell::default();
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

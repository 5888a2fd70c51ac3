//! The plan of a type, at hand wherever a node of the type is: made when it is first asked for, and found
//! by the type's id afterwards. What is generic here is small, because it is compiled in the crate of the
//! user's, where it has counters; tables and locks are looked into by functions that are not.

use super::{NoValue, Plan, Types};
use crate::value::mutate::Mutate;
use crate::value::seed::scramble;
use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The plan of a type, made when it is first asked for.
///
/// # Panics
/// When the type has no finite value; the message says which and what to do.
#[inline]
pub fn plan_of<T: Mutate>() -> &'static Plan {
    let id = TypeId::of::<T>();
    match RECENT.with(|plans| plans[place(id)].get()) {
        Some((known, plan)) if known == id => plan,
        _ => looked_up::<T>(),
    }
}

#[cold]
#[inline(never)]
fn looked_up<T: Mutate>() -> &'static Plan {
    unwrapped(try_plan_of::<T>())
}

/// The plan, if there is one.
///
/// # Panics
/// When there is none.
fn unwrapped(plan: Result<&'static Plan, NoValue>) -> &'static Plan {
    match plan {
        Ok(plan) => plan,
        Err(error) => panic!("{error}"),
    }
}

/// [`plan_of`], for a type that may have no finite value.
///
/// # Errors
/// When the type has none.
pub fn try_plan_of<T: Mutate>() -> Result<&'static Plan, NoValue> {
    known_or_made(TypeId::of::<T>(), T::describe)
}

fn known_or_made(
    id: TypeId,
    describe: fn(&mut Types) -> super::TypeIndex,
) -> Result<&'static Plan, NoValue> {
    thread_local! {
        static KNOWN: RefCell<HashMap<TypeId, &'static Plan, BuildHasherDefault<OwnHash>>> =
            RefCell::default();
    }
    let known = KNOWN.with_borrow(|known| known.get(&id).copied());
    let plan = known.map_or_else(|| made(describe), Ok)?;
    KNOWN.with_borrow_mut(|known| known.insert(id, plan));
    RECENT.with(|plans| plans[place(id)].set(Some((id, plan))));
    Ok(plan)
}

#[cold]
fn made(describe: fn(&mut Types) -> super::TypeIndex) -> Result<&'static Plan, NoValue> {
    with_types(|types| {
        let index = describe(types);
        if let Some(plan) = types.plans[index.0] {
            return Ok(plan);
        }
        let plan = &*Box::leak(Box::new(Plan::make(types, index)?));
        types.plans[index.0] = Some(plan);
        Ok(plan)
    })
}

/// Looks something up in the table of types of the process.
pub(super) fn with_types<R>(look: impl FnOnce(&mut Types) -> R) -> R {
    static TYPES: Mutex<Option<Types>> = Mutex::new(None);
    let mut types = TYPES.lock().unwrap_or_else(PoisonError::into_inner);
    look(types.get_or_insert_default())
}

/// Where the plan of a type that is not generic is kept, with the type itself.
#[derive(Debug, Default)]
pub struct PlanCell(OnceLock<&'static Plan>);

impl PlanCell {
    /// A place without a plan.
    pub const fn new() -> PlanCell {
        PlanCell(OnceLock::new())
    }

    /// The plan; `find` finds it the first time.
    #[inline]
    pub fn get(&self, find: fn() -> &'static Plan) -> &'static Plan {
        match self.0.get() {
            Some(plan) => plan,
            None => self.fill(find),
        }
    }

    #[cold]
    #[inline(never)]
    fn fill(&self, find: fn() -> &'static Plan) -> &'static Plan {
        self.0.get_or_init(find)
    }
}

/// The place of a type's plan among the recent ones.
#[inline]
fn place(id: TypeId) -> usize {
    hash(id) as usize % RECENT_PLANS
}

/// A hash of a type's id, known when the type is compiled.
#[inline]
pub(crate) fn hash(id: TypeId) -> u64 {
    let mut hash = OwnHash::default();
    id.hash(&mut hash);
    hash.finish()
}

const RECENT_PLANS: usize = 8;

thread_local! {
    /// Plans found last: every node of a generic type asks for one, and looking into a map takes longer
    /// than making a small node.
    static RECENT: [Cell<Option<(TypeId, &'static Plan)>>; RECENT_PLANS] =
        const { [const { Cell::new(None) }; RECENT_PLANS] };
}

/// The hash of a type's id, which is one already: plans are looked up for every node of a generic type.
#[derive(Debug, Default)]
pub(crate) struct OwnHash(u64);

impl Hasher for OwnHash {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| scramble(hash ^ u64::from(*byte)));
    }
    #[inline]
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

//! Finds the plan of a type for each of its nodes. A plan is made at the first request, and then
//! found by the type's id. The generic code here is small, because it is compiled in the user's
//! crate, where it has coverage counters. Non-generic functions access the tables and locks.

use super::{NoValue, Plan, Types};
use crate::value::mutate::Mutate;
use crate::value::seed::scramble;
use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The plan of a type, made at the first request.
///
/// # Panics
/// If the type has no finite value. The message names the type and says what to do.
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
/// If there is none.
fn unwrapped(plan: Result<&'static Plan, NoValue>) -> &'static Plan {
    match plan {
        Ok(plan) => plan,
        Err(error) => panic!("{error}"),
    }
}

/// [`plan_of`], for a type that may have no finite value.
///
/// # Errors
/// If the type has no finite value.
pub fn try_plan_of<T: Mutate>() -> Result<&'static Plan, NoValue> {
    known_or_made(TypeId::of::<T>(), T::describe)
}

fn known_or_made(
    id: TypeId,
    describe: fn(&mut Types) -> super::TypeIndex,
) -> Result<&'static Plan, NoValue> {
    thread_local! {
        static KNOWN: RefCell<ByTypeId<&'static Plan>> = RefCell::default();
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

/// Gives access to the process-wide table of types. If `look` panics, as a condition of a user can,
/// the types that it has entered are forgotten: they may be described in part.
///
/// # Panics
/// If `look` needs this access itself.
pub(super) fn with_types<R>(look: impl FnOnce(&mut Types) -> R) -> R {
    static TYPES: Mutex<Option<Types>> = Mutex::new(None);
    thread_local! {
        static IS_LOOKING: Cell<bool> = const { Cell::new(false) };
    }
    // Otherwise the lock would be waited for without end.
    assert!(
        !IS_LOOKING.get(),
        "a condition of `#[mutate(skip = …)]` makes, prints or reads a value of a type with \
         `Mutate`, but it is asked before values can be made: let it ask something else"
    );
    let mut types = TYPES.lock().unwrap_or_else(PoisonError::into_inner);
    let types = types.get_or_insert_default();
    let known = types.entries.len();
    IS_LOOKING.set(true);
    let looked = catch_unwind(AssertUnwindSafe(|| look(types)));
    IS_LOOKING.set(false);
    looked.unwrap_or_else(|panic| {
        types.forget_from(known);
        resume_unwind(panic)
    })
}

/// Holds the plan of a non-generic type, next to the type.
#[derive(Debug, Default)]
pub struct PlanCell(OnceLock<&'static Plan>);

impl PlanCell {
    /// A cell without a plan.
    pub const fn new() -> PlanCell {
        PlanCell(OnceLock::new())
    }

    /// The plan. The first call finds it with `find`.
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

/// The index of a type's plan in `RECENT`.
#[inline]
fn place(id: TypeId) -> usize {
    hash(id) as usize % RECENT_PLANS
}

/// A hash of a type's id, known at compile time.
#[inline]
pub(crate) fn hash(id: TypeId) -> u64 {
    let mut hash = OwnHash::default();
    id.hash(&mut hash);
    hash.finish()
}

const RECENT_PLANS: usize = 8;

thread_local! {
    /// The plans found last. Every node of a generic type needs its plan, and a map look-up takes
    /// longer than making a small node.
    static RECENT: [Cell<Option<(TypeId, &'static Plan)>>; RECENT_PLANS] =
        const { [const { Cell::new(None) }; RECENT_PLANS] };
}

/// A table with the ids of types as keys.
pub(crate) type ByTypeId<V> = HashMap<TypeId, V, BuildHasherDefault<OwnHash>>;

/// A hasher for the id of a type, which is already a hash: plans are looked up for every node of a
/// generic type.
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

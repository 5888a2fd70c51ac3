//! Unused values whose memory generation in place uses again. When a node gets another constructor,
//! its old value waits here with the memory it owns, until a node of its type gets that constructor
//! again.

use crate::value::types::Plan;
use std::any::Any;

/// Spare values, by type and constructor.
#[derive(Default)]
pub(crate) struct NodePool {
    /// The [`Constructors`] of each type, at the type's index.
    types: Vec<Option<Box<dyn Any>>>,
}

/// The spare values of one type, a stack for each constructor.
type Constructors<T> = Vec<Vec<T>>;

/// The most values kept for one constructor. The next value rarely needs more of them than the last
/// one left.
const MOST: usize = 32;

/// The size in bytes of the largest value kept. Moving a larger value takes longer than making one.
const LARGEST: usize = 256;

impl NodePool {
    /// Keeps a value of this constructor. Drops it if it owns no memory or the pool is full.
    #[inline]
    pub(crate) fn keep<T: 'static>(&mut self, plan: &Plan, constructor: usize, value: T) {
        if !std::mem::needs_drop::<T>() || size_of::<T>() > LARGEST {
            return;
        }
        let Some(constructors) = self.of(plan) else { return self.enter(plan, constructor, value) };
        if let Some(pool) = constructors.get_mut(constructor)
            && pool.len() < MOST
        {
            pool.push(value);
        }
    }

    /// A value of this constructor, if there is one.
    #[inline]
    pub(crate) fn take<T: 'static>(&mut self, plan: &Plan, constructor: usize) -> Option<T> {
        if !std::mem::needs_drop::<T>() || size_of::<T>() > LARGEST {
            return None;
        }
        self.of(plan)?.get_mut(constructor)?.pop()
    }

    #[inline]
    fn of<T: 'static>(&mut self, plan: &Plan) -> Option<&mut Constructors<T>> {
        self.types.get_mut(plan.index)?.as_mut()?.downcast_mut()
    }

    #[cold]
    fn enter<T: 'static>(&mut self, plan: &Plan, constructor: usize, value: T) {
        let mut constructors: Constructors<T> = plan.variants.iter().map(|_| Vec::new()).collect();
        constructors[constructor].push(value);
        self.types.resize_with(self.types.len().max(plan.index + 1), || None);
        self.types[plan.index] = Some(Box::new(constructors));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::types::plan_of;

    #[test]
    fn what_was_kept_comes_back_by_type_and_constructor_and_not_without_bound() {
        let mut pool = NodePool::default();
        let boxed = plan_of::<Option<Box<u8>>>();
        let text = plan_of::<Option<String>>();
        for number in 0..100_u8 {
            pool.keep(boxed, 1, Some(Box::new(number)));
        }
        pool.keep(text, 1, Some("text".to_owned()));
        assert_eq!(pool.take::<Option<Box<u8>>>(boxed, 0), None);
        let taken = std::iter::from_fn(|| pool.take::<Option<Box<u8>>>(boxed, 1));
        assert_eq!(taken.count(), MOST);
        assert_eq!(pool.take(text, 1), Some(Some("text".to_owned())));
        assert_eq!(pool.take::<Option<String>>(text, 1), None);
    }

    #[test]
    fn what_owns_nothing_is_not_kept() {
        let mut pool = NodePool::default();
        let plan = plan_of::<Option<u8>>();
        pool.keep(plan, 1, Some(7_u8));
        assert_eq!(pool.take::<Option<u8>>(plan, 1), None);
    }
}

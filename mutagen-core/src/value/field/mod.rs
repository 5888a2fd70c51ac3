//! Fields with rules of their own: `#[mutate(range = …)]`, `with`, `max_len` and `regex`. The
//! derive sees such a field as a [`WithPolicy`] of the field. This type exists only at compile
//! time: the user's struct keeps its plain field.

mod longest;
mod matches;
mod ranged;
mod with;

pub use longest::{Cut, Longest, MaxLen};
pub use matches::{Access, Expression, Matched, Matches, OfBytes, OfText};
pub use ranged::{Bounds, InRange, Ranged};
pub use with::{UserPolicy, With};

use ref_cast::RefCast;
use std::marker::PhantomData;

/// A value whose generator and mutants come from a policy, such as [`InRange`], instead of from its
/// own `Mutate`.
#[derive(RefCast)]
#[repr(transparent)]
pub struct WithPolicy<F, P>(pub F, PhantomData<P>);

impl<F, P> WithPolicy<F, P> {
    /// Puts a value under the policy.
    pub fn new(value: F) -> Self {
        WithPolicy(value, PhantomData)
    }
}

/// Views a field as a value under a policy.
pub fn with_policy<F, P>(value: &F) -> &WithPolicy<F, P> {
    WithPolicy::ref_cast(value)
}

/// [`with_policy`], mutable.
pub fn with_policy_mut<F, P>(value: &mut F) -> &mut WithPolicy<F, P> {
    WithPolicy::ref_cast_mut(value)
}

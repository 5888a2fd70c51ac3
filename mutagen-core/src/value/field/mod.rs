//! Fields with rules of their own: what `#[mutate(range = …)]`, `with` and `max_len` on a field stand
//! for. The derive sees such a field as [`WithPolicy`] of one, a type that is not there at run time:
//! the user's struct keeps its plain field.

mod longest;
mod ranged;
mod with;

pub use longest::{Cut, MaxLen};
pub use ranged::{Bounds, InRange, Ranged};
pub use with::{UserPolicy, With};

use ref_cast::RefCast;
use std::marker::PhantomData;

/// A value whose generator and mutants are those of a policy: of a type that has a `Mutate` of its own
/// and a policy, such as [`InRange`].
#[derive(RefCast)]
#[repr(transparent)]
pub struct WithPolicy<F, P>(pub F, PhantomData<P>);

impl<F, P> WithPolicy<F, P> {
    /// Puts a value under the policy.
    pub fn new(value: F) -> Self {
        WithPolicy(value, PhantomData)
    }
}

/// Sees a field as under a policy.
pub fn with_policy<F, P>(value: &F) -> &WithPolicy<F, P> {
    WithPolicy::ref_cast(value)
}

/// [`with_policy`], mutable.
pub fn with_policy_mut<F, P>(value: &mut F) -> &mut WithPolicy<F, P> {
    WithPolicy::ref_cast_mut(value)
}

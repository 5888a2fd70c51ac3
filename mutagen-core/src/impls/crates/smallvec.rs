//! `SmallVec`: mutated as a `Vec`, see `by_shape::sequence`.

use crate::impls::by_shape::sequence::sequence_of;
use crate::value::Mutate;
use smallvec::{Array, SmallVec};

sequence_of!([A: Array<Item: Mutate> + 'static] SmallVec<A>, A::Item, push, pop, SmallVec::remove);

//! `Mutate` for the collections of the standard library, one file as std has them; [`keyed`] is what
//! maps and sets share.

mod binary_heap;
mod btree;
mod hash;
pub(super) mod keyed;
mod linked_list;
mod vec_deque;

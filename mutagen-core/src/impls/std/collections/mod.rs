//! `Mutate` for the collections of the standard library, one file as std has them. What maps and
//! sets share is in `impls::keyed`, what sequences share in `impls::sequence`.

mod binary_heap;
mod btree;
mod hash;
mod linked_list;
mod vec_deque;

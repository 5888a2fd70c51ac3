//! `Mutate` for the collections of the standard library, in files named as in std. The code that
//! maps and sets share is in `by_shape::map_like`, the code of sequences in `by_shape::sequence`.

mod binary_heap;
mod btree;
mod hash;
mod linked_list;
mod vec_deque;

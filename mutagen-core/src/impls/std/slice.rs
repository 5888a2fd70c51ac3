//! Slices and texts behind a pointer. `Box<[T]>` is mutated as a `Vec`, and its elements are nodes
//! of their own. A shared slice or a `str` is one node, with the mutants of all nodes of a `Vec` or
//! a `String`.

use crate::impls::by_shape::matched::matched;
use crate::impls::by_shape::sequence::{Sequence, items, sequence};
use crate::impls::by_shape::via::{Via, via};
use crate::value::Mutate;
use std::rc::Rc;
use std::sync::Arc;

/// Changes a boxed slice through a vector.
fn as_vec<T, R>(slice: &mut Box<[T]>, change: impl FnOnce(&mut Vec<T>) -> R) -> R {
    let mut all = std::mem::take(slice).into_vec();
    let result = change(&mut all);
    *slice = all.into_boxed_slice();
    result
}

impl<T: Mutate> Sequence for Box<[T]> {
    items!(T);

    fn insert(&mut self, at: usize, item: T) {
        as_vec(self, |all| all.insert(at, item));
    }
    fn remove(&mut self, at: usize) -> T {
        as_vec(self, |all| all.remove(at))
    }
    fn swap_next(&mut self, at: usize) {
        self.swap(at, at + 1);
    }
}

sequence!([T: Mutate] Box<[T]>, T);

macro_rules! shared_slice {
    ($($pointer:ident),*) => {$(
        impl<T: Mutate> Via<Vec<T>> for $pointer<[T]> {
            fn to_parts(&self) -> Option<Vec<T>> {
                self.iter().map(T::copy).collect()
            }
            fn from_parts(parts: &Vec<T>) -> Self {
                parts.iter().map(|part| Mutate::copy(part).unwrap_or_else(T::smallest)).collect()
            }
        }

        via!([T: Mutate] $pointer<[T]>, Vec<T>);
    )*};
}

shared_slice!(Rc, Arc);

macro_rules! text {
    ($($pointer:ident),*) => {$(
        impl Via<String> for $pointer<str> {
            fn to_parts(&self) -> Option<String> {
                Some(String::from(&**self))
            }
            fn from_parts(parts: &String) -> Self {
                $pointer::from(parts.as_str())
            }
        }

        via!([] $pointer<str>, String);
    )*};
}

text!(Box, Rc, Arc);

matched!(text Box<str>, Rc<str>, Arc<str>);
matched!(bytes Box<[u8]>, Rc<[u8]>, Arc<[u8]>);

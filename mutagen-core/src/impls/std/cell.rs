//! `Cell` and `RefCell`, see `by_shape::interior`, and `OnceCell`, which is mutated as an `Option`.

use crate::impls::by_shape::{interior::held, once::once};
use crate::value::Mutate;
use std::cell::{Cell, OnceCell, RefCell};

held!(
    [T: Mutate] Cell<T>, T,
    |cell, look| {
        // A cell gives no reference to its content, so the content is taken out and put back.
        let content = cell.replace(T::smallest());
        let seen = look(&content);
        cell.set(content);
        seen
    },
    |cell| cell.get_mut()
);

held!([T: Mutate] RefCell<T>, T, |cell, look| look(&cell.borrow()), |cell| cell.get_mut());

once!(OnceCell);

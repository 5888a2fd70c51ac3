//! `Cell` and `RefCell`, see `by_shape::interior`, and `OnceCell`, which is mutated as an `Option`.

use crate::impls::by_shape::interior::{InteriorMutable, held, once};
use crate::value::mutate::Mutate;
use std::cell::{Cell, OnceCell, RefCell};

impl<T: Mutate> InteriorMutable for Cell<T> {
    type Content = T;

    fn hold(content: T) -> Self {
        Cell::new(content)
    }
    fn look<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        // A cell gives no reference to its content, so the content is taken out and put back.
        let content = self.replace(T::smallest());
        let seen = look(&content);
        self.set(content);
        seen
    }
    fn content_mut(&mut self) -> &mut T {
        self.get_mut()
    }
}

held!([T: Mutate] Cell<T>, T);

impl<T: Mutate> InteriorMutable for RefCell<T> {
    type Content = T;

    fn hold(content: T) -> Self {
        RefCell::new(content)
    }
    fn look<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        look(&self.borrow())
    }
    fn content_mut(&mut self) -> &mut T {
        self.get_mut()
    }
}

held!([T: Mutate] RefCell<T>, T);

once!(OnceCell);

//! `Mutex`, `RwLock` and the atomics, see `by_shape::interior`, and `OnceLock`, which is mutated as
//! an `Option`. A poisoned lock is mutated like any other.

use crate::impls::by_shape::interior::{InteriorMutable, held, once};
use crate::value::mutate::Mutate;
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16,
    AtomicU32, AtomicU64, AtomicUsize, Ordering,
};
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

impl<T: Mutate> InteriorMutable for Mutex<T> {
    type Content = T;

    fn hold(content: T) -> Self {
        Mutex::new(content)
    }
    fn look<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        look(&self.lock().unwrap_or_else(PoisonError::into_inner))
    }
    fn content_mut(&mut self) -> &mut T {
        self.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

held!([T: Mutate] Mutex<T>, T);

impl<T: Mutate> InteriorMutable for RwLock<T> {
    type Content = T;

    fn hold(content: T) -> Self {
        RwLock::new(content)
    }
    fn look<R>(&self, look: impl FnOnce(&T) -> R) -> R {
        look(&self.read().unwrap_or_else(PoisonError::into_inner))
    }
    fn content_mut(&mut self) -> &mut T {
        self.get_mut().unwrap_or_else(PoisonError::into_inner)
    }
}

held!([T: Mutate] RwLock<T>, T);

once!(OnceLock);

macro_rules! atomic {
    ($($atomic:ty, $content:ty);*) => {$(
        impl InteriorMutable for $atomic {
            type Content = $content;

            fn hold(content: $content) -> Self {
                Self::new(content)
            }
            fn look<R>(&self, look: impl FnOnce(&$content) -> R) -> R {
                look(&self.load(Ordering::SeqCst))
            }
            fn content_mut(&mut self) -> &mut $content {
                self.get_mut()
            }
        }

        held!([] $atomic, $content);
    )*};
}

atomic!(
    AtomicBool, bool;
    AtomicI8, i8; AtomicI16, i16; AtomicI32, i32; AtomicI64, i64; AtomicIsize, isize;
    AtomicU8, u8; AtomicU16, u16; AtomicU32, u32; AtomicU64, u64; AtomicUsize, usize
);

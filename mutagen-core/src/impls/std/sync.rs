//! `Mutex`, `RwLock` and the atomics, see `by_shape::interior`, and `OnceLock`, which is mutated as
//! an `Option`. A poisoned lock is mutated like any other.

use crate::impls::by_shape::{interior::held, once::once};
use crate::value::Mutate;
use std::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI16, AtomicI32, AtomicI64, AtomicIsize, AtomicU8, AtomicU16,
    AtomicU32, AtomicU64, AtomicUsize, Ordering,
};
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

held!(
    [T: Mutate] Mutex<T>, T,
    |mutex, look| look(&mutex.lock().unwrap_or_else(PoisonError::into_inner)),
    |mutex| mutex.get_mut().unwrap_or_else(PoisonError::into_inner)
);

held!(
    [T: Mutate] RwLock<T>, T,
    |lock, look| look(&lock.read().unwrap_or_else(PoisonError::into_inner)),
    |lock| lock.get_mut().unwrap_or_else(PoisonError::into_inner)
);

once!(OnceLock);

macro_rules! atomic {
    ($($atomic:ty, $content:ty);*) => {$(
        held!(
            [] $atomic, $content,
            |atomic, look| look(&atomic.load(Ordering::SeqCst)),
            |atomic| atomic.get_mut()
        );
    )*};
}

atomic!(
    AtomicBool, bool;
    AtomicI8, i8; AtomicI16, i16; AtomicI32, i32; AtomicI64, i64; AtomicIsize, isize;
    AtomicU8, u8; AtomicU16, u16; AtomicU32, u32; AtomicU64, u64; AtomicUsize, usize
);

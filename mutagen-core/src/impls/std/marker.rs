//! `PhantomData`: a single constructor without fields, and therefore without mutants.

use std::marker::PhantomData;

mutagen_derive::foreign! {
    // No value of `T` is made, so `T` needs no `Mutate`.
    #[mutate(bound = "T: 'static")]
    struct PhantomData<T: ?Sized>;
}

//! `Option`: mutated as the enum that it is.

mutagen_derive::foreign! {
    enum Option<T> { None, Some(T) }
}

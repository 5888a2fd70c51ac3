//! `Option`: mutated as an enum.

mutagen_derive::foreign! {
    enum Option<T> { None, Some(T) }
}

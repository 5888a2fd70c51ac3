//! `Option` and `Result`: mutated as the enums they are.

mutagen_derive::foreign! {
    enum Option<T> { None, Some(T) }
}

mutagen_derive::foreign! {
    enum Result<T, E> { Ok(T), Err(E) }
}

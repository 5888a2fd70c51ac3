//! `Result`: mutated as the enum that it is.

mutagen_derive::foreign! {
    enum Result<T, E> { Ok(T), Err(E) }
}

//! `Result`: mutated as an enum.

mutagen_derive::foreign! {
    enum Result<T, E> { Ok(T), Err(E) }
}

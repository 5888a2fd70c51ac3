//! `Option`, `Result` and `ControlFlow`: mutated as the enums they are.

use std::ops::ControlFlow;

mutagen_derive::foreign! {
    enum Option<T> { None, Some(T) }
}

mutagen_derive::foreign! {
    enum Result<T, E> { Ok(T), Err(E) }
}

mutagen_derive::foreign! {
    enum ControlFlow<B, C> { Continue(C), Break(B) }
}

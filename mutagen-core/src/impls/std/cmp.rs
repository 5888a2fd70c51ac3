//! `Ordering` and `Reverse`: mutated as the enum and the struct they are.

use std::cmp::{Ordering, Reverse};

mutagen_derive::foreign! {
    enum Ordering { Less, Equal, Greater }
}

mutagen_derive::foreign! {
    struct Reverse<T>(T);
}

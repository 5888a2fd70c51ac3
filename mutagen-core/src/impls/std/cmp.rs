//! `Ordering` and `Reverse`: mutated as an enum and a struct.

use std::cmp::{Ordering, Reverse};

mutagen_derive::foreign! {
    enum Ordering { Less, Equal, Greater }

    struct Reverse<T>(T);
}

//! The properties as `cargo mutagen run` finds them, each under the name of its program. Plain
//! `cargo test` ignores them, because each has a planted bug.

#![allow(clippy::ptr_arg, reason = "the table has the types as other tools generate them")]

use constants::for_each_subject;
use mutagen_core::{Outcome, property};

macro_rules! properties {
    ($($group:ident: $name:ident($argument:ident: $type:ty);)*) => {
        $(
            #[property]
            #[ignore = "it has a planted bug"]
            fn $name($argument: &$type) -> Outcome {
                constants::$name::property($argument)
            }
        )*
    };
}

for_each_subject!(properties);

//! The properties as `cargo mutagen run` finds them. Plain `cargo test` ignores them, because each
//! fails as soon as its parser accepts a value.

use mutagen_core::{Outcome, property};

macro_rules! properties {
    ($($name:ident($type:ty);)*) => {
        $(
            #[property]
            #[ignore = "it fails at the first accepted value"]
            fn $name(input: $type) -> Outcome {
                preconditions::$name(input)
            }
        )*
    };
}

properties! {
    version(&str);
    identifier(&str);
    moment(&str);
    duration(&str);
    document(&str);
    module(&[u8]);
}

/// One value of each kind that is accepted.
#[test]
fn each_precondition_can_be_met() {
    let fails = |outcome: Outcome| assert!(matches!(outcome, Outcome::Failed(_)), "{outcome:?}");
    fails(preconditions::version("10.20.30"));
    fails(preconditions::identifier("67e55044-10b1-426f-9247-bb680e5fe0c8"));
    fails(preconditions::moment("2021-07-01T12:34:56+02:00"));
    fails(preconditions::duration("3days 4h"));
    fails(preconditions::document("[owner]\nname = 7\n"));
    fails(preconditions::module(b"\0asm\x01\0\0\0"));
}

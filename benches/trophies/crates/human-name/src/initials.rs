//! human_name 1.3.0, fuzzed by its author: `eq_non_alphanumeric_initials` in src/lib.rs. The crate
//! takes the first character of a word for an initial, and asserts that an initial is a capital
//! letter when it compares two names. Release 1.3.1 has this bug too; 1.3.0 also has the one of
//! `combining`.
//!
//! The property takes ASCII: other texts can show the bug of `combining`.

use crate::person::Person;
use human_name::Name;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("human-name-initials", any_two_names_are_compared);

/// Any two names, with a semicolon between them, can be compared.
#[property]
#[ignore = "finds the bug"]
pub fn any_two_names_are_compared(text: &str) {
    BUG.only(|| {
        if text.is_ascii()
            && let Some((left, right)) = text.split_once(';')
            && let (Some(left), Some(right)) = (Name::parse(left), Name::parse(right))
        {
            let _ = left.consistent_with(&right);
        }
    });
}

/// The same for what looks like two names.
#[property]
#[ignore = "finds the bug"]
pub fn two_names_are_compared(left: &Person, right: &Person) {
    any_two_names_are_compared(&format!("{};{}", left.print(), right.print()));
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

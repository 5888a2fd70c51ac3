//! human_name 1.3.0, fuzzed by its author: `parse_high_proportion_of_combining_chars` in
//! src/lib.rs. The marks of a word are subtracted from its characters that are no letters, but a
//! mark can count as a letter.

use crate::person::Person;
use human_name::Name;
use mutagen_core::property;
use trophy::Trophy;

/// The bug.
pub const BUG: Trophy = Trophy::text("human-name-combining", any_name_is_read_or_refused);

/// Text that is no name is refused.
#[property]
#[ignore = "finds the bug"]
pub fn any_name_is_read_or_refused(text: &str) {
    BUG.only(|| {
        let _ = Name::parse(text);
    });
}

/// The same for what looks like a name.
#[property]
#[ignore = "finds the bug"]
pub fn names_are_read_or_refused(person: &Person) {
    any_name_is_read_or_refused(&person.print());
}

#[test]
fn the_witness_reproduces() {
    trophy::assert_reproduces(&BUG);
}

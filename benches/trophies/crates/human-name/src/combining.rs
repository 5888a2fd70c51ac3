//! human_name 1.3.0, fuzzed by its author: `parse_high_proportion_of_combining_chars` in
//! src/lib.rs. The marks of a word are subtracted from its characters that are no letters, but a
//! mark can count as a letter.

use crate::person::Person;
use human_name::Name;
use mutagen_core::property;
use trophy::{Bug, Kind};

/// The bug.
pub const BUG: Bug = Bug {
    name: "human-name-combining",
    krate: "human_name",
    version: "1.3.0",
    reference: "https://github.com/djudd/human-name/tree/540321097277498c3977f25fdd0801aed9e96ce1",
    kind: Kind::Arithmetic,
    bytes: None,
    text: Some(any_name_is_read_or_refused),
    property: "combining::any_name_is_read_or_refused",
    typed: Some("combining::names_are_read_or_refused"),
    witness: ".ΰ\u{330}\u{610}`".as_bytes(),
    message: "attempt to subtract with overflow",
};

/// Text that is no name is refused.
#[property]
#[ignore = "finds the bug"]
pub fn any_name_is_read_or_refused(text: &str) {
    let _ = Name::parse(text);
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

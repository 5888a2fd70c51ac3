//! The changes of one text. All anchors are looked for in the unchanged text, so that no change
//! can hide or make the anchor of another.

use crate::entries::Entry;
use crate::error::{AnchorError, AnchorProblem};
use std::ops::Range;

/// What a replacement writes for the text that was found.
const OLD: &str = "$old";

/// The text with the changes of these entries. Changes of exactly the same place nest, the later
/// around the earlier, if each of them keeps the old text.
///
/// # Errors
/// When an anchor is not found, or found more than once, and when two overlap.
pub fn apply(text: &str, entries: &[&Entry]) -> Result<String, AnchorError> {
    let mut places = Vec::with_capacity(entries.len());
    for entry in entries {
        places.push((place(text, entry)?, *entry));
    }
    // The order of equal places stays that of the entries.
    places.sort_by_key(|(place, _)| (place.start, place.end));
    let mut changed = String::with_capacity(text.len());
    let mut done = 0;
    for nest in places.chunk_by(|(left, _), (right, _)| left == right) {
        let (place, first) = &nest[0];
        let overlaps = nest.len() > 1 && !nest.iter().all(|(_, entry)| entry.replace.contains(OLD));
        if place.start < done || overlaps {
            return Err(error(first, &first.find, AnchorProblem::Overlap));
        }
        changed.push_str(&text[done..place.start]);
        let mut new = text[place.clone()].to_owned();
        for (_, entry) in nest {
            new = entry.replacement().replace(OLD, &new);
        }
        changed.push_str(&new);
        done = place.end;
    }
    changed.push_str(&text[done..]);
    Ok(changed)
}

/// Where the text has what an entry replaces.
fn place(text: &str, entry: &Entry) -> Result<Range<usize>, AnchorError> {
    let start = match &entry.after {
        None => only(text, &entry.find, entry)?,
        Some(after) => {
            let from = only(text, after, entry)? + after.len();
            let found = text[from..].find(&entry.find);
            from + found.ok_or_else(|| error(entry, &entry.find, AnchorProblem::Missing))?
        }
    };
    Ok(start..start + entry.find.len())
}

/// Where the text has this anchor, which it must have once.
fn only(text: &str, anchor: &str, entry: &Entry) -> Result<usize, AnchorError> {
    let mut found = text.match_indices(anchor).map(|(at, _)| at);
    match (found.next(), found.count()) {
        (Some(at), 0) => Ok(at),
        (Some(_), more) => Err(error(entry, anchor, AnchorProblem::Repeated(1 + more))),
        (None, _) => Err(error(entry, anchor, AnchorProblem::Missing)),
    }
}

fn error(entry: &Entry, anchor: &str, problem: AnchorProblem) -> AnchorError {
    AnchorError { id: entry.id.clone(), anchor: anchor.to_owned(), problem }
}

/// The text without the attributes and documentation of the whole file, which may not stand in a
/// file that is included.
pub fn without_inner_attributes(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut open = 0;
    for line in text.split_inclusive('\n') {
        let is_head = open > 0 || line.trim_start().starts_with("#![");
        if is_head {
            let count = |bracket| line.matches(bracket).count();
            open = (open + count('[')).saturating_sub(count(']'));
        } else if !line.trim_start().starts_with("//!") {
            kept.push_str(line);
        }
    }
    kept
}

/// The text with its tests switched off: `cargo clippy --all-targets` compiles them even for a
/// library that has none, and they need crates that are not there.
pub fn without_tests(text: &str) -> String {
    text.replace("#[cfg(test)]", "#[cfg(any())]")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, after: Option<&str>, find: &str, replace: &str) -> Entry {
        Entry {
            id: id.to_owned(),
            package: "a".to_owned(),
            file: "src/lib.rs".to_owned(),
            after: after.map(str::to_owned),
            find: find.to_owned(),
            replace: replace.to_owned(),
        }
    }

    fn changed(text: &str, entries: &[Entry]) -> Result<String, AnchorError> {
        apply(text, &entries.iter().collect::<Vec<_>>())
    }

    #[test]
    fn each_place_is_changed_and_the_rest_is_kept() {
        let entries = [
            entry("second", None, "b", "[$old]"),
            entry("first", None, "a", "1"),
            entry("after", Some("b"), "x", "y"),
        ];
        assert_eq!(changed("x a b x x", &entries), Ok("x 1 [b] y x".to_owned()));
        assert_eq!(changed("x", &[]), Ok("x".to_owned()));
    }

    #[test]
    fn an_anchor_that_is_found_never_or_twice_is_an_error_that_names_it() {
        for (after, find, anchor, problem) in [
            (None, "c", "c", AnchorProblem::Missing),
            (None, "a", "a", AnchorProblem::Repeated(3)),
            (Some("c"), "a", "c", AnchorProblem::Missing),
            (Some("a"), "b", "a", AnchorProblem::Repeated(3)),
            (Some("b"), "b", "b", AnchorProblem::Missing),
        ] {
            let error = changed("a b a a", &[entry("7", after, find, "")]);
            let expected = AnchorError { id: "7".into(), anchor: anchor.into(), problem };
            assert_eq!(error, Err(expected));
        }
    }

    #[test]
    fn an_anchor_is_looked_for_in_the_unchanged_text() {
        let entries = [entry("1", None, "a", "b b"), entry("2", None, "b", "c")];
        assert_eq!(changed("a b", &entries), Ok("b b c".to_owned()));
    }

    #[test]
    fn changes_of_one_place_nest_and_others_may_not_overlap() {
        let nested = [entry("1", None, "b", "1($old)"), entry("2", None, "b", "2($old)")];
        assert_eq!(changed("a b", &nested), Ok("a 2(1(b))".to_owned()));
        let forgets = [entry("1", None, "b", "1($old)"), entry("2", None, "b", "2")];
        let crosses = [entry("1", None, "ab", "$old"), entry("2", None, "bc", "$old")];
        for (text, entries) in [("b", forgets), ("abc", crosses)] {
            let error = changed(text, &entries).expect_err("they overlap");
            assert_eq!(error.problem, AnchorProblem::Overlap);
        }
    }

    #[test]
    fn tests_are_never_compiled_and_other_conditions_are_kept() {
        let text = "#[cfg(test)]\nmod tests {}\n#[cfg_attr(test, derive(Debug))]\nstruct A;\n";
        let kept = "#[cfg(any())]\nmod tests {}\n#[cfg_attr(test, derive(Debug))]\nstruct A;\n";
        assert_eq!(without_tests(text), kept);
    }

    #[test]
    fn attributes_and_documentation_of_the_whole_file_are_left_out() {
        let text = "// Kept\n#![forbid(unsafe_code)]\n//! Gone\n#![warn(\n    dead_code,\n)]\n\
                    #[derive(Debug)] // kept\nstruct A([u8; 1]);\n";
        let kept = "// Kept\n#[derive(Debug)] // kept\nstruct A([u8; 1]);\n";
        assert_eq!(without_inner_attributes(text), kept);
    }
}

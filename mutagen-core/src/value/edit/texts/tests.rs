//! Tests that each kind of edit changes a text, keeps it a value of its type, and is undone to the
//! byte.

use super::*;
use crate::value::edit::{Editor, NoDonors, Sites, StackShape, stack};
use crate::value::field::{Longest, MaxLen, WithPolicy};
use crate::value::literals::{Literal, Literals, Occurring};
use crate::value::operands::Operands;
use crate::value::{seed, text};
use std::collections::BTreeSet;

/// A generator with one word in its dictionary.
fn generator(number: u64) -> Generator {
    let word = Occurring { literal: Literal::Text("select".to_owned()), places: Vec::new() };
    let literals = Literals::new(vec![word], Vec::new(), Vec::new()).unwrap();
    let mut generator = Generator::new(seed::random(number), 20);
    generator.set_literals(Some(Box::leak(Box::new(literals))));
    generator
}

/// How many different values edits of this kind make.
fn made<T: Node + Mutate>(value: &mut T, kind: TextEdit, donor: &[u8]) -> usize {
    let before = text::print(&*value);
    let mut old = Vec::new();
    value.text(&mut old);
    let mut editor = Editor::new(1, 20);
    let mut seen = BTreeSet::new();
    for number in 0..200 {
        let mut new = old.clone();
        edit(kind, &mut new, donor, &mut generator(number));
        editor.begin(&*value);
        let applied = editor.rewrite(value, 0, &new);
        assert_eq!(applied, old != new, "{kind:?}");
        assert_eq!(*editor.sites(), Sites::of(&*value), "{kind:?}: the sites did not follow");
        seen.insert(text::print(&*value));
        editor.undo(value);
        assert_eq!(text::print(&*value), before, "{kind:?} is not undone");
    }
    seen.remove(&before);
    seen.len()
}

#[test]
#[cfg_attr(miri, ignore = "thousands of edits: too slow for Miri")]
fn each_kind_of_edit_changes_texts_and_bytes_and_is_undone_to_the_byte() {
    let mut string = "key = 12;\n(grün, Rot) [x".to_owned();
    let mut bytes = b"\xff\0\x01a7(Z\x80\x80".to_vec();
    for (kind, _) in EDITS {
        let made = [made(&mut string, kind, b"a;b\nlast"), made(&mut bytes, kind, &[9, 8, 7])];
        assert!(made.into_iter().all(|made| made >= 2), "{kind:?} made {made:?}");
    }
}

#[test]
fn a_number_follows_a_word_with_a_space_between_them() {
    let made = |text: &str| -> BTreeSet<Vec<u8>> {
        let edited = |number| {
            let mut text = text.as_bytes().to_vec();
            edit(TextEdit::Word, &mut text, &[], &mut generator(number));
            text
        };
        (0..20_000).map(edited).collect()
    };
    let with_numbers = made("x between 3and");
    let follows =
        |number: &str| with_numbers.contains(format!("x between 3and {number}").as_bytes());
    assert!(follows("0") && follows("8"), "small numbers");
    assert!(NUMBERS.into_iter().any(|number| number.len() > 2 && follows(number)), "large ones");
    assert!(with_numbers.contains(&b"x select between 3and"[..]), "words of the dictionary, too");
    assert!(made("limit x").contains(&b"limit 8"[..]), "instead of a word");
}

#[test]
fn a_binary_number_becomes_one_of_the_largest_of_its_width() {
    let is_made = |wanted: &[u8]| {
        (0..20_000).any(|number| {
            let mut bytes = vec![7; wanted.len()];
            edit(TextEdit::Binary, &mut bytes, &[], &mut generator(number));
            bytes == wanted
        })
    };
    assert!(is_made(&[0xff; 8]) && is_made(&[0xff, 0xff, 0xff, 0xfd]));
}

#[test]
fn a_run_of_one_byte_is_inserted_or_overwrites_the_text() {
    let mut longest = [0, 0];
    for number in 0..1000 {
        let mut bytes = (100..=200).collect::<Vec<u8>>();
        let before = bytes.len();
        edit(TextEdit::Run, &mut bytes, &[], &mut generator(number));
        let run = bytes.chunk_by(|one, next| one == next).map(<[u8]>::len).max().unwrap();
        assert!(run >= 2, "{bytes:?}");
        let kind = usize::from(bytes.len() == before);
        longest[kind] = longest[kind].max(run);
    }
    assert!(longest.into_iter().all(|run| run > 40), "{longest:?}");
}

#[test]
fn bytes_that_are_no_utf_8_lose_their_highest_bit_in_a_string() {
    let mut value = "äöü".to_owned();
    let mut editor = Editor::new(1, 5);
    editor.begin(&value);
    assert!(editor.rewrite(&mut value, 0, b"a\xff\xc3\xc3\xa4"));
    assert_eq!(value, "a\x7fCä");
    editor.undo(&mut value);
    assert_eq!(value, "äöü");
}

/// The printed values of stacks of edits, each of which is undone.
fn stacks<T: Node + Mutate>(value: &mut T, mut check: impl FnMut(&T)) -> BTreeSet<String> {
    let before = text::print(&*value);
    let shape = StackShape { another: 65, alone: 0, solved: 0 };
    let mut editor = Editor::new(9, 20);
    let mut seen = BTreeSet::new();
    for number in 0..if cfg!(miri) { 10 } else { 2000 } {
        editor.begin(&*value);
        let (key, generator) = ([0, number], generator(number));
        stack(&mut editor, value, &NoDonors, key, shape, &Operands::NONE, generator);
        check(value);
        seen.insert(text::print(&*value));
        editor.undo(value);
        assert_eq!(text::print(&*value), before, "after stack {number}");
    }
    seen
}

struct Six;

impl Longest for Six {
    fn longest() -> usize {
        6
    }
}

struct Three;

impl Longest for Three {
    fn longest() -> usize {
        3
    }
}

#[test]
fn a_text_with_a_greatest_length_never_exceeds_it() {
    let mut value: WithPolicy<Vec<u8>, MaxLen<Six>> = WithPolicy::new(b"ab1(".to_vec());
    let mut longest = 0;
    let seen = stacks(&mut value, |value| longest = longest.max(value.0.len()));
    assert_eq!(longest, 6);
    assert!(cfg!(miri) || seen.len() > 500, "{} different values", seen.len());
    let mut value: WithPolicy<String, MaxLen<Three>> = WithPolicy::new("äb".to_owned());
    let mut longest = 0;
    stacks(&mut value, |value| longest = longest.max(value.0.chars().count()));
    assert_eq!(longest, 3, "characters count, not bytes");
}

#[test]
fn an_array_of_bytes_is_edited_at_its_length() {
    let mut value = [1_u8, 2, 3, 4, 5];
    value.set_text(&[9; 7]);
    assert_eq!(value, [9; 5], "the end is lost");
    value.set_text(&[1, 2]);
    assert_eq!(value, [1, 2, 9, 9, 9], "the old bytes stay");
    let seen = stacks(&mut value, |_| {});
    assert!(cfg!(miri) || seen.len() > 500, "{} different values", seen.len());
}

#[test]
#[cfg_attr(miri, ignore = "long texts: too slow for Miri")]
fn long_texts_do_not_grow_and_others_only_to_the_limit() {
    for (length, most) in [(MOST_BYTES + 500, MOST_BYTES + 500), (MOST_BYTES - 2, MOST_BYTES)] {
        let mut value = b"7 a".iter().copied().cycle().take(length).collect::<Vec<u8>>();
        let mut editor = Editor::new(9, 20);
        let (mut longest, mut changed) = (0, 0);
        for number in 0..1000 {
            editor.begin(&value);
            let mut generator = generator(number);
            let mut work =
                Editing { editor: &mut editor, root: &mut value, generator: &mut generator };
            changed += u32::from(work.text(0, |_| None));
            longest = longest.max(value.len());
            editor.undo(&mut value);
        }
        assert_eq!(longest, most);
        assert!(changed > 800, "{changed} edits changed the text");
    }
}

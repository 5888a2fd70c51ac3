//! crop 0.4.3: operations as on a text of std.

use crate::ropey::Piece;
use crop::Rope;
use mutagen_core::{Mutate, property};

/// An operation.
#[derive(Debug, Clone, Mutate)]
pub enum Change {
    /// `insert`
    Insert(u16, Vec<Piece>),
    /// `delete`
    Delete(u16, u16),
    /// `replace`
    Replace(u16, u16, Vec<Piece>),
}

/// The nearest place before that is between two chars.
fn cut(text: &str, at: u16) -> usize {
    text.floor_char_boundary(usize::from(at) % (text.len() + 1))
}

/// A rope is a text, and knows its lines and its UTF-16.
#[property]
pub fn ropes_are_texts(changes: &Vec<Change>, at: u16, end: u16) {
    let (mut rope, mut model) = (Rope::new(), String::new());
    for change in changes.iter().take(30) {
        match change {
            Change::Insert(at, pieces) => {
                let text: String = pieces.iter().map(|piece| piece.text()).collect();
                let at = cut(&model, *at);
                rope.insert(at, &text);
                model.insert_str(at, &text);
            }
            Change::Delete(a, b) => {
                let (a, b) = (cut(&model, *a), cut(&model, *b));
                rope.delete(a.min(b)..a.max(b));
                model.drain(a.min(b)..a.max(b));
            }
            Change::Replace(a, b, pieces) => {
                let text: String = pieces.iter().map(|piece| piece.text()).collect();
                let (a, b) = (cut(&model, *a), cut(&model, *b));
                rope.replace(a.min(b)..a.max(b), &text);
                model.replace_range(a.min(b)..a.max(b), &text);
            }
        }
        rope.assert_invariants();
    }
    assert!(rope.chars().eq(model.chars()));
    assert!(rope.chars().rev().eq(model.chars().rev()));
    assert!(rope.lines().map(|line| line.to_string()).eq(model.lines().map(String::from)));
    assert!(
        rope.lines().rev().map(|line| line.to_string()).eq(model.lines().rev().map(String::from))
    );
    assert_eq!(rope.line_len(), model.lines().count());
    let raw = model.split_inclusive('\n');
    assert!(rope.raw_lines().map(|line| line.to_string()).eq(raw.map(String::from)));
    assert_eq!(rope.utf16_len(), model.encode_utf16().count());
    let (a, b) = (cut(&model, at), cut(&model, end));
    let (a, b) = (a.min(b), a.max(b));
    let units = model[..a].encode_utf16().count();
    assert_eq!(rope.utf16_code_unit_of_byte(a), units);
    assert_eq!(rope.byte_of_utf16_code_unit(units), a);
    assert_eq!(rope.line_of_byte(a), model[..a].matches('\n').count());
    let (slice, part) = (rope.byte_slice(a..b), &model[a..b]);
    assert_eq!(slice.to_string(), part);
    assert!(
        slice.lines().map(|line| line.to_string()).eq(part.lines().map(String::from)),
        "{part:?}"
    );
    assert!(
        slice.lines().rev().map(|line| line.to_string()).eq(part.lines().rev().map(String::from))
    );
    assert_eq!(slice.line_len(), part.lines().count(), "{part:?}");
    assert_eq!(slice.utf16_len(), part.encode_utf16().count());
    assert!(slice.bytes().rev().eq(part.bytes().rev()));
    for line in 0..slice.line_len() {
        let text = part.lines().nth(line).map(String::from);
        assert_eq!(Some(slice.line(line).to_string()), text, "{line}");
    }
}

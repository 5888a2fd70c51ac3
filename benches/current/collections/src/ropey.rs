//! ropey 1.6.1: operations as on a text of std.

use mutagen_core::{Mutate, property};
use ropey::Rope;

/// A piece of text.
#[derive(Debug, Clone, Copy, Mutate)]
pub enum Piece {
    /// A line feed.
    Feed,
    /// A carriage return.
    Return,
    /// Another separator of lines.
    Separator,
    /// A char of one byte, many times.
    Letters(u8),
    /// A char of two bytes.
    Two,
    /// A char of four bytes.
    Four,
}

impl Piece {
    /// The text.
    pub fn text(self) -> String {
        match self {
            Piece::Feed => "\n".into(),
            Piece::Return => "\r".into(),
            Piece::Separator => "\u{2028}".into(),
            Piece::Letters(count) => "abc".repeat(count.into()),
            Piece::Two => "é".into(),
            Piece::Four => "🦀".into(),
        }
    }
}

/// An operation.
#[derive(Debug, Clone, Mutate)]
pub enum Change {
    /// `insert`
    Insert(u16, Vec<Piece>),
    /// `remove`
    Remove(u16, u16),
    /// `split_off` and `append` of the other part in front
    Swap(u16),
}

/// Where the lines of a text start, in chars.
fn lines(text: &[char]) -> Vec<usize> {
    let mut starts = vec![0];
    for (at, char) in text.iter().enumerate() {
        let breaks =
            matches!(char, '\n' | '\x0b' | '\x0c' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}');
        if breaks && !(*char == '\r' && text.get(at + 1) == Some(&'\n')) {
            starts.push(at + 1);
        }
    }
    starts
}

/// A rope is a text, and knows its lines.
#[property]
#[ignore = "not run yet"]
pub fn ropes_are_texts(changes: &Vec<Change>) {
    let (mut rope, mut model) = (Rope::new(), Vec::<char>::new());
    for change in changes.iter().take(30) {
        let cut = |at: &u16| usize::from(*at) % (model.len() + 1);
        match change {
            Change::Insert(at, pieces) => {
                let text: String = pieces.iter().map(|piece| piece.text()).collect();
                let at = cut(at);
                rope.insert(at, &text);
                model.splice(at..at, text.chars());
            }
            Change::Remove(a, b) => {
                let range = cut(a).min(cut(b))..cut(a).max(cut(b));
                rope.remove(range.clone());
                model.drain(range);
            }
            Change::Swap(at) => {
                let at = cut(at);
                let mut rest = rope.split_off(at);
                rest.append(rope);
                rope = rest;
                model.rotate_left(at);
            }
        }
        rope.assert_integrity();
        rope.assert_invariants();
    }
    assert!(rope.chars().eq(model.iter().copied()));
    let starts = lines(&model);
    assert_eq!(rope.len_lines(), starts.len());
    for (line, &start) in starts.iter().enumerate() {
        assert_eq!(rope.line_to_char(line), start);
        let end = starts.get(line + 1).copied().unwrap_or(model.len());
        assert!(rope.line(line).chars().eq(model[start..end].iter().copied()));
    }
    for at in 0..=model.len() {
        assert_eq!(rope.char_to_line(at), starts.partition_point(|start| *start <= at) - 1);
    }
}

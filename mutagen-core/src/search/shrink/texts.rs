//! Passes on texts and bytes: blocks are dropped, and then each character or byte goes towards `a`,
//! `0` or a space, or a byte towards 0.

use super::Shrinker;
use super::attempt::{Extent, Place};
use super::rank::{is_shown_as_text, rank_of_char};
use crate::value::node::{Node, NodeKind};

/// A text as its characters, or as bytes if it is none.
#[derive(Clone)]
enum Content {
    Chars(Vec<char>),
    Bytes(Vec<u8>),
}

impl Content {
    fn of(node: &dyn Node) -> Content {
        let mut bytes = Vec::new();
        node.text(&mut bytes);
        match std::str::from_utf8(&bytes) {
            Ok(text) if is_shown_as_text(node) => Content::Chars(text.chars().collect()),
            _ => Content::Bytes(bytes),
        }
    }

    fn length(&self) -> usize {
        match self {
            Content::Chars(all) => all.len(),
            Content::Bytes(all) => all.len(),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        match self {
            Content::Chars(all) => all.iter().collect::<String>().into_bytes(),
            Content::Bytes(all) => all.clone(),
        }
    }

    fn without(&self, start: usize, end: usize) -> Content {
        let mut rest = self.clone();
        match &mut rest {
            Content::Chars(all) => drop(all.drain(start..end)),
            Content::Bytes(all) => drop(all.drain(start..end)),
        }
        rest
    }

    /// The contents with a smaller character or byte at this place.
    fn lowered(&self, at: usize) -> Vec<Content> {
        match self {
            Content::Chars(all) => {
                let mut smaller = vec!['a', '0', ' ', '\n'];
                let old = all[at];
                let before = char::from_u32(u32::from(old).wrapping_sub(1));
                let before = before.filter(|_| old.is_ascii());
                smaller.extend(old.to_lowercase().chain(before).chain(['\u{80}', '\u{e9}']));
                smaller.retain(|c| rank_of_char(*c) < rank_of_char(old));
                let with = |new: &[char]| {
                    let mut all = all.clone();
                    all.splice(at..=at, new.iter().copied());
                    Content::Chars(all)
                };
                // Plain letters are easier to read than one other character of as many bytes.
                let plain = vec!['a'; old.len_utf8()];
                let wide = (plain.len() > 1).then(|| with(&plain));
                smaller.iter().map(|c| with(&[*c])).chain(wide).collect()
            }
            Content::Bytes(all) => {
                let old = all[at];
                let mut smaller = vec![0, 1, b' ', b'0', b'a', old / 2, old.saturating_sub(1)];
                smaller.retain(|byte| *byte < old);
                let with = |byte: u8| {
                    let mut all = all.clone();
                    all[at] = byte;
                    Content::Bytes(all)
                };
                smaller.into_iter().map(with).collect()
            }
        }
    }

    /// The content with all characters or bytes of a range at their smallest.
    fn levelled(&self, start: usize, end: usize) -> Content {
        let mut level = self.clone();
        match &mut level {
            Content::Chars(all) => all[start..end].fill('a'),
            Content::Bytes(all) => all[start..end].fill(0),
        }
        level
    }
}

impl Shrinker<'_> {
    /// Makes each text shorter, and then its characters smaller.
    pub(super) fn shrink_texts(&mut self) -> bool {
        let mut succeeded = false;
        let extents = [Extent::Twins, Extent::Alike, Extent::Alone];
        // What follows may change its place, but its kind is looked at again.
        let places: Vec<Place> = self.all_places().into_iter().map(|(place, _)| place).collect();
        for place in places {
            if self.has_ended {
                break;
            }
            let Some(part) = self.part(place) else { continue };
            if part.is::<char>() {
                succeeded |= extents.into_iter().any(|extent| self.lower_char(place, extent));
            } else if part.kind() == NodeKind::Text {
                for extent in extents {
                    succeeded |= self.shorten(place, extent);
                }
                for extent in extents {
                    succeeded |= self.simplify(place, extent);
                }
            }
        }
        succeeded
    }

    /// The content of the text at this place.
    fn content(&self, place: Place) -> Content {
        self.part(place).map_or(Content::Bytes(vec![]), Content::of)
    }

    fn shorten(&mut self, at: Place, extent: Extent) -> bool {
        if !self.belongs(at, extent) {
            return false;
        }
        let mut succeeded = false;
        let mut length = self.content(at).length();
        let mut block = length;
        while block > 0 && !self.has_ended {
            let mut end = length;
            while end > 0 && !self.has_ended {
                let start = end.saturating_sub(block);
                if self.rewrite(at, extent, &|text| {
                    (end <= text.length()).then(|| text.without(start, end))
                }) {
                    succeeded = true;
                    length = self.content(at).length();
                }
                end = start.min(length);
            }
            block = if block > length { length } else { block / 2 };
        }
        succeeded
    }

    fn simplify(&mut self, at: Place, extent: Extent) -> bool {
        if !self.belongs(at, extent) {
            return false;
        }
        let mut succeeded = false;
        let length = self.content(at).length();
        let mut block = length;
        while block > 1 {
            for start in (0..length).step_by(block) {
                if self.has_ended {
                    return succeeded;
                }
                let end = (start + block).min(length);
                succeeded |= self.rewrite(at, extent, &|text| {
                    (end <= text.length()).then(|| text.levelled(start, end))
                });
            }
            block /= 2;
        }
        for place in 0..length {
            if self.has_ended {
                return succeeded;
            }
            // Again while it succeeds: the neighbour may have a neighbour.
            while let Some(smaller) = {
                let text = self.content(at);
                let count = if place < text.length() { text.lowered(place).len() } else { 0 };
                (0..count).find(|which| {
                    self.rewrite(at, extent, &|text| {
                        (place < text.length())
                            .then(|| text.lowered(place))?
                            .into_iter()
                            .nth(*which)
                    })
                })
            } {
                succeeded = true;
                if smaller == 0 {
                    break;
                }
            }
        }
        succeeded
    }

    fn rewrite(
        &mut self,
        at: Place,
        extent: Extent,
        change: &dyn Fn(Content) -> Option<Content>,
    ) -> bool {
        self.attempt_at(at, extent, &|node| {
            let Some(new) = change(Content::of(node)).map(|new| new.bytes()) else { return false };
            let is_accepted = node.accepts_text(&new);
            if is_accepted {
                node.set_text(&new);
            }
            is_accepted
        })
    }

    fn lower_char(&mut self, at: Place, extent: Extent) -> bool {
        let Some(old) = self.part(at).and_then(|node| node.downcast_ref::<char>()).copied() else {
            return false;
        };
        let smaller = Content::Chars(vec![old]).lowered(0);
        smaller.into_iter().any(|new| {
            let Content::Chars(new) = new else { return false };
            let number = i128::from(u32::from(new[0]));
            self.attempt_at(at, extent, &|node| node.set_number(number))
        })
    }
}

//! Edits that use the comparisons of a test's run: where one operand is in the value, as a number
//! or in a text, the other takes its place. So a branch that asks for a certain number, a checksum
//! or a word is met in one edit.

use super::editing::Editing;
use super::texts::{MOST_BYTES, renumber_bytes};
use super::{Editor, Site, Sites, draw};
use crate::value::generate::Generator;
use crate::value::node::{Node, NodeKind};
use crate::value::operands::{Comparison, mask, signed};
use memchr::memmem;

/// How far a number of the value may be from an operand: code often compares a neighbour.
const NEAR: i64 = 1;

/// The most places of an operand that are looked for in one text.
const PLACES: usize = 16;

/// Makes an edit that a comparison suggests, in a value that the editor has begun.
pub(crate) fn solve(
    editor: &mut Editor,
    root: &mut dyn Node,
    comparison: &Comparison,
    generator: &mut Generator,
) -> bool {
    let together = editor.sites().have_twin() && !generator.one_in(4);
    Editing { editor, root, generator }.solve(comparison, together)
}

impl Editing<'_> {
    /// Makes an edit that a comparison suggests. `together` changes all numbers that are equal.
    pub(super) fn solve(&mut self, comparison: &Comparison, together: bool) -> bool {
        let forth = self.generator.one_in(2);
        match comparison {
            &Comparison::Numbers(one, other, bytes) => {
                let (one, other) = if forth { (one, other) } else { (other, one) };
                self.put_number(one, other, bytes, together)
                    || self.put_number(other, one, bytes, together)
                    || self.generator.one_in(2) && self.shift([one, other], bytes, together)
                    || self.put_anywhere(other, bytes)
            }
            Comparison::Texts(one, other) => {
                let (one, other) = if forth { (one, other) } else { (other, one) };
                self.put_text(one, other) || self.put_text(other, one) || self.add_text(other)
            }
        }
    }

    /// Replaces the number `from` by `to` at a random place where it is.
    fn put_number(&mut self, from: u64, to: u64, bytes: u8, together: bool) -> bool {
        let sites = &self.editor.sites;
        let is_it =
            |site: &Site| site.number().is_some_and(|number| near(number, from, bytes).is_some());
        let numbers = sites.all().iter().filter(|site| is_it(site)).count();
        let mut texts = Vec::new();
        for at in text_nodes(sites) {
            let text = sites.text(self.root, at);
            texts.extend(encodings(&text, from, to, bytes).into_iter().map(|found| (at, found)));
        }
        let all = numbers + texts.len();
        if all == 0 {
            return false;
        }
        let drawn = self.generator.below(all as u32) as usize;
        if let Some(text) = drawn.checked_sub(numbers) {
            let (at, (start, length, new)) = texts.swap_remove(text);
            return self.overwrite(at, start, length, &new);
        }
        let one = |site: Site| {
            let number = site.number()?;
            Some(i128::from(moved(to, bytes, near(number, from, bytes)?)))
        };
        if together {
            return self.editor.renumber(self.root, 0, one);
        }
        let mut places = sites.all().iter().enumerate().filter(|(_, site)| is_it(site));
        let Some((at, site)) = places.nth(drawn) else { return false };
        let distance = site.number().and_then(|number| near(number, from, bytes)).unwrap_or(0);
        self.put_at(at, to, bytes, distance)
    }

    /// Sets the number at this index to an operand. An operand has no sign, so it is read with one
    /// if the number is negative, and otherwise in the way that the type of the number takes.
    fn put_at(&mut self, at: usize, to: u64, bytes: u8, distance: i64) -> bool {
        let plain = i128::from(to) + i128::from(distance);
        let before = self.editor.done();
        if self.editor.sites.all()[at].number().is_some_and(|old| old < 0) {
            let with_sign = i128::from(moved(to, bytes, distance));
            return self.editor.set_number(self.root, at, with_sign);
        }
        let changed = self.editor.set_number(self.root, at, plain);
        let now = self.editor.sites.all()[at].number();
        if now.is_some_and(|now| i128::from(now) == plain) || to == signed(to, bytes) as u64 {
            return changed;
        }
        // The type has no such number: it is a signed one.
        self.editor.undo_to(self.root, before);
        self.editor.set_number(self.root, at, i128::from(moved(to, bytes, distance)))
    }

    /// Changes a random number, or the bytes of one in a text, by what the operands differ in. This
    /// makes them equal if one of them is the number plus, minus or exclusive-or something else.
    /// Code that compares `a` with `!b` is compiled to such a comparison: `a ^ b` with all bits.
    fn shift(&mut self, [one, other]: [u64; 2], bytes: u8, together: bool) -> bool {
        let all = self.editor.sites.all();
        let fits = |site: &Site| match site.number() {
            Some(number) => near(number, number as u64, bytes).is_some(),
            None => site.text_length().is_some_and(|length| length > 0),
        };
        let places = || (0..all.len()).filter(|at| fits(&all[*at]));
        let Some(at) = draw(places, self.generator) else { return false };
        let way = self.generator.below(3);
        let shifted = |old: u64, width: u8| {
            let new = match way {
                0 => old ^ one ^ other,
                1 => old.wrapping_add(other.wrapping_sub(one)),
                _ => old.wrapping_sub(other.wrapping_sub(one)),
            };
            new & mask(width)
        };
        let Some(old) = all[at].number() else { return self.shift_bytes(at, bytes, shifted) };
        let new = shifted(old as u64, bytes);
        if together {
            let one = |site: Site| (site.number()? == old).then(|| i128::from(signed(new, bytes)));
            return self.editor.renumber(self.root, 0, one);
        }
        self.put_at(at, new, bytes, 0)
    }

    /// Changes a number at a random place of a text, in a random byte order. A comparison of many
    /// bytes may be of a number that the text has in fewer.
    fn shift_bytes(&mut self, at: usize, bytes: u8, shifted: impl Fn(u64, u8) -> u64) -> bool {
        let mut text = self.editor.sites.text(self.root, at);
        let bytes = bytes.clamp(1, 8);
        let narrower = 1 << self.generator.below(bytes.ilog2() + 1);
        let width = if self.generator.one_in(2) { bytes } else { narrower };
        let width = usize::from(width).min(text.len());
        let start = self.generator.below((text.len() - width) as u32 + 1) as usize;
        let big = self.generator.one_in(2);
        let number = &mut text[start..start + width];
        renumber_bytes(number, big, |old| shifted(old, width as u8));
        self.editor.rewrite(self.root, at, &text)
    }

    /// Puts an operand at a random place: a number, the length of a text, or bytes in a text.
    fn put_anywhere(&mut self, to: u64, bytes: u8) -> bool {
        let all = self.editor.sites.all();
        let fits = |site: &Site| site.number().is_some() || site.is(NodeKind::Text);
        let places = || (0..all.len()).filter(|at| fits(&all[*at]));
        let Some(at) = draw(places, self.generator) else { return false };
        if all[at].number().is_some() {
            return self.put_at(at, to, bytes, 0);
        }
        let mut text = self.editor.sites.text(self.root, at);
        let wanted = usize::try_from(to).ok().filter(|length| *length <= MOST_BYTES);
        match (self.generator.below(4), wanted) {
            (0 | 1, Some(length)) if length != text.len() => {
                // As long as the operand says, with its own bytes once more.
                let filler = if text.is_empty() { vec![b'a'] } else { text.clone() };
                let more = filler.into_iter().cycle();
                text = text.into_iter().chain(more).take(length).collect();
                self.editor.rewrite(self.root, at, &text)
            }
            (2, _) => self.add_at(at, to.to_string().as_bytes()),
            _ => {
                let width = usize::from(bytes).min(8);
                let little = &to.to_le_bytes()[..width];
                let big: Vec<u8> = little.iter().rev().copied().collect();
                let new = if self.generator.one_in(2) { little } else { &big[..] };
                self.add_at(at, new)
            }
        }
    }

    /// Replaces a text by another where it is in a text of the value.
    fn put_text(&mut self, from: &[u8], to: &[u8]) -> bool {
        let sites = &self.editor.sites;
        let mut places = Vec::new();
        for at in text_nodes(sites) {
            let text = sites.text(self.root, at);
            places.extend(found(&text, from).map(|start| (at, start)));
        }
        if places.is_empty() {
            return false;
        }
        let (at, start) = places[self.generator.below(places.len() as u32) as usize];
        self.overwrite(at, start, from.len(), to)
    }

    /// Adds a text to a random text of the value.
    fn add_text(&mut self, new: &[u8]) -> bool {
        let sites = &self.editor.sites;
        let Some(at) = draw(|| text_nodes(sites), self.generator) else { return false };
        if self.generator.one_in(3) {
            self.editor.rewrite(self.root, at, new)
        } else {
            self.add_at(at, new)
        }
    }

    /// Inserts bytes into a text, or overwrites with them.
    fn add_at(&mut self, at: usize, new: &[u8]) -> bool {
        let text = self.editor.sites.text(self.root, at);
        let start = self.generator.below(text.len() as u32 + 1) as usize;
        let length = if self.generator.one_in(2) { new.len().min(text.len() - start) } else { 0 };
        self.overwrite(at, start, length, new)
    }

    /// Replaces a part of the text at this index.
    fn overwrite(&mut self, at: usize, start: usize, length: usize, new: &[u8]) -> bool {
        let mut text = self.editor.sites.text(self.root, at);
        text.splice(start..start + length, new.iter().copied());
        self.editor.rewrite(self.root, at, &text)
    }
}

/// What the comparisons of a run are looked up in: the numbers of a test, and its texts.
pub(crate) struct Contents {
    numbers: Vec<i64>,
    texts: Vec<Vec<u8>>,
    /// Which bytes the texts have. Most operands have another one, and need not be looked for.
    bytes: [bool; 256],
}

/// How many bytes of each text are looked at.
const SEARCHED: usize = 1024;

impl Contents {
    /// The contents of a value.
    pub(crate) fn of(root: &dyn Node) -> Contents {
        let sites = Sites::of(root);
        let texts = text_nodes(&sites).map(|at| {
            let mut text = sites.text(root, at);
            text.truncate(SEARCHED);
            text
        });
        let texts: Vec<Vec<u8>> = texts.collect();
        let mut bytes = [false; 256];
        texts.iter().flatten().for_each(|byte| bytes[usize::from(*byte)] = true);
        let mut numbers: Vec<i64> = sites.all().iter().filter_map(|site| site.number()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Contents { numbers, texts, bytes }
    }

    /// Whether a comparison has an operand that is in the value. A number is looked for in a text
    /// as it is compared, and in digits.
    pub(crate) fn have(&self, comparison: &Comparison) -> bool {
        let may_be = |byte: u8| self.bytes[usize::from(byte)];
        let is_in_text = |part: &[u8]| {
            part.iter().all(|byte| may_be(*byte))
                && self.texts.iter().any(|text| found(text, part).next().is_some())
        };
        // Most numbers have a digit that no text has.
        let may_be_digits = |mut number: u64| {
            while may_be(b'0' + (number % 10) as u8) && number > 9 {
                number /= 10;
            }
            number <= 9 && may_be(b'0' + number as u8)
        };
        match comparison {
            &Comparison::Numbers(one, other, bytes) => [one, other].into_iter().any(|operand| {
                let is_near = |number: &i64| near(*number, operand, bytes).is_some();
                let width = usize::from(bytes).min(8);
                self.numbers.iter().any(is_near)
                    || is_in_text(&operand.to_le_bytes()[..width])
                    || is_in_text(&operand.to_be_bytes()[8 - width..])
                    || bytes > 1
                        && may_be_digits(operand)
                        && is_in_text(operand.to_string().as_bytes())
            }),
            Comparison::Texts(one, other) => is_in_text(one) || is_in_text(other),
        }
    }
}

/// The indices of the texts.
fn text_nodes(sites: &Sites) -> impl Iterator<Item = usize> {
    let all = sites.all().iter().enumerate();
    all.filter(|(_, site)| site.is(NodeKind::Text)).map(|(at, _)| at)
}

/// How far a number is from an operand of this many bytes, if it is near it. A wider number
/// matches only as a whole, a negative one by its bits.
fn near(number: i64, operand: u64, bytes: u8) -> Option<i64> {
    let is_whole =
        number as u64 & mask(bytes) == number as u64 || signed(number as u64, bytes) == number;
    let distance = (number as u64).wrapping_sub(operand) & mask(bytes);
    let distance = signed(distance, bytes);
    (is_whole && distance.abs() <= NEAR).then_some(distance)
}

/// An operand, moved by a distance, as a signed number.
fn moved(operand: u64, bytes: u8, distance: i64) -> i64 {
    signed(operand, bytes).saturating_add(distance)
}

/// The places of a text where the number `from` is written: start, length, and `to` in the same
/// writing. A number is written in digits, or in 1 to 8 bytes in either order.
fn encodings(text: &[u8], from: u64, to: u64, bytes: u8) -> Vec<(usize, usize, Vec<u8>)> {
    let mut all = Vec::new();
    for width in [8, 4, 2, 1_usize] {
        let fits = |number: u64| {
            number & mask(width as u8) == number || {
                signed(number, bytes) < 0 && signed(number, width as u8) == signed(number, bytes)
            }
        };
        if width > text.len() || !fits(from) || !fits(to) {
            continue;
        }
        // In more bytes than it has, a number is written with zeros.
        let [from, to] = [from, to].map(|number| number.to_le_bytes()[..width].to_vec());
        let backwards = |bytes: &[u8]| bytes.iter().rev().copied().collect::<Vec<u8>>();
        all.extend(found(text, &from).map(|start| (start, width, to.clone())));
        if width > 1 {
            let (from, to) = (backwards(&from), backwards(&to));
            all.extend(found(text, &from).map(|start| (start, width, to.clone())));
        }
    }
    if bytes > 1 {
        let (from, to) = (from.to_string(), to.to_string());
        let written = found(text, from.as_bytes());
        all.extend(written.map(|start| (start, from.len(), to.clone().into_bytes())));
    }
    all
}

/// The first places of `part` in a text. Most texts are short, so no searcher is built.
fn found<'t>(text: &'t [u8], part: &'t [u8]) -> impl Iterator<Item = usize> + 't {
    let mut from = 0;
    let next = move || {
        let start = from + memmem::find(&text[from..], part).filter(|_| !part.is_empty())?;
        from = start + part.len();
        Some(start)
    };
    std::iter::from_fn(next).take(PLACES)
}

#[cfg(test)]
mod tests;

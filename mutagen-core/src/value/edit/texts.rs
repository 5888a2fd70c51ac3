//! Edits of texts and byte sequences. They work on blocks of bytes: insert, delete, duplicate,
//! move, overwrite, splice from another text; and on what programs read in texts: numbers in digits
//! or in binary, letters, brackets, lengths. A text is one entry in the list of nodes, however long
//! it is.

use super::editing::Editing;
use crate::value::Mutate;
use crate::value::generate::Generator;
use crate::value::node::Node;
use std::ops::Range;

/// The most bytes of an edited text. A text that already has more must not grow.
pub(super) const MOST_BYTES: usize = 4096;

/// The kinds of edit, each with its weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextEdit {
    Insert,
    Delete,
    Replace,
    Duplicate,
    Run,
    Move,
    Overwrite,
    Splice,
    Binary,
    Digits,
    Case,
    Enclose,
    Rename,
    Resize,
    Bits,
    Word,
    Line,
}

const EDITS: [(TextEdit, u32); 17] = [
    (TextEdit::Insert, 4),
    (TextEdit::Delete, 4),
    (TextEdit::Replace, 4),
    (TextEdit::Duplicate, 2),
    (TextEdit::Run, 1),
    (TextEdit::Move, 1),
    (TextEdit::Overwrite, 1),
    (TextEdit::Splice, 3),
    (TextEdit::Binary, 2),
    (TextEdit::Digits, 2),
    (TextEdit::Case, 1),
    (TextEdit::Enclose, 1),
    (TextEdit::Rename, 1),
    (TextEdit::Resize, 1),
    (TextEdit::Bits, 3),
    (TextEdit::Word, 4),
    (TextEdit::Line, 2),
];

/// Bytes at which code that reads bytes tends to fail.
const SPECIAL: [u8; 12] = [0, 1, 2, 4, 8, 16, 32, 64, 0x7f, 0x80, 0xfe, 0xff];

/// Characters that structure texts.
const MARKS: &[u8] = b" \n\t\r.,:;-+_/\\'\"=<>()[]{}!?&|#%*@$^~`";

/// Pairs of brackets and quotes.
const PAIRS: [[u8; 2]; 6] =
    [[b'(', b')'], [b'[', b']'], [b'{', b'}'], [b'<', b'>'], [b'"', b'"'], [b'\'', b'\'']];

/// Numbers at which code that reads digits tends to fail.
const NUMBERS: [&str; 20] = [
    "0",
    "1",
    "-1",
    "127",
    "128",
    "255",
    "256",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
];

impl Editing<'_> {
    /// Makes one edit of the text at this index. `donor` gives another text of the same type.
    pub(super) fn text(
        &mut self,
        at: usize,
        donor: impl FnOnce(&mut Generator) -> Option<Box<dyn Node>>,
    ) -> bool {
        let old = self.editor.sites.text(self.root, at);
        let mut donated = Vec::new();
        let drawn = draw(&old, self.generator);
        let Some(kind) = drawn else { return false };
        if kind == TextEdit::Splice || kind == TextEdit::Line {
            match donor(self.generator) {
                Some(donor) => donor.text(&mut donated),
                // Alone, a text is spliced with itself.
                None => donated.clone_from(&old),
            }
        }
        let mut new = old.clone();
        edit(kind, &mut new, &donated, self.generator);
        new.truncate(MOST_BYTES.max(old.len()));
        self.editor.rewrite(self.root, at, &new)
    }
}

/// Draws a kind of edit that applies to the text.
fn draw(text: &[u8], generator: &mut Generator) -> Option<TextEdit> {
    let is_long = text.len() > MOST_BYTES;
    let applies = |kind: TextEdit| match kind {
        TextEdit::Insert | TextEdit::Run => !is_long,
        TextEdit::Delete | TextEdit::Resize => !text.is_empty(),
        TextEdit::Replace | TextEdit::Bits | TextEdit::Rename => !text.is_empty(),
        TextEdit::Duplicate | TextEdit::Enclose | TextEdit::Splice | TextEdit::Line => {
            !is_long && !text.is_empty()
        }
        TextEdit::Move | TextEdit::Overwrite | TextEdit::Binary => text.len() > 1,
        TextEdit::Digits => text.iter().any(u8::is_ascii_digit),
        TextEdit::Case => text.iter().any(u8::is_ascii_alphabetic),
        TextEdit::Word => !is_long && generator.has_words(),
    };
    let fitting: smallvec::SmallVec<[(TextEdit, u32); 17]> =
        EDITS.into_iter().filter(|(kind, _)| applies(*kind)).collect();
    let mut drawn = generator.below(fitting.iter().map(|(_, weight)| weight).sum());
    fitting.into_iter().find_map(|(kind, weight)| match drawn.checked_sub(weight) {
        Some(less) => {
            drawn = less;
            None
        }
        None => Some(kind),
    })
}

fn edit(kind: TextEdit, text: &mut Vec<u8>, donor: &[u8], generator: &mut Generator) {
    match kind {
        TextEdit::Insert => {
            let at = place(text.len() + 1, generator);
            let fresh = fresh(text, generator);
            text.splice(at..at, fresh);
        }
        TextEdit::Delete => {
            let block = block(text.len(), generator);
            text.drain(block);
        }
        TextEdit::Replace => {
            let at = place(text.len(), generator);
            let fresh = fresh(text, generator);
            let end = if generator.one_in(2) { at + 1 } else { (at + fresh.len()).min(text.len()) };
            text.splice(at..end, fresh);
        }
        TextEdit::Duplicate => {
            let block = block(text.len(), generator);
            // Now and then many times, for code that counts or nests.
            let times = if generator.one_in(8) { 2 + length(62, generator) } else { 1 };
            let room = MOST_BYTES.saturating_sub(text.len()) / block.len();
            let copies = text[block.clone()].repeat(times.min(room.max(1)));
            text.splice(block.end..block.end, copies);
        }
        TextEdit::Run => run(text, generator),
        TextEdit::Move => {
            let block = block(text.len(), generator);
            let moved: Vec<u8> = text.drain(block).collect();
            let at = place(text.len() + 1, generator);
            text.splice(at..at, moved);
        }
        TextEdit::Overwrite => {
            let block = block(text.len(), generator);
            let at = place(text.len(), generator);
            let length = block.len().min(text.len() - at);
            text.copy_within(block.start..block.start + length, at);
        }
        TextEdit::Splice => splice(text, donor, generator),
        TextEdit::Binary => binary(text, generator),
        TextEdit::Digits => digits(text, generator),
        TextEdit::Case => {
            let letters = |at: &usize| text[*at].is_ascii_alphabetic();
            let at = super::draw(|| (0..text.len()).filter(letters), generator).unwrap_or(0);
            let length =
                text[at..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count().max(1);
            let end = at + if generator.one_in(2) { 1 } else { length };
            text[at..end].iter_mut().for_each(|byte| *byte ^= 0x20);
        }
        TextEdit::Enclose => enclose(text, generator),
        TextEdit::Rename => {
            let old = text[place(text.len(), generator)];
            let new = fresh(text, generator)[0];
            text.iter_mut().filter(|byte| **byte == old).for_each(|byte| *byte = new);
        }
        TextEdit::Resize => {
            let length = place(text.len(), generator);
            if generator.one_in(2) {
                text.truncate(length);
            } else {
                text.drain(..length);
            }
        }
        TextEdit::Bits => {
            let at = place(text.len(), generator);
            text[at] = match generator.below(3) {
                0 => text[at] ^ 1 << generator.below(8),
                1 => text[at].wrapping_add(1 + generator.below(16) as u8),
                _ => text[at].wrapping_sub(1 + generator.below(16) as u8),
            };
        }
        TextEdit::Word => word(text, generator),
        TextEdit::Line => line(text, donor, generator),
    }
}

/// A random index below `length`, with a preference for both ends, where formats have their marks.
fn place(length: usize, generator: &mut Generator) -> usize {
    let length = length.max(1);
    let near = 8.min(length);
    match generator.below(8) {
        0 => generator.below(near as u32) as usize,
        1 => length - 1 - generator.below(near as u32) as usize,
        _ => generator.below(length as u32) as usize,
    }
}

/// A random length from 1 to `most`; each power of 2 is as likely as another.
fn length(most: usize, generator: &mut Generator) -> usize {
    let bits = usize::BITS - most.max(1).leading_zeros();
    let most_here = ((2 << generator.below(bits)) - 1).min(most.max(1)) as u32;
    1 + generator.below(most_here) as usize
}

/// A random block of a text of this length, which is not 0.
fn block(all: usize, generator: &mut Generator) -> Range<usize> {
    let length = length(all, generator);
    let start = generator.below((all - length + 1) as u32) as usize;
    start..start + length
}

/// One to four bytes to be inserted, of the kind that the text has.
fn fresh(text: &[u8], generator: &mut Generator) -> Vec<u8> {
    let is_plain = |byte: &&u8| (b' '..=b'~').contains(*byte) || byte.is_ascii_whitespace();
    let plain = text.iter().filter(is_plain).count();
    let looks_like_text = 4 * plain >= 3 * text.len();
    let times = if generator.one_in(3) { 1 + generator.below(4) } else { 1 };
    let mut bytes = Vec::new();
    let kind = generator.below(8);
    for _ in 0..times {
        if looks_like_text && kind < 7 {
            match kind {
                0 | 1 if !text.is_empty() => bytes.push(text[place(text.len(), generator)]),
                2 => bytes.push(MARKS[generator.below(MARKS.len() as u32) as usize]),
                3 => bytes.push(b'0' + generator.below(10) as u8),
                6 => {
                    let character = char::generate(generator);
                    bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                }
                _ => bytes.push(b' ' + generator.below(95) as u8),
            }
        } else {
            bytes.push(match generator.below(4) {
                0 => SPECIAL[generator.below(SPECIAL.len() as u32) as usize],
                1 if !text.is_empty() => text[place(text.len(), generator)],
                _ => generator.below(256) as u8,
            });
        }
    }
    bytes
}

/// Inserts a run of one byte, or overwrites with it.
fn run(text: &mut Vec<u8>, generator: &mut Generator) {
    let (byte, length) = (fresh(text, generator)[0], 1 + length(63, generator));
    let at = place(text.len() + 1, generator);
    let end = if generator.one_in(2) { at } else { (at + length).min(text.len()) };
    text.splice(at..end, std::iter::repeat_n(byte, length));
}

/// Puts a block of another text into this one: inserts it, overwrites with it, or joins the
/// beginning of one with the end of the other.
fn splice(text: &mut Vec<u8>, donor: &[u8], generator: &mut Generator) {
    if donor.is_empty() {
        return;
    }
    let part = &donor[block(donor.len(), generator)];
    match generator.below(4) {
        0 => {
            let at = place(text.len(), generator);
            let from = place(donor.len(), generator);
            text.truncate(at);
            text.extend_from_slice(&donor[from..]);
        }
        1 => {
            let at = place(text.len(), generator);
            let end = (at + part.len()).min(text.len());
            text.splice(at..end, part.iter().copied());
        }
        _ => {
            let at = place(text.len() + 1, generator);
            text.splice(at..at, part.iter().copied());
        }
    }
}

/// Writes a binary number of 1, 2, 4 or 8 bytes: one at which code tends to fail, such as the
/// largest ones, a neighbour of the number that is there, or how many bytes the text has, or has
/// after the number.
fn binary(text: &mut [u8], generator: &mut Generator) {
    let widths: u32 = text.len().ilog2().min(3);
    let width = 1_usize << generator.below(widths + 1);
    let at = place(text.len() - width + 1, generator);
    let big = generator.one_in(2);
    let bits = 8 * width as u32;
    let all = text.len();
    renumber_bytes(&mut text[at..at + width], big, |old| match generator.below(7) {
        0 => old.wrapping_add(1 + u64::from(generator.below(32))),
        1 => old.wrapping_sub(1 + u64::from(generator.below(32))),
        2 => (all as u64).wrapping_sub(u64::from(generator.below(9))),
        3 => (all - at - width) as u64,
        4 => {
            let power = 1_u64 << generator.below(bits);
            power.wrapping_add(u64::from(generator.below(3))).wrapping_sub(1)
        }
        5 => u64::MAX - length(16, generator) as u64 + 1,
        _ => u64::from(generator.below(64)),
    });
}

/// Changes the binary number in these bytes, which are at most 8.
pub(super) fn renumber_bytes(bytes: &mut [u8], big: bool, new: impl FnOnce(u64) -> u64) {
    let mut word = [0; 8];
    let written = &mut word[..bytes.len()];
    written.copy_from_slice(bytes);
    if big {
        written.reverse();
    }
    bytes.copy_from_slice(&new(u64::from_le_bytes(word)).to_le_bytes()[..bytes.len()]);
    if big {
        bytes.reverse();
    }
}

/// Changes a number that is written in digits.
fn digits(text: &mut Vec<u8>, generator: &mut Generator) {
    let starts =
        |at: &usize| text[*at].is_ascii_digit() && (*at == 0 || !text[*at - 1].is_ascii_digit());
    let Some(at) = super::draw(|| (0..text.len()).filter(starts), generator) else { return };
    let length = text[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let written = String::from_utf8_lossy(&text[at..at + length]).into_owned();
    let value = written.parse::<u128>().ok();
    let new = match (generator.below(6), value) {
        (0, Some(value)) => (value.saturating_add(1 + u128::from(generator.below(2)))).to_string(),
        (1, Some(value)) => (value.saturating_sub(1 + u128::from(generator.below(2)))).to_string(),
        (2, _) => generator.below(100).to_string(),
        (3, _) => {
            // The same number of digits, as in a date.
            (0..length).map(|_| char::from(b'0' + generator.below(10) as u8)).collect()
        }
        (4, _) => {
            let more = 1 + generator.below(24) as usize;
            written + &"0".repeat(more)
        }
        _ => boundary(generator).to_owned(),
    };
    text.splice(at..at + length, new.into_bytes());
}

/// Encloses a block in brackets or quotes, or closes what is open.
fn enclose(text: &mut Vec<u8>, generator: &mut Generator) {
    if generator.one_in(4) {
        let mut open = Vec::new();
        for &byte in text.iter() {
            match PAIRS[..4].iter().find(|pair| pair.contains(&byte)) {
                Some([first, last]) if *first == byte => open.push(*last),
                Some(_) if open.last() == Some(&byte) => drop(open.pop()),
                _ => {}
            }
        }
        if !open.is_empty() {
            text.extend(open.into_iter().rev());
            return;
        }
    }
    let [first, last] = PAIRS[generator.below(PAIRS.len() as u32) as usize];
    let block = block(text.len(), generator);
    text.insert(block.end, last);
    text.insert(block.start, first);
}

/// A number at which code that reads digits tends to fail.
fn boundary(generator: &mut Generator) -> &'static str {
    NUMBERS[generator.below(NUMBERS.len() as u32) as usize]
}

/// A number in digits: of the code under test, one at which code tends to fail, or a small one.
fn number(generator: &mut Generator) -> Vec<u8> {
    let literal = match generator.below(4) {
        0 => generator.integer_in(1).map(|literal| literal.to_string()),
        1 => Some(boundary(generator).to_owned()),
        _ => None,
    };
    literal.unwrap_or_else(|| (length(1000, generator) - 1).to_string()).into_bytes()
}

/// Inserts a word of the dictionary or a number, or replaces a word or a block by it. Grammars
/// often ask for a number next, and it must not run together with a word.
fn word(text: &mut Vec<u8>, generator: &mut Generator) {
    let word = match generator.one_in(4) {
        true => number(generator),
        false => generator.word().unwrap_or_default().to_vec(),
    };
    if word.is_empty() {
        return;
    }
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    match generator.below(4) {
        0 => *text = word,
        1 if text.iter().any(is_part) => {
            let at = place(text.len(), generator);
            let Some(start) = (at..text.len()).chain(0..at).find(|at| is_part(&text[*at])) else {
                return;
            };
            let before = text[..start].iter().rev().take_while(|byte| is_part(byte)).count();
            let after = text[start..].iter().take_while(|byte| is_part(byte)).count();
            text.splice(start - before..start + after, word.iter().copied());
        }
        2 if !text.is_empty() => {
            let at = place(text.len(), generator);
            let end = (at + word.len()).min(text.len());
            text.splice(at..end, word.iter().copied());
        }
        _ => {
            let mut at = place(text.len() + 1, generator);
            // Half of the time between words, with spaces where words would run together.
            let apart = generator.one_in(2);
            if apart {
                at += text[at..].iter().take_while(|byte| is_part(byte)).count();
            }
            let is_joined = |side: Option<&u8>, own: Option<&u8>| {
                apart && side.is_some_and(is_part) && own.is_some_and(is_part)
            };
            let before = is_joined(at.checked_sub(1).map(|at| &text[at]), word.first());
            let after = is_joined(text.get(at), word.last());
            let space = |joined: bool| if joined { &b" "[..] } else { b"" };
            let padded = [space(before), &word, space(after)].concat();
            text.splice(at..at, padded);
        }
    }
}

/// Adds a line of another text as a line, or moves a line, or removes one. Other separators than
/// the end of a line are taken where a text has them and no lines.
fn line(text: &mut Vec<u8>, donor: &[u8], generator: &mut Generator) {
    let separators = [b'\n', b';', b',', b' ', b'&', b'/', b'.'];
    let has = |separator: &u8| text.contains(separator);
    let known: Vec<u8> = separators.into_iter().filter(has).collect();
    let separator = match known.is_empty() || generator.one_in(4) {
        true => b'\n',
        false => known[generator.below(known.len() as u32) as usize],
    };
    let split = |text: &[u8]| -> Vec<Vec<u8>> {
        text.split(|byte| *byte == separator).map(<[u8]>::to_vec).collect()
    };
    let (mut lines, donated) = (split(text), split(donor));
    let mut draw = |count: usize| generator.below(count as u32) as usize;
    match draw(4) {
        0 if lines.len() > 1 => {
            let line = lines.remove(draw(lines.len()));
            lines.insert(draw(lines.len() + 1), line);
        }
        1 if lines.len() > 1 => drop(lines.remove(draw(lines.len()))),
        _ => {
            let from = if donor.is_empty() { &lines } else { &donated };
            let line = from[draw(from.len())].clone();
            lines.insert(draw(lines.len() + 1), line);
        }
    }
    *text = lines.join(&separator);
}

#[cfg(test)]
mod tests;

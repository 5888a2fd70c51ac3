//! Random texts of a language. The size of the generator bounds how many more rounds than needed
//! all repetitions have together, so a text is never much longer than the size. Repetitions also
//! draw from the literals of the code under test.

use super::{Language, Part, PartKind, class};
use crate::value::generate::Generator;

impl Language {
    /// A random text of at most this length.
    pub(crate) fn generate(&self, longest: usize, generator: &mut Generator) -> Vec<u8> {
        if let Some(word) = generator.word_in(4)
            && self.has(word, longest)
        {
            return word.to_vec();
        }
        let size = generator.size();
        let mut text = Vec::new();
        self.draw(self.root(), size, longest, generator, &mut text);
        text
    }

    /// Appends a random text of a part. Repetitions have at most `size` rounds more than needed,
    /// and the text has at most the length `longest`, unless even the shortest text has more.
    pub(super) fn draw(
        &self,
        part: u32,
        size: u32,
        longest: usize,
        generator: &mut Generator,
        into: &mut Vec<u8>,
    ) {
        let room = longest.saturating_sub(self.part(part).shortest as usize);
        Draw { language: self, generator, into, room }.add(part, size);
    }
}

/// A text that is being drawn.
struct Draw<'d> {
    language: &'d Language,
    generator: &'d mut Generator,
    into: &'d mut Vec<u8>,
    /// How much longer than the shortest text the text may still become.
    room: usize,
}

impl Draw<'_> {
    fn add(&mut self, part: u32, size: u32) {
        let Part { kind, shortest, .. } = self.language.part(part);
        let shortest = *shortest as usize;
        match *kind {
            PartKind::Literal(text) => self.into.extend_from_slice(text),
            PartKind::Chars(ranges) => {
                let mut drawn = class::draw(ranges, self.generator);
                if !self.language.is_text {
                    if drawn.len_utf8() - shortest > self.room {
                        drawn = class::simplest(ranges, shortest);
                    }
                    self.room -= drawn.len_utf8() - shortest;
                }
                class::push(drawn, self.into);
            }
            PartKind::Bytes(ranges) => self.into.push(class::draw_byte(ranges, self.generator)),
            PartKind::Sequence(parts) => self.sequence(parts, size),
            PartKind::Choice(parts) => {
                let more = |part: u32| self.language.part(part).shortest as usize - shortest;
                let fits = |part: &&u32| more(**part) <= self.room;
                let count = parts.iter().filter(fits).count() as u32;
                let drawn = self.generator.below(count) as usize;
                if let Some(part) = parts.iter().filter(fits).nth(drawn) {
                    self.room -= more(*part);
                    self.add(*part, size);
                }
            }
            PartKind::Repeat { part: inner, least, most } => {
                if !self.word(part, shortest) {
                    self.repeat(inner, least, most, size);
                }
            }
        }
    }

    /// Shares the size out among the parts that can use it.
    fn sequence(&mut self, parts: &[u32], mut size: u32) {
        let varies = |part: &u32| self.language.part(*part).varies;
        let mut takers = parts.iter().filter(|part| varies(part)).count() as u32;
        for &part in parts {
            let share = if self.language.part(part).varies {
                let share = self.generator.share(size, takers);
                takers -= 1;
                share
            } else {
                0
            };
            size -= share;
            self.add(part, share);
        }
    }

    fn repeat(&mut self, part: u32, least: u32, most: u32, mut size: u32) {
        let Part { shortest, varies, .. } = *self.language.part(part);
        let mut more = (most - least).min(size);
        if shortest > 0 {
            more = more.min(u32::try_from(self.room / shortest as usize).unwrap_or(u32::MAX));
        }
        let more = if more == 0 { 0 } else { self.generator.below(more + 1) };
        self.room -= more as usize * shortest as usize;
        size -= more;
        let rounds = least + more;
        for round in 0..rounds {
            let share = if varies { self.generator.share(size, rounds - round) } else { 0 };
            size -= share;
            self.add(part, share);
        }
    }

    /// Now and then, appends a text of the code under test that the part has.
    fn word(&mut self, part: u32, shortest: usize) -> bool {
        let Some(word) = self.generator.word_in(8) else { return false };
        let more = self.language.length(word).checked_sub(shortest);
        let Some(more) = more.filter(|more| *more <= self.room) else { return false };
        let has = self.language.part_has(part, word);
        if has {
            self.room -= more;
            self.into.extend_from_slice(word);
        }
        has
    }
}

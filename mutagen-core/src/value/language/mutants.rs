//! The mutants of a text within a language. A mutant follows the parts of the text down to a random
//! one and changes it there: another character of the class, another branch of a choice, a round of
//! a repetition less, more, or elsewhere. So each mutant is in the language. A text that is too
//! long or too costly to match is replaced by a fresh one.

use super::class::{self, decode};
use super::matching::Matching;
use super::{Language, PartKind};
use crate::value::generate::Generator;

/// The most bytes of a text whose parts are looked for.
const MOST_BYTES: usize = 1024;

/// The most rounds that a mutant adds to a repetition.
const MOST_ROUNDS: u32 = 32;

/// A part of a text, and what takes its place.
struct Change {
    start: u32,
    end: u32,
    new: Vec<u8>,
}

impl Language {
    /// How many random mutants a text of this many bytes has.
    pub(crate) fn mutants(&self, bytes: usize) -> u64 {
        if self.varies() { 1 + bytes.min(31) as u64 } else { 0 }
    }

    /// A random mutant of a text, unless the one that was drawn is the text itself or too long.
    pub(crate) fn mutant(
        &self,
        text: &[u8],
        longest: usize,
        generator: &mut Generator,
    ) -> Option<Vec<u8>> {
        let new = if text.len() > MOST_BYTES || generator.one_in(16) {
            self.generate(longest, generator)
        } else {
            let room = longest.saturating_sub(self.length(text));
            let mut mutation = Mutation { matching: Matching::of(self, text), generator, room };
            match mutation.change(self.root(), 0, text.len() as u32) {
                Ok(Change { start, end, new }) => {
                    let (before, after) = (&text[..start as usize], &text[end as usize..]);
                    [before, &new, after].concat()
                }
                Err(Stuck::Here) => return None,
                Err(Stuck::NoMatch) => self.generate(longest, generator),
            }
        };
        (new != text && self.length(&new) <= longest).then_some(new)
    }
}

/// Why no change was made.
enum Stuck {
    /// The change that was drawn does not apply: another draw may give one.
    Here,
    /// How the text is made of parts is not known.
    NoMatch,
}

/// A mutant that is being made.
struct Mutation<'m> {
    matching: Matching<'m>,
    generator: &'m mut Generator,
    /// How much longer the text may become.
    room: usize,
}

impl Mutation<'_> {
    /// A change of the part, which has the text between these places.
    fn change(&mut self, part: u32, start: u32, end: u32) -> Result<Change, Stuck> {
        let language = self.matching.language;
        if !language.part(part).varies {
            return Err(Stuck::Here);
        }
        match language.part(part).kind {
            PartKind::Literal(_) => Err(Stuck::Here),
            PartKind::Chars(ranges) => {
                let new = self.character(ranges, start)?;
                let mut bytes = Vec::new();
                class::push(new, &mut bytes);
                Ok(Change { start, end, new: bytes })
            }
            PartKind::Bytes(ranges) => {
                let new = match self.generator.below(4) {
                    0 => self.matching.text[start as usize] ^ (1 << self.generator.below(8)),
                    1 => self.operand().unwrap_or(0),
                    _ => class::draw_byte(ranges, self.generator),
                };
                match class::has_byte(ranges, new) {
                    true => Ok(Change { start, end, new: vec![new] }),
                    false => Err(Stuck::Here),
                }
            }
            PartKind::Sequence(parts) => {
                let cuts = self.matching.cuts_of_sequence(parts, start, end);
                let cuts = cuts.ok_or(Stuck::NoMatch)?;
                let weight = |at: usize| match language.part(parts[at]).varies {
                    true => 2 + (cuts[at + 1] - cuts[at]).min(62),
                    false => 0,
                };
                let mut drawn = self.generator.below((0..parts.len()).map(weight).sum());
                let at = (0..parts.len()).find(|at| {
                    let less = drawn.checked_sub(weight(*at));
                    drawn = less.unwrap_or(drawn);
                    less.is_none()
                });
                let at = at.ok_or(Stuck::Here)?;
                self.change(parts[at], cuts[at], cuts[at + 1])
            }
            PartKind::Choice(parts) => self.choice(parts, start, end),
            PartKind::Repeat { part: inner, least, most } => {
                if self.generator.one_in(16) {
                    return Ok(self.fresh(part, start, end));
                }
                let cuts = self.matching.cuts_of_repeat(inner, [least, most], start, end);
                self.repeat(inner, [least, most], &cuts.ok_or(Stuck::NoMatch)?)
            }
        }
    }

    /// A part drawn anew.
    fn fresh(&mut self, part: u32, start: u32, end: u32) -> Change {
        let language = self.matching.language;
        let old = language.length(&self.matching.text[start as usize..end as usize]);
        let size = self.generator.size();
        let size = self.generator.below(size.saturating_add(1).max(1));
        let mut new = Vec::new();
        language.draw(part, size, self.room.saturating_add(old), self.generator, &mut new);
        Change { start, end, new }
    }

    /// A byte that the parent of the test compared.
    fn operand(&mut self) -> Option<u8> {
        self.generator.part_of_operand(8).map(|operand| operand as u8)
    }

    /// Another member of a class: an operand, a neighbour, a member that the text has elsewhere, or
    /// any.
    fn character(&mut self, ranges: class::Chars, start: u32) -> Result<char, Stuck> {
        let text = self.matching.text;
        if let Some(operand) = self.operand().map(char::from).filter(|c| class::has(ranges, *c)) {
            return Ok(operand);
        }
        let new = match self.generator.below(8) {
            0 | 1 => decode(&text[start as usize..])
                .and_then(|old| class::neighbour(ranges, old, self.generator)),
            2 => {
                let at = self.generator.below(text.len() as u32) as usize;
                decode(&text[at..]).filter(|other| class::has(ranges, *other))
            }
            _ => None,
        };
        Ok(new.unwrap_or_else(|| class::draw(ranges, self.generator)))
    }

    /// Another branch, or a change in the branch that the text has.
    fn choice(&mut self, parts: &[u32], start: u32, end: u32) -> Result<Change, Stuck> {
        let language = self.matching.language;
        let has = |part: &&u32| self.matching.spans(**part, start, end);
        let now = *parts.iter().find(has).ok_or(Stuck::NoMatch)?;
        if language.part(now).varies && !self.generator.one_in(4) {
            return self.change(now, start, end);
        }
        let other = parts[self.generator.below(parts.len() as u32) as usize];
        Ok(self.fresh(other, start, end))
    }

    /// A change of the rounds of a repetition, which are between these places.
    fn repeat(
        &mut self,
        part: u32,
        [least, most]: [u32; 2],
        cuts: &[u32],
    ) -> Result<Change, Stuck> {
        let rounds = cuts.len() as u32 - 1;
        let text = self.matching.text;
        let round = |at: u32| &text[cuts[at as usize] as usize..cuts[at as usize + 1] as usize];
        match self.generator.below(8) {
            0 | 1 if rounds > least => {
                let block = self.block(rounds, rounds - least);
                let [start, end] = block.map(|at| cuts[at as usize]);
                Ok(Change { start, end, new: Vec::new() })
            }
            2 if rounds > 0 && rounds < most => {
                let [first, after] = self.block(rounds, (most - rounds).min(MOST_ROUNDS));
                let [start, end] = [first, after].map(|at| cuts[at as usize]);
                let block = &text[start as usize..end as usize];
                // Now and then many times, for code that counts.
                let times = ((most - rounds).min(MOST_ROUNDS) / (after - first)).max(1);
                let times = if self.generator.one_in(8) { times } else { 1 };
                Ok(Change { start: end, end, new: block.repeat(times as usize) })
            }
            3 if rounds < most => {
                let at = cuts[self.generator.below(rounds + 1) as usize];
                Ok(self.fresh(part, at, at))
            }
            4 if rounds > 1 => {
                let one = self.generator.below(rounds - 1);
                let other = one + 1 + self.generator.below(rounds - 1 - one);
                let (start, end) = (cuts[one as usize], cuts[other as usize + 1]);
                let between = &text[cuts[one as usize + 1] as usize..cuts[other as usize] as usize];
                Ok(Change { start, end, new: [round(other), between, round(one)].concat() })
            }
            5..=7 if rounds > 0 => {
                let at = self.generator.below(rounds) as usize;
                self.change(part, cuts[at], cuts[at + 1])
            }
            _ => Err(Stuck::Here),
        }
    }

    /// A random block of rounds: mostly one, at most `most`.
    fn block(&mut self, rounds: u32, most: u32) -> [u32; 2] {
        let most = most.min(rounds);
        let length = if self.generator.one_in(4) { 1 + self.generator.below(most) } else { 1 };
        let start = self.generator.below(rounds - length + 1);
        [start, start + length]
    }
}

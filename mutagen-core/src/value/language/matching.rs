//! Which texts a part of a language has, and how a text is made of its parts. A match goes from
//! all places where a part can start to all places where it can end, so nothing is tried twice. A
//! budget of steps bounds what a match may cost.

use super::class::{self, decode};
use super::{Language, PartKind};
use smallvec::SmallVec;

/// Places in a text, sorted.
pub(super) type Places = SmallVec<[u32; 8]>;

/// The steps of a match between two tests.
const STEPS: u32 = 20_000;

/// The steps of a match when a value is read.
const PATIENT_STEPS: u32 = 1 << 30;

impl Language {
    /// Whether a text is in the language and has at most this length. A text that would take too
    /// long to match is not.
    pub(crate) fn has(&self, text: &[u8], longest: usize) -> bool {
        self.length(text) <= longest && self.part_has(self.root(), text)
    }

    /// Whether a text is in the language, however long that takes to find out.
    pub(crate) fn matches(&self, text: &[u8]) -> bool {
        Matching::new(self, text, PATIENT_STEPS).has(self.root())
    }

    pub(super) fn part_has(&self, part: u32, text: &[u8]) -> bool {
        Matching::new(self, text, STEPS).has(part)
    }
}

/// A text that is being matched.
pub(super) struct Matching<'m> {
    pub(super) language: &'m Language,
    pub(super) text: &'m [u8],
    steps: u32,
}

impl<'m> Matching<'m> {
    pub(super) fn new(language: &'m Language, text: &'m [u8], steps: u32) -> Matching<'m> {
        Matching { language, text, steps }
    }

    /// A match with the steps that mutants have.
    pub(super) fn of(language: &'m Language, text: &'m [u8]) -> Matching<'m> {
        Matching::new(language, text, STEPS)
    }

    fn has(&mut self, part: u32) -> bool {
        self.spans(part, 0, self.text.len() as u32)
    }

    /// Whether the part has the text between two places.
    pub(super) fn spans(&mut self, part: u32, start: u32, end: u32) -> bool {
        let ends = self.ends(part, &[start], end);
        ends.is_some_and(|ends| ends.binary_search(&end).is_ok())
    }

    /// Where a part that starts at one of these places can end, up to `limit`. `None` if this takes
    /// too many steps.
    fn ends(&mut self, part: u32, starts: &[u32], limit: u32) -> Option<Places> {
        self.steps = self.steps.checked_sub(1 + starts.len() as u32)?;
        let language = self.language;
        let text = &self.text[..limit as usize];
        let from = |start: &u32| &text[*start as usize..];
        Some(match language.part(part).kind {
            PartKind::Literal(literal) => {
                let is_here = |start: &&u32| from(start).starts_with(literal);
                starts.iter().filter(is_here).map(|start| start + literal.len() as u32).collect()
            }
            PartKind::Chars(ranges) => {
                let end = |start: &u32| {
                    let found = decode(from(start)).filter(|found| class::has(ranges, *found))?;
                    Some(start + found.len_utf8() as u32)
                };
                starts.iter().filter_map(end).collect()
            }
            PartKind::Bytes(ranges) => {
                let is_here = |start: &&u32| {
                    from(start).first().is_some_and(|byte| class::has_byte(ranges, *byte))
                };
                starts.iter().filter(is_here).map(|start| start + 1).collect()
            }
            PartKind::Sequence(parts) => {
                let mut places = Places::from_slice(starts);
                for part in parts {
                    if places.is_empty() {
                        break;
                    }
                    places = self.ends(*part, &places, limit)?;
                }
                places
            }
            PartKind::Choice(parts) => {
                let mut all = Places::new();
                for part in parts {
                    all.extend(self.ends(*part, starts, limit)?);
                }
                all.sort_unstable();
                all.dedup();
                all
            }
            PartKind::Repeat { part, least, most } => {
                let rounds = self.rounds(part, least, most, starts, limit, None)?;
                let mut all: Places = rounds.into_iter().skip(least as usize).flatten().collect();
                all.sort_unstable();
                all
            }
        })
    }

    /// Where a repetition can be after each round, from 0 on. After the fewest rounds, only places
    /// that no earlier round reached. Stops early once a round after those reaches `wanted`.
    fn rounds(
        &mut self,
        part: u32,
        least: u32,
        most: u32,
        starts: &[u32],
        limit: u32,
        wanted: Option<u32>,
    ) -> Option<Vec<Places>> {
        let mut rounds = vec![Places::from_slice(starts)];
        let mut seen = Places::new();
        for round in 0.. {
            let last = &rounds[round as usize];
            let is_done =
                || round >= least && wanted.is_some_and(|end| last.binary_search(&end).is_ok());
            if last.is_empty() || round == most || is_done() {
                break;
            }
            if round >= least {
                for place in last {
                    if let Err(at) = seen.binary_search(place) {
                        seen.insert(at, *place);
                    }
                }
            }
            let mut next = self.ends(part, last, limit)?;
            if round >= least {
                next.retain(|place| seen.binary_search(place).is_err());
            }
            rounds.push(next);
        }
        Some(rounds)
    }

    /// The places between the parts of a sequence from `start` to `end`, both included.
    pub(super) fn cuts_of_sequence(
        &mut self,
        parts: &[u32],
        start: u32,
        end: u32,
    ) -> Option<Vec<u32>> {
        let mut places = vec![Places::from_slice(&[start])];
        for part in parts {
            let next = self.ends(*part, places.last()?, end)?;
            places.push(next);
        }
        self.back(|at| parts[at], &places, end)
    }

    /// The places between the rounds of a repetition from `start` to `end`, both included.
    pub(super) fn cuts_of_repeat(
        &mut self,
        part: u32,
        [least, most]: [u32; 2],
        start: u32,
        end: u32,
    ) -> Option<Vec<u32>> {
        let rounds = self.rounds(part, least, most, &[start], end, Some(end))?;
        if rounds.len() <= least as usize {
            return None;
        }
        self.back(|_| part, &rounds, end)
    }

    /// The way to `end` through sets of places, where `part` leads from one set to the next.
    fn back(
        &mut self,
        part: impl Fn(usize) -> u32,
        places: &[Places],
        end: u32,
    ) -> Option<Vec<u32>> {
        let (last, before) = places.split_last()?;
        last.binary_search(&end).ok()?;
        let mut cuts = vec![end];
        let mut next = end;
        for (at, places) in before.iter().enumerate().rev() {
            let near = places.iter().rev().copied().filter(|place| *place <= next);
            let mut found = None;
            for place in near {
                if self.spans(part(at), place, next) {
                    found = Some(place);
                    break;
                }
            }
            next = found?;
            cuts.push(next);
        }
        cuts.reverse();
        Some(cuts)
    }
}

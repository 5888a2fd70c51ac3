//! The language of a regular expression: the texts that match it as a whole. The derive writes it
//! as a table of parts. Texts are drawn from the table (`draw`), matched with it (`matching`), and
//! mutated within it (`mutants`): a mutant makes one part of a text anew.

mod class;
mod draw;
mod matching;
mod mutants;

/// A language, as the derive writes it.
#[derive(Debug)]
pub struct Language {
    /// The regular expression.
    pub expression: &'static str,
    /// Whether lengths count characters; otherwise they count bytes.
    pub is_text: bool,
    /// Each part comes after the parts that it is made of. The last one is the whole expression.
    pub parts: &'static [Part],
}

/// A part of an expression.
#[derive(Debug)]
pub struct Part {
    /// How its texts are made.
    pub kind: PartKind,
    /// The length of its shortest text.
    pub shortest: u32,
    /// Whether it has more than one text.
    pub varies: bool,
}

/// How the texts of a part are made. Numbers name parts.
#[derive(Debug, Clone, Copy)]
pub enum PartKind {
    /// These bytes.
    Literal(&'static [u8]),
    /// One character of these ranges, which are sorted.
    Chars(&'static [(char, char)]),
    /// One byte of these ranges, which are sorted.
    Bytes(&'static [(u8, u8)]),
    /// These parts, one after the other.
    Sequence(&'static [u32]),
    /// One of these parts.
    Choice(&'static [u32]),
    /// A part, `least` to `most` times.
    Repeat {
        /// What is repeated.
        part: u32,
        /// The fewest rounds; 0 if a round may be empty.
        least: u32,
        /// The most rounds; `u32::MAX` if there is no bound.
        most: u32,
    },
}

impl Language {
    fn root(&self) -> u32 {
        self.parts.len() as u32 - 1
    }

    fn part(&self, part: u32) -> &Part {
        &self.parts[part as usize]
    }

    /// Whether there is more than one text.
    pub(crate) fn varies(&self) -> bool {
        self.part(self.root()).varies
    }

    /// The length of a text, as the language counts it.
    pub(crate) fn length(&self, text: &[u8]) -> usize {
        match self.is_text {
            true => text.iter().filter(|byte| **byte & 0xc0 != 0x80).count(),
            false => text.len(),
        }
    }

    /// A shortest text.
    pub(crate) fn smallest(&self) -> Vec<u8> {
        let mut text = Vec::new();
        self.add_smallest(self.root(), &mut text);
        text
    }

    fn add_smallest(&self, part: u32, into: &mut Vec<u8>) {
        let Part { kind, shortest, .. } = self.part(part);
        match *kind {
            PartKind::Literal(text) => into.extend_from_slice(text),
            PartKind::Chars(ranges) => {
                let most = if self.is_text { 4 } else { *shortest as usize };
                class::push(class::simplest(ranges, most), into);
            }
            PartKind::Bytes(ranges) => into.push(class::simplest_byte(ranges)),
            PartKind::Sequence(parts) => {
                parts.iter().for_each(|part| self.add_smallest(*part, into));
            }
            PartKind::Choice(parts) => {
                let is_short = |part: &&u32| self.part(**part).shortest == *shortest;
                parts.iter().find(is_short).into_iter().for_each(|p| self.add_smallest(*p, into));
            }
            PartKind::Repeat { part, least, .. } => {
                (0..least).for_each(|_| self.add_smallest(part, into));
            }
        }
    }
}

#[cfg(test)]
mod tests;

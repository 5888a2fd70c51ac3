//! The generations of a journal's entries, from which it follows which of them get their value as
//! text when the journal is compacted.

use crate::search::journal::JournalEntry;
use std::collections::BTreeSet;

/// How many generations are between two texts, if few entries are kept then: at most `SHARE` times
/// those that the campaign uses. Otherwise, texts are closer.
const APART: u32 = 64;
const SHARE: usize = 2;

/// The most texts that are made at once, which takes about a second.
const MOST: usize = 2000;

/// After so many generations, an entry gets a text although its value must be made for it.
const LATE: u32 = 8 * APART;

/// The entries that are needed, ascending. An entry is made from its sources, which come before it.
pub(super) struct Family {
    numbers: Vec<u64>,
    /// The places of the sources; none if the entry has a text.
    sources: Vec<Vec<usize>>,
    /// How many generations come before each entry, back to those without sources.
    generations: Vec<u32>,
}

impl Family {
    /// The family of entries that are all in the journal, with their sources.
    pub(super) fn of(journal: &[JournalEntry], numbers: &[u64]) -> Family {
        let place = |number: u64| numbers.binary_search(&number).ok();
        let entries = journal.iter().filter(|entry| place(entry.number).is_some());
        let sources = entries.map(|entry| entry.sources().filter_map(place).collect()).collect();
        let mut family = Family { numbers: numbers.to_vec(), sources, generations: Vec::new() };
        family.generations = family.after(|_, _| false);
        family
    }

    /// The generations if those entries have a text for which `has_text` says so, which is given
    /// the place of an entry and its generation.
    fn after(&self, mut has_text: impl FnMut(usize, u32) -> bool) -> Vec<u32> {
        let mut generations: Vec<u32> = Vec::with_capacity(self.numbers.len());
        for (place, sources) in self.sources.iter().enumerate() {
            let before = sources.iter().filter_map(|source| generations.get(*source)).max();
            let generation = before.map_or(0, |before| before + 1);
            generations.push(if has_text(place, generation) { 0 } else { generation });
        }
        generations
    }

    /// How many entries these roots need if those at these places have a text.
    fn kept(&self, roots: &BTreeSet<u64>, texts: &[bool]) -> usize {
        let mut needed: Vec<bool> =
            self.numbers.iter().map(|number| roots.contains(number)).collect();
        for place in (0..needed.len()).rev() {
            if needed[place] && !texts[place] {
                self.sources[place].iter().for_each(|source| needed[*source] = true);
            }
        }
        needed.into_iter().filter(|needed| *needed).count()
    }

    /// The entries that are to get a text, of those that may have one.
    pub(super) fn milestones(
        &self,
        roots: &BTreeSet<u64>,
        may_have: impl Fn(u64) -> bool,
    ) -> Vec<u64> {
        let may_have: Vec<bool> = self.numbers.iter().map(|number| may_have(*number)).collect();
        let mut apart = APART;
        loop {
            let mut texts = vec![false; self.numbers.len()];
            let mut count = 0;
            self.after(|place, generation| {
                texts[place] = generation >= apart && may_have[place] && count < MOST;
                count += usize::from(texts[place]);
                texts[place]
            });
            let is_short = self.kept(roots, &texts) <= SHARE * roots.len();
            if is_short || apart == 1 || count == MOST {
                let numbers = self.numbers.iter().zip(texts);
                return numbers.filter(|(_, text)| *text).map(|(number, _)| *number).collect();
            }
            apart /= 2;
        }
    }

    /// Whether so many generations are before an entry that it should have a text in any case.
    pub(super) fn is_late(&self, number: u64) -> bool {
        let place = self.numbers.binary_search(&number);
        place.is_ok_and(|place| self.generations[place] >= LATE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::address::Address;

    /// A line of entries from 0 on, each made from the one before.
    fn line(length: u64) -> (Vec<JournalEntry>, Vec<u64>) {
        let entry = |number| {
            let address = match number {
                0 => Address::Generated { number, size: 0 },
                _ => Address::Drifted { parent: number - 1, first: number, edits: 1 },
            };
            JournalEntry::new(number, address, true, None)
        };
        ((0..length).map(entry).collect(), (0..length).collect())
    }

    #[test]
    fn texts_are_as_far_apart_as_keeps_the_journal_short() {
        let (journal, numbers) = line(1000);
        let family = Family::of(&journal, &numbers);
        // All entries are in use, so that no text frees any.
        let all: BTreeSet<u64> = numbers.iter().copied().collect();
        let texts = family.milestones(&all, |_| true);
        assert_eq!(texts[..3], [64, 128, 192]);
        // A text of the last one, or of one shortly before it, frees the rest.
        for first in [990, 999] {
            let last: BTreeSet<u64> = (first..1000).collect();
            let texts = family.milestones(&last, |_| true);
            assert!(texts.iter().any(|number| number.abs_diff(first) <= 10), "{texts:?}");
            let places: Vec<bool> = numbers.iter().map(|number| texts.contains(number)).collect();
            assert!(family.kept(&last, &places) <= 2 * last.len());
        }
        let last = BTreeSet::from([999]);
        assert_eq!(family.milestones(&last, |number| number == 999), [999]);
        assert!(family.is_late(999) && !family.is_late(100));
    }

    #[test]
    fn an_entry_with_a_text_begins_a_generation() {
        let (mut journal, numbers) = line(100);
        journal[90].value = Some("()".into());
        let family = Family::of(&journal, &numbers[90..]);
        assert_eq!(family.generations, (0..10).collect::<Vec<u32>>());
        assert_eq!(family.milestones(&BTreeSet::from([99]), |_| false), Vec::<u64>::new());
    }

    #[test]
    fn only_so_many_texts_are_made_at_once() {
        let (journal, numbers) = line(5000);
        let family = Family::of(&journal, &numbers);
        let roots: BTreeSet<u64> = BTreeSet::from([4999]);
        assert!(family.milestones(&roots, |_| true).len() <= MOST);
    }
}

//! Finds the entries of a journal that are needed to make tests again: their ancestors, which are
//! parents and donors. It counts how many tests are made from each entry, so that a value can be
//! dropped after its last use.

use crate::search::address::Address;
use crate::search::journal::{BrokenJournal, JournalEntry, find};
use std::collections::BTreeMap;

/// The entries that are needed, and how many uses of each are still to come.
#[derive(Debug, Default)]
pub(super) struct Needed {
    uses: BTreeMap<u64, u32>,
}

impl Needed {
    /// The entries that a test needs.
    ///
    /// # Errors
    /// When an ancestor is missing, or an entry claims to be made from a later one.
    pub(super) fn of_test(
        journal: &[JournalEntry],
        address: &Address,
    ) -> Result<Needed, BrokenJournal> {
        let broken = |_| BrokenJournal { address: *address };
        Needed::of(journal, address.sources()).map_err(broken)
    }

    /// The entries that these entries need, including themselves. Each of the given entries has a
    /// use for each time it is given.
    ///
    /// # Errors
    /// With the number of an entry that is missing, or is made from a later one.
    pub(super) fn of(
        journal: &[JournalEntry],
        wanted: impl IntoIterator<Item = u64>,
    ) -> Result<Needed, u64> {
        let mut needed = Needed::default();
        let mut open = Vec::new();
        for number in wanted {
            needed.hold(number, &mut open);
        }
        while let Some(number) = open.pop() {
            let entry = find(journal, number).ok_or(number)?;
            for source in entry.sources() {
                // An entry is made only from earlier ones, so no entry can need itself.
                if source >= number {
                    return Err(number);
                }
                needed.hold(source, &mut open);
            }
        }
        Ok(needed)
    }

    /// Adds a use of an entry. An entry that is met first is added to those whose sources are still
    /// to be found.
    fn hold(&mut self, number: u64, open: &mut Vec<u64>) {
        let uses = self.uses.entry(number).or_insert(0);
        if *uses == 0 {
            open.push(number);
        }
        *uses = uses.saturating_add(1);
    }

    /// The numbers of the entries, ascending: the order in which they can be made.
    pub(super) fn numbers(&self) -> Vec<u64> {
        self.uses.keys().copied().collect()
    }

    /// Removes a use of the entry. Returns whether it was the last one.
    pub(super) fn release(&mut self, number: u64) -> bool {
        match self.uses.get_mut(&number) {
            Some(uses) if *uses > 1 => {
                *uses -= 1;
                false
            }
            Some(_) => {
                self.uses.remove(&number);
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::donated::{Call, Donated};

    fn entry(number: u64, parent: Option<u64>, donor: Option<u64>) -> JournalEntry {
        let mut donated = Donated::NONE;
        if let Some(donor) = donor {
            donated.push(Call { draws: 2, found: Some((donor, 0)) });
        }
        let address = match parent {
            None => Address::Generated { number, size: 0 },
            Some(parent) => {
                Address::Edited { parent, number, edits: 1, solved: 0, retained: number, donated }
            }
        };
        JournalEntry::new(number, address, true, None)
    }

    #[test]
    fn only_ancestors_are_needed_each_once_and_a_value_as_text_has_none() {
        let mut journal = vec![
            entry(0, None, None),
            entry(2, None, None),
            entry(3, Some(0), Some(2)),
            entry(5, Some(0), None),
            entry(9, Some(3), Some(5)),
        ];
        let needed = |journal: &[JournalEntry]| Needed::of(journal, [9]).unwrap().numbers();
        assert_eq!(needed(&journal), [0, 2, 3, 5, 9]);
        journal[2].value = Some("()".into());
        assert_eq!(needed(&journal), [0, 3, 5, 9]);
        let mut needed = Needed::of_test(&journal, &entry(9, Some(3), Some(3)).address).unwrap();
        assert!(!needed.release(3) && needed.release(3) && !needed.release(3));
        assert!(!needed.release(7), "nothing needs it");
    }

    #[test]
    fn a_missing_ancestor_and_a_cycle_are_errors() {
        let of = |journal: &[JournalEntry], number| Needed::of(journal, [number]).map(|_| ());
        assert_eq!(of(&[], 4), Err(4));
        assert_eq!(of(&[entry(4, Some(3), None)], 4), Err(3));
        assert_eq!(of(&[entry(4, Some(4), None)], 4), Err(4));
        assert_eq!(of(&[entry(3, Some(4), None), entry(4, Some(3), None)], 4), Err(3));
        assert_eq!(of(&[entry(3, None, None), entry(4, Some(3), Some(u64::MAX >> 24))], 4), Err(4));
    }
}

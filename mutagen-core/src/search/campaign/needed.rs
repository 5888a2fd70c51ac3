//! Finds the entries of a journal that are needed to make a test again. It counts how many tests
//! are made from each entry, so that a value can be dropped after its last use.

use crate::search::address::Address;
use crate::search::journal::JournalEntry;

/// The entries of a journal that are needed, and how often. By default, the journal is unknown, and
/// all entries are needed for ever.
#[derive(Debug, Clone, Default)]
pub struct Needed {
    /// For each entry, whether it leads to a requested test.
    leads: Vec<bool>,
    /// For each entry, how many uses are still to come.
    uses: Vec<u32>,
}

impl Needed {
    /// The entries that the retained tests of a journal need, including their own. Steps of drift
    /// are needed only if they lead to a retained test.
    pub fn of_retained(journal: &[JournalEntry]) -> Needed {
        Needed::of_leading(journal, leading(journal))
    }

    /// The entries that one test needs: its ancestors, and if it or an ancestor was edited, also
    /// all retained tests before the edits with their ancestors. `None` when an ancestor is
    /// missing.
    pub(super) fn of(journal: &[JournalEntry], address: Address) -> Option<Needed> {
        let mut line = Vec::new();
        let mut at = address;
        let mut end = 0;
        let mut edited = false;
        loop {
            if let Address::Edited { retained, .. } = at {
                edited = true;
                end = end.max(usize::try_from(retained).ok()?);
            }
            let Some(parent) = parent(at) else { break };
            // An entry is made only from earlier ones. The check ensures that the loop ends.
            if line.last().is_some_and(|last| parent >= *last) {
                return None;
            }
            line.push(parent);
            end = end.max(usize::try_from(parent).ok()? + 1);
            at = journal.get(usize::try_from(parent).ok()?)?.address;
        }
        let journal = journal.get(..end)?;
        let mut leads = if edited { leading(journal) } else { vec![false; end] };
        line.iter().for_each(|&number| leads[number as usize] = true);
        let mut needed = Needed::of_leading(journal, leads);
        line.first().into_iter().for_each(|&parent| needed.hold(parent));
        Some(needed)
    }

    fn of_leading(journal: &[JournalEntry], leads: Vec<bool>) -> Needed {
        let mut needed = Needed { uses: vec![0; leads.len()], leads };
        for entry in journal {
            if let Some(parent) = parent(entry.address).filter(|_| needed.leads(entry.number)) {
                needed.hold(parent);
            }
        }
        needed
    }

    /// How many entries of the journal must be read.
    pub(super) fn length(&self) -> usize {
        self.leads.len()
    }

    /// Whether the entry with this number leads to a requested test.
    pub(super) fn leads(&self, number: u64) -> bool {
        self.leads.get(number as usize).is_none_or(|leads| *leads)
    }

    /// Adds a use of the entry.
    pub(super) fn hold(&mut self, number: u64) {
        if let Some(uses) = self.uses.get_mut(number as usize) {
            *uses += 1;
        }
    }

    /// Removes a use of the entry. Returns whether it was the last one.
    pub(super) fn release(&mut self, number: u64) -> bool {
        let Some(uses) = self.uses.get_mut(number as usize) else { return false };
        *uses = uses.saturating_sub(1);
        *uses == 0
    }
}

fn leading(journal: &[JournalEntry]) -> Vec<bool> {
    let mut leading: Vec<bool> = journal.iter().map(|entry| entry.tier.is_some()).collect();
    for at in (0..journal.len()).rev() {
        if leading[at]
            && let Some(before) =
                parent(journal[at].address).and_then(|n| leading.get_mut(n as usize))
        {
            *before = true;
        }
    }
    leading
}

/// The entry that a test is made from.
pub(super) fn parent(address: Address) -> Option<u64> {
    match address {
        Address::Generated { .. } => None,
        Address::Mutant { parent, .. }
        | Address::Edited { parent, .. }
        | Address::Drifted { parent, .. }
        | Address::Solved { parent, .. }
        | Address::Repeated { parent } => Some(parent),
    }
}

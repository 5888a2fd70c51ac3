//! Finds what the journal of a campaign must keep: the entries that lead to the corpus, to the
//! waiting batches, to the running drift, and to failures. Entries far from their first ancestors
//! get their value as text, if it has an exact text form, and then need no ancestors. So the
//! journal is bounded by what it leads to, and not by the time that a campaign takes. A text is
//! longer than an address and slower to make, so few entries get one.

use super::Campaign;
use super::family::Family;
use super::needed::Needed;
use super::replay::operands;
use crate::search::address::Address;
use crate::search::interface::Subject;
use crate::search::journal::JournalEntry;
use crate::value::edit::Sites;
use crate::value::node::Node;
use crate::value::{text, walk};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A longer text is not stored: its ancestors take less space.
const LONGEST: usize = 1 << 16;

impl Campaign<'_> {
    /// The entries that the campaign and these failures need. `None` if the journal lacks one.
    pub(super) fn needed_entries(
        &self,
        journal: Vec<JournalEntry>,
        failures: &[Address],
    ) -> Option<Vec<JournalEntry>> {
        // A value that cannot be copied cannot be checked either.
        if !self.copies {
            return None;
        }
        // Failures of an earlier journal may lack their ancestors.
        let sources: BTreeSet<u64> = failures.iter().flat_map(Address::sources).collect();
        let is_there = |number: &u64| Needed::of(&journal, [*number]).is_ok();
        let mut roots: BTreeSet<u64> = sources.into_iter().filter(is_there).collect();
        roots.extend(self.edits.in_use().chain(self.drifts.in_use()));
        let waiting = [true, false].into_iter().flat_map(|passed| self.batches.waiting(passed));
        let waiting: Vec<_> = waiting.map(|(_, batch)| batch).collect();
        roots.extend(waiting.iter().map(|batch| batch.number()));
        let retained = waiting.iter().filter_map(|batch| Some((batch.number(), batch.retained()?)));
        let at_hand: BTreeMap<u64, _> = self.edits.at_rest().chain(retained).collect();
        roots.extend(at_hand.keys());
        let all = Needed::of(&journal, roots.iter().copied()).ok()?.numbers();
        let family = Family::of(&journal, &all);
        let mut texts: BTreeMap<u64, Option<Rc<str>>> = BTreeMap::new();
        for number in family.milestones(&roots, |number| at_hand.contains_key(&number)) {
            texts.insert(number, exact_text(self.subject, at_hand[&number]));
        }
        // A value that is changed at the moment has to be made again.
        let others = roots.iter().filter(|number| !at_hand.contains_key(number));
        let others: Vec<u64> = others.copied().filter(|number| family.is_late(*number)).collect();
        let mut replay = self.replay(&journal);
        let made = replay.make_entries(&others, &mut || true, &mut |entry, value| {
            texts.insert(entry.number, exact_text(self.subject, &*value));
        });
        if made.is_err() {
            return None;
        }
        let stored = |(number, text): (u64, Option<Rc<str>>)| {
            Some((number, (text?, operands(&journal, number))))
        };
        let mut texts: BTreeMap<u64, _> = texts.into_iter().filter_map(stored).collect();
        let mut stored = journal;
        for entry in &mut stored {
            if let Some((text, operands)) = texts.remove(&entry.number) {
                (entry.value, entry.operands) = (Some(text), operands);
            }
        }
        let needed = Needed::of(&stored, roots).ok()?;
        let needed: BTreeSet<u64> = needed.numbers().into_iter().collect();
        Some(stored.into_iter().filter_map(|entry| kept(entry, &needed)).collect())
    }
}

/// What is kept of an entry. Its literals are always kept: later tests draw from them. If nothing
/// else is kept, its address is its own, so that nothing can be made from it by mistake.
fn kept(entry: JournalEntry, needed: &BTreeSet<u64>) -> Option<JournalEntry> {
    if needed.contains(&entry.number) {
        return Some(entry);
    }
    let JournalEntry { number, literals, .. } = entry;
    let nowhere = JournalEntry::new(number, Address::Repeated { parent: number }, false, None);
    (!literals.is_empty()).then_some(JournalEntry { literals, ..nowhere })
}

/// The text of a value, if a value that is read from it is the same and has the same mutants.
fn exact_text(subject: &dyn Subject, value: &dyn Node) -> Option<Rc<str>> {
    let printed = text::print(value);
    if printed.len() > LONGEST {
        return None;
    }
    let read = subject.parse(&printed)?;
    let is_same = text::print(&*read) == printed
        && Sites::of(&*read) == Sites::of(value)
        && walk::structural_hash(&*read) == walk::structural_hash(value)
        && census(&*read) == census(value);
    is_same.then(|| printed.into())
}

/// How many mutants each node has.
fn census(value: &dyn Node) -> Vec<[u64; 5]> {
    let mut all = Vec::new();
    walk::preorder(value, |node| {
        let census = node.census();
        let (mutants, paired) = (census.mutants, census.paired_mutants);
        let fresh = census.fresh_subtrees;
        all.push([mutants.pure, mutants.random, fresh, paired.pure, paired.random]);
    });
    all
}

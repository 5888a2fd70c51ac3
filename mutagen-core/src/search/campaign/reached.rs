//! The literals of the functions that the retained tests have reached, as of each journal entry.
//! They are in the journal, so that a test that draws from them can be made again.

use crate::value::literals::{Literals, Near};
use std::collections::BTreeSet;
use std::rc::Rc;

/// The literals reached so far.
#[derive(Default)]
pub(super) struct Reached {
    literals: Option<&'static Literals>,
    /// The literals after each journal entry that reached new ones, with the number of the entry.
    after: Vec<(u64, Rc<Near>)>,
    /// All of them.
    known: BTreeSet<u32>,
    /// Literals of tests that have no journal entry, for the next one.
    pending: Vec<u32>,
}

impl Reached {
    /// No literals are reached yet, of all these.
    pub(super) fn new(literals: Option<&'static Literals>) -> Reached {
        Reached { literals, ..Reached::default() }
    }

    /// Keeps the literals that a test has reached first.
    pub(super) fn meet(&mut self, new: &[u32]) {
        if self.literals.is_some() {
            self.pending.extend_from_slice(new);
        }
    }

    /// The literals for the journal entry of this number, which is written now.
    pub(super) fn take(&mut self, entry: u64) -> Vec<u32> {
        let new = std::mem::take(&mut self.pending);
        self.enter(entry, &new);
        new
    }

    /// Adds the literals of a journal entry.
    pub(super) fn enter(&mut self, entry: u64, new: &[u32]) {
        let Some(literals) = self.literals else { return };
        // A process that resumes a campaign reaches literals again that an earlier one has reached.
        let new: Vec<u32> = new.iter().copied().filter(|index| self.known.insert(*index)).collect();
        if new.is_empty() {
            return;
        }
        let mut near = self.after.last().map_or_else(Near::default, |(_, near)| (**near).clone());
        new.iter().for_each(|&index| near.add(literals, index as usize));
        self.after.push((entry, Rc::new(near)));
    }

    /// The literals reached by the first `entries` entries of the journal.
    pub(super) fn by(&self, entries: u64) -> Option<Rc<Near>> {
        let count = self.after.partition_point(|(entry, _)| *entry < entries);
        self.after[..count].last().map(|(_, near)| near.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::literals::{Literal, Occurring};

    #[test]
    fn literals_are_those_of_the_entries_before() {
        let all = [Literal::Integer(7), Literal::Text("get".into()), Literal::Char('x')];
        let all = all.map(|literal| Occurring { literal, places: Vec::new() });
        let all = Literals::new(all.to_vec(), Vec::new(), Vec::new()).unwrap();
        let mut reached = Reached::new(Some(Box::leak(Box::new(all))));
        reached.meet(&[1]);
        assert_eq!(reached.take(3), [1]);
        assert_eq!(reached.take(4), [0; 0]);
        reached.enter(5, &[0, 2]);
        assert_eq!(reached.by(3), None);
        let near = |entries| reached.by(entries).unwrap();
        assert_eq!((near(4).texts.clone(), near(5).integers.len()), (vec![1], 0));
        assert_eq!((near(6).texts.clone(), near(6).integers.clone()), (vec![1, 2], vec![0]));
    }
}

//! The pass that tries all values that are no larger than a small one. They are made from the
//! smallest value by single steps, and tried in order, so that the first that fails is the smallest
//! of them.

use super::Shrinker;
use super::attempt::edit;
use super::rank::Rank;
use crate::value::edit::Editor;
use crate::value::node::Node;
use crate::value::walk::structural_hash;
use std::collections::{BTreeMap, HashSet};

/// If the smallest value has more nodes, none is tried.
const MOST_NODES: u64 = 32;

/// With more values than this, none is tried.
const MOST_VALUES: usize = 4000;

/// With more values than this that were not tried before, none is tried.
const MOST_NEW: usize = 256;

/// How many mutants of a node are steps.
const MUTANTS: u64 = 32;

impl Shrinker<'_> {
    /// Tries all values with neither more nodes nor larger sizes, if they are few.
    pub(super) fn try_all_small_values(&mut self) -> bool {
        if self.oracle.is_elsewhere() {
            return false;
        }
        let Some(values) = self.small_values() else { return false };
        values.into_iter().any(|value| self.attempt(|editor, root| editor.place(root, 0, value)))
    }

    /// The values that are to be tried, in order. `None` if there are too many.
    fn small_values(&mut self) -> Option<Vec<Box<dyn Node>>> {
        let smallest = self.value.smallest_node();
        if Rank::of(&*smallest).nodes > MOST_NODES {
            return None;
        }
        let mut seen = HashSet::from([structural_hash(&*smallest)]);
        let mut open = BTreeMap::from([(Rank::of(&*smallest), smallest)]);
        let mut found = Vec::new();
        while let Some((_, mut value)) = open.pop_first() {
            if !self.oracle.goes_on() {
                self.has_ended = true;
                return None;
            }
            for larger in steps(&mut *value) {
                if seen.len() > MOST_VALUES {
                    return None;
                }
                let hash = structural_hash(&*larger);
                let rank = Rank::of(&*larger);
                let is_small = rank < self.rank && rank.size <= self.rank.size;
                if is_small && seen.insert(hash) {
                    open.insert(rank, larger);
                }
            }
            if !self.refused.contains(&structural_hash(&*value)) {
                found.push(value);
            }
            if found.len() > MOST_NEW {
                return None;
            }
        }
        Some(found)
    }
}

/// The values that are one step from this one: a pure mutant, or a number that is farther from 0 by
/// 1.
fn steps(value: &mut dyn Node) -> Vec<Box<dyn Node>> {
    let mut editor = Editor::new(0, 0);
    editor.begin(value);
    let mut all = Vec::new();
    for at in 0..editor.sites().all().len() {
        let node = editor.sites().node(value, at);
        let number = node.number();
        for mutant in 0..node.census().mutants.pure.min(MUTANTS) {
            editor.mutate(value, at, mutant, [0; 3]);
            all.extend(value.copy_node());
            editor.undo(value);
        }
        let farther = number.map_or(vec![], |number| match number {
            0 => vec![1, -1],
            number => vec![number.saturating_add(number.signum())],
        });
        for number in farther {
            if edit(&mut editor, value, at, |node| node.set_number(number)) {
                all.extend(value.copy_node());
            }
            editor.undo(value);
        }
    }
    all
}

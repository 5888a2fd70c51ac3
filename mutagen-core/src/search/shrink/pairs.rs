//! The pass that tries pairs of changes of a small value: the first may make it larger, the second
//! makes it smaller than it was.

use super::Shrinker;

/// How many pairs are run.
const MOST_RUNS: u64 = 4000;

/// A value with more nodes has no pairs: there are too many.
const MOST_NODES: usize = 24;

impl Shrinker<'_> {
    /// Tries pairs of pure mutants.
    pub(super) fn try_pairs(&mut self) -> bool {
        if self.count() > MOST_NODES || self.oracle.is_elsewhere() {
            return false;
        }
        let firsts: Vec<(usize, u64)> =
            (0..self.count()).flat_map(|at| (0..self.pure(at)).map(move |one| (at, one))).collect();
        let end = self.runs + MOST_RUNS;
        for (at, one) in firsts {
            self.editor.mutate(&mut *self.value, at, one, [0; 3]);
            let seconds: Vec<(usize, u64)> = (0..self.count())
                .flat_map(|at| (0..self.pure(at)).map(move |other| (at, other)))
                .collect();
            self.editor.undo(&mut *self.value);
            for (then, other) in seconds {
                let is_smaller = self.attempt(|editor, root| {
                    editor.mutate(root, at, one, [0; 3]);
                    editor.mutate(root, then, other, [0; 3]);
                    true
                });
                if is_smaller {
                    return true;
                }
                if self.has_ended || self.runs >= end {
                    return false;
                }
            }
        }
        false
    }
}

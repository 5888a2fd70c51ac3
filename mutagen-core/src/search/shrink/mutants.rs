//! The pass that tries each pure mutant of each node.

use super::Shrinker;

/// How many mutants of a node are tried.
const MOST: u64 = 4096;

impl Shrinker<'_> {
    /// Tries the pure mutants of each node, until none of them is accepted.
    pub(super) fn try_mutants(&mut self) -> bool {
        let (mut at, mut succeeded) = (0, false);
        while at < self.count() && !self.has_ended {
            let mut mutant = 0;
            while mutant < self.pure(at) {
                let is_smaller = self.attempt(|editor, root| {
                    editor.mutate(root, at, mutant, [0; 3]);
                    true
                });
                succeeded |= is_smaller;
                mutant = if is_smaller { 0 } else { mutant + 1 };
            }
            at += 1;
        }
        succeeded
    }

    /// How many pure mutants of a node are tried.
    pub(super) fn pure(&self, at: usize) -> u64 {
        self.node(at).census().mutants.pure.min(MOST)
    }
}

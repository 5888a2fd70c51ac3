//! Shrinking: from a test that failed to the smallest test that fails in the same way. A candidate
//! is a typed change of the value, such as a mutant, that comes before it in the [order](Rank).
//! Passes make candidates from coarse to fine, and start again while one of them succeeds. Nothing
//! here needs code of the user, does I/O or reads a clock: an [`Oracle`] runs the candidates.

mod attempt;
mod collections;
mod decimals;
mod enumerate;
mod ladder;
mod mutants;
mod numbers;
mod pairs;
mod rank;
mod siblings;
mod subtrees;
mod texts;

pub use rank::Rank;

use crate::value::edit::Editor;
use crate::value::node::Node;
use crate::value::walk::structural_hash;
use std::collections::HashSet;

/// Runs candidates.
pub trait Oracle {
    /// Runs the property on a candidate, and returns whether it fails in the same way.
    fn fails(&mut self, candidate: &dyn Node) -> bool;

    /// Whether the budget allows another run. Once it says no, shrinking ends.
    fn goes_on(&mut self) -> bool;

    /// Whether candidates must not be made in this process, because a value may end it when it is
    /// copied or dropped. Then each is tried [elsewhere](Oracle::elsewhere).
    fn is_elsewhere(&self) -> bool {
        false
    }

    /// Tries the next candidate in another process, unless it is to be made in this one.
    fn elsewhere(&mut self) -> Elsewhere {
        Elsewhere::Here
    }

    /// Takes note of the smallest value so far.
    fn improve(&mut self, smallest: &dyn Node) {
        let _ = smallest;
    }

    /// Takes note of what a pass came to: its runs, and how many of them made the value smaller.
    fn finish_pass(&mut self, pass: &'static str, runs: u64, steps: u64) {
        let _ = (pass, runs, steps);
    }
}

/// What came of a candidate in another process.
pub enum Elsewhere {
    /// It is to be made in this process.
    Here,
    /// It is none, or it does not fail in the same way.
    Refused,
    /// It comes before the value in the order and fails in the same way. The value before is not
    /// dropped.
    Taken(Box<dyn Node>),
}

/// What shrinking came to.
pub struct Shrunk {
    /// The smallest value that was found.
    pub value: Box<dyn Node>,
    /// How many candidates were run.
    pub runs: u64,
    /// How many of them failed in the same way.
    pub steps: u64,
    /// Whether the passes came to their end, so that more of the budget would change nothing.
    pub is_done: bool,
}

/// Shrinks a value that fails.
pub fn shrink(value: Box<dyn Node>, oracle: &mut dyn Oracle) -> Shrunk {
    let mut shrinker = Shrinker::new(value, oracle);
    shrinker.run();
    let Shrinker { value, runs, steps, has_ended, .. } = shrinker;
    Shrunk { value, runs, steps, is_done: !has_ended }
}

/// After so many rounds of a level that succeed, the next level has its turn.
const SLOW: u64 = 3;

/// A pass: its name, and what it does.
type Pass = (&'static str, fn(&mut Shrinker<'_>) -> bool);

/// The passes, from coarse to fine.
const LEVELS: [&[Pass]; 4] = [
    // Whole parts.
    &[
        ("shrink root", |all| all.shrink_root()),
        ("hoist to root", |all| all.hoist_to_root()),
        ("drop blocks", |all| all.drop_blocks()),
        ("shrink subtrees", |all| all.shrink_subtrees()),
        ("hoist nearest", |all| all.hoist_nearest()),
        ("join siblings", |all| all.join_siblings()),
    ],
    // Contents.
    &[
        ("shrink leaves", |all| all.shrink_leaves()),
        ("shrink decimals", |all| all.shrink_decimals()),
        ("shrink numbers", |all| all.shrink_numbers()),
        ("shrink texts", |all| all.shrink_texts()),
        ("sort siblings", |all| all.sort_siblings()),
    ],
    // What needs more runs.
    &[
        ("add up numbers", |all| all.add_up_numbers()),
        ("drop with indices", |all| all.drop_with_indices()),
        ("jump numbers", |all| all.jump_numbers()),
        ("translate numbers", |all| all.translate_numbers()),
        ("move numbers together", |all| all.move_numbers_together()),
        ("shrink alike", |all| all.shrink_alike()),
        ("replace by small terms", |all| all.replace_by_small_terms()),
        ("hoist far", |all| all.hoist_far()),
        ("try mutants", |all| all.try_mutants()),
        ("move parts", |all| all.move_parts()),
    ],
    // What needs many.
    &[
        ("drop with an index", |all| all.drop_with_an_index()),
        ("try all small values", |all| all.try_all_small_values()),
        ("try pairs", |all| all.try_pairs()),
    ],
];

/// The state of shrinking one value.
struct Shrinker<'o> {
    value: Box<dyn Node>,
    editor: Editor,
    /// The rank of the value.
    rank: Rank,
    /// Memory for the rank of a candidate.
    spare: Rank,
    /// The hashes of the candidates that did not fail. Each candidate is run once.
    refused: HashSet<u64>,
    oracle: &'o mut dyn Oracle,
    runs: u64,
    steps: u64,
    /// Whether the budget is used up.
    has_ended: bool,
}

impl<'o> Shrinker<'o> {
    fn new(value: Box<dyn Node>, oracle: &'o mut dyn Oracle) -> Shrinker<'o> {
        let mut editor = Editor::new(0, 0);
        editor.begin(&*value);
        Shrinker {
            rank: Rank::of(&*value),
            spare: Rank::default(),
            refused: HashSet::from([structural_hash(&*value)]),
            value,
            editor,
            oracle,
            runs: 0,
            steps: 0,
            has_ended: false,
        }
    }

    /// Runs the passes until none of them makes the value smaller. A pass that succeeds is followed
    /// by the coarser ones again.
    fn run(&mut self) {
        let mut level = 0;
        let mut rounds = [0; LEVELS.len()];
        while level < LEVELS.len() && !self.has_ended {
            let mut succeeded = false;
            rounds[level] += 1;
            for (name, pass) in LEVELS[level] {
                let (runs, steps) = (self.runs, self.steps);
                succeeded |= pass(self);
                self.oracle.finish_pass(name, self.runs - runs, self.steps - steps);
            }
            // Two parts that depend on each other can get smaller in turns, each by a little.
            // Passes of the next level change both.
            let is_slow = rounds[level] % SLOW == 0 && level + 2 < LEVELS.len();
            if succeeded && level > 0 {
                rounds[..level].fill(0);
            }
            level = if succeeded && !is_slow { 0 } else { level + 1 };
        }
    }
}

#[cfg(test)]
mod tests;

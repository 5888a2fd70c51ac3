//! The random choices of the hand-written generators of both machines.

use crate::lattice::Lattice;
use mutagen_core::internal::value::seed::Random;
use rand::RngExt;

/// Picks an item with a probability proportional to its weight.
///
/// # Panics
/// When all weights are 0.
pub fn weighted<T>(random: &mut Random, choices: impl IntoIterator<Item = (u32, T)>) -> T {
    let choices: Vec<(u32, T)> = choices.into_iter().collect();
    let sum: u32 = choices.iter().map(|(weight, _)| weight).sum();
    let mut drawn = random.random_range(0..sum);
    for (weight, choice) in choices {
        if drawn < weight {
            return choice;
        }
        drawn -= weight;
    }
    unreachable!("the number drawn is below the sum")
}

/// Picks an item with equal probabilities; `None` if there are no items.
pub fn one<T: Copy>(random: &mut Random, choices: &[T]) -> Option<T> {
    if choices.is_empty() {
        return None;
    }
    Some(choices[random.random_range(0..choices.len())])
}

/// Picks a label with equal probabilities.
pub fn label<L: Lattice>(random: &mut Random) -> L {
    L::ALL[random.random_range(0..L::ALL.len())]
}

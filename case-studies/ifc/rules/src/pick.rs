//! The random choices that the hand-written generators of both machines make.

use crate::lattice::Lattice;
use mutagen_core::internal::value::seed::Random;
use rand::RngExt;

/// One of some things with weights: each as often as its share of the sum of the weights.
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

/// One of some things, all equally often; `None` when there are none.
pub fn one<T: Copy>(random: &mut Random, choices: &[T]) -> Option<T> {
    if choices.is_empty() {
        return None;
    }
    Some(choices[random.random_range(0..choices.len())])
}

/// A label, all equally often.
pub fn label<L: Lattice>(random: &mut Random) -> L {
    L::ALL[random.random_range(0..L::ALL.len())]
}

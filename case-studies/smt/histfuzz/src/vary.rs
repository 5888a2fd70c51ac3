//! Variants of choices outside of mutagen's engine, for experiments with a budget of CPU time: one
//! to three choices are drawn again. The engine's own mutants come from `#[derive(Mutate)]`.

use crate::blocks::Blocks;
use crate::choices::{Choices, Filling, Number, Translocation, number};
use rand::{Rng, RngExt};

/// The same choices but for one to three of them.
#[must_use]
pub fn vary(choices: &Choices, blocks: &Blocks, random: &mut impl Rng) -> Choices {
    let mut new = choices.clone();
    for _ in 0..random.random_range(1..=3) {
        change(&mut new, blocks, random);
    }
    new
}

fn change(choices: &mut Choices, blocks: &Blocks, random: &mut impl Rng) {
    let skeletons = blocks.skeletons.len() as u32;
    let count = choices.assertions.len();
    if count == 0 {
        choices.assertions.push(Filling::draw(blocks, random.random_range(0..skeletons), random));
        return;
    }
    let at = random.random_range(0..count);
    let filling = &mut choices.assertions[at];
    match random.random_range(0..12) {
        0..5 if !filling.fills.is_empty() => {
            let hole = random.random_range(0..filling.fills.len());
            filling.fills[hole] = Number(number(random));
        }
        5 if !filling.bound.is_empty() => {
            let variable = random.random_range(0..filling.bound.len());
            filling.bound[variable].variable = number(random);
            filling.bound[variable].unused = random.random();
        }
        // Another skeleton keeps the atoms that were chosen.
        6 => {
            let old = std::mem::take(&mut filling.fills);
            *filling = Filling::draw(blocks, random.random_range(0..skeletons), random);
            for (fill, old) in filling.fills.iter_mut().zip(old) {
                *fill = old;
            }
        }
        7 if count > 1 => drop(choices.assertions.remove(at)),
        8 if count < 6 => {
            let new = Filling::draw(blocks, random.random_range(0..skeletons), random);
            choices.assertions.insert(at, new);
        }
        9 if !choices.translocations.is_empty() => {
            let moved = random.random_range(0..choices.translocations.len());
            choices.translocations.remove(moved);
        }
        _ if choices.translocations.len() < 10 => {
            choices.translocations.push(Translocation::draw(random));
        }
        _ => drop(choices.translocations.pop()),
    }
}

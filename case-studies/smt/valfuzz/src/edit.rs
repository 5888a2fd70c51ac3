//! Edits of constants: numbers, coordinated changes of several holes, and constants of models.

use crate::constant::{
    Random, bits, bits_of, characters_of, float, integer_of, named_float, random as any,
};
use crate::skeleton::Hole;
use rand::RngExt;
use smt_lang::{Sort, Term};

/// The constants of a formula, one for each hole.
pub type Assignment = Vec<Term>;

/// A random edit of constants: one hole gets a constant near its own, or that of another hole; all
/// equal constants become another one; all numbers of a sort are moved by the same distance; or
/// some holes get those of `other`.
///
/// The result may be equal to `of`. It is, if there are no holes.
pub fn edit(
    of: &Assignment,
    other: Option<&Assignment>,
    holes: &[Hole],
    random: &mut Random,
) -> Assignment {
    let mut edited = of.clone();
    if edited.is_empty() {
        return edited;
    }
    let steps = 1 + usize::from(random.random_bool(0.25));
    for _ in 0..steps {
        let at = random.random_range(0..edited.len());
        match random.random_range(0..10_u32) {
            0..=3 => edited[at] = near(&edited[at], &holes[at].sort, random),
            4 => {
                let same = of_sort(holes, &holes[at].sort);
                edited[at] = edited[same[random.random_range(0..same.len())]].clone();
            }
            5 => {
                let old = edited[at].clone();
                let new = near(&old, &holes[at].sort, random);
                edited.iter_mut().filter(|term| **term == old).for_each(|t| *t = new.clone());
            }
            6 => {
                let distance = distance(random);
                for n in of_sort(holes, &holes[at].sort) {
                    edited[n] = moved(&edited[n], &holes[n].sort, distance);
                }
            }
            _ => match other {
                Some(other) => {
                    let chance = [0.1, 0.3, 0.5][random.random_range(0..3_usize)];
                    for (n, term) in edited.iter_mut().enumerate() {
                        if n == at || random.random_bool(chance) {
                            *term = other[n].clone();
                        }
                    }
                }
                None => edited[at] = near(&edited[at], &holes[at].sort, random),
            },
        }
    }
    edited
}

fn of_sort(holes: &[Hole], sort: &Sort) -> Vec<usize> {
    (0..holes.len()).filter(|n| holes[*n].sort == *sort).collect()
}

/// A small number, seldom 0, sometimes a power of 2.
fn distance(random: &mut Random) -> i64 {
    let size = match random.random_range(0..4_u32) {
        0 | 1 => 1,
        2 => random.random_range(1..=16),
        _ => 1 << random.random_range(0..40_u32),
    };
    if random.random() { size } else { -size }
}

/// A number or bit-vector moved by a distance; other constants stay.
fn moved(of: &Term, sort: &Sort, distance: i64) -> Term {
    match (sort, integer_of(of)) {
        (Sort::Int, Some(n)) => Term::int(n.saturating_add(distance)),
        (Sort::Real, Some(n)) => Term::real(n.saturating_add(distance)),
        (Sort::BitVec(_), _) => {
            bits_of(of).map_or_else(|| of.clone(), |b| bits(&added(&b, distance)))
        }
        _ => of.clone(),
    }
}

/// Bits, the highest first, read as a number to which another one is added; it wraps around.
fn added(of: &[bool], distance: i64) -> Vec<bool> {
    let mut sum = of.to_vec();
    let mut carry = false;
    for (n, bit) in sum.iter_mut().rev().enumerate() {
        let other = distance >> n.min(63) & 1 == 1;
        let ones = u8::from(*bit) + u8::from(other) + u8::from(carry);
        (*bit, carry) = (ones & 1 == 1, ones > 1);
    }
    sum
}

/// A constant near another one; now and then any constant of the sort.
fn near(of: &Term, sort: &Sort, random: &mut Random) -> Term {
    let anything = |random: &mut Random| any(sort, random).unwrap_or_else(|| of.clone());
    match sort {
        Sort::Bool => Term::bool(!of.is_op("true")),
        Sort::Int | Sort::Real => match random.random_range(0..6_u32) {
            0 => number(sort, random.random_range(-2..=2)),
            1 if integer_of(of).is_some() => {
                let n = integer_of(of).unwrap_or_default();
                number(
                    sort,
                    [n.wrapping_neg(), n.wrapping_mul(2), n / 2][random.random_range(0..3_usize)],
                )
            }
            2 if *sort == Sort::Real => {
                let above = integer_of(of).unwrap_or(1);
                crate::constant::fraction(above, random.random_range(2..=10))
            }
            _ => moved(of, sort, distance(random)),
        },
        Sort::BitVec(width) => match random.random_range(0..5_u32) {
            0 => {
                let bit: bool = random.random();
                bits(&vec![bit; *width as usize])
            }
            1 => flipped(of, random).map_or_else(|| of.clone(), |b| bits(&b)),
            2 => anything(random),
            _ => moved(of, sort, distance(random)),
        },
        Sort::Float(eb, sb) => match random.random_range(0..4_u32) {
            0 => {
                let names = ["+oo", "-oo", "NaN", "+zero", "-zero"];
                named_float(names[random.random_range(0..names.len())], *eb, *sb)
            }
            1 => bits_of(of)
                .map_or_else(|| of.clone(), |b| float(*eb, *sb, &added(&b, distance(random)))),
            2 => flipped(of, random).map_or_else(|| of.clone(), |b| float(*eb, *sb, &b)),
            _ => anything(random),
        },
        Sort::String => {
            let characters = characters_of(of).unwrap_or_default();
            Term::string(&changed(characters, random))
        }
        _ => of.clone(),
    }
}

fn number(sort: &Sort, n: i64) -> Term {
    if *sort == Sort::Real { Term::real(n) } else { Term::int(n) }
}

fn flipped(of: &Term, random: &mut Random) -> Option<Vec<bool>> {
    let mut all = bits_of(of)?;
    let at = random.random_range(0..all.len());
    all[at] = !all[at];
    Some(all)
}

/// A text with a piece removed, doubled, put in or changed.
fn changed(mut text: Vec<u32>, random: &mut Random) -> Vec<u32> {
    let character = |text: &[u32], random: &mut Random| match text {
        [_, ..] if random.random() => text[random.random_range(0..text.len())],
        _ => [48, 49, 57, 65, 97, 98][random.random_range(0..6_usize)],
    };
    let at = random.random_range(0..=text.len());
    match random.random_range(0..5_u32) {
        0 if at < text.len() => drop(text.remove(at)),
        1 if at < text.len() => text[at] = character(&text, random),
        2 if text.len() < 50 => text.extend(text.clone()),
        3 => text.truncate(at),
        _ => text.insert(at, character(&text, random)),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constant::is_value;
    use crate::skeleton::Skeleton;
    use rand::SeedableRng;
    use smt_lang::Script;
    use std::collections::HashSet;

    #[test]
    fn bits_are_added_as_numbers() {
        let four = |n: u32| (0..4).rev().map(|bit| n >> bit & 1 == 1).collect::<Vec<bool>>();
        assert_eq!(added(&four(6), 1), four(7));
        assert_eq!(added(&four(15), 1), four(0));
        assert_eq!(added(&four(0), -1), four(15));
        assert_eq!(added(&four(3), -5), four(14));
    }

    #[test]
    fn edits_keep_sorts_and_reach_coordinated_changes() {
        let text = "(declare-const b Bool) (assert (and (= b true) (< 5 5) (< 1.0 2.0)
                    (= \"a\" \"bc\") (= #b01 #b10) (fp.isNaN (fp #b0 #b00 #b1))))";
        let skeleton = Skeleton::of(&Script::read(text.as_bytes()).unwrap());
        let holes = skeleton.holes();
        let own: Assignment = holes.iter().map(|hole| hole.original.clone()).collect();
        let mut random = Random::seed_from_u64(5);
        let mut renamed = false;
        let mut changed = HashSet::new();
        for _ in 0..2000 {
            let edited = edit(&own, None, holes, &mut random);
            for (n, (term, hole)) in edited.iter().zip(holes).enumerate() {
                assert!(is_value(term) && *term.sort() == hole.sort, "{term:?}");
                if *term != own[n] {
                    changed.insert(n);
                }
            }
            renamed |= edited[1] != own[1] && edited[1] == edited[2];
        }
        assert_eq!(changed.len(), own.len());
        assert!(renamed);
    }

    #[test]
    fn constants_of_a_model_come_in() {
        let skeleton = Skeleton::of(&Script::read(b"(assert (< 1 2))").unwrap());
        let own = vec![Term::int(1), Term::int(2)];
        let model = vec![Term::int(123_456_789), Term::int(987_654_321)];
        let mut random = Random::seed_from_u64(5);
        let mut edits = (0..200).map(|_| edit(&own, Some(&model), skeleton.holes(), &mut random));
        assert!(edits.any(|edited| edited[0] == model[0] && edited[1] == own[1]));
    }
}

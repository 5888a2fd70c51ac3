//! The properties. Each is false, and each is discarded where its precondition does not hold.

#![allow(clippy::ptr_arg, reason = "the arguments have the types that tools generate")]

use crate::{Element, Expression, Heap, Index, Positive, Short};
use mutagen_core::Outcome;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// The outcome of a test; `None` if the precondition does not hold.
fn outcome(holds: Option<bool>) -> Outcome {
    match holds {
        None => Outcome::Discarded,
        Some(true) => Outcome::Passed,
        Some(false) => Outcome::Failed("the property does not hold".to_owned()),
    }
}

/// If the wrapping sum of each list is below 256, the wrapping sum of all is below 5 · 256.
pub fn bound5(a: &Vec<i16>, b: &Vec<i16>, c: &Vec<i16>, d: &Vec<i16>, e: &Vec<i16>) -> Outcome {
    let sum = |list: &Vec<i16>| list.iter().fold(0_i16, |sum, x| sum.wrapping_add(*x));
    let sums = [a, b, c, d, e].map(sum);
    let all = sums.iter().fold(0_i16, |all, sum| all.wrapping_add(*sum));
    outcome(sums.iter().all(|sum| *sum < 256).then_some(all < 5 * 256))
}

/// The lists have at most four distinct numbers.
pub fn large_union_list(lists: &Vec<Vec<i64>>) -> Outcome {
    let all: BTreeSet<_> = lists.iter().flatten().collect();
    outcome(Some(all.len() <= 4))
}

/// The list equals its reverse.
pub fn reverse(list: &Vec<i64>) -> Outcome {
    outcome(Some(list.iter().eq(list.iter().rev())))
}

/// An expression without a literal 0 as divisor does not divide by 0.
pub fn calculator(expression: &Expression) -> Outcome {
    outcome(expression.is_allowed().then(|| expression.evaluate().is_some()))
}

/// The greatest element is below 900.
pub fn length_list(list: &Short) -> Outcome {
    let Short(list) = list;
    outcome(list.iter().map(|Element(number)| number).max().map(|most| *most < 900))
}

/// The first number is below 10, or the two differ.
pub fn difference_zero(x: &Positive, y: &Positive) -> Outcome {
    differs(x, y, 0..=0)
}

/// The first number is below 10, or the two do not differ by 1 to 4.
pub fn difference_small(x: &Positive, y: &Positive) -> Outcome {
    differs(x, y, 1..=4)
}

/// The first number is below 10, or the two do not differ by 1.
pub fn difference_one(x: &Positive, y: &Positive) -> Outcome {
    differs(x, y, 1..=1)
}

fn differs(Positive(x): &Positive, Positive(y): &Positive, near: RangeInclusive<u32>) -> Outcome {
    outcome(Some(*x < 10 || !near.contains(&x.abs_diff(*y))))
}

/// The wrong sort of a heap sorts it.
pub fn binheap(heap: &Heap) -> Outcome {
    outcome(heap.is_ordered().then(|| {
        let (list, mut sorted) = (heap.wrong_sorted(), heap.to_list());
        sorted.sort_unstable();
        list == sorted
    }))
}

/// In a list of its own indices, no two positions point at each other.
pub fn coupling(list: &Vec<Index>) -> Outcome {
    let at = |at: usize| list.get(at).map(|Index(to)| usize::from(*to));
    let is_allowed = list.iter().all(|Index(to)| usize::from(*to) < list.len());
    let is_coupled = |from: usize| at(from).is_some_and(|to| to != from && at(to) == Some(from));
    outcome(is_allowed.then(|| !(0..list.len()).any(is_coupled)))
}

/// After its first occurrence is removed, an element of the list is not in the list.
pub fn deletion(list: &Vec<i64>, element: &i64) -> Outcome {
    let first = list.iter().position(|other| other == element);
    outcome(first.map(|first| !list[first + 1..].contains(element)))
}

/// The list has at most two distinct numbers.
pub fn distinct(list: &Vec<i64>) -> Outcome {
    outcome(Some(list.iter().collect::<BTreeSet<_>>().len() <= 2))
}

/// The lengths of the inner lists sum to at most 10.
pub fn nested_lists(lists: &Vec<Vec<i64>>) -> Outcome {
    outcome(Some(lists.iter().map(Vec::len).sum::<usize>() <= 10))
}

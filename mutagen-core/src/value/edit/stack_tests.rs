//! Tests how many tests a stack of edits gives, and that its edits respect ranges.

use super::tests::generator;
use super::*;
use crate::value::field::{Bounds, InRange, WithPolicy};
use crate::value::text::print;
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// After each edit, another one with 65 % probability.
const SHAPE: StackShape = StackShape { another: 65, alone: 0, solved: 0 };

#[test]
#[cfg_attr(miri, ignore = "thousands of edits: too slow for Miri")]
fn a_stack_gives_one_test_for_each_height_and_two_of_three_go_on() {
    let mut value = (1..20).collect::<Vec<u16>>();
    let mut editor = Editor::new(1, 5);
    let mut heights = [0_u32; 9];
    let stacks = 20_000_u32;
    for number in 0..stacks {
        editor.begin(&value);
        let mut stack = Stack::new(
            &editor,
            [0, u64::from(number)],
            SHAPE,
            &Operands::NONE,
            generator(u64::from(number)),
        );
        for height in 1.. {
            assert!(!stack.has_ended());
            let goes_on = stack.grow(&mut editor, &mut value, &NoDonors);
            assert_eq!((stack.edits(), stack.has_ended()), (height, !goes_on));
            heights[height as usize] += 1;
            if !goes_on {
                break;
            }
        }
        editor.undo(&mut value);
    }
    let mut expected = f64::from(stacks);
    for (height, &count) in heights.iter().enumerate().skip(1) {
        let about = (f64::from(count) / expected - 1.0).abs();
        assert!(about < 0.15, "{count} tests have {height} edits, not {expected}");
        expected *= 0.65;
    }
    let mean = f64::from(heights.iter().sum::<u32>()) / f64::from(stacks);
    assert!((2.70..2.83).contains(&mean), "a stack gives {mean} tests");
}

/// From 3 to 9.
struct Digits;

impl Bounds<i32> for Digits {
    fn bounds() -> RangeInclusive<i32> {
        3..=9
    }
}

#[test]
fn edits_of_a_number_with_a_range_stay_in_it_and_are_undone() {
    let mut value = (WithPolicy::<i32, InRange<Digits>>::new(5), 5_i32, vec![100_i32, -7]);
    let before = print(&value);
    let mut editor = Editor::new(1, 5);
    let (mut inside, mut other) = (BTreeSet::new(), BTreeSet::new());
    for number in 0..if cfg!(miri) { 10 } else { 3000 } {
        editor.begin(&value);
        let key = [0, number];
        stack(&mut editor, &mut value, &NoDonors, key, SHAPE, &Operands::NONE, generator(number));
        assert_eq!(*editor.sites(), Sites::of(&value), "the sites did not follow");
        inside.insert(value.0.0);
        other.insert(value.1);
        editor.undo(&mut value);
        assert_eq!(print(&value), before, "after stack {number}");
    }
    if cfg!(miri) {
        return;
    }
    assert_eq!(inside.into_iter().collect::<Vec<_>>(), [3, 4, 5, 6, 7, 8, 9]);
    assert!(other.first() < Some(&3) && other.last() > Some(&9), "{other:?}");
}

#[test]
fn a_number_outside_of_its_range_is_clamped() {
    let mut value = WithPolicy::<i32, InRange<Digits>>::new(5);
    let mut editor = Editor::new(1, 5);
    editor.begin(&value);
    assert!(editor.set_number(&mut value, 0, 1000));
    assert_eq!((value.0, editor.sites().all()[0].number()), (9, Some(9)));
    assert!(editor.set_number(&mut value, 0, -1));
    assert_eq!(value.0, 3);
    assert!(!editor.set_number(&mut value, 0, -50), "it is 3 already");
    editor.undo(&mut value);
    assert_eq!(value.0, 5);
}

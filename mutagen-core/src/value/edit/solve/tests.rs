//! Tests that an operand of a comparison takes the place of the other one wherever it is written.

use super::*;
use crate::value::edit::Sites;
use crate::value::twin::Twin;
use crate::value::{Mutate, seed, text};
use std::collections::BTreeSet;

/// The values that edits by one comparison make. Each edit is undone.
fn solved<T: Node + Mutate>(mut value: T, comparison: &Comparison) -> BTreeSet<String> {
    let before = text::print(&value);
    let mut editor = Editor::new(1, 5);
    let made = (0..200).map(|number| {
        editor.begin(&value);
        let mut generator = Generator::new(seed::random(number), 5);
        solve(&mut editor, &mut value, comparison, &mut generator);
        assert_eq!(*editor.sites(), Sites::of(&value), "the sites did not follow");
        let made = text::print(&value);
        editor.undo(&mut value);
        assert_eq!(text::print(&value), before);
        made
    });
    made.collect()
}

fn all<const N: usize>(values: [&str; N]) -> BTreeSet<String> {
    values.map(str::to_owned).into()
}

fn texts(one: &str, other: &str) -> Comparison {
    Comparison::Texts(one.as_bytes().into(), other.as_bytes().into())
}

#[test]
fn a_number_becomes_the_other_operand_also_where_it_is_near_the_first() {
    let compared = Comparison::Numbers(100, 7000, 4);
    assert_eq!(solved(100_u32, &compared), all(["7000"]));
    assert_eq!(solved(101_u32, &compared), all(["7001"]));
    assert_eq!(solved(99_u64, &compared), all(["6999"]));
    assert_eq!(solved((100_u32, 5_u32), &compared), all(["(7000, 5)"]));
    // A number that is neither operand becomes one of them, or changes by their difference.
    let less = 50_u32.wrapping_sub(6900).to_string();
    let bits = (50 ^ 100 ^ 7000).to_string();
    assert_eq!(solved(50_u32, &compared), all(["100", "7000", "6950", &less, &bits]));
}

#[test]
fn a_number_is_found_although_the_code_compares_it_in_a_sum_or_an_exclusive_or() {
    // `stored == !rest` is compiled to `stored ^ rest == u32::MAX`.
    let (stored, rest) = (77_u32, 0xdead_beef);
    let compared = Comparison::Numbers(u64::from(stored ^ rest), u64::from(u32::MAX), 4);
    let wanted = (!rest).to_string();
    assert!(solved(stored, &compared).contains(&wanted));
    let both = solved((stored, 8_u64), &compared);
    assert!(both.contains(&format!("({wanted}, 8)")), "{both:?}");
    let bytes = [&[1, 2][..], &stored.to_be_bytes()].concat();
    let wanted = [&[1, 2][..], &(!rest).to_be_bytes()].concat();
    assert!(solved(bytes, &compared).contains(&text::print(&wanted)));
    // `length + 4096 == 5000`, and `9000 - length == 5000`.
    for other in [10 + 4096, 9000 - 10] {
        let made = solved(10_u16, &Comparison::Numbers(other, 5000, 8));
        let wanted = if other < 5000 { 5000 - 4096 } else { 9000 - 5000 };
        assert!(made.contains(&wanted.to_string()), "no {wanted} in {made:?}");
    }
}

#[test]
fn both_sides_of_a_twin_are_shifted_together_and_once_in_four_alone() {
    let twin = Twin { left: (77_u32, 5_u8), right: (77_u32, 5_u8) };
    let compared = Comparison::Numbers(1077, 2000, 4);
    let made = solved(twin, &compared);
    for wanted in ["left: (1000, 5), right: (1000, 5)", "left: (77, 5), right: (1000, 5)"] {
        assert!(made.iter().any(|made| made.contains(wanted)), "no {wanted} in {made:?}");
    }
}

#[test]
fn an_operand_of_a_signed_number_has_its_sign() {
    let minus = |number: i32| u64::from(number.cast_unsigned());
    let compared = Comparison::Numbers(minus(-5), minus(-70), 4);
    assert_eq!(solved(-5_i32, &compared), all(["-70"]));
    assert_eq!(solved(-4_i64, &compared), all(["-69"]));
    assert_eq!(solved(u32::MAX - 4, &compared), all([&(u32::MAX - 69).to_string()]));
}

#[test]
fn a_number_in_bytes_is_replaced_at_each_width_in_both_byte_orders() {
    let compared = Comparison::Numbers(0x1234, 0xabcd, 4);
    let replaced = |from: &[u8], to: &[u8]| {
        let [from, to] = [from, to].map(|bytes| [b"<", bytes, b">"].concat());
        assert!(solved(from, &compared).contains(&text::print(&to)), "no {to:?}");
    };
    replaced(&[0x34, 0x12], &[0xcd, 0xab]);
    replaced(&[0x12, 0x34], &[0xab, 0xcd]);
    replaced(&[0x34, 0x12, 0, 0], &[0xcd, 0xab, 0, 0]);
    replaced(&[0, 0, 0x12, 0x34], &[0, 0, 0xab, 0xcd]);
    replaced(&[0, 0, 0, 0, 0, 0, 0x12, 0x34], &[0, 0, 0, 0, 0, 0, 0xab, 0xcd]);
    replaced(b"4660", b"43981");
}

#[test]
fn a_number_without_a_place_becomes_the_length_of_a_text_or_is_written_into_it() {
    let made = solved("ab".to_owned(), &Comparison::Numbers(7777, 5, 4));
    for expected in ["\"ababa\"", "\"5ab\"", "\"7777ab\""] {
        assert!(made.contains(expected), "no {expected} in {made:?}");
    }
}

#[test]
fn a_text_takes_the_place_of_the_other() {
    let compared = texts("abc", "select");
    assert_eq!(solved("x abc y".to_owned(), &compared), all(["\"x select y\""]));
    assert_eq!(
        solved(b"select".to_vec(), &compared),
        BTreeSet::from([text::print(&b"abc".to_vec())])
    );
    let made = solved("x".to_owned(), &compared);
    for expected in ["\"select\"", "\"abc\"", "\"xselect\"", "\"selectx\""] {
        assert!(made.contains(expected), "no {expected} in {made:?}");
    }
}

#[test]
fn a_comparison_is_looked_up_among_numbers_and_in_texts() {
    let value = (300_u32, "id=4660".to_owned(), vec![0_u8, 0x56, 0x78]);
    let contents = Contents::of(&value);
    let number = |number: u64| contents.have(&Comparison::Numbers(number, 9_999_999, 4));
    assert!(number(300) && number(301) && number(299) && !number(302));
    assert!(number(4660) && !number(4661), "in digits");
    assert!(contents.have(&Comparison::Numbers(0x5678, 0x9999, 2)), "in bytes");
    assert!(contents.have(&Comparison::Numbers(0x7856, 0x9999, 2)), "in bytes the other way");
    assert!(!contents.have(&Comparison::Numbers(0x5679, 0x9999, 2)));
    assert!(contents.have(&texts("id=", "none")) && !contents.have(&texts("none", "of them")));
}

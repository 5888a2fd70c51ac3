//! The order in which a counterexample gets smaller. It is well-founded, so that shrinking ends,
//! and total, so that there is one smallest value: first fewer nodes, then a smaller sum of sizes,
//! then the lexical order of the nodes. The size of a number is its distance from 0, and that of a
//! text its length. A fraction has the size of the next whole number farther from 0, and that of
//! its text. A sum of sizes that no `u128` holds counts as the greatest one. The order is
//! well-founded all the same: a length precedes the letters that are compared.

use crate::value::node::{Node, NodeKind};
use crate::value::text::Form;
use std::cmp::Ordering;

/// The place of a value in the order. Smaller values are less.
///
/// Two values of one type have the same rank only if they are equal, except for parts without a
/// text form.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    /// The number of nodes, those of keys included.
    pub nodes: u64,
    /// The sum of the sizes of numbers and texts.
    pub size: u128,
    /// What decides between values of one size: for each node in preorder its constructor, its
    /// number of children, and its content.
    content: Vec<u128>,
}

impl Rank {
    /// The rank of a value.
    pub fn of(root: &dyn Node) -> Rank {
        let mut rank = Rank::default();
        rank.turn_to(root);
        rank
    }

    /// Compares two values by the lexical order alone.
    pub(super) fn compare_content(&self, other: &Rank) -> Ordering {
        self.content.cmp(&other.content)
    }

    /// Becomes the rank of this value, in the same memory.
    pub(super) fn turn_to(&mut self, root: &dyn Node) {
        self.nodes = 0;
        self.size = 0;
        self.content.clear();
        let mut open = vec![root];
        while let Some(node) = open.pop() {
            self.add(node);
            let first = open.len();
            node.all_keys(&mut open);
            // The bytes of a text are in its content.
            if node.kind() != NodeKind::Text {
                node.all_children(&mut open);
            }
            open[first..].reverse();
        }
    }

    fn add(&mut self, node: &dyn Node) {
        let is_text = node.kind() == NodeKind::Text;
        let parts = if is_text { 0 } else { node.children().max(node.key_count()) };
        self.nodes += 1;
        self.content.push(node.constructor() as u128);
        self.content.push(parts as u128);
        match node.kind() {
            NodeKind::Number => match (node.downcast_ref::<char>(), node.number()) {
                (Some(c), _) => self.content.push(u128::from(rank_of_char(*c))),
                (None, Some(number)) => self.add_number(number.unsigned_abs(), number < 0),
                (None, None) => self.add_decimal(node),
            },
            NodeKind::Text => self.add_text(node),
            NodeKind::Nullary => {}
            NodeKind::Twin | NodeKind::Other if parts > 0 => {}
            NodeKind::Twin | NodeKind::Other => self.add_atom(node),
        }
    }

    /// Positive numbers are before negative ones of the same distance.
    fn add_number(&mut self, distance: u128, is_negative: bool) {
        self.size = self.size.saturating_add(distance);
        self.content.push(distance);
        self.content.push(u128::from(is_negative));
    }

    /// A number that no `i128` holds. A fraction comes after the whole numbers that are no farther
    /// from 0, and one with fewer digits before others. Infinity and NaN come last.
    fn add_decimal(&mut self, node: &dyn Node) {
        let Form::Atom(text) = node.form() else { return };
        let digits = text.strip_prefix('-').unwrap_or(&text);
        let is_negative = digits.len() < text.len();
        if let Ok(distance) = digits.parse::<u128>() {
            return self.add_number(distance, is_negative);
        }
        let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
        let (distance, kind) = match digits.parse::<f64>() {
            _ if is_whole => (u128::MAX, DECIMAL),
            Ok(number) if number.is_finite() => (number.ceil() as u128, DECIMAL),
            _ => (u128::MAX, SPECIAL),
        };
        self.size = self.size.saturating_add(distance).saturating_add(digits.len() as u128);
        self.content.extend([distance, kind, digits.len() as u128]);
        self.content.extend(digits.chars().map(|c| u128::from(rank_of_char(c))));
        self.content.push(u128::from(is_negative));
    }

    fn add_text(&mut self, node: &dyn Node) {
        let mut bytes = Vec::new();
        node.text(&mut bytes);
        self.size = self.size.saturating_add(bytes.len() as u128);
        self.content.push(bytes.len() as u128);
        match std::str::from_utf8(&bytes) {
            Ok(text) if is_shown_as_text(node) => {
                self.content.extend(text.chars().map(|c| u128::from(rank_of_char(c))));
            }
            _ => self.content.extend(bytes.iter().map(|byte| NO_TEXT + u128::from(*byte))),
        }
    }

    /// A node of which only the text is known.
    fn add_atom(&mut self, node: &dyn Node) {
        let Form::Atom(text) = node.form() else { return };
        self.size = self.size.saturating_add(text.len() as u128);
        self.content.push(text.len() as u128);
        self.content.extend(text.chars().map(|c| u128::from(rank_of_char(c))));
    }
}

/// What follows the distance of a number that no `i128` holds, in the place of the sign of others:
/// its text decides.
const DECIMAL: u128 = 2;

/// The same for infinity and NaN.
const SPECIAL: u128 = 3;

/// Added to the bytes of what is no text, so that each text comes before it.
const NO_TEXT: u128 = 1 << 32;

/// Whether the bytes of a node are letters to the reader of its text form, and not numbers.
pub(super) fn is_shown_as_text(node: &dyn Node) -> bool {
    !matches!(node.form(), Form::Sequence)
}

/// The place of a character in the order: letters, digits, space, other printable ASCII, others.
pub(super) fn rank_of_char(c: char) -> u32 {
    match c {
        'a'..='z' => c as u32 - 'a' as u32,
        '0'..='9' => 26 + (c as u32 - '0' as u32),
        ' ' => 36,
        'A'..='Z' => 37 + (c as u32 - 'A' as u32),
        '!'..='~' => 63 + c as u32,
        _ => 256 + c as u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    fn is_less(one: &dyn Node, other: &dyn Node) -> bool {
        Rank::of(one) < Rank::of(other)
    }

    #[test]
    fn nodes_come_before_sizes_and_sizes_before_the_lexical_order() {
        assert!(is_less(&vec![900_i64], &vec![0_i64, 0]));
        assert!(is_less(&vec![0_i64, 3], &vec![2_i64, 2]));
        assert!(is_less(&vec![1_i64, -1], &vec![-1_i64, 1]));
        assert!(is_less(&(Vec::<i64>::new(), vec![5_i64]), &(vec![5_i64], Vec::<i64>::new())));
        assert!(is_less(&Some(0_i32), &Some(1_i32)) && is_less(&None::<i32>, &Some(0)));
    }

    #[test]
    fn the_nodes_of_keys_and_their_numbers_count() {
        let map = |key: i32, value: i32| BTreeMap::from([(key, value)]);
        assert_eq!(Rank::of(&map(3, 4)).nodes, 3);
        assert_eq!(Rank::of(&map(3, 4)).size, 7);
        assert!(is_less(&map(3, 4), &map(4, 3)) && is_less(&map(1, 0), &map(2, 0)));
        assert!(is_less(&BTreeSet::from([1, 2]), &BTreeSet::from([1, 3])));
    }

    #[test]
    fn texts_are_ordered_by_length_and_then_by_letters_digits_and_others() {
        let texts = ["", "a", "b", "0", " ", "A", "!", "aa", "a0", "\u{e9}", "aaa"];
        for pair in texts.map(str::to_owned).windows(2) {
            assert!(is_less(&pair[0], &pair[1]), "{pair:?}");
        }
        assert!(is_less(&'z', &'0') && is_less(&vec!['a', 'b'], &vec!['b', 'a']));
    }

    #[test]
    fn whole_floats_come_before_fractions_and_these_before_the_special_ones() {
        let floats = [0.0, 1.0, -1.0, 2.0, 0.5, 0.25, 1.5, 1e9, f64::INFINITY, f64::NAN];
        let mut sorted = floats;
        sorted.sort_by_key(|float| Rank::of(float));
        let shown = |floats: &[f64]| format!("{floats:?}");
        assert_eq!(shown(&sorted[..2]), "[0.0, 1.0]");
        assert_eq!(shown(&sorted[7..]), "[1000000000.0, inf, NaN]");
        assert!(is_less(&2.0, &0.5) && is_less(&0.5, &0.25) && is_less(&0.5, &1.5));
    }

    #[test]
    fn numbers_that_no_i128_holds_come_by_their_distance_from_0() {
        let large = [40, 1 << 126, 1 << 127, u128::MAX - 1, u128::MAX];
        assert!(large.windows(2).all(|pair| is_less(&pair[0], &pair[1])));
        let floats = [1e10, -1e10, 1e38, 2e38, 1e300, -1e300, f64::INFINITY, -f64::INFINITY];
        assert!(floats.windows(2).all(|pair| is_less(&pair[0], &pair[1])));
        assert!(is_less(&[1e300, 7.0], &[1e300, 7.5]) && is_less(&[1e300, 8.0], &[1e300, 7.5]));
        assert!(is_less(&0.5, &-0.5) && is_less(&-0.5, &0.25) && is_less(&500.1, &500.25));
    }

    #[test]
    fn values_that_differ_have_different_ranks() {
        let ranks = [(0_u8, None), (1, None), (0, Some(false)), (0, Some(true)), (1, Some(true))]
            .map(|value| Rank::of(&value));
        let distinct: BTreeSet<_> = ranks.iter().map(|rank| format!("{rank:?}")).collect();
        assert_eq!(distinct.len(), ranks.len());
    }
}

//! The operands of the comparisons that the run of a test made. A random draw rarely gives the
//! number or the text that a branch asks for, but a run that misses the branch reports it. An edit
//! finds one operand in the test and replaces it by the other.

use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// The most comparisons of numbers, and of texts, that are kept for a test.
const MOST_NUMBERS: usize = 12;
const MOST_TEXTS: usize = 6;

/// How many different comparisons of a run, the last ones, are considered.
pub(crate) const CONSIDERED: usize = 128;

/// Two different values that the code under test compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Comparison {
    /// Two numbers of this many bytes, 1 to 8. The bits above are 0.
    #[serde(rename = "n")]
    Numbers(u64, u64, u8),
    /// Two texts or sequences of bytes, of which the beginnings were recorded.
    #[serde(rename = "t")]
    Texts(Box<[u8]>, Box<[u8]>),
}

impl Comparison {
    /// A comparison of numbers, if it tells anything: the numbers differ.
    pub fn numbers(one: u64, other: u64, bytes: u8) -> Option<Comparison> {
        let mask = mask(bytes);
        let (one, other) = (one & mask, other & mask);
        (one != other).then_some(Comparison::Numbers(one, other, bytes))
    }

    fn is_of_texts(&self) -> bool {
        matches!(self, Comparison::Texts(..))
    }
}

/// The bits of a number of this many bytes.
pub(crate) fn mask(bytes: u8) -> u64 {
    u64::MAX >> (64 - 8 * u32::from(bytes.clamp(1, 8)))
}

/// A number of this many bytes with its sign.
pub(crate) fn signed(number: u64, bytes: u8) -> i64 {
    let unused = 64 - 8 * u32::from(bytes.clamp(1, 8));
    (number << unused).cast_signed() >> unused
}

/// Comparisons of a test, the last one of its run first. Cheap to clone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Operands(Option<Rc<[Comparison]>>);

impl Operands {
    /// No comparison.
    pub const NONE: Operands = Operands(None);

    /// The comparisons worth keeping of those that a run made, which come without repetition and
    /// the last one first. First those for which `is_in_test` holds, and then others.
    pub fn of_run(made: &[Comparison], is_in_test: impl Fn(&Comparison) -> bool) -> Operands {
        let mut left = [MOST_NUMBERS, MOST_TEXTS];
        // A search in the test takes longest, so there is none of a kind that has enough.
        let mut takes = |comparison: &Comparison, is_wanted: &dyn Fn(&Comparison) -> bool| {
            let left = &mut left[usize::from(comparison.is_of_texts())];
            let takes = *left > 0 && is_wanted(comparison);
            *left -= usize::from(takes);
            takes
        };
        let considered = made.iter().take(CONSIDERED);
        let (mut kept, others): (Vec<_>, Vec<_>) =
            considered.partition(|comparison| takes(comparison, &is_in_test));
        kept.extend(others.into_iter().filter(|comparison| takes(comparison, &|_| true)));
        Operands::of(kept.into_iter().cloned().collect())
    }

    /// These comparisons.
    pub fn of(comparisons: Vec<Comparison>) -> Operands {
        Operands((!comparisons.is_empty()).then(|| comparisons.into()))
    }

    /// The comparisons.
    pub fn as_slice(&self) -> &[Comparison] {
        self.0.as_deref().unwrap_or_default()
    }

    /// Whether there are none. Always true if the build does not trace comparisons.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(one: u64, other: u64) -> Comparison {
        Comparison::numbers(one, other, 4).unwrap()
    }

    #[test]
    fn equal_operands_tell_nothing_and_bits_above_the_width_do_not_count() {
        assert_eq!(Comparison::numbers(7, 7, 8), None);
        assert_eq!(Comparison::numbers(0x1_05, 5, 1), None);
        assert_eq!(Comparison::numbers(u64::MAX, 5, 2), Some(Comparison::Numbers(0xffff, 5, 2)));
        assert_eq!((signed(0xff, 1), signed(0x7f, 1), signed(u64::MAX, 8)), (-1, 127, -1));
    }

    #[test]
    fn the_last_comparisons_are_kept_and_those_of_the_test_first() {
        let made: Vec<Comparison> = (0..200).rev().map(|n| pair(n, 300)).collect();
        let is_in_test =
            |comparison: &Comparison| [pair(150, 300), pair(3, 300)].contains(comparison);
        let operands = Operands::of_run(&made, is_in_test);
        let kept = operands.as_slice();
        assert_eq!(kept.len(), MOST_NUMBERS);
        assert_eq!(kept[..3], [pair(150, 300), pair(199, 300), pair(198, 300)], "3 is too old");
        assert!(Operands::of_run(&[], |_| true).is_empty());
        let text = Comparison::Texts(b"a".as_slice().into(), b"b".as_slice().into());
        let with_text =
            Operands::of_run(&[&made[..50], std::slice::from_ref(&text)].concat(), |_| false);
        assert_eq!(with_text.as_slice().last(), Some(&text), "numbers do not crowd texts out");
    }

    #[test]
    fn comparisons_are_written_and_read() {
        let all = vec![pair(1, 2), Comparison::Texts([1, 2].into(), [].into())];
        let text = serde_json::to_string(&all).unwrap();
        assert_eq!(text, r#"[{"n":[1,2,4]},{"t":[[1,2],[]]}]"#);
        assert_eq!(serde_json::from_str::<Vec<Comparison>>(&text).unwrap(), all);
    }
}

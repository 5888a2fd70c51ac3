//! The pass on numbers that no `i128` holds, which have no [`Node::number`]: fractions, numbers far
//! from 0, infinity and NaN. It tries whole numbers nearby. Where these do not fail, it changes the
//! decimal digits: it lowers the part before the point, and leaves as few digits after it as it
//! can.

use super::Shrinker;
use super::attempt::{Extent, Place};
use super::ladder::smallest;
use crate::value::node::{Node, NodeKind};
use crate::value::text::Form;
use std::num::NonZero;
use std::str::FromStr;

/// So many decimal digits fit into a `u128`, whatever they are.
const CHUNK: usize = 38;

/// The parts of a number as decimal text.
struct Decimal {
    /// `-` or nothing.
    sign: &'static str,
    /// The digits before the point.
    whole: String,
    /// The digits after it.
    fraction: String,
    /// `e` and what follows it, or nothing.
    exponent: String,
}

impl Decimal {
    /// `None` if the text is not that of a finite number.
    fn of(text: &str) -> Option<Decimal> {
        let (sign, rest) = match text.strip_prefix('-') {
            Some(rest) => ("-", rest),
            None => ("", text),
        };
        let (digits, exponent) = rest.split_at(rest.find('e').unwrap_or(rest.len()));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_number = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        (!whole.is_empty() && is_number(whole) && is_number(fraction)).then(|| Decimal {
            sign,
            whole: whole.to_owned(),
            fraction: fraction.to_owned(),
            exponent: exponent.to_owned(),
        })
    }

    /// The text with another whole part or fraction.
    fn with(&self, whole: &str, fraction: &str) -> String {
        let Decimal { sign, exponent, .. } = self;
        format!("{sign}{whole}.{fraction}{exponent}")
    }
}

impl Shrinker<'_> {
    /// Makes numbers smaller that no `i128` holds.
    pub(super) fn shrink_decimals(&mut self) -> bool {
        let places = self.all_places().into_iter().filter(|(_, node)| decimal(*node).is_some());
        let places: Vec<Place> = places.map(|(place, _)| place).collect();
        let mut succeeded = false;
        for place in places {
            for extent in [Extent::Twins, Extent::Alike, Extent::Alone] {
                if self.has_ended {
                    return succeeded;
                }
                succeeded |= self.belongs(place, extent) && self.lower_decimal(place, extent);
            }
        }
        succeeded
    }

    /// The text of a number that no `i128` holds, if there is one at this place.
    fn decimal(&self, place: Place) -> Option<String> {
        self.part(place).and_then(decimal)
    }

    fn lower_decimal(&mut self, at: Place, extent: Extent) -> bool {
        let Some(text) = self.decimal(at) else { return false };
        let is_whole = numbers_near(&text)
            .into_iter()
            .any(|number| self.attempt_at(at, extent, &|node| node.set_number(number)));
        if is_whole {
            // The pass on whole numbers goes on.
            return true;
        }
        let Some(decimal) = Decimal::of(&text) else {
            return self.make_finite(at, extent, &text);
        };
        if decimal.sign == "-" && self.set_decimal(at, extent, &text[1..]) {
            return true;
        }
        match (&*decimal.exponent, &*decimal.fraction) {
            ("", "") => self.lower_digits(at, extent, &decimal),
            ("", _) => self.lower_whole(at, extent, &decimal) || self.round(at, extent, &decimal),
            _ => self.lower_exponent(at, extent, &decimal) || self.round(at, extent, &decimal),
        }
    }

    /// Tries the number with this text.
    fn set_decimal(&mut self, at: Place, extent: Extent, text: &str) -> bool {
        self.attempt_at(at, extent, &|node| set_decimal(node, text))
    }

    /// Tries finite numbers for infinity, and the usual NaN for others.
    fn make_finite(&mut self, at: Place, extent: Extent, text: &str) -> bool {
        if text.starts_with("NaN") {
            return self.set_decimal(at, extent, "NaN");
        }
        let sign = if text.starts_with('-') { "-" } else { "" };
        sign == "-" && self.set_decimal(at, extent, "inf")
            || ["1e308", "1e38"]
                .iter()
                .any(|finite| self.set_decimal(at, extent, &format!("{sign}{finite}")))
    }

    /// Lowers a number without a fraction: first to as few nines as possible, and then the digits
    /// from the left, while nines follow. If all greater numbers fail, it finds the smallest one.
    fn lower_digits(&mut self, at: Place, extent: Extent, decimal: &Decimal) -> bool {
        let Decimal { sign, whole, .. } = decimal;
        let nines = |count: usize| "9".repeat(count);
        let length = smallest(whole.len() as u128, |length| {
            let length = length as usize;
            length > 0 && self.set_decimal(at, extent, &format!("{sign}{}", nines(length)))
        }) as usize;
        if length <= CHUNK {
            return length < whole.len();
        }
        let mut succeeded = length < whole.len();
        let mut digits = if succeeded { nines(length) } else { whole.clone() };
        for start in (0..length).step_by(CHUNK) {
            let end = (start + CHUNK).min(length);
            let Ok(from) = digits[start..end].parse::<u128>() else { break };
            let with = |chunk: u128| {
                let (width, before) = (end - start, &digits[..start]);
                format!("{before}{chunk:0width$}{}", nines(length - end))
            };
            let found = smallest(from, |chunk| {
                self.set_decimal(at, extent, &format!("{sign}{}", with(chunk)))
            });
            if found < from {
                digits = with(found);
                succeeded = true;
            }
        }
        succeeded
    }

    /// Lowers the part before the point, and leaves the fraction.
    fn lower_whole(&mut self, at: Place, extent: Extent, decimal: &Decimal) -> bool {
        let Ok(from) = decimal.whole.parse::<u128>() else { return false };
        let found = smallest(from, |whole| {
            self.set_decimal(at, extent, &decimal.with(&whole.to_string(), &decimal.fraction))
        });
        found < from
    }

    /// Brings a number far from 1 nearer to 1.
    fn lower_exponent(&mut self, at: Place, extent: Extent, decimal: &Decimal) -> bool {
        let Decimal { sign, exponent, .. } = decimal;
        let (e, size) = exponent.split_at(if exponent.starts_with("e-") { 2 } else { 1 });
        let Ok(from) = size.parse::<u128>() else { return false };
        let found =
            smallest(from, |size| self.set_decimal(at, extent, &format!("{sign}1{e}{size}")));
        found < from
    }

    /// Leaves fewer digits: a single one that need not be there, or some of those after the point.
    /// Then lowers the last digit.
    fn round(&mut self, at: Place, extent: Extent, decimal: &Decimal) -> bool {
        let Decimal { sign, whole, fraction, exponent } = decimal;
        let mut texts = Vec::new();
        if !exponent.is_empty() {
            texts.extend(('1'..='9').map(|digit| format!("{sign}{digit}{exponent}")));
        }
        let mut fractions: Vec<String> = ('1'..='9').map(String::from).collect();
        for length in 2..fraction.len() {
            let down = &fraction[..length];
            fractions.push(down.to_owned());
            let up = down.parse::<u64>().map(|down| format!("{:0length$}", down + 1));
            fractions.extend(up.ok().filter(|up| up.len() == length));
        }
        if let Some(last) = fraction.chars().last() {
            let rest = &fraction[..fraction.len() - 1];
            fractions.extend(('1'..last).map(|digit| format!("{rest}{digit}")));
        }
        texts.extend(fractions.iter().map(|fraction| decimal.with(whole, fraction)));
        texts.iter().any(|text| self.set_decimal(at, extent, text))
    }
}

/// The text of a number that no `i128` holds.
fn decimal(node: &dyn Node) -> Option<String> {
    if node.kind() != NodeKind::Number || node.number().is_some() {
        return None;
    }
    match node.form() {
        Form::Atom(text) => Some(text),
        _ => None,
    }
}

/// The whole number next to one that no `i128` holds towards 0, and the neighbours of that; or the
/// `i128` that is farthest from 0.
fn numbers_near(text: &str) -> Vec<i128> {
    // Far from 0, the conversion leads to the end of the range.
    let near = text.parse::<f64>().map_or(0, |number| number as i128);
    let step = if text.starts_with('-') { -1 } else { 1 };
    let mut all = vec![near, near.saturating_add(step), near.saturating_sub(step)];
    all.dedup();
    all
}

/// Makes the node the number with this text. Returns whether it could.
fn set_decimal(node: &mut dyn Node, text: &str) -> bool {
    let numbers: [fn(&mut dyn Node, &str) -> bool; 4] =
        [set::<f64>, set::<f32>, set::<u128>, set::<NonZero<u128>>];
    #[cfg(feature = "num-bigint")]
    let is_set = set::<num_bigint::BigInt>(node, text);
    #[cfg(not(feature = "num-bigint"))]
    let is_set = false;
    is_set || numbers.iter().any(|set| set(node, text))
}

fn set<T: FromStr + 'static>(node: &mut dyn Node, text: &str) -> bool {
    let Some(number) = node.downcast_mut::<T>() else { return false };
    text.parse().map(|new| *number = new).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_taken_apart_and_put_together() {
        let parts = |text: &str| {
            Decimal::of(text).map(|Decimal { sign, whole, fraction, exponent }| {
                format!("{sign}|{whole}|{fraction}|{exponent}")
            })
        };
        assert_eq!(parts("-12.75").as_deref(), Some("-|12|75|"));
        assert_eq!(parts("1.5e-300").as_deref(), Some("|1|5|e-300"));
        assert_eq!(parts("2e17").as_deref(), Some("|2||e17"));
        assert_eq!([parts("inf"), parts("NaN"), parts("-inf")], [None, None, None]);
        assert_eq!(Decimal::of("-1.5e9").unwrap().with("3", "25"), "-3.25e9");
    }

    #[test]
    fn whole_numbers_near_a_fraction_and_near_what_is_too_large_are_found() {
        assert_eq!(numbers_near("7.25"), [7, 8, 6]);
        assert_eq!(numbers_near("-7.25"), [-7, -8, -6]);
        assert_eq!(numbers_near(&u128::MAX.to_string()), [i128::MAX, i128::MAX - 1]);
        assert_eq!(numbers_near("-inf"), [i128::MIN, i128::MIN + 1]);
        assert_eq!(numbers_near("NaN"), [0, 1, -1]);
    }
}

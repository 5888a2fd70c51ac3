//! Durations as people write them, such as an hour and thirty minutes: numbers with units, from
//! greater to smaller units. Texts that are no duration are discarded. The bug: the milliseconds of
//! each part are checked, their sum is not, and it overflows after seven weeks.

use mutagen_core::{Outcome, assume, check};

/// The units with their milliseconds, from great to small.
const UNITS: [(&str, u32); 5] =
    [("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1)];

/// Milliseconds of a text; `None` if it is no duration, or if one of its parts is too long.
pub fn parse(text: &str) -> Option<u32> {
    let mut milliseconds = 0;
    let mut units = UNITS.iter();
    let mut rest = text;
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (number, after) = rest.split_at(digits);
        let letters = after.bytes().take_while(u8::is_ascii_lowercase).count();
        let (name, after) = after.split_at(letters);
        let number: u32 = number.parse().ok()?;
        let (_, unit) = units.by_ref().find(|(unit, _)| *unit == name)?;
        milliseconds += number.checked_mul(*unit)?;
        rest = after;
    }
    Some(milliseconds)
}

/// The text of a duration.
pub fn print(mut milliseconds: u32) -> String {
    if milliseconds == 0 {
        return "0s".to_owned();
    }
    let mut text = String::new();
    for (name, unit) in UNITS {
        let number = milliseconds / unit;
        if number > 0 {
            text.push_str(&number.to_string());
            text.push_str(name);
        }
        milliseconds %= unit;
    }
    text
}

/// A duration comes back from its text.
pub fn property(text: &str) -> Outcome {
    let milliseconds = parse(text);
    assume!(milliseconds.is_some());
    let Some(milliseconds) = milliseconds else { return Outcome::Discarded };
    check!(parse(&print(milliseconds)) == Some(milliseconds))
}

//! Integers of 32 bits as text: a sign, then decimal digits, or hexadecimal digits after `0x`, with
//! underscores between digits. The bug: the bound is the magnitude of the least integer for both
//! signs, so the text of one positive integer too many is accepted, and the integer wraps.

use mutagen_core::{Outcome, check};

/// The magnitude of the least integer.
const MAX_MAGNITUDE: u64 = 1 << 31;

/// Reads an integer.
pub fn parse(text: &str) -> Option<i32> {
    let (negative, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let (base, digits) = match digits {
        [b'0', b'x', digits @ ..] => (16, digits),
        digits => (10, digits),
    };
    let mut magnitude = 0_u64;
    let mut after_digit = false;
    for &byte in digits {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' if base == 16 => byte - b'a' + 10,
            b'_' if after_digit => {
                after_digit = false;
                continue;
            }
            _ => return None,
        };
        magnitude = magnitude * base + u64::from(digit);
        if magnitude > MAX_MAGNITUDE {
            return None;
        }
        after_digit = true;
    }
    if !after_digit {
        return None;
    }
    let magnitude = magnitude as u32 as i32;
    Some(if negative { magnitude.wrapping_neg() } else { magnitude })
}

/// An integer has the sign of its text.
pub fn property(text: &str) -> Outcome {
    match parse(text) {
        Some(integer) if text.starts_with('-') => check!(integer <= 0),
        Some(integer) => check!(integer >= 0),
        None => Outcome::Passed,
    }
}

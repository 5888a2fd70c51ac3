//! Strings as SMT-LIB defines them: sequences of code points, their literals and operators.

use num_bigint::BigInt;
use num_traits::ToPrimitive;
use std::fmt::{self, Write};

/// Code points end here: SMT-LIB has those of the first three planes.
pub const CODES: u32 = 0x30000;

/// Writes a literal; all that is not printable ASCII, and the backslash, is escaped.
///
/// # Errors
///
/// Those of the writer.
pub fn write_literal(f: &mut impl Write, text: &[u32]) -> fmt::Result {
    f.write_char('"')?;
    for &code in text {
        match char::from_u32(code) {
            Some('"') => f.write_str("\"\"")?,
            Some(c @ ' '..='~') if c != '\\' => f.write_char(c)?,
            _ => write!(f, "\\u{{{code:x}}}")?,
        }
    }
    f.write_char('"')
}

/// The number as an index into something of this length, if it is one.
fn index(number: &BigInt, length: usize) -> Option<usize> {
    number.to_usize().filter(|&n| n < length)
}

/// `str.substr`: empty if the start is outside.
pub fn substr(text: &[u32], start: &BigInt, count: &BigInt) -> Vec<u32> {
    let Some(start) = index(start, text.len()) else { return Vec::new() };
    let rest = &text[start..];
    // A negative number has no characters, and one too large for usize has all.
    let count = if count.sign() == num_bigint::Sign::Minus { Some(0) } else { count.to_usize() };
    rest[..count.unwrap_or(rest.len()).min(rest.len())].to_vec()
}

/// Where `part` begins in `text` for the first time, from `start` on.
fn find(text: &[u32], part: &[u32], start: usize) -> Option<usize> {
    (start..=text.len()).find(|&n| text[n..].starts_with(part))
}

/// `str.contains`.
pub fn contains(text: &[u32], part: &[u32]) -> bool {
    find(text, part, 0).is_some()
}

/// `str.indexof`: -1 if there is no such place, or if the start is outside.
pub fn index_of(text: &[u32], part: &[u32], start: &BigInt) -> BigInt {
    let start = index(start, text.len() + 1);
    start.and_then(|start| find(text, part, start)).map_or(BigInt::from(-1), BigInt::from)
}

/// `str.replace`: the first occurrence; the empty string occurs at the beginning.
pub fn replace(text: &[u32], old: &[u32], new: &[u32]) -> Vec<u32> {
    match find(text, old, 0) {
        Some(n) => [&text[..n], new, &text[n + old.len()..]].concat(),
        None => text.to_vec(),
    }
}

/// `str.replace_all`: all occurrences from the left; none of the empty string.
pub fn replace_all(text: &[u32], old: &[u32], new: &[u32]) -> Vec<u32> {
    if old.is_empty() {
        return text.to_vec();
    }
    let mut done = Vec::new();
    let mut rest = text;
    while let Some(n) = find(rest, old, 0) {
        done.extend_from_slice(&rest[..n]);
        done.extend_from_slice(new);
        rest = &rest[n + old.len()..];
    }
    done.extend_from_slice(rest);
    done
}

/// `str.to_code`: -1 unless the string has one character.
pub fn to_code(text: &[u32]) -> BigInt {
    match text {
        [code] => BigInt::from(*code),
        _ => BigInt::from(-1),
    }
}

/// `str.from_code`: empty for what is no code point.
pub fn from_code(code: &BigInt) -> Vec<u32> {
    code.to_u32().filter(|&code| code < CODES).into_iter().collect()
}

/// `str.is_digit`.
pub fn is_digit(text: &[u32]) -> bool {
    matches!(text, [code] if (u32::from(b'0')..=u32::from(b'9')).contains(code))
}

/// `str.to_int`: -1 unless the string is of digits only, and has one.
pub fn to_int(text: &[u32]) -> BigInt {
    if text.is_empty() || !text.iter().all(|&code| is_digit(&[code])) {
        return BigInt::from(-1);
    }
    text.iter().fold(BigInt::ZERO, |n, &code| n * 10 + (code - u32::from(b'0')))
}

/// `str.from_int`: empty for negative numbers.
pub fn from_int(number: &BigInt) -> Vec<u32> {
    match number.sign() {
        num_bigint::Sign::Minus => Vec::new(),
        _ => number.to_string().chars().map(u32::from).collect(),
    }
}

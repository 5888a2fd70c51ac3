//! The characters of string literals, and how solvers escape them.
//!
//! | escape | standard, cvc4, cvc5, z3 from 4.8.11 | z3 4.8.9 and 4.8.10 | z3 up to 4.8.8 |
//! |---|---|---|---|
//! | `\u{a}` | one character | one character | five characters |
//! | `\n`, `\x0a` | two and four characters | one character | one character |

/// Which escapes are read in a literal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Escapes {
    /// `\u{1f}` and `\u001f`.
    Standard,
    /// `\x1f`, `\n` and their kin, and the standard ones.
    Both,
    /// `\x1f`, `\n` and their kin.
    Hex,
}

/// The largest character of SMT-LIB.
pub const MAX_CHAR: u32 = 0x2_ffff;

/// The characters of a literal with its quotes, as [`crate::TokenKind::String`] has them.
///
/// ```
/// use smt_lang::strings::{Escapes, read};
/// assert_eq!(read(r#""a""b""#, Escapes::Standard), [97, 34, 98]);
/// assert_eq!(read(r#""\u{a}""#, Escapes::Standard), [10]);
/// assert_eq!(read(r#""\n""#, Escapes::Standard), [92, 110]);
/// assert_eq!(read(r#""\n""#, Escapes::Both), [10]);
/// ```
pub fn read(literal: &str, escapes: Escapes) -> Vec<u32> {
    let inner = literal.strip_prefix('"').and_then(|s| s.strip_suffix('"')).unwrap_or(literal);
    let text: Vec<char> = inner.replace("\"\"", "\"").chars().collect();
    let mut characters = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let standard = (escapes != Escapes::Hex).then(|| standard_escape(rest)).flatten();
        let other = || (escapes != Escapes::Standard).then(|| c_escape(rest)).flatten();
        let (character, length) = standard.or_else(other).unwrap_or((u32::from(rest[0]), 1));
        characters.push(character);
        at += length;
    }
    characters
}

/// The character of an escape of the standard at the beginning, and the escape's length.
fn standard_escape(text: &[char]) -> Option<(u32, usize)> {
    let digits = |digits: &[char]| {
        let text: String = digits.iter().collect();
        let hex = text.bytes().all(|b| b.is_ascii_hexdigit());
        u32::from_str_radix(&text, 16).ok().filter(|_| hex)
    };
    match text {
        ['\\', 'u', '{', rest @ ..] => {
            let end = rest.iter().take(6).position(|c| *c == '}').filter(|n| *n > 0)?;
            digits(&rest[..end]).filter(|c| *c <= MAX_CHAR).map(|c| (c, end + 4))
        }
        ['\\', 'u', rest @ ..] => Some((digits(rest.get(..4)?)?, 6)),
        _ => None,
    }
}

fn c_escape(text: &[char]) -> Option<(u32, usize)> {
    let ['\\', kind, rest @ ..] = text else { return None };
    let character = match kind {
        'a' => 7,
        'b' => 8,
        'e' => 27,
        'f' => 12,
        'n' => 10,
        'r' => 13,
        't' => 9,
        'v' => 11,
        'x' => {
            let [high, low, ..] = rest else { return None };
            return Some((high.to_digit(16)? * 16 + low.to_digit(16)?, 4));
        }
        _ => return None,
    };
    Some((character, 2))
}

/// A literal with its quotes, which a solver with these escapes reads as these characters. Without
/// standard escapes there is none for characters above 255: they are written as the standard does.
///
/// ```
/// use smt_lang::strings::{Escapes, write};
/// assert_eq!(write(&[97, 34, 10, 92], Escapes::Standard), r#""a""\u{a}\u{5c}""#);
/// assert_eq!(write(&[97, 34, 10, 92], Escapes::Hex), r#""a""\x0a\x5c""#);
/// ```
pub fn write(characters: &[u32], escapes: Escapes) -> String {
    let mut text = String::from("\"");
    for &character in characters {
        match char::from_u32(character) {
            Some('"') => text.push_str("\"\""),
            Some(c) if matches!(c, ' '..='~') && c != '\\' => text.push(c),
            _ if escapes == Escapes::Hex && character < 256 => {
                text.push_str(&format!("\\x{character:02x}"));
            }
            _ => text.push_str(&format!("\\u{{{character:x}}}")),
        }
    }
    text.push('"');
    text
}

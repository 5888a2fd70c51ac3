//! Classes of characters and bytes: which members they have, and which of them a test is likely to
//! need. ASCII is preferred, and in ASCII what can be printed.

use crate::value::generate::Generator;
use rand::RngExt;

/// Sorted ranges of characters.
pub(super) type Chars<'c> = &'c [(char, char)];
/// Sorted ranges of bytes.
pub(super) type Bytes<'c> = &'c [(u8, u8)];

/// The members that a smallest text prefers.
const SIMPLE: [char; 4] = ['a', 'A', '0', ' '];

/// Printable ASCII, and all of ASCII.
const PRINTABLE: (u32, u32) = (0x20, 0x7e);
const ASCII: (u32, u32) = (0, 0x7f);

pub(super) fn has(ranges: Chars, member: char) -> bool {
    ranges.iter().any(|(low, high)| (*low..=*high).contains(&member))
}

pub(super) fn has_byte(ranges: Bytes, member: u8) -> bool {
    ranges.iter().any(|(low, high)| (*low..=*high).contains(&member))
}

/// A simple member with at most this many bytes, if there is one.
pub(super) fn simplest(ranges: Chars, most: usize) -> char {
    let simple = SIMPLE.into_iter().find(|simple| has(ranges, *simple));
    let printable = within(numbers(ranges), PRINTABLE).next();
    let first = ranges.first().map_or('a', |(first, _)| *first);
    let simple = simple.or_else(|| printable.and_then(|(low, _)| char::from_u32(low)));
    simple.filter(|simple| simple.len_utf8() <= most).unwrap_or(first)
}

/// A simple member.
pub(super) fn simplest_byte(ranges: Bytes) -> u8 {
    let simple = SIMPLE.map(|simple| simple as u8).into_iter();
    let simple = simple.into_iter().find(|simple| has_byte(ranges, *simple));
    let first = ranges.first().map_or(0, |(first, _)| *first);
    simple.unwrap_or(first)
}

/// A random member: mostly printable, otherwise in ASCII or of any range.
pub(super) fn draw(ranges: Chars, generator: &mut Generator) -> char {
    if let Some(literal) = generator.char_in(8).filter(|literal| has(ranges, *literal)) {
        return literal;
    }
    let drawn = match generator.below(16) {
        0..=13 => one_of(numbers(ranges), PRINTABLE, generator),
        14 => one_of(numbers(ranges), ASCII, generator),
        _ => None,
    };
    drawn.and_then(char::from_u32).unwrap_or_else(|| {
        // Each range is as likely as another: some have thousands of members, others one.
        let (low, high) = ranges[generator.below(ranges.len() as u32) as usize];
        match generator.below(8) {
            0 => low,
            1 => high,
            _ => generator.random().random_range(low..=high),
        }
    })
}

/// A random member.
pub(super) fn draw_byte(ranges: Bytes, generator: &mut Generator) -> u8 {
    let numbers = || ranges.iter().map(|(low, high)| (u32::from(*low), u32::from(*high)));
    let part = if generator.one_in(2) { PRINTABLE } else { (0, 0xff) };
    let drawn = one_of(numbers(), part, generator);
    let drawn = drawn.or_else(|| one_of(numbers(), (0, 0xff), generator));
    drawn.map_or(0, |drawn| drawn as u8)
}

/// A member near this one, above or below it.
pub(super) fn neighbour(ranges: Chars, member: char, generator: &mut Generator) -> Option<char> {
    let by = if generator.one_in(2) { 1 } else { u32::MAX };
    let near = char::from_u32(u32::from(member).wrapping_add(by));
    near.filter(|near| has(ranges, *near))
}

/// A random number of the ranges between two bounds.
fn one_of(
    ranges: impl Iterator<Item = (u32, u32)> + Clone,
    bounds: (u32, u32),
    generator: &mut Generator,
) -> Option<u32> {
    let count = within(ranges.clone(), bounds).map(|(low, high)| high - low + 1).sum::<u32>();
    let mut drawn = if count == 0 { return None } else { generator.below(count) };
    within(ranges, bounds).find_map(|(low, high)| {
        let found = (drawn <= high - low).then_some(low + drawn);
        drawn = drawn.wrapping_sub(high - low + 1);
        found
    })
}

fn numbers(ranges: Chars<'_>) -> impl Iterator<Item = (u32, u32)> + Clone {
    ranges.iter().map(|(low, high)| (u32::from(*low), u32::from(*high)))
}

/// What sorted ranges have between two bounds.
fn within(
    ranges: impl Iterator<Item = (u32, u32)>,
    (least, most): (u32, u32),
) -> impl Iterator<Item = (u32, u32)> {
    ranges
        .skip_while(move |(_, high)| *high < least)
        .take_while(move |(low, _)| *low <= most)
        .map(move |(low, high)| (low.max(least), high.min(most)))
}

/// Appends a character.
pub(super) fn push(character: char, into: &mut Vec<u8>) {
    into.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
}

/// The character at the start of some bytes.
pub(super) fn decode(bytes: &[u8]) -> Option<char> {
    let first = *bytes.first()?;
    if first < 0x80 {
        return Some(char::from(first));
    }
    let length = match first {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    std::str::from_utf8(bytes.get(..length)?).ok()?.chars().next()
}

//! Mutated versions of what a writer has written, for the tests of its reader: changed, cut off,
//! mixed up and random ones. A number always gives the same version.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustix::time::{ClockId, clock_gettime};
use std::fs;
use std::path::Path;
use std::time::Duration;

/// How many versions of each kind of file are read.
pub(crate) const VERSIONS: u64 = 10_000;

/// Numbers that a text may have in place of another.
const NUMBERS: [&str; 8] = [
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "1099511627775",
    "4294967295",
    "-1",
    "0",
    "1e999",
];

/// Words that bytes may have in place of others.
const WORDS: [u64; 6] = [0, 1, u64::MAX, 1 << 63, u32::MAX as u64, 1 << 40];

/// Characters that have a meaning in most texts.
const MARKS: &[u8] = b"0123456789,:.-[]{}()\"'\\ \n\0";

/// Reads mutated versions one after the other. Returns the longest time of a call, and
/// prints it. It is CPU time, so that other load of the machine does not count.
pub(crate) fn slowest(versions: u64, original: &[u8], mut read: impl FnMut(&[u8])) -> Duration {
    let original = Original::of(original);
    let mut slowest = Duration::ZERO;
    for number in 0..versions {
        let version = original.version(number);
        let start = cpu_time();
        read(&version);
        slowest = slowest.max(cpu_time() - start);
    }
    println!("the slowest of {versions} mutated versions took {slowest:?}");
    slowest
}

/// The CPU time of this thread.
fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// What a writer has written.
pub(crate) struct Original<'b> {
    bytes: &'b [u8],
    /// Where something else than a zero is.
    filled: Vec<usize>,
}

impl<'b> Original<'b> {
    pub(crate) fn of(bytes: &'b [u8]) -> Original<'b> {
        let filled = (0..bytes.len()).filter(|at| bytes[*at] != 0).collect();
        Original { bytes, filled }
    }

    /// The mutated version of this number.
    pub(crate) fn version(&self, number: u64) -> Vec<u8> {
        let mut dice = Dice(Xoshiro256PlusPlus::seed_from_u64(number));
        if dice.below(20) == 0 {
            // The start may be right, so that the reader goes on.
            let kept = dice.below(2) * dice.below(self.bytes.len());
            let random = (0..dice.below(2000)).map(|_| dice.byte());
            return self.bytes[..kept].iter().copied().chain(random.collect::<Vec<u8>>()).collect();
        }
        let mut bytes = self.bytes.to_vec();
        for _ in 0..=dice.below(4) {
            let at = self.place(&mut dice).min(bytes.len());
            mutate(&mut bytes, at, &mut dice);
        }
        bytes
    }

    /// A place, mostly one with something else than a zero.
    fn place(&self, dice: &mut Dice) -> usize {
        let any = dice.below(self.bytes.len());
        if dice.below(8) == 0 {
            return any;
        }
        self.filled.get(dice.below(self.filled.len())).copied().unwrap_or(any)
    }
}

/// Makes a file anew. Some file systems wait for the disk when an old one is cut off instead.
pub(crate) fn write(path: &Path, bytes: &[u8]) {
    let _ = fs::remove_file(path);
    fs::write(path, bytes).unwrap();
}

struct Dice(Xoshiro256PlusPlus);

impl Dice {
    /// A number below `end`, or 0.
    fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end.max(1) as u64) as usize
    }

    fn byte(&mut self) -> u8 {
        self.0.next_u64() as u8
    }

    fn of<'t, T: ?Sized>(&mut self, all: &[&'t T]) -> &'t T {
        all[self.below(all.len())]
    }
}

/// Changes bytes at or after a place.
fn mutate(bytes: &mut Vec<u8>, at: usize, dice: &mut Dice) {
    let longest = if dice.below(8) == 0 { bytes.len() } else { 60 };
    let end = (at + dice.below(longest)).min(bytes.len());
    match dice.below(11) {
        0 => bytes.truncate(at),
        1 => drop(bytes.drain(at..end)),
        // A range comes twice.
        2 => {
            let copy = bytes[at..end].to_vec();
            let to = dice.below(bytes.len());
            bytes.splice(to..to, copy);
        }
        // A range moves.
        3 => {
            let moved: Vec<u8> = bytes.drain(at..end).collect();
            let to = dice.below(bytes.len());
            bytes.splice(to..to, moved);
        }
        // A line changes places with a later one.
        4 => {
            let line = line_at(bytes, at);
            let other = line_at(bytes, line.end + dice.below(bytes.len() - line.end));
            if line.end <= other.start {
                let text = bytes[line.clone()].to_vec();
                let other_text = bytes.splice(other, text).collect::<Vec<u8>>();
                bytes.splice(line, other_text);
            }
        }
        // The next number of the text is another one.
        5 | 6 => {
            let is_digit = u8::is_ascii_digit;
            let start = bytes[at..].iter().position(is_digit).map_or(bytes.len(), |n| at + n);
            let length = bytes[start..].iter().take_while(|byte| is_digit(byte)).count();
            bytes.splice(start..start + length, dice.of(&NUMBERS).bytes());
        }
        7 => {
            let word = WORDS[dice.below(WORDS.len())].to_le_bytes();
            let end = (at + 1 + dice.below(word.len())).min(bytes.len());
            bytes.splice(at..end, word[..end - at].iter().copied());
        }
        8 => bytes.insert(at, MARKS[dice.below(MARKS.len())]),
        9 => {
            let byte = dice.byte();
            bytes.iter_mut().skip(at).take(1).for_each(|old| *old = byte);
        }
        _ => {
            let bit = 1 << dice.below(8);
            bytes.iter_mut().skip(at).take(1).for_each(|old| *old ^= bit);
        }
    }
}

/// The line at a place, with its end.
fn line_at(bytes: &[u8], at: usize) -> std::ops::Range<usize> {
    let start = bytes[..at].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let end = bytes[at..].iter().position(|byte| *byte == b'\n');
    start..end.map_or(bytes.len(), |end| at + end + 1)
}
